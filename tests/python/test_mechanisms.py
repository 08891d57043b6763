"""Planar mechanisms against closed forms, and many at once against one by one."""
import math

import numpy as np
import pytest
import trammel as tm
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from worlds import SWING, four_bar

LENGTH = st.floats(0.5, 5.0)


def rocker_closed(a, b, c, d, angle):
    """Direction of the rocker by two circles, the coupler above the base; None where they do not meet."""
    ax, ay = a * math.cos(angle), a * math.sin(angle)
    dx, dy = d - ax, -ay
    r = math.hypot(dx, dy)
    along = (b * b - c * c + r * r) / (2 * r)
    if b * b - along * along < 1e-3:
        return None
    h = math.sqrt(b * b - along * along)
    return [(ax + along * dx / r + s * h * -dy / r - d, ay + along * dy / r + s * h * dx / r) for s in (1, -1)]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(LENGTH, LENGTH, LENGTH, LENGTH, st.floats(0.2, 2.9))
def test_four_bars_are_where_two_circles_meet(a, b, c, d, angle):
    both = rocker_closed(a, b, c, d, angle)
    assume(both)
    m, motor, elbow = four_bar(a, b, c, d)
    plan = m.plan([motor])
    info = plan.move([angle])
    assume(info.outcome == tm.Move.DONE)  # the way from the start may lead past an end of the motion
    x, y = c * plan.poses[3, 2:]
    assert min(math.hypot(x - u, y - v) for u, v in both) < 1e-9 * (a + b + c + d)
    assert info.residual < 1e-9


def test_moves_past_the_end_say_so_and_stay():
    m, motor, _ = four_bar(3.0, 2.0, 2.0, 4.0)
    plan = m.plan([motor])
    assert plan.move([0.1]).outcome == tm.Move.DONE
    before = plan.poses
    info = plan.move([math.pi])
    assert info.outcome == tm.Move.FOLD and 0.0 < info.reached < 1.0
    assert (plan.poses == before).all()


def test_sweep_is_the_moves_and_the_same_bits_on_every_number_of_threads():
    m, motor, _ = four_bar()
    plan = m.plan([motor], watch=False)
    plan.move([0.0])
    angles = np.linspace(0.0, 6.2, 5001)
    one = plan.sweep(angles)
    for threads in (1, 2, 3):
        many = tm.sweep(plan, angles, threads=threads)
        assert many.poses.tobytes() == one.poses.tobytes() and not many.failed.any()
    for i in range(0, 5001, 500):
        plan.move([angles[i]])
        assert np.abs(plan.poses - one.poses[:, :, i]).max() < 1e-12


def test_sweep_of_chosen_bodies_into_an_array_of_the_caller_s():
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    plan.move([0.0])
    out = np.empty((1, 4, 10))
    found = plan.sweep(np.linspace(0, 1, 10), [m.body_at(3)], out=out)
    assert found.poses is out and (out[0] == plan.sweep(np.linspace(0, 1, 10)).poses[3]).all()


def test_sweep_marks_what_cannot_be_reached():
    m, motor, _ = four_bar(3.0, 2.0, 2.0, 4.0)
    plan = m.plan([motor])
    plan.move([0.1])
    found = plan.sweep([0.1, math.pi])
    assert found.failed.tolist() == [False, True] and np.isnan(found.poses[:, :, 1]).all()


def test_rates_are_the_slopes_of_poses():
    m, motor, elbow = four_bar()
    plan = m.plan([motor])
    rates = plan.rates()
    points, h = {}, 1e-5
    feature = m.joint_get(elbow).features[0]
    for i in (-1, 0, 1):
        plan.move([0.7 + i * h])
        points[i] = np.array(plan.point(feature))
    plan.move([0.7])
    assert rates.solve([2.0], [0.0]).outcome == tm.RatesOutcome.DONE
    assert np.allclose(rates.point_velocity(feature), 2.0 * (points[1] - points[-1]) / (2 * h), atol=1e-8)
    second = 4.0 * (points[1] - 2 * points[0] + points[-1]) / h**2
    assert np.allclose(rates.point_acceleration(feature), second, atol=1e-4)
    assert np.allclose(rates.velocities[1], [0.0, 0.0, 2.0], atol=1e-12)


