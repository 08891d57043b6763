"""recordings.py: what a run did: written while it runs, read as arrays, tables and pictures."""
from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._api import (Contact, Integrator, Method, MonitorInfo, RecordingBase, RunKind, SimEvent, SimOutcome, Table,
                   _contact, _recorder_def)
from ._core import Array, check, ffi, lib, written
from .documents import Document
from .errors import ArgumentError, LossWarning
from .models import FRAME, TWIST, Model
from .pictures import Picture, scene

if TYPE_CHECKING:
    from .simulations import Sim

# As the command line has it: times of frames may be early by this part of a step, and a last interval shorter than
# this part of the others is left out.
EARLY, MIN_INTERVAL = 1e-9, 1e-6
LEAD = ("time", "energy", "work", "overlap", "residual", "gap", "unreached")


# ---- Writing -------------------------------------------------------------------------------------


class Recorder:
    """A tmRecorder whose bytes stay in memory."""

    def __init__(self, model: Model, method: str, name: str) -> None:
        self.bytes = bytearray()
        self.error: BaseException | None = None

        def keep(_kind: object, error: BaseException, _trace: object) -> None:
            self.error = self.error or error

        @ffi.callback("tmWriteFn", onerror=keep)  # type: ignore[untyped-decorator]
        def write(_user: Any, data: Any, count: int) -> None:
            self.bytes += ffi.buffer(data, count)

        self.write = write
        alive: list[Any] = []
        c_def = _recorder_def(alive, run=model.run, name=name, method=method)
        c_document, c_model = model.document._enter(), model._enter()
        try:
            out = ffi.new("tmRecorder **")
            check(lib.tm_recorder_create(ffi.NULL, c_document, c_model, c_def, write, ffi.NULL, out))
        finally:
            model._leave()
            model.document._leave()
        self.p = ffi.gc(out[0], lib.tm_recorder_destroy)

    def call(self, function: Any, *args: Any) -> None:
        status = function(self.p, *args)
        if self.error:
            raise self.error
        check(status)

    def finish(self, c_info: Any) -> Recording:
        self.call(lib.tm_recorder_finish, c_info)
        ffi.release(self.p)
        return Recording(bytes(self.bytes))


class Frames:
    """The times of the frames of a simulation: those that the command line records."""

    def __init__(self, interval: float) -> None:
        self.interval, self.number = interval, 1

    def next(self, info: Any) -> float:
        interval, end = self.interval, info.end
        if not interval > 0.0:
            return float(end)
        if interval < info.step and info.method != Method.EVENTS:
            skipped = (info.time + (1.0 - EARLY) * info.step) / interval
            if self.number < skipped < 2.0**62:
                self.number = int(np.ceil(skipped))
        to = self.number * interval
        return float(end) if to > end - MIN_INTERVAL * interval else to


def bar(total: float, wanted: bool, words: str) -> Callable[[float], None]:
    """A progress bar where tqdm is installed: gets the time reached; None of it closes."""
    if not wanted:
        return lambda _time: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        warnings.warn("progress needs tqdm, which is not installed", LossWarning, stacklevel=5)
        return lambda _time: None
    shown = tqdm(total=total, desc=words, unit="s", bar_format="{desc}: {percentage:3.0f}%|{bar}| {n:.3g}/{total:.3g} s")

    def show(time: float) -> None:
        if time < 0.0:
            shown.close()
        else:
            shown.update(time - shown.n)

    return show


def record(sim: Sim, progress: bool, name: str | None) -> Recording:
    """Runs a simulation from where it is to its end; what was computed is whole whatever happens."""
    interval = sim.model.simulate_info.record
    c_self = sim._enter()
    try:
        info = lib.tm_sim_info(c_self)
        method = Method(info.method)
        words = method.name.lower()
        if method == Method.EVENTS:
            words += ", " + Integrator(info.integrator).name.lower()
        recorder = Recorder(sim.model, words, sim.model.document.name if name is None else name)
        show = bar(info.end, progress, sim.model.world.name)
        try:
            steps(sim, c_self, recorder, Frames(interval), show)
            sim._check_failure(c_self)
        except BaseException as error:
            sim.recording = recorder.finish(info)
            try:
                error.recording = sim.recording  # type: ignore[attr-defined]
            except AttributeError:  # an exception without room for it
                pass
            raise
        finally:
            show(-1.0)
        found = sim.recording = recorder.finish(info)
        lost = sim._losses()
    finally:
        sim._leave()
    for words in lost:
        warnings.warn(words, LossWarning, stacklevel=3)
    return found


