"""mechanisms.py: planar mechanisms built by calls, or from models: planned, moved, swept, diagnosed."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from ._api import (BodyId, Break, DiagnosisBase, FeatureId, ForcesBase, ForcesInfo, Input, InputKind, JointId,
                   JointKind, Load, LoadKind, MechanismBase, ModesBase, PlanBase, PlanMethod, ProfileKind, Proof, RatesBase,
                   RatesInfo, SolveInfo, Verdict, _diagnosis_def, _feature_id, _forces_info, _joint_def, _joint_id, _modes_def,
                   _of_JointKind, _of_ProfileKind, _plan_def, _rates_info, _solve_info)
from ._core import Array, Numbers, as_array, check, copied, doubles, ffi, id_in, lib, numbers, text, text_in, written
from .errors import ArgumentError, ShapeError
from .models import Assembly, Model
from .pictures import Picture, scene

InputLike = Union[Input, JointId, FeatureId]
POSE, RATE = 4, 3  # numbers of tmPose: x, y, cos, sin; of tmPoseRate: x, y, angle


class Joint(NamedTuple):
    """What a joint of a mechanism is."""

    name: str
    kind: JointKind
    features: tuple[FeatureId, ...]
    value: float
    radii: tuple[float, ...]
    profile_kind: ProfileKind
    profile: tuple[float, ...]


def angle(joint: JointId) -> Input:
    """An input: the angle of a revolute joint [rad]."""
    return Input(InputKind.ANGLE, joint, FeatureId(0))


def displacement(joint: JointId) -> Input:
    """An input: the way along a prismatic joint or a slot [m]."""
    return Input(InputKind.DISPLACEMENT, joint, FeatureId(0))


def position(feature: FeatureId) -> Input:
    """An input of two values: where a feature should be [m]."""
    return Input(InputKind.POSITION, JointId(0), feature)


def force(feature: FeatureId, x: float, y: float) -> Load:
    """A load: a force at a feature, world axes [N]."""
    return Load(LoadKind.FORCE, feature, BodyId(0), x, y, 0.0)


def moment(body: BodyId, value: float) -> Load:
    """A load: a moment on a body [N m]."""
    return Load(LoadKind.MOMENT, FeatureId(0), body, 0.0, 0.0, value)


class Mechanism(MechanismBase):
    """Bodies, features and joints in the plane.

    >>> import trammel as tm
    >>> m = tm.Mechanism()
    >>> crank, coupler, rocker = (m.body_add(name=name, angle=1.0) for name in ("crank", "coupler", "rocker"))
    >>> motor = m.joint_add_pin(m.ground, (0, 0), crank, (0, 0))
    >>> pins = [m.joint_add_pin(crank, (1, 0), coupler, (0, 0)), m.joint_add_pin(coupler, (3.5, 0), rocker, (3, 0)),
    ...         m.joint_add_pin(m.ground, (4, 0), rocker, (0, 0))]
    >>> plan = m.plan([motor])
    >>> plan.move([0.5]).outcome.name
    'DONE'
    >>> print(plan.poses[3].round(6))
    [ 4.        0.       -0.209044  0.977906]
    """

    __slots__ = ()

    def __init__(self) -> None:
        out = ffi.new("tmMechanism **")
        check(lib.tm_mechanism_create(ffi.NULL, out))
        self._own(out[0])

    @classmethod
    def from_model(cls, model: Model, assembly: Assembly) -> Mechanism:
        """The mechanism of a planar model, bodies of the same numbers. C: tm_mechanism_from_model"""
        frames = assembly.frames
        if assembly.model is not model:
            raise ArgumentError("the assembly is of another model")
        self = cls.__new__(cls)
        c_model = model._enter()
        try:
            out = ffi.new("tmMechanism **")
            check(lib.tm_mechanism_from_model(ffi.NULL, c_model, ffi.cast("tmFrame *", doubles(frames.ravel())),
                                              ffi.NULL, out))
            self._own(out[0])
        finally:
            model._leave()
        return self

    def joint_add(self, kind: JointKind, *features: FeatureId, value: float | None = None,
                  as_placed: bool | None = None, radii: Sequence[float] = (), name: str | None = None,
                  profile: Numbers | None = None, profile_kind: ProfileKind | None = None) -> JointId:
        """Adds a joint between features. Where `value` is given it holds, also for gears, belts and ropes; without it
        theirs is what is measured. C: tm_joint_add"""
        keep: list[Any] = []
        if as_placed is None:
            as_placed = value is None
        c_def = _joint_def(keep, name=name, kind=kind, value=value, as_placed=as_placed, profile_kind=profile_kind)
        if len(features) > len(c_def.features) or len(radii) > len(c_def.radii):
            raise ShapeError(f"a joint has at most {len(c_def.features)} features, and a radius for each")
        for i, feature in enumerate(features):
            c_def.features[i] = id_in(feature, FeatureId, "feature")
        for i, radius in enumerate(radii):
            c_def.radii[i] = radius
        if profile is not None:
            array = as_array(profile, (None,), "profile")
            keep.append(doubles(array))
            c_def.profile, c_def.profile_count = keep[-1], len(array)
        c_self = self._enter()
        try:
            out = ffi.new("tmJointId *")
            check(lib.tm_joint_add(c_self, c_def, out))
            return _joint_id(out[0])
        finally:
            self._leave()

    def joint_add_pin(self, a: BodyId, at_a: Numbers, b: BodyId, at_b: Numbers) -> JointId:
        """Adds a revolute joint between a point of body a and one of body b, with a new feature on each.
        C: tm_joint_add_pin"""
        (ax, ay), (bx, by) = numbers(at_a, 2, "at_a"), numbers(at_b, 2, "at_b")
        c_a, c_b = id_in(a, BodyId, "a"), id_in(b, BodyId, "b")
        c_self = self._enter()
        try:
            out = ffi.new("tmJointId *")
            check(lib.tm_joint_add_pin(c_self, c_a, ax, ay, c_b, bx, by, out))
            return _joint_id(out[0])
        finally:
            self._leave()

    def joint_get(self, joint: JointId) -> Joint:
        """What a joint is. C: tm_joint_get"""
        c_joint = id_in(joint, JointId, "joint")
        c_self = self._enter()
        try:
            c = ffi.new("tmJointDef *", lib.tm_joint_def_default())
            check(lib.tm_joint_get(c_self, c_joint, c))
            features = tuple(_feature_id(one) for one in c.features if one.value)
            profile = tuple(c.profile[0:c.profile_count]) if c.profile else ()
            return Joint(text(c.name), _of_JointKind[c.kind], features, c.value, tuple(c.radii[0:len(features)]),
                         _of_ProfileKind[c.profile_kind], profile)
        finally:
            self._leave()

    def _inputs(self, given: Sequence[InputLike], keep: list[Any]) -> Any:
        """Inputs as C has them. A joint stands for its angle or its displacement, a feature for its position."""
        c_inputs = ffi.new("tmInput[]", max(len(given), 1))
        keep.append(c_inputs)
        for c, one in zip(c_inputs, given):
            if isinstance(one, JointId):
                turns = self.joint_get(one).kind == JointKind.REVOLUTE
                one = angle(one) if turns else displacement(one)
            elif isinstance(one, FeatureId):
                one = position(one)
            elif not isinstance(one, Input):
                raise TypeError(f"an input is an Input, a JointId or a FeatureId, not {type(one).__name__}")
            c.kind, c.joint, c.feature = one.kind, one.joint._c, one.feature._c
        return c_inputs

    def plan(self, inputs: Sequence[InputLike] = (), *, method: PlanMethod | None = None,
             tolerance: float | None = None, max_iterations: int | None = None, on_break: Break | None = None,
             watch: bool | None = None) -> Plan:
        """Plans the motion from the present poses. C: tm_plan_create"""
        keep: list[Any] = []
        c_def = _plan_def(keep, method=method, tolerance=tolerance, max_iterations=max_iterations, on_break=on_break,
                          watch=watch)
        c_def.inputs, c_def.input_count = self._inputs(inputs, keep), len(inputs)
        c_self = self._enter()
        try:
            out = ffi.new("tmPlan **")
            check(lib.tm_plan_create(c_self, c_def, out))
            return Plan(self, out[0], c_def, keep)
        finally:
            self._leave()

    def diagnose(self, inputs: Sequence[InputLike] = (), values: Numbers | None = None, *,
                 tolerance: float | None = None, max_iterations: int | None = None,
                 max_motions: int | None = None) -> Diagnosis:
        """What kind of mechanism it is, its inputs held: freedoms, redundancies, conflicts.
        C: tm_diagnosis_create"""
        keep: list[Any] = []
        c_def = _diagnosis_def(keep, tolerance=tolerance, max_iterations=max_iterations, max_motions=max_motions)
        c_def.inputs, c_def.input_count = self._inputs(inputs, keep), len(inputs)
        if values is not None:
            count = sum(2 if c_def.inputs[i].kind == InputKind.POSITION else 1 for i in range(len(inputs)))
            keep.append(doubles(as_array(values, (count,), "values")))
            c_def.values = keep[-1]
        c_self = self._enter()
        try:
            out = ffi.new("tmDiagnosis **")
            check(lib.tm_diagnosis_create(c_self, c_def, out))
            return Diagnosis(out[0], lib.tm_body_count(c_self))
        finally:
            self._leave()

    @property
    def poses(self) -> Array:
        """x, y, cos, sin of all bodies by index: bodies x 4. Removed places have the pose of the ground."""
        count = self.body_count
        found = np.tile([0.0, 0.0, 1.0, 0.0], (count, 1))
        for i in range(count):
            body = self.body_at(i)
            if body.value:
                found[i] = self.body_pose(body)
        return found

    def svg(self, poses: Numbers | None = None, **options: Any) -> Picture:
        """A sketch of the linkage in one pose (bodies x 4) or several (n x bodies x 4); None: the present one.
        C: tm_scene_draw_mechanism"""
        given = np.asarray(self.poses if poses is None else poses)
        count = self.body_count
        array = as_array(given[None] if given.ndim == 2 else given, (None, count, POSE), "poses")
        options.setdefault("frames", min(len(array), 6))
        keep: list[Any] = []
        c_self = self._enter()
        try:
            c_def, c_poses = scene(keep, **options), ffi.cast("tmPose *", doubles(array.ravel()))
            return Picture(written(lambda write, user: lib.tm_scene_draw_mechanism(
                ffi.NULL, c_self, c_poses, len(array), c_def, write, user)))
        finally:
            self._leave()

    def _repr_html_(self) -> str:
        return self.svg(width=480.0)._repr_html_()


class Sweep(NamedTuple):
    """Poses for many values: `poses[b, :, i]` is x, y, cos, sin of body b in frame i, NaN where `failed[i]`."""

    poses: Array
    failed: npt.NDArray[np.bool_]


class Plan(PlanBase):
    """How a mechanism follows from its inputs: planned once, moved for each frame."""

    __slots__ = ("mechanism", "_count", "_values", "_info", "_c_def", "_keep")
    mechanism: Mechanism

    def __init__(self, mechanism: Mechanism, pointer: Any, c_def: Any = None, keep: object = None, owned: bool = True,
                 family: Any = None) -> None:
        self._own(pointer, *((mechanism,) if owned else (family,)), owned=owned, family=family or mechanism)
        self.mechanism = mechanism
        self._c_def, self._keep = c_def, keep
        self._count = lib.tm_plan_value_count(pointer)
        self._values = ffi.new("double[]", max(self._count, 1))
        self._info = ffi.new("tmSolveInfo *")

    def move(self, values: Numbers | float) -> SolveInfo:
        """Moves along the straight way to these values of the inputs; the result says how it went: look at its
        `outcome`. C: tm_plan_move"""
        c_self = self._enter()
        try:
            c_values = self._values
            try:
                c_values[0:self._count] = values
            except (TypeError, ValueError):
                c_values[0:self._count] = as_array([values] if np.isscalar(values) else values, (self._count,), "values").tolist()
            check(lib.tm_plan_move(c_self, c_values, self._info))
            return _solve_info(self._info)
        finally:
            self._leave()

    @property
    def poses(self) -> Array:
        """x, y, cos, sin of all bodies: bodies x 4. C: tm_plan_poses"""
        c_self = self._enter()
        try:
            return copied(lib.tm_plan_poses(c_self), (self._bodies(c_self), POSE))
        finally:
            self._leave()

    @staticmethod
    def _bodies(c_self: Any) -> int:
        return int(lib.tm_body_count(lib.tm_plan_mechanism(c_self)))

    @property
    def values(self) -> Array:
        """What the inputs are in the present pose. C: tm_plan_values"""
        c_self = self._enter()
        try:
            out = ffi.new("double[]", max(self._count, 1))
            check(lib.tm_plan_values(c_self, out))
            return copied(out, (self._count,))
        finally:
            self._leave()

    def sweep(self, values: Numbers, bodies: Sequence[BodyId] | None = None, *, out: Array | None = None) -> Sweep:
        """Poses for many values at once, apart from the present pose, by closed forms: `values` are n of one input or
        inputs x n. Without `out` (bodies x 4 x n) a new array is made. C: tm_plan_sweep"""
        array = as_array(values, (None,) * np.ndim(values), "values")
        array = array.reshape(1, -1) if array.ndim == 1 else array
        if array.ndim != 2 or array.shape[0] != self._count:
            raise ShapeError(f"values: {self._count} x n numbers are expected, not {array.shape}")
        count = array.shape[1]
        c_bodies = ffi.NULL
        if bodies is not None:
            c_bodies = ffi.new("tmBodyId[]", [id_in(body, BodyId, "body") for body in bodies])
        c_self = self._enter()
        try:
            number = self._bodies(c_self) if bodies is None else len(bodies)
            poses = np.empty((number, POSE, count)) if out is None else out
            if poses.shape != (number, POSE, count) or poses.dtype != np.float64 or not (
                    poses.flags.c_contiguous and poses.flags.writeable):
                raise ShapeError(f"out: {number} x {POSE} x {count} float64 in C order, writeable, are expected")
            failed = np.zeros(count, dtype=np.bool_)
            if count and number:
                check(lib.tm_plan_sweep(c_self, doubles(array.ravel()), count, c_bodies, number,
                                        doubles(poses.reshape(-1)), ffi.from_buffer("bool[]", failed)))
            return Sweep(poses, failed)
        finally:
            self._leave()

    def curve(self, feature: FeatureId, values: Numbers) -> Array:
        """Where a feature goes while the inputs take these values, one after the other: n x 2, NaN where a move does
        not arrive. The present pose moves along."""
        array = as_array(values, (None,) * np.ndim(values), "values")
        array = array.reshape(-1, 1) if array.ndim == 1 else array
        found = np.full((len(array), 2), np.nan)
        for i, one in enumerate(array.tolist()):
            if self.move(one).outcome == 0:
                found[i] = self.point(feature)
        return found

    def rates(self) -> Rates:
        """Velocities and accelerations of the present pose. C: tm_rates_create"""
        return Rates(self)

    def forces(self) -> Forces:
        """Static forces of the present pose. C: tm_forces_create"""
        return Forces(self)

    def modes(self, values: Numbers | None = None, *, max_modes: int | None = None, max_work: int | None = None,
              starts: int | None = None, mirrored: bool | None = None) -> Modes:
        """The ways in which it can be assembled at these values of the inputs; None: the present ones.
        C: tm_modes_create"""
        c_def = _modes_def([], max_modes=max_modes, max_work=max_work, starts=starts, mirrored=mirrored)
        c_values = ffi.NULL if values is None else doubles(as_array(values, (self._count,), "values"))
        c_self = self._enter()
        try:
            out = ffi.new("tmModes **")
            check(lib.tm_modes_create(c_self, c_values, c_def, out))
            return Modes(out[0], self._bodies(c_self))
        finally:
            self._leave()

    def take(self, poses: Numbers, values: Numbers | None = None) -> None:
        """Goes on from these poses (bodies x 4), such as those of a mode. C: tm_plan_take"""
        c_values = ffi.NULL if values is None else doubles(as_array(values, (self._count,), "values"))
        c_self = self._enter()
        try:
            array = as_array(poses, (self._bodies(c_self), POSE), "poses")
            check(lib.tm_plan_take(c_self, ffi.cast("tmPose *", doubles(array.ravel())), c_values))
        finally:
            self._leave()

    def commit(self) -> None:
        """Writes the poses into the mechanism. C: tm_plan_commit"""
        c_self = self._enter()
        try:
            check(lib.tm_plan_commit(c_self, ffi.cast("tmMechanism *", lib.tm_plan_mechanism(c_self))))
        finally:
            self._leave()


class Rates(RatesBase):
    """Velocities and accelerations of a plan's mechanism."""

    __slots__ = ("plan",)

    def __init__(self, plan: Plan) -> None:
        c_plan = plan._enter()
        try:
            out = ffi.new("tmRates **")
            check(lib.tm_rates_create(c_plan, out))
            self._own(out[0], plan, family=plan)
        finally:
            plan._leave()
        self.plan = plan

    def solve(self, first: Numbers, second: Numbers | None = None) -> RatesInfo:
        """Computes all rates from those of the inputs and their second rates; None: zeros. C: tm_rates_solve"""
        c_first = doubles(as_array(first, (self.plan._count,), "first"))
        c_second = ffi.NULL if second is None else doubles(as_array(second, (self.plan._count,), "second"))
        c_self = self._enter()
        try:
            out = ffi.new("tmRatesInfo *")
            check(lib.tm_rates_solve(c_self, c_first, c_second, out))
            return _rates_info(out)
        finally:
            self._leave()

    def _array(self, function: Any) -> Array:
        c_self = self._enter()
        try:
            return copied(function(c_self), (self.plan._bodies(self.plan._p), RATE))
        finally:
            self._leave()

    @property
    def velocities(self) -> Array:
        """x, y, angle of all bodies: bodies x 3. C: tm_rates_velocities"""
        return self._array(lib.tm_rates_velocities)

    @property
    def accelerations(self) -> Array:
        """x, y, angle of all bodies: bodies x 3. C: tm_rates_accelerations"""
        return self._array(lib.tm_rates_accelerations)


