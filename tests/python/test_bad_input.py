"""Whatever is passed in: an exception with a sentence, and nothing else happens."""
import copy
import math
import pickle

import numpy as np
import pytest
import trammel as tm
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import PENDULUM, PUSHED, SWING, four_bar

WRONG_VALUES = [
    ([1.0, 2.0], tm.ShapeError), ([], tm.ShapeError), ([[1.0]], tm.ShapeError), ("1.0", tm.ArgumentError),
    ([None], tm.ArgumentError), ({}, tm.ArgumentError), ([1j], tm.ArgumentError), ([math.nan], tm.NotFiniteError),
    ([math.inf], tm.NotFiniteError), (object(), tm.ArgumentError), (np.array(["a"]), tm.ArgumentError),
    (np.datetime64("2020-01-01"), tm.ArgumentError), ([[1.0], [2.0, 3.0]], tm.ArgumentError)]


@pytest.mark.parametrize("values,error", WRONG_VALUES, ids=lambda value: str(value)[:20])
def test_wrong_values_of_a_move(values, error):
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    plan.move([0.3])
    before = plan.poses.tobytes()
    with pytest.raises(error) as caught:
        plan.move(values)
    assert len(str(caught.value)) > 10 and plan.poses.tobytes() == before


@pytest.mark.parametrize("array", [
    np.arange(20.0)[::2][:10] / 10, np.arange(10)[::-1], np.arange(10, dtype=np.float32), np.arange(10, dtype=np.int8),
    np.arange(10, dtype=">f8"), np.asfortranarray(np.arange(20.0).reshape(2, 10))[0], tuple(range(10)), range(10),
    np.array([True, False])], ids=lambda array: f"{getattr(array, 'dtype', type(array).__name__)}")
def test_any_layout_of_numbers_will_do(array):
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    plan.move([0.0])
    plain = np.array(list(map(float, array)))
    assert plan.sweep(array).poses.tobytes() == plan.sweep(plain).poses.tobytes()


@pytest.mark.parametrize("out", [
    np.empty((4, 4, 3)), np.empty((4, 4, 2), dtype=np.float32), np.empty((4, 4, 4))[:, :, ::2],
    np.empty((4, 4, 2), order="F")], ids=["shape", "dtype", "strides", "order"])
def test_array_for_the_result_must_fit(out):
    m, motor, _ = four_bar()
    with pytest.raises(tm.ShapeError, match="in C order"):
        m.plan([motor]).sweep([0.0, 1.0], out=out)


def test_array_for_the_result_must_be_writeable():
    m, motor, _ = four_bar()
    out = np.empty((4, 4, 2))
    out.flags.writeable = False
    with pytest.raises(tm.ShapeError, match="writeable"):
        m.plan([motor]).sweep([0.0, 1.0], out=out)


def test_nan_in_a_sweep_marks_its_frame():
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    plan.move([0.0])
    assert plan.sweep([0.0, math.nan]).failed.tolist() == [False, True]


def test_ids_are_typed_and_belong_to_their_owner():
    m, motor, _ = four_bar()
    with pytest.raises(TypeError, match="joint is a JointId, not BodyId"):
        m.joint_get(m.ground)
    with pytest.raises(TypeError, match="not int"):
        m.joint_get(3)
    with pytest.raises(tm.IdError):
        m.joint_get(tm.JointId(77))
    with pytest.raises(TypeError):
        m.plan([m.ground])
    with pytest.raises(tm.ArgumentError):
        m.body_remove(m.ground)
    with pytest.raises((OverflowError, TypeError)):
        m.body_name(tm.BodyId(-1))
    with pytest.raises((OverflowError, TypeError)):
        m.body_name(tm.BodyId(2**40))
    with pytest.raises(TypeError):
        m.plan([motor]).forces().solve([(1, 2)])


@pytest.mark.parametrize("index", [-1, 99, 2**31 - 1, 2**40, "0", 1.5, None])
def test_indices_that_are_none(index):
    model = tm.read(PENDULUM).model()
    for ask in (model.body, model.joint, model.monitor, model.input, model.part, model.simulate().coordinate):
        with pytest.raises((tm.Error, OverflowError, TypeError)):
            ask(index, 0) if ask.__name__ == "coordinate" else ask(index)


def test_names_that_are_none():
    model = tm.read(PENDULUM).model()
    with pytest.raises(tm.ArgumentError, match="there is no body 'x'; there are world, rod"):
        model.body_index("x")
    with pytest.raises(tm.ArgumentError, match="there are hinge"):
        model.joint_index("x")
    assert model.find_feature("nothing") is None and model.find_part("a\u00e4") == -1
    with pytest.raises(tm.ArgumentError, match="zero character"):
        model.find_part("a\0b")
    with pytest.raises(tm.ArgumentError, match="it has 0: simulate pendulum"):
        tm.read(PENDULUM).model("animate")
    with pytest.raises(tm.ArgumentError):
        tm.read(PENDULUM).model(7)
    with pytest.raises(tm.ArgumentError, match="drives nothing"):
        model.animate()


def test_what_was_closed_says_so():
    document = tm.read(PENDULUM)
    model = document.model()
    sim = model.simulate()
    recording = sim.run()
    for owner, use in ((recording, lambda: recording.times), (sim, lambda: sim.advance(1.0)),
                       (model, lambda: model.body(0)), (document, lambda: document.runs)):
        owner.close()
        owner.close()
        assert owner.closed and "closed" in repr(owner)
        with pytest.raises(tm.ClosedError, match="was closed"):
            use()


