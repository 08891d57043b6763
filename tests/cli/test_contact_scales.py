"""Tests of machines whose parts touch at other scales: with lengths, speeds and gravity times 2^10 and 2^-10,
masses and times kept, their poses are the same but for that scale, to the last bit: scales are powers of two.

usage: test_contact_scales.py PROGRAM SOURCE_FOLDER"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
FOLDER = pathlib.Path(sys.argv.pop(1)).resolve() / "examples" / "contact"
# Each with a time that is enough to touch, to slip and to be stopped.
MACHINES = {"geneva": "0.6s", "ratchet": "0.3s", "gears": "0.1s", "saws": "0.1s", "arch": "0.4s",
            "card_house": "0.3s", "gripper": "0.3s", "board_in_frame": "0.3s", "antenna": "1s",
            "pendulum_at_post": "0.6s", "slider_crank_pusher": "0.3s", "conveyor": "0.3s",
            "platform_on_springs": "0.3s", "chain_on_floor": "0.4s",
            "double_pendulum_at_post": "0.5s", "lock": "0.3s", "arm_insertion": "2.8s"}
# Powers of the length in a unit, where masses and times are kept.
POWERS = {"m": 1, "mm": 1, "um": 1, "m/s": 1, "mm/s": 1, "m/s^2": 1, "mm^2": 2, "N": 1, "kN": 1, "mN": 1,
          "N*m": 2, "N*m/rad": 2, "N*m*s/rad": 2, "N*m*s": 2, "J": 2, "W": 2, "kg/m^3": -3, "kg*m^2": 2,
          "kN*m": 2, "kN*m/rad": 2, "N/m": 0, "N/mm": 0, "kN/m": 0, "N*s/m": 0, "kg": 0}
QUANTITY = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)"
                      r"((?:kN|mN|N|kg|mm|um|m|J|W)(?:[*/](?:rad|mm|m|s)(?:\^\d)?)*)(?!\w)")


def scaled(text, scale):
    """The text with its quantities as they are where all is `scale` times as long. A unit that goes on as a
    product with something else ends before that: 2mm * sin(a)."""
    def one(match):
        unit = match[2]
        while unit not in POWERS:
            unit = re.sub(r"[*/][^*/]*$", "", unit)
        return f"({scale ** POWERS[unit]!r} * {match[1]}{unit}){match[2][len(unit):]}"
    text = QUANTITY.sub(one, re.sub(r"//.*", "", text))
    return re.sub(r"\bgravity(?=\s*[,)])", f"gravity: {9.81 * scale!r}m/s^2", text)


class Scales(unittest.TestCase):
    def poses(self, name, scale):
        """Names of columns and rows of numbers: where all bodies are in every frame of the first run."""
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder) / "scaled.tml"
            text.write_text(scaled((FOLDER / f"{name}.tml").read_text(encoding="utf-8"), scale), encoding="utf-8")
            table = ""
            for call in (["simulate", text, "--run", "1", "--to", MACHINES[name], "--out", folder, "--quiet"],
                         ["report", f"{folder}/scaled.rec", "--csv", "--columns", "poses"]):
                done = subprocess.run([PROGRAM, *call], capture_output=True, text=True,
                                      errors="replace", timeout=100)
                self.assertEqual(done.returncode, 0, f"{name} at {scale}: {done.stderr}")
                table = done.stdout
        rows = list(csv.reader(table.splitlines()))
        places = [i for i, column in enumerate(rows[0]) if re.search(r"\.(x|y) \[m\]$|angle \[rad\]$", column)]
        return [rows[0][i] for i in places], [[float(row[i]) for i in places] for row in rows[1:]]

    def test_machines_move_alike_at_all_scales(self):
        for name in MACHINES:
            columns, plain = self.poses(name, 1.0)
            self.assertGreater(len(columns), 2, name)
            for scale in (2.0 ** 10, 2.0 ** -10):
                _, other = self.poses(name, scale)
                self.assertEqual(len(other), len(plain), name)
                for row, (here, there) in enumerate(zip(plain, other)):
                    for column, x, y in zip(columns, here, there):
                        y = y / scale if column.endswith("[m]") else y
                        self.assertEqual(x, y, f"{name} at {scale}: {column}, row {row}")


if __name__ == "__main__":
    unittest.main()