class Forces(ForcesBase):
    """Static forces in a plan's mechanism, its inputs held."""

    __slots__ = ("plan",)

    def __init__(self, plan: Plan) -> None:
        c_plan = plan._enter()
        try:
            out = ffi.new("tmForces **")
            check(lib.tm_forces_create(c_plan, out))
            self._own(out[0], plan, family=plan)
        finally:
            plan._leave()
        self.plan = plan

    def solve(self, loads: Sequence[Load]) -> ForcesInfo:
        """Computes what joints and inputs must do to hold the present pose. C: tm_forces_solve"""
        c_loads = ffi.new("tmLoad[]", max(len(loads), 1))
        for c, load in zip(c_loads, loads):
            if not isinstance(load, Load):
                raise TypeError(f"a load is a Load, as tm.force and tm.moment make it, not {type(load).__name__}")
            c.kind, c.feature, c.body = load.kind, load.feature._c, load.body._c
            c.x, c.y, c.moment = load.x, load.y, load.moment
        c_self = self._enter()
        try:
            out = ffi.new("tmForcesInfo *")
            check(lib.tm_forces_solve(c_self, c_loads, len(loads), out))
            return _forces_info(out)
        finally:
            self._leave()

    @property
    def efforts(self) -> Array:
        """What each input must supply, in the order of its values [N m or N]. C: tm_forces_efforts"""
        c_self = self._enter()
        try:
            return copied(lib.tm_forces_efforts(c_self), (self.plan._count,))
        finally:
            self._leave()

    @property
    def drift(self) -> Array:
        """How bodies would begin to move under what nothing holds: bodies x 3. C: tm_forces_drift"""
        c_self = self._enter()
        try:
            return copied(lib.tm_forces_drift(c_self), (self.plan._bodies(self.plan._p), RATE))
        finally:
            self._leave()


