"""batches.py: many runs or many poses at once, on the threads of the host. The library runs without Python's lock; the
results are the same bits for every number of threads."""
from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from ._api import SimOutcome, Status, _diag
from ._core import Array, Numbers, as_array, check, doubles, ffi, lib
from .documents import Document, words_of
from .errors import ArgumentError, ShapeError
from .mechanisms import POSE, Plan, Sweep
from .models import Model
from .simulations import Controls, Sim

# Part of a fixed step by which a time may be missed, as the library has it.
EARLY = 1e-9
World = Union[Model, Document]


class Runs(NamedTuple):
    """What many runs gave: `values[i, t]` are the monitors of run i at `times[t]`, NaN once it has failed;
    `outcomes[i]` says how it ended, `messages[i]` why it failed ("": it did not), `hashes[i]` is its last state."""

    times: Array
    values: Array
    outcomes: list[SimOutcome]
    messages: list[str]
    hashes: list[int]


def thread_count(threads: int | None) -> int:
    count = threads or len(os.sched_getaffinity(0))
    if count < 1:
        raise ArgumentError(f"{threads} threads cannot do anything")
    return count


# ---- Poses ---------------------------------------------------------------------------------------


def sweep(plan: Plan, values: Numbers, *, threads: int | None = None) -> Sweep:
    """Poses for many values as `Plan.sweep` finds them, on several threads, each with a plan of its own.
    """
    array = as_array(values, (None,) * np.ndim(values), "values")
    array = array.reshape(1, -1) if array.ndim == 1 else array
    if array.ndim != 2 or array.shape[0] != plan._count:
        raise ShapeError(f"values: {plan._count} x n numbers are expected, not {array.shape}")
    count = array.shape[1]
    parts = min(thread_count(threads), max(count // 1000, 1))
    if parts == 1 or plan._c_def is None:
        return plan.sweep(array)
    c_plan = plan._enter()
    try:
        bodies = plan._bodies(c_plan)
        c_mechanism = lib.tm_plan_mechanism(c_plan)
        found = Sweep(np.empty((bodies, POSE, count)), np.zeros(count, dtype=np.bool_))
        edges = [count * i // parts for i in range(parts + 1)]

        def work(i: int) -> None:
            out = ffi.new("tmPlan **")
            check(lib.tm_plan_create(c_mechanism, plan._c_def, out))
            try:
                here = np.ascontiguousarray(array[:, edges[i]:edges[i + 1]])
                size = here.shape[1]
                poses, failed = np.empty((bodies, POSE, size)), np.zeros(size, dtype=np.bool_)
                check(lib.tm_plan_sweep(out[0], doubles(here.ravel()), size, ffi.NULL, bodies,
                                        doubles(poses.reshape(-1)), ffi.from_buffer("bool[]", failed)))
                found.poses[:, :, edges[i]:edges[i + 1]] = poses
                found.failed[edges[i]:edges[i + 1]] = failed
            finally:
                lib.tm_plan_destroy(out[0])

        with ThreadPoolExecutor(parts) as pool:
            list(pool.map(work, range(parts)))
        return found
    finally:
        plan._leave()


# ---- Runs ----------------------------------------------------------------------------------------


def simulate_many(worlds: World | Sequence[World], *, inputs: Mapping[str, Numbers] | None = None,
                  times: Numbers | None = None, controls: Controls | None = None, threads: int | None = None,
                  progress: bool = False, **options: Any) -> Runs:
    """Simulates a world many times, or many worlds once: `inputs` has an array for each input that differs from run to
    run. Monitors are kept at `times` (with a fixed step at the last step's end before); None: at the end alone. `options` as Sim takes them. A run that fails does not end
    the others: look at `outcomes`. Controls in Python hold Python's lock while they run; the rest does not.

    >>> import trammel as tm
    >>> model = tm.read('''
    ... primitive ball() begin geometry: sphere(10mm); dynamics: ; end
    ... world w begin
    ...   input push = 0N in -9N .. 9N;
    ...   components b: ball(); structure place b by center at (0, 0); properties: planar;
    ...   control: force of b = (push, 0N); end
    ... simulate w begin time: (1ms, 1s); monitor: b.velocity.x; end''').model()
    >>> runs = tm.simulate_many(model, inputs={"push": [0.0, 1.0, 2.0]})
    >>> mass = model.body(1).mass.mass
    >>> (runs.values[:, 0, 0] * mass).round(9).tolist()
    [0.0, 1.0, 2.0]
    """
    given = {name: as_array(numbers, (None,), name) for name, numbers in (inputs or {}).items()}
    lengths = {len(numbers) for numbers in given.values()}
    if not isinstance(worlds, (Model, Document)):
        lengths.add(len(worlds))
    if len(lengths) > 1:
        raise ShapeError(f"the worlds and all inputs must be equally many, not {sorted(lengths)}")
    count = lengths.pop() if lengths else 1
    one = _model(worlds) if isinstance(worlds, (Model, Document)) else None
    models = [one] * count if one else [_model(world) for world in worlds]  # type: ignore[union-attr]
    stops = None if times is None else as_array(times, (None,), "times")
    if stops is not None and (not len(stops) or not np.isfinite(stops).all() or (np.diff(stops) < 0.0).any()):
        raise ArgumentError("times must be finite numbers that do not decrease")
    batch = _Batch([model for model in models if model], given, stops, controls, options)
    return batch.run(thread_count(threads), progress)


def _model(world: object) -> Model:
    if isinstance(world, Model):
        return world
    if isinstance(world, Document):
        return world.model("simulate")
    raise TypeError(f"a world is a Model or a Document, not {type(world).__name__}")


class _Batch:
    """The runs of one call. Each is one simulation on one thread, from beginning to end."""

    def __init__(self, models: list[Model], inputs: dict[str, Array], stops: Array | None,
                 controls: Controls | None, options: dict[str, Any]) -> None:
        self.models, self.inputs, self.controls, self.options = models, inputs, controls, options
        self.indices = [[(model.input_index(name), name) for name in inputs] for model in models]
        sizes = {model.simulate_info.value_count for model in models}
        if len(sizes) > 1:
            raise ShapeError(f"worlds of one batch monitor equally many numbers, not {sorted(sizes)}")
        self.size = sizes.pop() if sizes else 0
        self.stops = stops
        self.times = np.full(1, np.nan) if stops is None else stops
        self.values = np.full((len(models), len(self.times), self.size), np.nan)
        self.outcomes = [SimOutcome.RUNS] * len(models)
        self.messages, self.hashes = [""] * len(models), [0] * len(models)
        self.stopped = threading.Event()
        self.assemblies = {id(model): model.assemble() for model in {id(one): one for one in models}.values()}

    def run(self, threads: int, progress: bool) -> Runs:
        from .recordings import bar

        show = bar(float(len(self.models)), progress, "runs")
        with ThreadPoolExecutor(min(threads, max(len(self.models), 1))) as pool:
            futures = [pool.submit(self.one, i) for i in range(len(self.models))]
            try:
                for i, future in enumerate(futures):
                    future.result()
                    show(float(i + 1))
            except BaseException:
                # Those that run end after their next steps, and the others do not begin.
                self.stopped.set()
                raise
            finally:
                show(-1.0)
        return Runs(self.times, self.values, self.outcomes, self.messages, self.hashes)

    def one(self, i: int) -> None:
        if self.stopped.is_set():
            return
        model = self.models[i]
        with Sim(model, self.assemblies[id(model)], controls=self.controls, **self.options) as sim:
            for index, name in self.indices[i]:
                sim.set_input(index, float(self.inputs[name][i]))
            c_self = sim._enter()
            try:
                self.walk(i, sim, c_self)
            finally:
                sim._leave()

    def walk(self, i: int, sim: Sim, c_self: Any) -> None:
        info = lib.tm_sim_info(c_self)
        for t, to in enumerate([info.end] if self.stops is None else self.stops.tolist()):
            if not self.advance(sim, c_self, max(to, info.time)) or info.outcome == SimOutcome.FAILED:
                break
            row = self.values[i, t]
            arrived = info.outcome == SimOutcome.RUNS or info.time >= to - EARLY * info.step
            if self.size and (self.stops is None or arrived):
                lib.tm_sim_monitors(c_self, ffi.from_buffer("double[]", row))
        self.outcomes[i] = SimOutcome(info.outcome)
        c_diag = lib.tm_sim_diagnostic(c_self)
        self.messages[i] = words_of(c_diag, None) if c_diag and _diag(c_diag) else ""
        self.hashes[i] = lib.tm_sim_hash(c_self)
        if self.stops is None:
            self.times[0] = info.time if len(self.models) == 1 else np.nan

    def advance(self, sim: Sim, c_self: Any, to: float) -> bool:
        info = lib.tm_sim_info(c_self)
        while not self.stopped.is_set():
            status = lib.tm_sim_advance(c_self, to)
            sim._host.raise_kept()
            if status != Status.ERR_LIMIT or info.outcome != SimOutcome.RUNS:
                check(status)
                return True
        return False


def bits_hash(problems: int = 10000, seed: int = 1) -> int:
    """A hash of the results of this many random problems of all kernels: the same on every machine, or the machine
    breaks the promise of equal bits. C: tm_bits_hash"""
    out = ffi.new("uint64_t *")
    check(lib.tm_bits_hash(ffi.NULL, ffi.NULL, problems, seed, out))
    return int(out[0])