def test_efforts_and_loads_do_no_work_together():
    m, motor, elbow = four_bar()
    plan = m.plan([motor])
    plan.move([0.7])
    feature = m.joint_get(elbow).features[0]
    rates, forces = plan.rates(), plan.forces()
    rates.solve([1.0])
    vx, vy = rates.point_velocity(feature)
    assert forces.solve([tm.force(feature, 3.0, -5.0)]).outcome == tm.ForcesOutcome.DONE
    assert forces.efforts[0] * 1.0 + 3.0 * vx - 5.0 * vy == pytest.approx(0.0, abs=1e-9)
    crank = m.body_at(1)
    forces.solve([tm.moment(crank, 2.5)])
    assert forces.efforts[0] == pytest.approx(-2.5)
    assert not forces.drift.any()
    at_base = forces.joint(motor, 1)
    assert math.hypot(at_base.x, at_base.y) < 1e-9


def test_four_bar_has_two_modes_that_mirror_each_other():
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    plan.move([0.0])
    modes = plan.modes()
    assert len(modes) == 2 and modes.is_complete
    sides = sorted(modes.poses(i)[3, 3] for i in range(2))
    assert sides[0] == pytest.approx(-sides[1])
    index, distance = modes.nearest(plan.poses)
    assert distance == pytest.approx(0.0, abs=1e-9)
    plan.take(modes.poses(1 - index))
    assert plan.poses[3, 3] == pytest.approx(modes.poses(1 - index)[3, 3])


def test_diagnosis_counts_freedoms():
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    plan.move([1.0])
    plan.commit()
    free, held = m.diagnose(), m.diagnose([motor])
    assert (free.info.mobility, free.info.verdict) == (1, tm.Verdict.MOVABLE)
    assert (held.info.mobility, held.info.verdict) == (0, tm.Verdict.EXACT)
    assert free.velocities(0).shape == (4, 3) and "movable" in str(free)
    assert (m.poses[1:] == plan.poses[1:]).all()


def test_curve_is_a_circle_where_the_crank_s_end_goes():
    m, motor, _ = four_bar()
    end = m.feature_add(body=m.body_at(1), x=1.0)
    curve = m.plan([motor]).curve(end, np.linspace(0.0, 6.0, 50))
    assert np.allclose(np.hypot(*curve.T), 1.0, atol=1e-12)


def test_joint_is_read_as_it_was_added():
    m = tm.Mechanism()
    body = m.body_add()
    a, b = m.feature_add(body=m.ground), m.feature_add(body=body)
    joint = m.joint_add(tm.JointKind.DISTANCE, a, b, value=2.5, name="tie")
    read = m.joint_get(joint)
    assert (read.name, read.kind, read.features, read.value) == ("tie", tm.JointKind.DISTANCE, (a, b), 2.5)
    m.joint_set_value(joint, 3.0)
    assert m.joint_get(joint).value == 3.0
    m.joint_remove(joint)
    with pytest.raises(tm.IdError):
        m.joint_get(joint)


def test_plan_is_stale_after_an_edit():
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    m.body_add()
    with pytest.raises(tm.StaleError):
        plan.move([0.0])


def test_model_s_mechanism_moves_as_the_animation_does():
    model = tm.read(SWING).model()
    animation, mechanism = model.animate(), model.mechanism()
    assert mechanism.body_count == model.body_count
    animation.move(3)
    plan = animation.plan
    assert np.allclose(plan.poses[:, :2], animation.frames[:, :2])
    assert plan.move(plan.values).outcome == tm.Move.DONE


def test_largest_roller_is_the_radius_of_the_sharpest_hollow():
    """r = 1 + 0.2 cos 2 t: the curvature at the hollow t = 90 degrees is (r^2 - r r'') / r^3 = -0.25 with r = 0.8,
    r'' = 0.8, so that it is flat there."""
    assert tm.max_roller([1.0, 0.0, 0.0, 0.2, 0.0], tm.ProfileKind.HARMONIC) == math.inf
    r, r2 = 0.7, 1.2  # of 1 + 0.3 cos 2 t
    radius = r**3 / (r * r2 - r * r)
    assert tm.max_roller([1.0, 0.0, 0.0, 0.3, 0.0], tm.ProfileKind.HARMONIC) == pytest.approx(radius, rel=1e-3)