class Modes(ModesBase):
    """The ways in which a mechanism can be assembled at some values of its inputs."""

    __slots__ = ("_bodies",)

    def __init__(self, pointer: Any, bodies: int) -> None:
        self._own(pointer)
        self._bodies = bodies

    def poses(self, index: int) -> Array:
        """x, y, cos, sin of all bodies in a mode: bodies x 4. C: tm_modes_poses"""
        c_self = self._enter()
        try:
            found = lib.tm_modes_poses(c_self, index)
            if not found:
                raise ArgumentError(f"there is no mode {index}")
            return copied(found, (self._bodies, POSE))
        finally:
            self._leave()

    def nearest(self, poses: Numbers) -> tuple[int, float]:
        """The mode nearest to these poses, -1 where there is none, and its distance [m]. C: tm_modes_nearest"""
        array = as_array(poses, (self._bodies, POSE), "poses")
        c_self = self._enter()
        try:
            out = ffi.new("double *")
            found = lib.tm_modes_nearest(c_self, ffi.cast("tmPose *", doubles(array.ravel())), out)
            return found, out[0]
        finally:
            self._leave()

    def __len__(self) -> int:
        return self.count


class Diagnosis(DiagnosisBase):
    """What is wrong with a mechanism, or that nothing is; `str` of it is the text that people read."""

    __slots__ = ("_bodies",)

    def __init__(self, pointer: Any, bodies: int) -> None:
        self._own(pointer)
        self._bodies = bodies

    @property
    def poses(self) -> Array:
        """The poses that were diagnosed: bodies x 4. C: tm_diagnosis_poses"""
        c_self = self._enter()
        try:
            return copied(lib.tm_diagnosis_poses(c_self), (self._bodies, POSE))
        finally:
            self._leave()

    def velocities(self, index: int) -> Array:
        """A free motion: x, y, turn of all bodies in a unit of time, bodies x 3."""
        c_self = self._enter()
        try:
            found = lib.tm_diagnosis_motion(c_self, index)
            if not found:
                raise ArgumentError(f"there is no free motion {index}")
            return copied(found.bodies, (self._bodies, RATE))
        finally:
            self._leave()

    def __str__(self) -> str:
        return self.text()


def max_roller(profile: Numbers, kind: ProfileKind = ProfileKind.SPLINE) -> float:
    """The largest roller that can touch a cam's profile all round [m]. C: tm_profile_max_roller

    >>> import trammel as tm
    >>> tm.max_roller([1.0, 1.0, 1.0, 1.0])
    inf
    """
    array = as_array(profile, (None,), "profile")
    out = ffi.new("double *")
    check(lib.tm_profile_max_roller(ffi.NULL, kind, doubles(array), len(array), out))
    return float(out[0])


def verdict_text(verdict: Verdict) -> str:
    """A verdict in words. C: tm_verdict_text

    >>> import trammel as tm
    >>> tm.verdict_text(tm.Verdict.MOVABLE)
    'movable, and nothing is redundant'
    """
    return text(lib.tm_verdict_text(verdict))


def proof_text(proof: Proof) -> str:
    """Why a move is not certified, or "certified". C: tm_proof_text"""
    return text(lib.tm_proof_text(proof))
