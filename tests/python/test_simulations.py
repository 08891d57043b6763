"""Runs against closed forms; controls, events, inputs, checkpoints; what comes out when something goes wrong."""
import math
import warnings

import numpy as np
import pytest
import trammel as tm
from worlds import HOSTED, PENDULUM, PUSHED, STACK


def hosted(function, **options):
    return tm.read(HOSTED).model().simulate(controls={"helper": function}, **options)


def test_small_swing_has_the_period_of_a_rod():
    """About its end: T = 2 pi sqrt(I / (m g r)), times 1 + a^2 / 16 at the amplitude a."""
    text = PENDULUM.replace("as hinge;", "as hinge angle = -89.5deg;").replace("(1ms, 2s)", "(1ms, 10s)")
    sim = tm.read(text).model().simulate(tolerance=1e-12)
    rec = sim.run()
    a = math.radians(0.5)
    mass = sim.model.body(1).mass.mass
    period = 2 * math.pi * math.sqrt(about_end(sim.model) / (mass * 9.81 * 0.5)) * (1 + a * a / 16)
    tops = rec["hinge.angle"] + math.pi / 2
    crossings = np.flatnonzero((tops[:-1] > 0) & (tops[1:] <= 0))
    t, y = rec.times, tops
    times = [t[i] + (t[i + 1] - t[i]) * y[i] / (y[i] - y[i + 1]) for i in crossings]
    assert np.diff(times) == pytest.approx(period, rel=2e-4)
    assert np.ptp(rec["energy"]) < 1e-9


def test_advance_in_pieces_has_the_same_bits():
    model = tm.read(PENDULUM).model()
    whole, pieces = model.simulate(), model.simulate()
    whole.advance(2.0)
    for i in range(1, 201):
        pieces.advance(2.0 * i / 200)
    assert whole.hash == pieces.hash and whole.outcome == tm.SimOutcome.ENDED


def test_control_in_python_is_a_control():
    """A torque of -k a - d w on a rod without weight: a damped oscillator in closed form."""
    text = HOSTED.replace("(planar, gravity)", "planar").replace("as hinge;", "as hinge angle = 0.3rad;")

    def spring(call):
        w, x, y, z = call.frames[1, 3:]
        return -4.0 * inertia * 2.0 * math.atan2(z, w)

    model = tm.read(text).model()
    inertia = about_end(model)
    sim = model.simulate(controls={"helper": spring}, tolerance=1e-11)
    for t in (0.5, 1.0, 2.0):
        sim.advance(t)
        assert sim.values["hinge.angle"] == pytest.approx(0.3 * math.cos(2.0 * t), abs=1e-7)


def about_end(model):
    """The moment of the rod of 1 m about its end, by its area: a rectangle of 1 m x 2 cm and two half discs."""
    r, height, density = 0.01, 0.01, model.body(1).density
    half, middle = math.pi * r * r / 2, 4 * r / (3 * math.pi)
    own = half * r * r / 2 - half * middle**2
    about_middle = 2 * r * (1 + 4 * r * r) / 12 + 2 * (own + half * (0.5 + middle) ** 2)
    area = 2 * r + 2 * half
    return density * height * (about_middle + area * 0.25)


def test_exception_in_a_control_ends_the_run_and_leaves_a_whole_recording():
    class Stop(Exception):
        pass

    def control(call):
        if call.time > 1.0:
            raise Stop("enough")
        return 0.0

    sim = hosted(control)
    with pytest.raises(Stop, match="enough") as caught:
        sim.run()
    recording = caught.value.recording
    assert recording is sim.recording and recording.info.is_whole
    assert 0.5 < recording.times[-1] <= 1.0 and len(recording) > 50
    assert sim.outcome == tm.SimOutcome.FAILED
    with pytest.raises(tm.SimulationError):
        sim.advance(2.0)


def test_interrupt_in_a_control_lets_the_run_go_on():
    calls = []

    def control(call):
        calls.append(call.time)
        if len(calls) == 100:
            raise KeyboardInterrupt
        return 0.0

    sim, plain = hosted(control, end=50.0), hosted(lambda call: 0.0, end=50.0)
    with pytest.raises(KeyboardInterrupt):
        sim.advance(50.0)
    assert sim.outcome == tm.SimOutcome.RUNS and sim.time < 50.0
    sim.advance(50.0)
    plain.advance(50.0)
    assert sim.hash == plain.hash


@pytest.mark.parametrize("nonsense", ["x", None, [1.0, 2.0], math.nan, math.inf, object(), 1j, 10**400, b"", {}])
def test_nonsense_from_a_control_is_an_exception(nonsense):
    with pytest.raises((tm.ArgumentError, tm.NotFiniteError), match="helper"):
        hosted(lambda call: nonsense).advance(1.0)


@pytest.mark.parametrize("number", [1, np.float32(0.5), np.array([0.25]), [0.0], True, np.float64(1.0)])
def test_any_number_will_do_for_a_control(number):
    hosted(lambda call: number).advance(0.01)


def test_control_cannot_use_its_simulation_nor_free_it():
    sims, tried = [], []

    def control(call):
        for sim in sims:
            for attempt in (lambda: sim.advance(2.0), sim.close, sim.model.close, sim.model.document.close):
                with pytest.raises(tm.BusyError):
                    attempt()
                tried.append(attempt)
        return 0.0

    sims.append(hosted(control))
    sims[0].advance(0.1)
    assert tried


def test_state_outlives_no_call():
    kept = []
    sim = hosted(lambda call: kept.append(call) or float(call.frames.shape[0] - 2))
    sim.advance(0.1)
    with pytest.raises(tm.ClosedError):
        kept[0].frames