def steps(sim: Sim, c_self: Any, recorder: Recorder, frames: Frames, show: Callable[[float], None]) -> None:
    """Advances from frame to frame. Events go into the recording as they come."""
    info = lib.tm_sim_info(c_self)

    def note() -> None:
        recorder.call(lib.tm_recorder_events, c_self)
        show(info.time)

    recorder.call(lib.tm_recorder_events, c_self)
    sim._events.clear()
    sim._walk(c_self, info.time, note)
    recorder.call(lib.tm_recorder_moment, c_self, ffi.NULL)
    frames.number = int(np.floor(info.time / frames.interval)) + 1 if frames.interval > 0.0 else 1
    while info.outcome == SimOutcome.RUNS:
        to = frames.next(info)
        try:
            sim._walk(c_self, to, note)
        finally:
            # Also the last good state of a run that failed.
            recorder.call(lib.tm_recorder_moment, c_self, ffi.NULL)
        frames.number += 1
        if to >= info.end:
            break


# ---- Reading -------------------------------------------------------------------------------------


class Columns(NamedTuple):
    """Where what is in the rows of the table."""

    frames: slice
    angles: slice
    twists: slice
    values: slice
    wrenches: slice
    width: int

    @classmethod
    def of(cls, bodies: int, joints: int, values: int, planar: bool) -> Columns:
        at, parts = len(LEAD), list[slice]()
        for width in (FRAME * bodies, bodies if planar else 0, TWIST * bodies, values, TWIST * joints):
            parts.append(slice(at, at + width))
            at += width
        frames, angles, twists, values_at, wrenches = parts
        return cls(frames, angles, twists, values_at, wrenches, at)


