"""The package and the program run the same library: their recordings are the same bytes."""
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
import trammel as tm
from worlds import ROOT

PROGRAM = os.environ.get("TRAMMEL_PROGRAM", "")
SIMULATED = ["examples/dynamics/pendulum.tml", "examples/dynamics/actuator.tml", "examples/dynamics/joint_limits.tml",
             "examples/contact/stack.tml", "examples/dynamics/heavy_top.tml"]
ANIMATED = ["examples/hinges/" + name for name in ("rack.tml", "cam.tml")] + ["examples/dynamics/four_bar.tml"]

pytestmark = pytest.mark.skipif(not PROGRAM, reason="TRAMMEL_PROGRAM names none")


def recorded(command, path, tmp_path):
    subprocess.run([PROGRAM, command, path, "--out", str(tmp_path)], cwd=ROOT, check=False,
                   capture_output=True)
    stem = Path(path).stem
    found = [file for file in tmp_path.glob("*.rec") if file.stem in (stem, f"{stem}-animate")]
    return found[0].read_bytes()


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("path", SIMULATED)
def test_simulations_leave_the_same_bytes(path, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    run = tm.load(path).model("simulate").simulate().run()
    assert bytes(run) == recorded("simulate", path, tmp_path)


@pytest.mark.parametrize("path", [path for path in ANIMATED if (ROOT / path).exists()] or SIMULATED[:0])
def test_animations_leave_the_same_bytes(path, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    run = tm.load(path).model("animate").animate().run()
    assert bytes(run) == recorded("animate", path, tmp_path)


def test_arrays_are_the_table_of_the_program(tmp_path):
    path = "examples/dynamics/heavy_top.tml"
    recorded("simulate", path, tmp_path)
    file = tmp_path / "heavy_top.rec"
    text = subprocess.run([PROGRAM, "report", str(file), "--csv"], check=True, capture_output=True, text=True,
                          errors="replace", cwd=tmp_path).stdout
    tables = sorted(tmp_path.glob("heavy_top*.csv"))
    text = tables[0].read_text(encoding="utf-8") if tables else text
    rows = [line for line in text.splitlines() if line and not line.startswith("#")][1:]
    numbers = np.array([[float(cell or "nan") for cell in row.split(",")] for row in rows])
    recording = tm.Recording.load(file)
    assert recording.info.monitors and numbers.shape[0] == len(recording) > 10
    assert np.array_equal(numbers[:, 0], recording.times)
    assert np.array_equal(numbers[:, 1:], recording.values, equal_nan=True)
    assert recording.csv() == text


def test_messages_are_those_of_check(tmp_path):
    bad = tmp_path / "bad.tml"
    bad.write_text("world w begin propertis: gravity; end\n", encoding="utf-8")
    done = subprocess.run([PROGRAM, "check", str(bad)], check=False, capture_output=True, text=True, errors="replace")
    with pytest.raises(tm.TextError) as caught:
        tm.load(bad)
    printed = done.stdout + done.stderr
    for line in str(caught.value).splitlines():
        assert line.strip() in printed
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(bad), 1, 15)
    assert caught.value.hint
