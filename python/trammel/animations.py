"""animations.py: models moved through their drives."""
from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from ._api import (AnimationBase, Axes, Diag, DrivenInfo, MotionInfo, MotionLimit, MotionRange, Move, OnBreak,
                   SolveInfo, _driven_info, _motion_info, _motion_limit, _motion_range, _solve_info)
from ._core import Array, Numbers, as_array, check, copied, doubles, ffi, lib, written
from .documents import diags_of
from .errors import ArgumentError, LossWarning, NotConvergedError
from .mechanisms import POSE, Mechanism, Plan
from .models import FRAME, TWIST, Assembly, Model
from .pictures import Picture, scene
from .recordings import Recorder, Recording


class Motion(NamedTuple):
    """What a motion amounts to. Joints are coordinates in their order, measures numbers of the monitors."""

    info: MotionInfo
    joints: tuple[MotionRange, ...]
    measures: tuple[MotionRange, ...]
    limits: tuple[MotionLimit, ...]


class Animation(AnimationBase):
    """What `animate` of a text asks for: a model, moved frame by frame.

    >>> import trammel as tm
    >>> animation = tm.read('''
    ... primitive link(l) begin geometry: bar(l, 8mm, 3mm) where begin a: (-l / 2, 0); b: (l / 2, 0); end; end
    ... world w begin components arm: link(1m);
    ...   structure join arm to world with pin matching (a center) as motor; properties: planar; end
    ... animate w begin drive: motor.angle = 0deg .. 90deg in 10 frames; end''').model().animate()
    >>> animation.info.frames
    10
    >>> animation.move(9).outcome.name, animation.frames[1, :2].round(3).tolist()
    ('DONE', [0.0, 0.5])
    """

    __slots__ = ("model", "assembly", "_bodies", "_drives", "_values")

    def __init__(self, model: Model, assembly: Assembly | None = None, *, tolerance: float | None = None) -> None:
        self.model, self.assembly = model, assembly or model.assemble()
        if model.animate_info.drive_count == 0:
            raise ArgumentError(f"run {model.run} of {model.document.name} drives nothing")
        c_model = model._enter()
        try:
            c_assembly = self.assembly._enter()
            try:
                out = ffi.new("tmAnimation **")
                if tolerance is None:
                    tolerance = 1e-11
                check(lib.tm_animation_create_from(ffi.NULL, c_model, c_assembly, tolerance, out))
                self._own(out[0], model, self.assembly)
            finally:
                self.assembly._leave()
        finally:
            model._leave()
        self._bodies, self._drives = model.body_count, model.animate_info.value_count
        self._values = model.simulate_info.value_count

    def move(self, frame: int) -> SolveInfo:
        """Moves to a frame; the result says how it went: look at its `outcome`. C: tm_animation_move"""
        return self._moved(lib.tm_animation_move, frame)

    def move_to(self, values: Numbers) -> SolveInfo:
        """Moves to values of the drives. C: tm_animation_move_to"""
        array = as_array(values, (self._drives,), "values")
        if not np.isfinite(array).all():
            raise ArgumentError("values: a number is NaN or infinite")
        return self._moved(lib.tm_animation_move_to, doubles(array))

    def _moved(self, function: Any, argument: Any) -> SolveInfo:
        c_self = self._enter()
        try:
            out = ffi.new("tmSolveInfo *")
            check(function(c_self, argument, out))
            return _solve_info(out)
        finally:
            self._leave()

    @property
    def frames(self) -> Array:
        """Position and quaternion of all bodies: bodies x 7. C: tm_animation_frames"""
        c_self = self._enter()
        try:
            return copied(lib.tm_animation_frames(c_self), (self._bodies, FRAME))
        finally:
            self._leave()

    @property
    def angles(self) -> Array:
        """Angles over whole turns of a planar world [rad]. C: tm_animation_angles"""
        c_self = self._enter()
        try:
            found = lib.tm_animation_angles(c_self)
            if not found:
                raise ArgumentError("only planar worlds have angles; `frames` has quaternions")
            return copied(found, (self._bodies,))
        finally:
            self._leave()

    def monitors(self, part: float) -> Array:
        """What the text monitors at a part of the way, 0 … 1. C: tm_animation_monitors"""
        c_self = self._enter()
        try:
            out = ffi.new("double[]", max(self._values, 1))
            check(lib.tm_animation_monitors(c_self, part, out))
            return copied(out, (self._values,))
        finally:
            self._leave()

    # ---- Rates and forces ------------------------------------------------------------------------

    def solve(self, part: float, pace: tuple[float, float] | None = None) -> DrivenInfo:
        """Finds rates and forces of the present frames: `twists`, `accelerations`, `efforts`, `joint_wrench`. `pace` is
        the first and second rate of the part of the way; without it those of the text. C: tm_animation_solve"""
        c_self = self._enter()
        try:
            out = ffi.new("tmDrivenInfo *")
            c_pace = ffi.NULL if pace is None else ffi.new("double[2]", list(pace))
            check(lib.tm_animation_solve(c_self, part, c_pace, out))
            return _driven_info(out)
        finally:
            self._leave()

    def _solved(self, function: Any, shape: tuple[int, ...]) -> Array:
        c_self = self._enter()
        try:
            found = function(c_self)
            if not found:
                raise ArgumentError("solve() finds them")
            return copied(found, shape)
        finally:
            self._leave()

    @property
    def twists(self) -> Array:
        """Of all bodies, as solve() found them: bodies x 6. C: tm_animation_twists"""
        return self._solved(lib.tm_animation_twists, (self._bodies, TWIST))

    @property
    def accelerations(self) -> Array:
        """Of the origins, and angular, likewise: bodies x 6. C: tm_animation_accelerations"""
        return self._solved(lib.tm_animation_accelerations, (self._bodies, TWIST))

    @property
    def efforts(self) -> Array:
        """The force or torque that each value of the drives needs. C: tm_animation_efforts"""
        return self._solved(lib.tm_animation_efforts, (self._drives,))

    @property
    def diags(self) -> tuple[Diag, ...]:
        """What keeps rates and forces from being found. C: tm_animation_diags"""
        c_self = self._enter()
        try:
            return diags_of(lib.tm_animation_diags(c_self))
        finally:
            self._leave()

    def centrodes(self, a: int, b: int, count: int) -> tuple[Array, Array]:
        """Paths of the instant centre of two bodies on a and on b: count x 2. C: tm_animation_centrodes"""
        if count < 2:
            raise ArgumentError("count: at least 2")
        c_self = self._enter()
        try:
            fixed, moving = ffi.new("double[]", 2 * count), ffi.new("double[]", 2 * count)
            check(lib.tm_animation_centrodes(c_self, a, b, count, fixed, moving))
            return copied(fixed, (count, 2)), copied(moving, (count, 2))
        finally:
            self._leave()

    def motion(self, steps: int = 0) -> Motion:
        """What the motion amounts to: toggle and limit positions, ranges, extremes. C: tm_motion_create"""
        c_self = self._enter()
        try:
            out = ffi.new("tmMotion **")
            check(lib.tm_motion_create(c_self, steps, out))
            c = out[0]
            try:
                return Motion(
                    _motion_info(lib.tm_motion_info(c)),
                    tuple(_motion_range(lib.tm_motion_joint(c, i)) for i in range(lib.tm_motion_joint_count(c))),
                    tuple(_motion_range(lib.tm_motion_measure(c, i)) for i in range(lib.tm_motion_measure_count(c))),
                    tuple(_motion_limit(lib.tm_motion_limit(c, i)) for i in range(lib.tm_motion_limit_count(c))))
            finally:
                lib.tm_motion_destroy(c)
        finally:
            self._leave()

    # ---- Poses -----------------------------------------------------------------------------------

    def take(self, poses: Numbers, values: Numbers | None = None) -> None:
        """Goes on from poses of a planar animation (bodies x 4). C: tm_animation_take"""
        array = as_array(poses, (self._bodies, POSE), "poses")
        c_self = self._enter()
        try:
            plan = lib.tm_animation_plan(c_self)
            count = lib.tm_plan_value_count(plan) if plan else 0
            c_values = ffi.NULL if values is None else doubles(as_array(values, (count,), "values"))
            check(lib.tm_animation_take(c_self, ffi.cast("tmPose *", doubles(array.ravel())), c_values))
        finally:
            self._leave()

    @property
    def plan(self) -> Plan:
        """The plan of a planar animation. It lives no longer than the animation. C: tm_animation_plan"""
        c_self = self._enter()
        try:
            pointer = lib.tm_animation_plan(c_self)
            if not pointer:
                raise ArgumentError("an animation in space has no plan of a planar mechanism")
            mechanism = Mechanism.__new__(Mechanism)
            mechanism._own(lib.tm_animation_mechanism(c_self), self, owned=False, family=self)
            return Plan(mechanism, pointer, owned=False, family=self)
        finally:
            self._leave()

    # ---- Pictures and recordings -----------------------------------------------------------------

    def run(self, *, name: str | None = None) -> Recording:
        """Moves through all frames and returns the Recording; a LossWarning says which were not reached."""
        recorder = Recorder(self.model, "", self.model.document.name if name is None else name)
        c_self = self._enter()
        try:
            missed = self._record_frames(c_self, recorder)
            lib.tm_animation_reset(c_self)
        finally:
            self._leave()
        if missed:
            count = lib.tm_animation_info(c_self).frames
            warnings.warn(f"{len(missed)} of {count} frames were not reached, the first is {missed[0]}", LossWarning,
                          stacklevel=2)
        return recorder.finish(ffi.NULL)

    def _record_frames(self, c_self: Any, recorder: Recorder) -> list[int]:
        count = lib.tm_animation_info(c_self).frames
        searches = self.model.animate_info.on_break == OnBreak.SEARCH
        nowhere = ffi.new("double[]", [np.nan] * (FRAME * self._bodies))
        values, solve = ffi.new("double[]", max(self._values, 1)), ffi.new("tmSolveInfo *")
        joints, driven = self.model.joint_count, ffi.new("tmDrivenInfo *")
        wrenches = ffi.new("tmWrench[]", joints + 1)
        missed = []
        for i in range(count):
            if lib.tm_animation_move(c_self, i, solve):
                solve.outcome = Move.NOT_CONVERGED
            known = solve.outcome in (Move.DONE, Move.STRETCHED)
            stands = known or (solve.outcome == Move.FOLD and searches)
            c, part = ffi.new("tmRecordedFrame *"), i / (count - 1)
            c.time, c.energy, c.work = part, np.nan, np.nan
            c.frames = lib.tm_animation_frames(c_self) if stands else ffi.cast("tmFrame *", nowhere)
            c.angles = lib.tm_animation_angles(c_self) if stands else ffi.NULL
            c.is_unreached, c.gap = solve.outcome != Move.DONE, solve.residual if known else np.nan
            if solve.outcome == Move.DONE and not lib.tm_animation_solve(c_self, part, ffi.NULL, driven):
                for k in range(joints):
                    lib.tm_animation_joint_wrench(c_self, k, Axes.WORLD, wrenches + k)
                if driven.has_rates:
                    c.twists, c.wrenches = lib.tm_animation_twists(c_self), wrenches
                    c.energy = driven.kinetic + driven.potential
            if stands and self._values and not lib.tm_animation_monitors(c_self, part, values):
                c.values = values
            recorder.call(lib.tm_recorder_frame, c)
            if c.is_unreached:
                missed.append(i)
        return missed

    def svg(self, **options: Any) -> Picture:
        """Poses side by side; with `loop=True` a picture that moves. The animation is then reset.
        C: tm_scene_draw"""
        keep: list[Any] = []
        c_def = scene(keep, **options)
        c_self = self._enter()
        try:
            return Picture(written(lambda write, user: lib.tm_scene_draw(ffi.NULL, c_self, c_def, write, user)))
        except NotConvergedError:
            raise NotConvergedError("no frame can be reached") from None
        finally:
            self._leave()

    def _repr_html_(self) -> str:
        return self.svg(loop=self.info.is_planar, width=480.0)._repr_html_()