def test_closing_an_owner_closes_what_was_made_from_it():
    with tm.read(PENDULUM) as document:
        model = document.model()
        sim = model.simulate()
    assert document.closed and model.closed and sim.closed
    with pytest.raises(tm.ClosedError):
        sim.frames
    m, motor, _ = four_bar()
    plan = m.plan([motor])
    rates = plan.rates()
    m.close()
    for use in (lambda: plan.move([0.0]), lambda: rates.velocities, lambda: m.body_add()):
        with pytest.raises(tm.ClosedError):
            use()


def test_arrays_outlive_what_they_came_from():
    recording = tm.read(PENDULUM).model().simulate().run()
    angles, total = recording.angles, recording.angles.sum()
    del recording
    assert angles.sum() == total and np.from_dlpack(angles.copy()).sum() == total
    with pytest.raises(ValueError):
        angles[0] = 1.0


def test_plan_of_an_animation_lives_no_longer_than_it():
    animation = tm.read(SWING).model().animate()
    plan = animation.plan
    animation.close()
    with pytest.raises(tm.ClosedError):
        plan.move([0.0])


def test_owners_are_neither_copied_nor_pickled():
    model = tm.read(PENDULUM).model()
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="Model cannot be"):
            attempt(model)


def test_owner_that_was_never_made():
    for kind in (tm.Model, tm.Sim, tm.Recording, tm.Plan):
        with pytest.raises(tm.ClosedError, match="never made"):
            kind.__new__(kind)._enter()
        kind.__new__(kind).close()


def test_times_that_go_back_or_are_none():
    sim = tm.read(PENDULUM).model().simulate()
    sim.advance(1.0)
    for to in (0.5, math.nan, -math.inf):
        with pytest.raises(tm.ArgumentError):
            sim.advance(to)
    for to in ("1", None, [2.0]):
        with pytest.raises(TypeError):
            sim.advance(to)
    assert sim.time == 1.0
    sim.advance(math.inf)
    assert sim.time == 2.0


@pytest.mark.parametrize("data", [b"", b"x" * 1000, b"\x89TMR\r\n\x1a\n" + bytes(100)])
def test_what_is_not_a_recording(data):
    with pytest.raises((tm.TextError, tm.UnsupportedError)):
        tm.Recording(data)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.data())
def test_damaged_recordings_are_read_to_the_damage(data):
    whole = damaged_source()
    cut = bytearray(whole[:data.draw(st.integers(0, len(whole)))])
    for place in data.draw(st.lists(st.integers(0, max(len(cut) - 1, 0)), max_size=3)):
        if cut:
            cut[place] ^= data.draw(st.integers(1, 255))
    try:
        recording = tm.Recording(bytes(cut))
        assert len(recording.times) == len(recording) <= 101
        assert recording.csv()
    except tm.Error:
        pass


WHOLE = []


def damaged_source():
    if not WHOLE:
        WHOLE.append(bytes(tm.read(PUSHED).model().simulate().run()))
    return WHOLE[0]


WORDS = ("world w begin end primitive composite components structure join to with matching pin ( ) , ; : = 1mm 3 "
         "\" properties planar gravity geometry cuboid dynamics simulate animate time drive monitor include where for "
         "a b in .. [ ] place by at control + - * / { } \u00e4 \u200b").split(" ")


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.text(max_size=20))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_any_text_is_read_or_refused_with_a_place(words, noise):
    text = " ".join(words) + noise
    try:
        document = tm.read(text)
        document.format()
        for run in document.runs:
            document.model(run.number)
    except tm.TextError as error:
        assert error.diags and error.line >= 1 and error.message
    except (tm.ArgumentError, UnicodeEncodeError):
        pass


def test_includes_come_from_below_the_folder_or_a_function(tmp_path):
    (tmp_path / "part.tml").write_text("primitive p() begin geometry: cuboid(1m, 1m, 1m); end", encoding="utf-8")
    inside = tmp_path / "inside"
    inside.mkdir()
    world = "world w begin components p: p(); end"
    (tmp_path / "good.tml").write_text(f'include "part.tml"\n{world}', encoding="utf-8")
    (inside / "bad.tml").write_text(f'include "../part.tml"\n{world}', encoding="utf-8")
    assert tm.load(tmp_path / "good.tml").file_count == 2
    with pytest.raises(tm.TextError, match="outside the definition's folder"):
        tm.load(inside / "bad.tml")
    with pytest.raises(tm.TextError, match="no folder"):
        tm.read('include "part.tml"')
    found = tm.read(f'include "x"\n{world}', include=lambda source, path: (path, (tmp_path / "part.tml").read_bytes()))
    assert found.file_name(1) == "x"
    with pytest.raises(ZeroDivisionError):
        tm.read('include "x"', include=lambda source, path: 1 / 0)
    with pytest.raises(FileNotFoundError):
        tm.load(tmp_path / "none.tml")
    (tmp_path / "latin.tml").write_bytes(b"// \xe4")
    with pytest.raises(tm.ArgumentError, match="not a text in UTF-8: byte 3"):
        tm.load(tmp_path / "latin.tml")


def test_pictures_refuse_what_they_cannot_draw():
    model = tm.read(PENDULUM).model()
    with pytest.raises(tm.ShapeError):
        model.svg(np.zeros((3, 7)))
    with pytest.raises(tm.ArgumentError):
        model.svg(width=-1.0)
    with pytest.raises(TypeError):
        model.svg(colour="red")
    m, _, _ = four_bar()
    with pytest.raises(tm.ShapeError):
        m.svg(np.zeros((2, 2)))
