"""models.py: the world of a run: its bodies, joints, places, monitors and inputs; assembled, and how it can move."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._api import (AssemblyBase, AssemblyOutcome, BodyInfo, Break, Diag, InputInfo, JointInfo, MobilityBase, ModelBase,
                   MonitorInfo, PointOn, RunKind, SolveInfo, SpaceInputKind, SpacePlanBase, _assembly_def,
                   _mobility_def, _model_def, _point_on, _solve_info, _space_plan_def)
from ._core import Array, Numbers, as_array, check, copied, doubles, ffi, lib, numbers, text_in, whole, written
from .documents import Document, report
from .errors import ArgumentError, TextError
from .pictures import Picture, scene

if TYPE_CHECKING:
    from .animations import Animation
    from .mechanisms import Mechanism
    from .simulations import Controls, Sim

FRAME, TWIST = 7, 6  # numbers of tmFrame: position and quaternion; of tmTwist: velocity and spin


class Model(ModelBase):
    """What a world is made of. It never changes; body 0 is the ground. Mistakes in it raise TextError.

    >>> import trammel as tm
    >>> model = tm.read("world w begin components b: cube(1m); structure place b by center at (0, 0); end;"
    ...                 "primitive cube(a) begin geometry: cuboid(a, a, a); dynamics: ; end").model()
    >>> model.body_names
    ['world', 'b']
    >>> model.body(1).mass.mass
    1000.0
    """

    __slots__ = ("document", "run", "diags")
    document: Document
    run: int
    diags: tuple[Diag, ...]

    def __init__(self, document: Document, run: int | str | RunKind | None = None) -> None:
        index = document.run_index(run)
        c_document = document._enter()
        try:
            out = ffi.new("tmModel **")
            check(lib.tm_model_create(ffi.NULL, c_document, index, _model_def([]), out))
            self._own(out[0], document)
        finally:
            document._leave()
        self.document, self.run = document, index
        self.diags = report(lib.tm_model_diags(out[0]), document._sources)

    # ---- Names -----------------------------------------------------------------------------------

    @property
    def bodies(self) -> list[BodyInfo]:
        """All bodies, the ground first."""
        return [self.body(i) for i in range(self.body_count)]

    @property
    def joints(self) -> list[JointInfo]:
        """All joints."""
        return [self.joint(i) for i in range(self.joint_count)]

    @property
    def monitors(self) -> list[MonitorInfo]:
        """What the run records beside poses."""
        return [self.monitor(i) for i in range(self.simulate_info.monitor_count)]

    @property
    def inputs(self) -> list[InputInfo]:
        """What can be set while it runs."""
        return [self.input(i) for i in range(self.input_count)]

    @property
    def body_names(self) -> list[str]:
        """Names of all bodies, in their order."""
        return [body.name for body in self.bodies]

    @property
    def joint_names(self) -> list[str]:
        """Names of all joints, in their order."""
        return [joint.name for joint in self.joints]

    def body_index(self, body: int | str) -> int:
        """The number of a body of this name, or the number itself."""
        if isinstance(body, str):
            part = self.find_part(body)
            found = 0 if body == "world" else self.part(part).body if part >= 0 else -1
            if found < 0:
                raise ArgumentError(f"there is no body '{body}'; there are {', '.join(self.body_names[:20])}")
            return found
        return whole(body, "body")

    def joint_index(self, joint: int | str) -> int:
        """The number of a joint of this name, or the number itself."""
        if isinstance(joint, str):
            found = self.find_joint(joint)
            if found < 0:
                raise ArgumentError(f"there is no joint '{joint}'; there are {', '.join(self.joint_names[:20])}")
            return found
        return whole(joint, "joint")

    def input_index(self, name: int | str) -> int:
        """The number of an input of this name, or the number itself."""
        if isinstance(name, str):
            found = self.find_input(name)
            if found < 0:
                there = ", ".join(info.name for info in self.inputs[:20])
                raise ArgumentError(f"there is no input '{name}'" + (f"; there are {there}" if there else ""))
            return found
        return whole(name, "input")

    def find_feature(self, name: str) -> PointOn | None:
        """The feature of a dotted name, "links.rod2.top", or None. C: tm_model_find_feature"""
        c_self = self._enter()
        try:
            out = ffi.new("tmPointOn *")
            return _point_on(out[0]) if lib.tm_model_find_feature(c_self, text_in(name), out) else None
        finally:
            self._leave()

    def drive_values(self, part: float) -> Array:
        """What the drives are at a part of the way, 0 … 1. C: tm_model_drive_values"""
        c_self = self._enter()
        try:
            out = ffi.new("double[]", max(lib.tm_model_animate(c_self).value_count, 1))
            check(lib.tm_model_drive_values(c_self, part, out))
            return copied(out, (lib.tm_model_animate(c_self).value_count,))
        finally:
            self._leave()

    def drive_slopes(self, part: float) -> tuple[Array, Array]:
        """First and second derivatives of the drives by the part of the way. C: tm_model_drive_slopes"""
        c_self = self._enter()
        try:
            count = lib.tm_model_animate(c_self).value_count
            first, second = ffi.new("double[]", max(count, 1)), ffi.new("double[]", max(count, 1))
            check(lib.tm_model_drive_slopes(c_self, part, first, second))
            return copied(first, (count,)), copied(second, (count,))
        finally:
            self._leave()

    # ---- What can be made of it --------------------------------------------------------------------

    def assemble(self, *, tolerance: float | None = None, max_iterations: int | None = None,
                 max_restarts: int | None = None, check: bool = True) -> Assembly:
        """Finds frames that close the joints. Where they contradict each other TextError names them, or, without
        `check`, the outcome says so. C: tm_assemble"""
        return Assembly(self, tolerance=tolerance, max_iterations=max_iterations, max_restarts=max_restarts,
                        check=check)

    def mechanism(self, assembly: Assembly | None = None) -> Mechanism:
        """The planar mechanism of the model, at the frames of an assembly. C: tm_mechanism_from_model"""
        from .mechanisms import Mechanism

        return Mechanism.from_model(self, assembly or self.assemble())

    def simulate(self, *, controls: Controls | None = None, **options: Any) -> Sim:
        """A simulation of the run, at its start; `options` as Sim takes them. C: tm_sim_create"""
        from .simulations import Sim

        return Sim(self, controls=controls, **options)

    def animate(self, *, tolerance: float | None = None) -> Animation:
        """The animation of the run, at its start. C: tm_animation_create"""
        from .animations import Animation

        return Animation(self, tolerance=tolerance)

    def show_text(self, assembly: Assembly | None = None) -> str:
        """Parts, masses and joints as `trammel show` prints them; with an assembly freedoms, too. C: tm_show_text"""
        c_self = self._enter()
        try:
            if assembly is None:
                return written(lambda write, user: lib.tm_show_text(c_self, ffi.NULL, write, user))
            c_assembly = assembly._enter()
            try:
                return written(lambda write, user: lib.tm_show_text(c_self, c_assembly, write, user))
            finally:
                assembly._leave()
        finally:
            self._leave()

    def svg(self, frames: Numbers | None = None, **options: Any) -> Picture:
        """A picture of the bodies at these frames (bodies x 7); None: where an assembly puts them.
        C: tm_scene_draw_pose"""
        if frames is None:
            frames = self.assemble().frames
        array = as_array(frames, (self.body_count, FRAME), "frames")
        keep: list[Any] = []
        c_self = self._enter()
        try:
            c_def, c_frames = scene(keep, **options), ffi.cast("tmFrame *", doubles(array.ravel()))
            return Picture(written(lambda write, user: lib.tm_scene_draw_pose(ffi.NULL, c_self, c_frames, c_def, write,
                                                                              user)))
        finally:
            self._leave()

    def _repr_html_(self) -> str:
        return self.svg(width=480.0)._repr_html_()

    def __repr__(self) -> str:
        if self.closed:
            return "<Model: closed>"
        return f"<Model {self.world.name}: {self.body_count - 1} bodies, {self.joint_count} joints>"


class Assembly(AssemblyBase):
    """Frames of all bodies that close the joints of a model. It never changes."""

    __slots__ = ("model", "diags")
    model: Model
    diags: tuple[Diag, ...]

    def __init__(self, model: Model, *, tolerance: float | None = None, max_iterations: int | None = None,
                 max_restarts: int | None = None, max_explained: int | None = None, check: bool = True) -> None:
        c_def = _assembly_def([], tolerance=tolerance, max_iterations=max_iterations, max_restarts=max_restarts,
                              max_explained=max_explained)
        c_model = model._enter()
        try:
            out = ffi.new("tmAssembly **")
            _check(lib.tm_assemble(c_model, c_def, out))
            self._own(out[0], model)
            self.model = model
            self.diags = self._report(c_model, out[0], check)
        finally:
            model._leave()

    def _report(self, c_model: Any, c_self: Any, strict: bool) -> tuple[Diag, ...]:
        c_diags = ffi.new("tmDiags **")
        _check(lib.tm_diags_create(ffi.NULL, c_diags))
        try:
            _check(lib.tm_assembly_diagnostics(c_self, c_model, c_diags[0]))
            try:
                return report(c_diags[0], self.model.document._sources)
            except TextError as error:
                if strict:
                    raise
                return error.diags
        finally:
            lib.tm_diags_destroy(c_diags[0])

    @property
    def is_closed(self) -> bool:
        """Whether every joint is closed."""
        return self.info.outcome == AssemblyOutcome.CLOSED

    @property
    def frames(self) -> Array:
        """Position and quaternion (w, x, y, z) of all bodies: bodies x 7. C: tm_assembly_frames"""
        c_self = self._enter()
        try:
            return copied(lib.tm_assembly_frames(c_self), (lib.tm_assembly_body_count(c_self), FRAME))
        finally:
            self._leave()

    def mobility(self, frames: Numbers | None = None, *, max_motions: int | None = None) -> Mobility:
        """How it can move, and what is redundant. C: tm_mobility_create"""
        return Mobility(self, frames, max_motions=max_motions)

    def plan(self, inputs: Sequence[SpaceInput], *, tolerance: float | None = None, max_iterations: int | None = None,
             on_break: Break | None = None) -> SpacePlan:
        """A plan of its motion by these inputs. C: tm_space_plan_create"""
        return SpacePlan(self, inputs, tolerance=tolerance, max_iterations=max_iterations, on_break=on_break)


_check = check


class Mobility(MobilityBase):
    """Freedoms and redundancies of an assembly: a record that depends on nothing."""

    __slots__ = ("_bodies",)
    _bodies: int

    def __init__(self, assembly: Assembly, frames: Numbers | None = None, *, max_motions: int | None = None) -> None:
        self._bodies = assembly.body_count
        array = None if frames is None else as_array(frames, (self._bodies, FRAME), "frames")
        c_assembly = assembly._enter()
        try:
            c_frames = ffi.NULL if array is None else ffi.cast("tmFrame *", doubles(array.ravel()))
            out = ffi.new("tmMobility **")
            check(lib.tm_mobility_create(c_assembly, c_frames, _mobility_def([], max_motions=max_motions), out))
            self._own(out[0])
        finally:
            assembly._leave()

    def motion(self, index: int) -> Array:
        """A free motion: velocity and spin of all bodies, bodies x 6. C: tm_mobility_motion"""
        c_self = self._enter()
        try:
            found = lib.tm_mobility_motion(c_self, index)
            if not found:
                raise ArgumentError(f"there is no free motion {index}")
            return copied(found, (self._bodies, TWIST))
        finally:
            self._leave()


class SpaceInput:
    """What drives a plan in space: one of `coordinate`, `angle`, `position` and `drag`."""

    __slots__ = ("kind", "joint", "number", "point", "axis")

    def __init__(self, kind: SpaceInputKind, joint: int | str = 0, number: int = 0, point: PointOn | None = None,
                 axis: Numbers | None = None) -> None:
        self.kind, self.joint, self.number, self.point, self.axis = kind, joint, number, point, axis

    @classmethod
    def coordinate(cls, joint: int | str, number: int = 0) -> SpaceInput:
        """A turn, slide or span of a joint [rad or m]."""
        return cls(SpaceInputKind.COORDINATE, joint, number)

    @classmethod
    def angle(cls, body: int, axis: Numbers) -> SpaceInput:
        """A body's turn about an axis of the world [rad]."""
        return cls(SpaceInputKind.ANGLE, point=PointOn(body, False, (0.0,) * 3, (0.0,) * 3), axis=axis)

    @classmethod
    def position(cls, point: PointOn, axis: Numbers) -> SpaceInput:
        """Where a point is along an axis [m]."""
        return cls(SpaceInputKind.POSITION, point=point, axis=axis)

    @classmethod
    def drag(cls, point: PointOn) -> SpaceInput:
        """Where a point should be; as near as it can get [m]."""
        return cls(SpaceInputKind.DRAG, point=point)


