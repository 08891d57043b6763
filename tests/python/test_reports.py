"""Recordings as arrays, tables and pictures; documents edited; environments."""
import io
import json
import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest
import trammel as tm
from worlds import PENDULUM, PUSHED, STACK, SWING, four_bar


@pytest.fixture(scope="module")
def swing():
    return tm.read(PENDULUM, name="pendulum.tml").model().simulate().run()


def test_arrays_are_views_of_one_table(swing):
    for array in (swing.times, swing.frames, swing.twists, swing.angles, swing.wrenches, swing.values, swing.energy):
        assert np.shares_memory(array, swing.table) and not array.flags.writeable
    assert swing.frames.shape == (201, 2, 7) and swing.wrenches.shape == (201, 1, 6) and swing.reached.all()
    assert np.shares_memory(swing["hinge.angle"], swing.table)


def test_arrays_agree_with_each_other(swing):
    assert np.allclose(swing["energy"], swing.energy)
    assert np.allclose(swing["rod.velocity"], swing.twists[:, 1, :3])
    assert np.allclose(np.cos(swing.angles[:, 1] / 2) ** 2, swing.frames[:, 1, 3] ** 2)
    about = np.hypot(swing.frames[:, 1, 0], swing.frames[:, 1, 1])
    assert np.allclose(about, 0.5)


def test_tables_have_the_same_numbers(swing):
    rows = np.genfromtxt(io.StringIO(swing.csv()), delimiter=",", skip_header=1)
    assert np.array_equal(rows[:, 1:], swing.values)
    assert json.loads(swing.json())
    frame = swing.to_pandas()
    assert list(frame.columns)[0] == "hinge.angle" and np.array_equal(frame["energy"].to_numpy(), swing["energy"])
    poses = np.genfromtxt(io.StringIO(swing.csv(tm.Table.POSES)), delimiter=",", skip_header=1)
    assert poses.shape[1] == rows.shape[1] + 3
    with pytest.raises(tm.ArgumentError):
        swing.csv(body=9)
    with pytest.raises(KeyError, match="there are hinge.angle, energy"):
        swing["speed"]


def test_pictures_are_svg(swing):
    for picture in (swing.svg(), swing.svg(loop=True), swing.plot(), swing.model.svg(), four_bar()[0].svg(),
                    tm.read(SWING).model().animate().svg(loop=True), tm.Picture(swing.model.show_svg())):
        assert xml.fromstring(picture).tag.endswith("svg")
        assert picture._repr_html_().startswith("<img")
    for shown in (swing, swing.model, four_bar()[0], tm.read(SWING).model().animate()):
        assert "<img" in shown._repr_html_()


def test_recordings_are_files(swing, tmp_path):
    swing.save(tmp_path / "a.rec")
    again = tm.Recording.load(tmp_path / "a.rec")
    assert bytes(again) == bytes(swing) and again.names == ["world", "rod"]
    assert again.text(0).strip() == PENDULUM.strip() and again.file_name(0) == "pendulum.tml"


def test_series_and_crossings(swing):
    assert swing.series(0).min == swing["hinge.angle"].min()
    speed = swing.monitors[2].first
    times = swing.crossings(speed)
    assert len(times) == swing.series(speed).crossings > 0


def test_matplotlib_draws(swing):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    axes = swing.draw("hinge.angle", "energy")
    assert len(axes.lines) == 2 and np.array_equal(axes.lines[0].get_ydata(), swing["hinge.angle"])
    with pytest.raises(KeyError):
        swing.draw("speed")


def test_progress_is_shown_where_tqdm_is(capsys, monkeypatch):
    pytest.importorskip("tqdm")
    tm.read(PUSHED).model().simulate().run(progress=True)
    assert "pushed: 100%" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.warns(tm.LossWarning, match="needs tqdm"):
        tm.read(PUSHED).model().simulate().run(progress=True)


def test_frames_that_an_animation_does_not_reach_are_told():
    text = SWING.replace("link(3m)", "link(2m)").replace("link(3.5m)", "link(2m)").replace(
        "0deg .. 360deg", "20deg .. 300deg").replace("link(1m)", "link(3m)")
    with pytest.warns(tm.LossWarning, match="frames were not reached"):
        recording = tm.read(text).model().animate().run()
    assert not recording.reached.all() and np.isnan(recording.frames[~recording.reached, 1, :2]).all()