def test_missing_control_is_told_with_its_place():
    with pytest.raises(tm.TextError, match="nothing supplies the control 'helper'") as caught:
        tm.read(HOSTED).model().simulate()
    assert (caught.value.line, caught.value.column) == (9, 43)
    with pytest.warns(tm.LossWarning, match="no control 'other'"):
        tm.read(PENDULUM).model().simulate(controls={"other": lambda call: 0.0})


def test_inputs_are_cut_with_a_warning():
    sim = tm.read(PUSHED).model().simulate()
    sim.set_input("push", 3.0)
    assert sim.input("push") == 3.0 and sim.events[0].kind == tm.SimEventKind.INPUT
    with pytest.warns(tm.LossWarning, match="cut from 20 to 9"):
        sim.set_input("push", 20.0)
    with pytest.raises(tm.ArgumentError, match="there are push"):
        sim.set_input("pull", 1.0)
    with pytest.raises(tm.NotFiniteError):
        sim.set_input("push", math.nan)


def test_checkpoint_goes_on_with_the_same_bits():
    model = tm.read(STACK).model()
    first = model.simulate()
    first.advance(0.2)
    state = first.save()
    first.advance(0.5)
    second = model.simulate()
    second.restore(state)
    second.advance(0.5)
    assert first.hash == second.hash
    with pytest.raises(tm.ArgumentError):
        second.restore(b"nonsense")
    with pytest.raises(tm.ArgumentError):
        second.restore(b"")
    assert second.hash == first.hash


def test_boxes_fall_touch_and_rest():
    sim = tm.read(STACK).model().simulate()
    rec = sim.run()
    kinds = [event.kind for event in rec.events]
    assert kinds.count(tm.SimEventKind.TOUCH) >= 2 and kinds[-1] == tm.SimEventKind.END
    assert rec["b.center.y"][-1] == pytest.approx(0.15, abs=1e-6)
    contacts = rec.contacts(len(rec) - 1)
    weight = sum(body.mass.mass for body in sim.model.bodies[2:]) * 9.81
    on_floor = sum(contact.force for contact in contacts if 1 in contact.bodies)
    assert on_floor == pytest.approx(weight, rel=1e-6)
    assert all(math.isclose(math.hypot(*contact.normal), 1.0) for contact in contacts if not contact.parted)


def test_state_can_be_set():
    sim = tm.read(PENDULUM).model().simulate()
    frames, twists = sim.frames, sim.twists
    twists[1, 5] = 3.0
    twists[1, 1] = 1.5
    sim.set_state(0.0, frames, twists)
    assert sim.twists[1, 5] == pytest.approx(3.0)
    with pytest.raises(tm.ShapeError, match="frames"):
        sim.set_state(0.0, frames[:1], twists)


def test_pull_moves_what_it_holds():
    sim = tm.read(PENDULUM).model().simulate()
    sim.pull("rod", (0.5, 0, 0), (0.5, 0.5, 0))
    sim.advance(1.0)
    assert sim.frames[1, 1] > 0.1
    sim.let_go()


def test_equations_are_text_or_json():
    sim = tm.read(PENDULUM).model().simulate()
    assert "x1" in sim.equations() and sim.equations(json=True).startswith("{")


def test_runs_that_lose_something_warn():
    text = STACK.replace("time: (1ms, 500ms)", "method: classic; time: (1ms, 500ms)")
    with pytest.warns(tm.LossWarning, match="passed through each other"):
        tm.read(text).model().simulate().run()


def test_words_for_options_are_those_of_the_text():
    sim = tm.read(PENDULUM).model().simulate(method="events", integrator="dopri5")
    assert sim.info.integrator == tm.Integrator.DOPRI5
    with pytest.raises(tm.ArgumentError, match="there are events, stepping, classic"):
        tm.read(PENDULUM).model().simulate(method="leap")


def test_batches_have_the_same_bits_for_every_number_of_threads():
    model = tm.read(PUSHED).model()
    push = np.linspace(-9.0, 9.0, 23)
    found = [tm.simulate_many(model, inputs={"push": push}, times=[0.25, 0.5, 1.0], threads=n) for n in (1, 2, 5)]
    assert found[0].hashes == found[1].hashes == found[2].hashes and len(set(found[0].hashes)) == 23
    mass = model.body(1).mass.mass
    assert np.allclose(found[0].values[:, :, 0], push[:, None] / mass * np.array([0.25, 0.5, 1.0]))
    assert set(found[0].outcomes) == {tm.SimOutcome.ENDED}
    one = model.simulate()
    one.set_input("push", push[4])
    one.advance(1.0)
    assert one.hash == found[0].hashes[4]


def test_batches_take_many_worlds_and_report_which_failed():
    worlds = [tm.read(PENDULUM), tm.read(PENDULUM.replace("rod(1m)", "rod(2m)"))]
    runs = tm.simulate_many(worlds, times=[1.0])
    assert runs.values.shape == (2, 1, 5) and runs.messages == ["", ""]
    with pytest.raises(ZeroDivisionError):
        tm.simulate_many([tm.read(HOSTED)] * 3, controls={"helper": lambda call: 1 / 0})
    with pytest.raises(tm.ShapeError):
        tm.simulate_many(tm.read(PUSHED).model(), inputs={"push": [1.0]}, times=[[1.0]])


def test_bits_are_those_of_this_version():
    text = (tm.__file__ and __import__("worlds").ROOT / "include/trammel/base.h").read_text(encoding="utf-8")
    expected = int(text.split("TM_BITS_EXPECTED UINT64_C(")[1].split(")")[0], 16)
    assert tm.bits_hash(10000, 1) == expected


def test_notes_and_warnings_are_kept():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        document = tm.read(HOSTED)
    assert [diag.code for diag in document.diags] == [1502]
