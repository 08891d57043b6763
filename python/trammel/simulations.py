"""simulations.py: motion under forces, its controls as Python functions, and what a run leaves behind."""
from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeVar, Union

import numpy as np

from ._api import (ContactModel, Diag, ImpactLaw, ImpactOrder, InputInfo, Integrator, Method, SimBase, SimEvent, SimInfo,
                   SimOutcome, Status, _diag, _sim_def, _sim_event)
from ._core import Array, Numbers, as_array, check, copied, doubles, ffi, lib, numbers
from .documents import report, words_of
from .errors import ArgumentError, ClosedError, LossWarning, NotFiniteError, SimulationError
from .models import FRAME, TWIST, Assembly, Model

if TYPE_CHECKING:
    from .recordings import Recording

Value = Union[float, Sequence[float], Array]
Controls = Mapping[str, "Callable[[ControlCall], Value]"]
Some = TypeVar("Some", bound=IntEnum)
# Steps after which the library returns, so that Python can look for signals.
ATTEMPTS = 64
FAILED = int(SimOutcome.FAILED)


def member(kind: type[Some], given: Some | str | None) -> Some | None:
    """A member of an enum by itself or by its name in small letters."""
    if isinstance(given, str):
        found = kind.__members__.get(given.upper())
        if found is None:
            names = ", ".join(name.lower() for name in kind.__members__ if name != "TEXT")
            raise ArgumentError(f"there is no '{given}'; there are {names}")
        return found
    return given


class ControlCall:
    """What a control can read, while it is called: `time` [s], the `name` of the control, how many numbers are
    wanted, and the state of all bodies."""

    __slots__ = ("name", "_c", "_bodies")

    def __init__(self, name: str, bodies: int) -> None:
        self.name = name
        self._c: Any = None
        self._bodies = bodies

    def _now(self) -> Any:
        if self._c is None:
            raise ClosedError("the state that a control reads lives only while it is called")
        return self._c

    def _array(self, field: str, width: int) -> Array:
        return copied(getattr(self._now(), field), (self._bodies, width))

    @property
    def time(self) -> float:
        """The time [s]."""
        return float(self._now().time)

    @property
    def size(self) -> int:
        """How many numbers are wanted: 1, or 3 of a vector."""
        return int(self._now().size)

    @property
    def frames(self) -> Array:
        """Position and quaternion of all bodies: bodies x 7."""
        return self._array("frames", FRAME)

    @property
    def twists(self) -> Array:
        """Velocity and spin of all bodies: bodies x 6."""
        return self._array("twists", TWIST)


class Host:
    """The callbacks of one simulation. An exception in one is kept, and raised when the library has returned: until
    then controls give NaN, which ends the run. A signal's exception waits for that, and the value is asked for again,
    so that the run can go on."""

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.interrupt: BaseException | None = None

    def control(self, name: str, function: Callable[[ControlCall], Value], bodies: int) -> Any:
        view, isfinite = ControlCall(name, bodies), math.isfinite

        def give(_user: Any, c: Any, values: Any) -> None:
            try:
                if self.error is None:
                    view._c = c
                    try:
                        given = function(view)
                    except KeyboardInterrupt as error:
                        self.interrupt = error
                        given = function(view)
                    if type(given) is float and c.size == 1 and isfinite(given):
                        values[0] = given
                    else:
                        put(values, c.size, given, name)
                    return
            except BaseException as error:
                self.error = error
            finally:
                view._c = None
            values[0:c.size] = [math.nan] * c.size

        return ffi.callback("tmControlFn", give)

    def goes_on(self, alive: list[Any]) -> Any:
        """Runs a little Python in each pass of a step, where signals can come through."""
        def keep(_kind: object, error: BaseException, _trace: object) -> None:
            self.interrupt = error

        alive.append(ffi.callback("tmGoesOnFn", lambda _user: True, error=False, onerror=keep))
        return alive[-1]

    def raise_kept(self) -> None:
        if self.error is None and self.interrupt is None:
            return
        for name in ("error", "interrupt"):
            kept = getattr(self, name)
            if kept is not None:
                setattr(self, name, None)
                raise kept