def test_texts_are_formatted_and_edited():
    document = tm.read(PENDULUM)
    node = document.find("pendulum.rod")
    start, length = document.span(node)
    assert PENDULUM.encode()[start:start + length].decode() == "rod(1m)" and document.path(node)
    longer = document.replace(node, "rod(2m)")
    assert "rod: rod(2m);" in longer and tm.read(longer).model().body_count == 2
    with pytest.raises(tm.TextError):
        document.replace(node, ")")
    both = document.edit([tm.Edit(tm.EditKind.REPLACE, node, "rod(3m)")])
    assert "rod(3m)" in both
    assert tm.read(document.format()).format() == document.format()
    assert any(offer.text.startswith("join") for offer in document.complete(PENDULUM.index("join rod") + 1))
    assert tm.quantity("30deg", "rad") == pytest.approx(np.pi / 6)
    with pytest.raises(tm.TextError):
        tm.quantity("3kg", "m")


def test_models_describe_themselves():
    model = tm.read(STACK).model()
    assert model.world.planar and model.may_touch(2, 3) and not model.may_touch(0, 1)
    assert model.surface(2, 3).friction == pytest.approx(0.5)
    assert model.body(2).mass.mass == pytest.approx(1.0) and model.body(2).mass.inertia[2][2] == pytest.approx(1 / 600)
    assert "floor" in model.show_text() and "freedoms" in model.show_text(model.assemble())
    assembly = tm.read(PENDULUM).model().assemble()
    assert assembly.is_closed and assembly.mobility().info.mobility == 1
    assert assembly.mobility().motion(0).shape == (2, 6)
    plan = assembly.plan([tm.SpaceInput.coordinate("hinge")])
    assert plan.move([0.3]).outcome == tm.Move.DONE and plan.values[0] == pytest.approx(0.3)
    assert plan.frames[1, 3] == pytest.approx(np.cos(0.15))


def test_assembly_that_cannot_close_names_the_joints():
    text = PENDULUM.replace("as hinge;", "as hinge; join rod to world with pin matching (center (9m, 0)) as other;"
                            ).replace("join rod to world with pin matching (top", "begin join rod to world with pin "
                                      "matching (top").replace("  properties: (planar", "  end properties: (planar")
    with pytest.raises(tm.TextError, match="hinge"):
        tm.read(text).model().assemble()
    loose = tm.read(text).model().assemble(check=False)
    assert not loose.is_closed and loose.conflict(0).parts


gymnasium = pytest.importorskip("gymnasium")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_environment_is_one():
    from gymnasium.utils.env_checker import check_env

    env = tm.gym.WorldEnv(tm.read(PUSHED), reward=lambda seen, action: -abs(seen[1]), interval=0.02)
    check_env(env)
    seen, _ = env.reset(seed=1)
    total, steps, over = 0.0, 0, False
    while not over:
        seen, reward, ended, over, _ = env.step(np.array([1.0]))
        steps, total = steps + 1, total + reward
        assert not ended
    assert steps == 50 and seen[0] == pytest.approx(1.0 / env.model.body(1).mass.mass)
    with pytest.raises(tm.ArgumentError):
        env.step([1.0, 2.0])
    with pytest.raises(tm.ArgumentError, match="no input"):
        tm.gym.WorldEnv(tm.read(PENDULUM), reward="energy", interval=0.1)


def test_environments_side_by_side_are_the_same_one_by_one():
    def start(random, sim):
        sim.set_input("push", random.uniform(-1.0, 1.0))

    many = tm.gym.WorldVectorEnv(tm.read(PUSHED), 3, reward="b.center.x", interval=0.3, start=start)
    first, _ = many.reset(seed=5)
    actions = np.array([[1.0], [2.0], [-3.0]])
    rows = [many.step(actions) for _ in range(5)]
    one = tm.gym.WorldEnv(tm.read(PUSHED), reward="b.center.x", interval=0.3, start=start)
    one.reset(seed=6)
    for row in rows[:4]:
        seen, reward, _, over, _ = one.step(actions[1])
        assert np.array_equal(seen, row[0][1]) and reward == row[1][1] and over == row[3][1]
    assert rows[3][3].all() and not rows[4][3].any() and (rows[4][1] == 0.0).all()
    many.close()