class Recording(RecordingBase):
    """What a run did. Its numbers come out of the file's bytes once, into one table; all arrays are views of that.

    >>> import trammel as tm
    >>> recording = tm.read('''
    ... primitive ball() begin geometry: sphere(10mm); dynamics: ; end
    ... world w begin components b: ball(); structure place b by center at (0, 5m, 0); properties: gravity; end
    ... simulate w begin time: (1ms, 1s); monitor: b.center.y; record: 250ms; end''').model().simulate().run()
    >>> print(recording["b.center.y"].round(6))
    [5.       4.693437 3.77375  2.240937 0.095   ]
    """

    __slots__ = ("_data", "_table", "_columns", "_model")

    def __init__(self, data: bytes) -> None:
        """Opens a recording in memory; `Recording.load` reads a file."""
        self._data = bytes(data)
        out, c_data = ffi.new("tmRecording **"), ffi.from_buffer(self._data)
        check(lib.tm_recording_open(ffi.NULL, c_data, len(self._data), out))
        self._own(out[0], keep=(c_data, self._data))
        self._table: Array | None = None
        self._columns: Columns | None = None
        self._model: Model | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Recording:
        """Reads a file, as `trammel simulate` and `trammel animate` write them, too."""
        return cls(Path(path).read_bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file; `trammel report` reads it."""
        Path(path).write_bytes(self._data)

    def __bytes__(self) -> bytes:
        return self._data

    # ---- Numbers ---------------------------------------------------------------------------------

    def _read(self) -> tuple[Array, Columns]:
        if self._table is not None and self._columns is not None and not self.closed:
            return self._table, self._columns
        c_self = self._enter()
        try:
            check(lib.tm_recording_check(c_self))
            info = lib.tm_recording_info(c_self)
            columns = Columns.of(info.bodies, info.joints, info.values, info.planar)
            table = np.full((info.frames, columns.width), np.nan)
            fill(c_self, info, table, columns)
        finally:
            self._leave()
        table.flags.writeable = False
        self._table, self._columns = table, columns
        return table, columns

    def _lead(self, name: str) -> Array:
        return self._read()[0][:, LEAD.index(name)]

    def _block(self, name: str, width: int) -> Array:
        table, columns = self._read()
        part: slice = getattr(columns, name)
        return table[:, part].reshape(len(table), -1, width) if part.stop > part.start else np.empty((len(table), 0, width))

    @property
    def table(self) -> Array:
        """All numbers, a row for each frame; the other arrays are views of its columns."""
        return self._read()[0]

    @property
    def times(self) -> Array:
        """Times [s]; of an animation fractions of its motion."""
        return self._lead("time")

    @property
    def energy(self) -> Array:
        """Kinetic and potential energy [J]; NaN: not known."""
        return self._lead("energy")

    @property
    def work(self) -> Array:
        """Work since the start [J]; NaN: not known."""
        return self._lead("work")

    @property
    def overlaps(self) -> Array:
        """Largest overlap of two bodies since the frame before, as part of the size of the smaller."""
        return self._lead("overlap")

    @property
    def residuals(self) -> Array:
        """By how much steps since the frame before missed the conditions of contact, likewise."""
        return self._lead("residual")

    @property
    def gaps(self) -> Array:
        """Of an animation: the largest gap of a joint [m]; NaN: not known."""
        return self._lead("gap")

    @property
    def reached(self) -> npt.NDArray[np.bool_]:
        """Whether the drives have their values and joints are closed; always true of a simulation."""
        return np.asarray(self._lead("unreached") == 0.0)

    @property
    def frames(self) -> Array:
        """Position and quaternion (w, x, y, z): frames x bodies x 7, the ground first."""
        return self._block("frames", FRAME)

    @property
    def angles(self) -> Array:
        """Angles over whole turns of a planar world [rad]: frames x bodies."""
        table, columns = self._read()
        if columns.angles.stop == columns.angles.start:
            raise ArgumentError("only planar worlds have angles; `frames` has quaternions")
        return table[:, columns.angles]

    @property
    def twists(self) -> Array:
        """Velocity and spin: frames x bodies x 6."""
        return self._block("twists", TWIST)

    @property
    def wrenches(self) -> Array:
        """Force and torque of joints: frames x joints x 6."""
        return self._block("wrenches", TWIST)

    @property
    def values(self) -> Array:
        """What was monitored: frames x numbers."""
        table, columns = self._read()
        return table[:, columns.values]

    @property
    def monitors(self) -> list[MonitorInfo]:
        """What was monitored."""
        return [self.monitor(i) for i in range(self.info.monitors)]

    def __getitem__(self, name: str) -> Array:
        """A monitor over all frames, by the words of the text: n, or n x 3 of a vector."""
        for info in self.monitors:
            if info.text == name:
                return self.values[:, info.first] if info.size == 1 else self.values[:, info.first:info.first + info.size]
        there = ", ".join(info.text for info in self.monitors)
        raise KeyError(f"'{name}' is not monitored; there are {there or 'no monitors'}")

    def __len__(self) -> int:
        return self.info.frames

    @property
    def names(self) -> list[str]:
        """Names of all bodies."""
        return [self.body(i) or "" for i in range(self.info.bodies)]

    @property
    def events(self) -> list[SimEvent]:
        """All events in the order of time."""
        self.check()
        return [self.event(i) for i in range(self.info.events)]

    def contacts(self, frame: int) -> tuple[Contact, ...]:
        """Where bodies touch in a frame."""
        c_self = self._enter()
        try:
            c = ffi.new("tmRecordedFrame *")
            check(lib.tm_recording_frame(c_self, frame, c))
            return tuple(_contact(c.contacts[i]) for i in range(c.contact_count))
        finally:
            self._leave()

    def crossings(self, index: int) -> Array:
        """Times at which number `index` of the monitors crosses zero. C: tm_recording_crossings"""
        count = self.series(index).crossings
        c_self = self._enter()
        try:
            times = np.empty(count)
            if count:
                check(lib.tm_recording_crossings(c_self, index, ffi.from_buffer("double[]", times), count))
            return times
        finally:
            self._leave()

    # ---- Tables ----------------------------------------------------------------------------------

    def csv(self, columns: Table | int = 0, body: int = -1) -> str:
        """Frames as CSV. C: tm_report_csv"""
        c_self = self._enter()
        try:
            return written(lambda write, user: lib.tm_report_csv(c_self, int(columns), body, write, user))
        finally:
            self._leave()

    def json(self, columns: Table | int = 0, body: int = -1) -> str:
        """Everything as JSON. C: tm_report_json"""
        c_self = self._enter()
        try:
            return written(lambda write, user: lib.tm_report_json(c_self, int(columns), body, write, user))
        finally:
            self._leave()

    def to_pandas(self) -> Any:
        """The monitors as a pandas DataFrame over time; it needs pandas."""
        import pandas

        data: dict[str, Array] = {}
        for info in self.monitors:
            found = self[info.text]
            if info.size == 1:
                data[info.text] = found
            else:
                data.update({f"{info.text}.{axis}": found[:, i] for i, axis in enumerate("xyz")})
        return pandas.DataFrame(data, index=pandas.Index(self.times, name="time"))

    # ---- Pictures --------------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        """The model of the texts in the recording."""
        if self._model is None or self._model.closed:
            files: dict[str, str] = {}
            for i in range(self.info.files):
                files[self.file_name(i) or ""] = self.text(i) or ""
            names = list(files)
            folder = os.path.dirname(names[0])

            def include(source: str, path: str) -> tuple[str, str] | None:
                near = os.path.normpath(os.path.join(os.path.dirname(source) or folder, path))
                return (near, files[near]) if near in files else None

            self._model = Document(files[names[0]], name=names[0], include=include).model(self.info.run)
        return self._model

    def svg(self, **options: Any) -> Picture:
        """Poses side by side; with `loop=True` a picture that moves. C: tm_report_strip"""
        model = self.model
        keep: list[Any] = []
        c_model, c_self = model._enter(), None
        try:
            c_self = self._enter()
            c_def = scene(keep, **options)
            return Picture(written(lambda write, user: lib.tm_report_strip(c_self, c_model, c_def, write, user)))
        finally:
            if c_self is not None:
                self._leave()
            model._leave()

    def plot(self, width: float = 720.0) -> Picture:
        """The monitors over time as a picture, a panel for each unit. C: tm_report_plot"""
        return Picture(self.report_plot(width))

    def draw(self, *names: str, axes: Any = None) -> Any:
        """Plots monitors over time with matplotlib, all or those named, and returns the axes."""
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.figure(layout="constrained").add_subplot()
        units = set()
        for info in self.monitors:
            if not names or info.text in names:
                units.add(info.unit)
                lines = axes.plot(self.times, self[info.text])
                for line, end in zip(lines, ("",) if info.size == 1 else (" x", " y", " z")):
                    line.set_label(f"{info.text}{end} [{info.unit or '1'}]")
        missing = set(names) - {info.text for info in self.monitors}
        if missing:
            raise KeyError(f"'{sorted(missing)[0]}' is not monitored")
        axes.set_xlabel("part of the way" if self.info.kind == RunKind.ANIMATE else "time [s]")
        axes.set_ylabel(units.pop() or "1" if len(units) == 1 else "")
        axes.legend()
        return axes

    def _repr_html_(self) -> str:
        strip = self.svg(loop=self.info.planar, width=480.0)._repr_html_() if len(self) else ""
        plot = self.plot(480.0)._repr_html_() if len(self) and self.info.monitors else ""
        return f"<div>{strip}{plot}</div>"

    def __repr__(self) -> str:
        if self.closed:
            return "<Recording: closed>"
        info = self.info
        return f"<Recording of {info.world}: {info.frames} frames, {info.events} events>"


def fill(c_self: Any, info: Any, table: Array, columns: Columns) -> None:
    """Copies all frames into the rows of the table."""
    c, row_bytes = ffi.new("tmRecordedFrame *"), 8 * columns.width
    memory = ffi.cast("char *", ffi.from_buffer(table)) if table.size else ffi.NULL
    parts = [(getattr(columns, name), name) for name in ("frames", "angles", "twists", "values", "wrenches")]
    for i in range(len(table)):
        check(lib.tm_recording_frame(c_self, i, c))
        row = memory + i * row_bytes
        table[i, :len(LEAD)] = (c.time, c.energy, c.work, c.overlap, c.residual, c.gap, c.is_unreached)
        for part, name in parts:
            pointer = getattr(c, name)
            if pointer and part.stop > part.start:
                ffi.memmove(row + 8 * part.start, pointer, 8 * (part.stop - part.start))