def put(values: Any, size: int, given: Value, name: str) -> None:
    """Puts what a control gave where the library wants it; nonsense is an exception."""
    try:
        array = as_array(given, (size,) if size > 1 or np.ndim(given) else (), "what it gave")
    except ValueError as error:
        raise ArgumentError(f"control '{name}' must give {size} number{'s' * (size > 1)}: {error}") from None
    flat = array.reshape(-1).tolist()
    values[0:size] = flat
    if not all(map(math.isfinite, flat)):
        raise NotFiniteError(f"control '{name}' gave {given}")


def warn_all(words: list[str]) -> None:
    """Warns where the caller of the package's function stands."""
    for one in words:
        warnings.warn(one, LossWarning, stacklevel=4)


class Sim(SimBase):
    """A run of a model, at its present time.

    >>> import trammel as tm
    >>> sim = tm.read('''
    ... primitive ball() begin geometry: sphere(10mm); dynamics: ; end
    ... world w begin components b: ball(); structure place b by center at (0, 5m, 0); properties: gravity; end
    ... simulate w begin time: (1ms, 1s); end''').model().simulate()
    >>> sim.advance(0.5)
    >>> sim.time, round(float(sim.frames[1, 1]), 6)
    (0.5, 3.77375)
    """

    __slots__ = ("model", "assembly", "diags", "recording", "_host", "_events", "_count", "_c_info", "_warned", "_bodies", "_may_touch")
    model: Model
    assembly: Assembly
    diags: tuple[Diag, ...]
    recording: Recording | None
    _events: list[SimEvent]
    _warned: set[str]

    def __init__(self, model: Model, assembly: Assembly | None = None, *, controls: Controls | None = None,
                 method: Method | str | None = None, integrator: Integrator | str | None = None,
                 tolerance: float | None = None, contact: ContactModel | str | None = None,
                 impact: ImpactLaw | str | None = None, order: ImpactOrder | str | None = None,
                 step: float | None = None, end: float | None = None) -> None:
        """`controls` are functions for the controls that the text names but does not define: each gets a ControlCall
        and returns one number, or three of a vector. The others are for what the text says. C: tm_sim_create"""
        self.model, self.assembly = model, assembly or model.assemble()
        self._host, self._events, self._warned = Host(), [], set()
        self._bodies, self._may_touch = model.body_count, bool(model.touching)
        self.recording = None
        keep: list[Any] = []
        c_def = _sim_def(keep, method=member(Method, method), integrator=member(Integrator, integrator),
                         tolerance=tolerance, contact=member(ContactModel, contact),
                         impact=member(ImpactLaw, impact), order=member(ImpactOrder, order), step=step, end=end,
                         max_attempts=ATTEMPTS)
        if self._may_touch:  # only what touches takes long steps
            c_def.goes_on = self._host.goes_on(keep)
        given = dict(controls or {})
        c_controls = ffi.new("tmHostControl[]", max(len(given), 1))
        for c, (name, function) in zip(c_controls, given.items()):
            if not callable(function):
                raise TypeError(f"control '{name}' is a function, not {type(function).__name__}")
            keep += [ffi.new("char[]", name.encode("utf-8")), self._host.control(name, function, self._bodies)]
            c.name, c.function = keep[-2:]
        c_def.controls, c_def.control_count = c_controls, len(given)
        self._create(c_def, (keep, c_controls, c_def))
        unknown = set(given) - {info.host for info in map(model.control, range(model.control_count))}
        if unknown:
            warnings.warn(f"the text has no control '{sorted(unknown)[0]}' for a function", LossWarning, stacklevel=3)

    def _create(self, c_def: Any, keep: object) -> None:
        c_diags = ffi.new("tmDiags **")
        check(lib.tm_diags_create(ffi.NULL, c_diags))
        c_model = self.model._enter()
        try:
            c_assembly = self.assembly._enter()
            try:
                out = ffi.new("tmSim **")
                status = lib.tm_sim_create(c_model, c_assembly, c_def, c_diags[0], out)
                self._host.raise_kept()
                self.diags = report(c_diags[0], self.model.document._sources)
                check(status)
                self._own(out[0], self.model, self.assembly, keep=keep)
            finally:
                self.assembly._leave()
        finally:
            self.model._leave()
            lib.tm_diags_destroy(c_diags[0])
        self._c_info, self._count = lib.tm_sim_info(out[0]), ffi.new("int32_t *")

    # ---- Time ------------------------------------------------------------------------------------

    def _new_events(self, c_self: Any) -> list[SimEvent]:
        """Those of the library's last call, which has them until the next one."""
        found = lib.tm_sim_events(c_self, self._count)
        return [_sim_event(found[i]) for i in range(self._count[0])]

    def _walk(self, c_self: Any, to: float, after: Callable[[], None] | None = None) -> None:
        """Advances in pieces, between which signals come through; `after` sees each."""
        while True:
            status = lib.tm_sim_advance(c_self, to)
            if after is not None:
                after()
            self._host.raise_kept()
            if not status:
                return
            if status != Status.ERR_LIMIT or self._c_info.outcome != SimOutcome.RUNS:
                check(status)
                return
            if after is None:
                self._events += self._new_events(c_self)

    def advance(self, to: float) -> None:
        """Moves to time `to` [s], or to where the run ends: look at `outcome`. A run that fails raises
        SimulationError; an exception in a control ends it and comes out here. C: tm_sim_advance"""
        c_self = self._enter()
        try:
            self._events.clear()
            self._walk(c_self, to)
            self._check_failure(c_self)
            lost = self._losses() if self._may_touch else None
        finally:
            self._leave()
        if lost:
            warn_all(lost)

    def _check_failure(self, c_self: Any) -> None:
        if self._c_info.outcome == FAILED:
            c_diag = lib.tm_sim_diagnostic(c_self)
            words = words_of(c_diag, None) if c_diag else "the run failed"
            raise SimulationError(words, (_diag(c_diag),) if c_diag else ())

    def _losses(self) -> list[str]:
        """What the counts of the run mean for its results, each once."""
        info, found = self._c_info, []
        rows = {
            "passed": "bodies that may touch passed through each other: nothing held them apart",
            "missed": "parts of steps missed the conditions of contact: reports of contact there are doubtful",
            "jammed": "parts of steps had friction without an exact answer: the nearest that was found holds",
            "unsolved": "steps had no answer by the contact model that was asked for: the pair form solved them",
            "lessened": "impacts had less restitution than asked for: the full value would gain energy",
        }
        for name, words in rows.items():
            count = getattr(info, name)
            if count and name not in self._warned:
                self._warned.add(name)
                found.append(f"at {info.time:g} s: {words} (count: {count})")
        return found

    def run(self, progress: bool = False, *, name: str | None = None) -> Recording:
        """Runs to the end and returns the Recording; `progress` shows a bar where tqdm is installed. After an
        exception, or Ctrl-C, `recording` of this and of the exception has all that was computed."""
        from .recordings import record

        return record(self, progress, name)

    @property
    def time(self) -> float:
        """The present time [s]."""
        c_self = self._enter()
        try:
            return float(lib.tm_sim_info(c_self).time)
        finally:
            self._leave()

    @property
    def outcome(self) -> SimOutcome:
        """Whether it can go on, or how it ended."""
        return self.info.outcome

    @property
    def events(self) -> tuple[SimEvent, ...]:
        """What happened in the last call of `advance` or `set_input`. C: tm_sim_events"""
        c_self = self._enter()
        try:
            return (*self._events, *self._new_events(c_self))
        finally:
            self._leave()

    # ---- The state -------------------------------------------------------------------------------

    def _array(self, function: Any, width: int) -> Array:
        c_self = self._enter()
        try:
            found = function(c_self)
            self._host.raise_kept()
            return copied(found, (self._bodies, width))
        finally:
            self._leave()

    @property
    def frames(self) -> Array:
        """Position and quaternion (w, x, y, z) of all bodies: bodies x 7. C: tm_sim_frames"""
        return self._array(lib.tm_sim_frames, FRAME)

    @property
    def twists(self) -> Array:
        """Velocity and spin of all bodies: bodies x 6. C: tm_sim_twists"""
        return self._array(lib.tm_sim_twists, TWIST)

    @property
    def accelerations(self) -> Array:
        """Of the origins, and angular, of all bodies: bodies x 6. C: tm_sim_accelerations"""
        return self._array(lib.tm_sim_accelerations, TWIST)

    @property
    def monitors(self) -> Array:
        """What the text monitors, all numbers. C: tm_sim_monitors"""
        count = self.model.simulate_info.value_count
        c_self = self._enter()
        try:
            out = ffi.new("double[]", max(count, 1))
            status = lib.tm_sim_monitors(c_self, out)
            self._host.raise_kept()
            check(status)
            return copied(out, (count,))
        finally:
            self._leave()

    @property
    def values(self) -> dict[str, float | Array]:
        """What the text monitors, by its words: a number, or three of a vector."""
        numbers_now = self.monitors
        return {info.text: float(numbers_now[info.first]) if info.size == 1
                else numbers_now[info.first:info.first + info.size] for info in self.model.monitors}

    def set_state(self, time: float, frames: Numbers, twists: Numbers) -> None:
        """Takes frames (bodies x 7) and twists (bodies x 6) at a time; joints are closed. C: tm_sim_set_state"""
        new_frames = as_array(frames, (self._bodies, FRAME), "frames")
        new_twists = as_array(twists, (self._bodies, TWIST), "twists")
        c_self = self._enter()
        try:
            status = lib.tm_sim_set_state(c_self, time, ffi.cast("tmFrame *", doubles(new_frames.ravel())),
                                          ffi.cast("tmTwist *", doubles(new_twists.ravel())))
            self._host.raise_kept()
            check(status)
        finally:
            self._leave()

    # ---- From outside ----------------------------------------------------------------------------

    def set_input(self, name: int | str, value: float) -> None:
        """Sets an input from now on; outside its range it is cut, with a LossWarning. C: tm_sim_set_input"""
        index = self.model.input_index(name)
        c_self = self._enter()
        try:
            self._events.clear()
            status = lib.tm_sim_set_input(c_self, index, value)
            self._host.raise_kept()
            check(status)
            out = ffi.new("double *")
            check(lib.tm_sim_input(c_self, index, out))
        finally:
            self._leave()
        if out[0] != value:
            warnings.warn(f"input '{name}' was cut from {value:g} to {out[0]:g}", LossWarning, stacklevel=2)

    def input(self, name: int | str) -> float:
        """What an input is now. C: tm_sim_input"""
        index = self.model.input_index(name)
        c_self = self._enter()
        try:
            out = ffi.new("double *")
            check(lib.tm_sim_input(c_self, index, out))
            return float(out[0])
        finally:
            self._leave()

    @property
    def inputs(self) -> list[InputInfo]:
        """The inputs that can be set."""
        return self.model.inputs

    def pull(self, body: int | str, at: Numbers, to: Numbers, stiffness: float = 0.0, damping: float = 0.0) -> None:
        """Pulls at a point of a body (body axes) towards a place of the world, as a mouse does. C: tm_sim_pull"""
        c_at, c_to, index = numbers(at, 3, "at"), numbers(to, 3, "to"), self.model.body_index(body)
        c_self = self._enter()
        try:
            status = lib.tm_sim_pull(c_self, index, c_at, c_to, stiffness, damping)
            self._host.raise_kept()
            check(status)
        finally:
            self._leave()

    # ---- Checkpoints -----------------------------------------------------------------------------

    def save(self) -> bytes:
        """All that changes in time, the same bytes on every machine. C: tm_sim_save"""
        c_self = self._enter()
        try:
            size = lib.tm_sim_save_size(c_self)
            out = ffi.new("char[]", size)
            check(lib.tm_sim_save(c_self, out, size))
            return bytes(ffi.buffer(out, size))
        finally:
            self._leave()

    def restore(self, state: bytes) -> None:
        """Takes what `save` gave; the run goes on with the same bits. C: tm_sim_restore"""
        data = ffi.from_buffer(memoryview(state).cast("B"))
        c_self = self._enter()
        try:
            status = lib.tm_sim_restore(c_self, data, len(data))
            self._host.raise_kept()
            check(status)
            self._events.clear()
        finally:
            self._leave()

    def __repr__(self) -> str:
        if self.closed:
            return "<Sim: closed>"
        info: SimInfo = self.info
        return f"<Sim {self.model.world.name}: {info.outcome.name.lower()} at {info.time:g} of {info.end:g} s>"