class SpacePlan(SpacePlanBase):
    """How a model follows from its inputs, in space or with joints of any kind."""

    __slots__ = ("assembly", "_bodies", "_count")
    assembly: Assembly
    _bodies: int
    _count: int

    def __init__(self, assembly: Assembly, inputs: Sequence[SpaceInput], *, tolerance: float | None = None,
                 max_iterations: int | None = None, on_break: Break | None = None) -> None:
        c_inputs = ffi.new("tmSpaceInput[]", max(len(inputs), 1))
        for c, given in zip(c_inputs, inputs):
            c.kind, c.joint, c.coordinate = given.kind, assembly.model.joint_index(given.joint), given.number
            if given.point is not None:
                c.point.body, c.point.is_axis = given.point.body, given.point.is_axis
                c.point.point[0:3], c.point.direction[0:3] = list(given.point.point), list(given.point.direction)
            if given.axis is not None:
                c.axis[0:3] = list(numbers(given.axis, 3, "axis"))
        c_def = _space_plan_def([], tolerance=tolerance, max_iterations=max_iterations, on_break=on_break)
        c_def.inputs, c_def.input_count = c_inputs, len(inputs)
        c_assembly = assembly._enter()
        try:
            out = ffi.new("tmSpacePlan **")
            check(lib.tm_space_plan_create(c_assembly, c_def, out))
            self._own(out[0], assembly)
        finally:
            assembly._leave()
        self.assembly, self._bodies = assembly, assembly.body_count
        self._count = self.value_count

    def move(self, values: Numbers) -> SolveInfo:
        """Moves to where the inputs have these values. C: tm_space_plan_move"""
        c_values = doubles(as_array(values, (self._count,), "values"))
        c_self = self._enter()
        try:
            out = ffi.new("tmSolveInfo *")
            check(lib.tm_space_plan_move(c_self, c_values, out))
            return _solve_info(out)
        finally:
            self._leave()

    @property
    def values(self) -> Array:
        """What the inputs are in the present frames. C: tm_space_plan_values"""
        c_self = self._enter()
        try:
            out = ffi.new("double[]", max(self._count, 1))
            check(lib.tm_space_plan_values(c_self, out))
            return copied(out, (self._count,))
        finally:
            self._leave()

    @property
    def frames(self) -> Array:
        """Position and quaternion of all bodies: bodies x 7. C: tm_space_plan_frames"""
        c_self = self._enter()
        try:
            return copied(lib.tm_space_plan_frames(c_self), (self._bodies, FRAME))
        finally:
            self._leave()
