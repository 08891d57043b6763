"""Tests of `trammel animate` and `trammel show` as people call them.

usage: test_animate.py PROGRAM"""
import csv
import io
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
FOUR_BAR = """primitive link(l) begin
  geometry: bar(l, 8mm, 3mm) where begin a: (-l / 2, 0); b: (l / 2, 0); end;
  dynamics: ;
end
world four_bar begin
  components crank: link(30mm); coupler: link(90mm); rocker: link(60mm);
  structure begin
    join crank to world with pin matching (a (0, 0)) as motor;
    join coupler to crank with pin matching (a b);
    join rocker to coupler with pin matching (b b);
    join rocker to world with pin matching (a (80mm, 0));
  end
  properties: (planar);
end
animate four_bar begin
  drive: motor.angle = 0deg .. 360deg in 37 frames;
end
"""


class Animate(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def call(self, command, text, *options):
        (self.folder / "m.tml").write_text(text, encoding="utf-8")
        return subprocess.run([PROGRAM, command, "m.tml", *options], cwd=self.folder, text=True,
                              capture_output=True, encoding="utf-8",
                              errors="replace", timeout=60, check=False)

    def report(self, *options):
        return subprocess.run([PROGRAM, "report", "o/m.rec", *options], cwd=self.folder, text=True, check=True,
                              capture_output=True, encoding="utf-8", errors="replace", timeout=60).stdout

    def test_a_turn_is_told_in_a_line(self):
        done = self.call("animate", FOUR_BAR)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^m\.tml\n  animate four_bar: 37 frames, planar; largest gap of "
                                      r"a joint \S+ m\n    drive motor\.angle: 0 to 360 deg, a frame every 10 deg, "
                                      r"both ends included\n$")

    def test_values_stand_beside_what_drives_them(self):
        """The rocker turns back where crank and coupler are in line: by the law of cosines at acos(43/48) and at
        acos(2/3) behind half a turn."""
        text = FOUR_BAR.replace("37 frames;", "3601 frames; monitor: swing.angle;").replace("(80mm, 0))", "(80mm, 0)) as swing")
        done = self.call("animate", text, "--out", "o")
        found = re.search(r"swing.angle \[rad\] +\S+ +(\S+) +\S+ +(\S+)", done.stdout)
        self.assertIn("at [deg]", done.stdout)
        self.assertAlmostEqual(float(found[1]), math.degrees(math.acos(43 / 48)), delta=0.06)
        self.assertAlmostEqual(float(found[2]), 180 + math.degrees(math.acos(2 / 3)), delta=0.06)
        rows = list(csv.reader(io.StringIO(self.report("--csv"))))
        self.assertEqual(rows[0], ["fraction", "drive motor.angle [rad]", "swing.angle [rad]", "reached", "gap [m]"])
        self.assertAlmostEqual(float(rows[901][1]), math.pi / 2, delta=1e-15)
        self.assertEqual(float(rows[3601][1]), math.radians(360))
        known = json.loads(self.report("--json"))
        self.assertEqual(known["drives"], [{"text": "motor.angle", "unit": "rad", "first": 0, "last": math.radians(360)}])
        self.assertEqual(known["columns"][1], {"name": "motor.angle", "drive": True, "unit": "rad"})
        plot = self.report("--plot")
        self.assertIn(">motor.angle [deg]</text>", plot)
        self.assertIn(">350</text>", plot)

    def test_plots_of_drives_that_fall_begin_with_the_first_value(self):
        text = FOUR_BAR.replace("0deg .. 360deg in 37 frames;", "90deg .. -90deg; monitor: motor.angle;")
        self.call("animate", text, "--out", "o")
        ticks = re.findall(r'class="below" x="([\d.]+)" y="\d+[\d.]*">([-\d]+)<', self.report("--plot"))
        places = {int(value): float(x) for x, value in ticks}
        self.assertEqual(list(places), [-80, -60, -40, -20, 0, 20, 40, 60, 80])
        self.assertAlmostEqual(places[0], (places[80] + places[-80]) / 2, delta=0.01)
        self.assertLess(places[80], places[-80])

    def test_pictures_go_into_a_folder_that_is_made(self):
        done = self.call("animate", FOUR_BAR, "--out", "pictures", "--frames", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        picture = (self.folder / "pictures" / "m.svg").read_text(encoding="utf-8")
        self.assertEqual(picture.count("<use "), 12)
        self.assertEqual(self.call("animate", FOUR_BAR, "--out", "pictures", "--frames", "4", "--loop").returncode, 0)
        self.assertEqual((self.folder / "pictures" / "m.svg").read_text(encoding="utf-8"), picture)
        moving = (self.folder / "pictures" / "m-loop.svg").read_text(encoding="utf-8")
        self.assertEqual(moving.count("<animateTransform"), 6 + 4)
        self.assertEqual(moving.count('<circle class="pin"'), 4)

    def test_pictures_show_the_end_of_the_motion(self):
        for drive, captions in (("20deg .. 80deg in 37 frames", ["20°", "40°", "60°", "80°"]),
                                ("20deg .. 80deg in 36 frames", ["20°", "38.9°", "59.4°", "80°"]),
                                ("0deg .. 360deg in 37 frames", ["0°", "90°", "180°", "270°"]),
                                ("0deg .. 720deg in 73 frames", ["0°", "90°", "180°", "270°"])):
            text = FOUR_BAR.replace("0deg .. 360deg in 37 frames", drive)
            self.call("animate", text, "--out", "pictures", "--frames", "4")
            picture = (self.folder / "pictures" / "m.svg").read_text(encoding="utf-8")
            self.assertEqual(re.findall(r'class="caption"[^>]*>([^<]+)<', picture), captions)

    def test_pins_of_moving_pictures_go_with_their_bodies(self):
        """The crank's end is 30 mm from the motor in every pose, at 30 (cos, sin) of the angle."""
        self.call("animate", FOUR_BAR, "--out", "pictures", "--loop")
        moving = (self.folder / "pictures" / "m-loop.svg").read_text(encoding="utf-8")
        pins = [[tuple(map(float, place.split(","))) for place in values.split(";")] for values in re.findall(
            r'values="([^"]+)" dur="4s" repeatCount="indefinite"/><circle class="pin"', moving)]
        self.assertEqual(len(pins), 4)
        self.assertEqual(len(set(pins[0])), 1)
        scale = (pins[3][0][0] - pins[0][0][0]) / 80
        for i, (x, y) in enumerate(pins[1]):
            turn = 2 * math.pi * i / (len(pins[1]) - 1)
            self.assertAlmostEqual((x - pins[0][i][0]) / scale, 30 * math.cos(turn), delta=0.01)
            self.assertAlmostEqual((pins[0][i][1] - y) / scale, 30 * math.sin(turn), delta=0.01)

    def test_a_text_that_asks_for_an_animation_gets_it(self):
        asks = FOUR_BAR.replace("  drive:", "  report: animation;\n  drive:")
        self.assertEqual(self.call("animate", asks, "--out", "p").returncode, 0)
        self.assertIn("<animateTransform", (self.folder / "p" / "m-loop.svg").read_text(encoding="utf-8"))
        both = asks + "simulate four_bar begin time: (1ms, 10ms); end\n"
        self.assertEqual(self.call("animate", both, "--out", "q").returncode, 0)
        self.assertEqual(sorted(path.name for path in (self.folder / "q").iterdir()),
                         ["m-animate-loop.svg", "m-animate.rec", "m.svg"])

    def test_freedoms_that_nothing_drives_are_told(self):
        done = self.call("animate", FOUR_BAR.replace("    join rocker to coupler with pin matching (b b);\n", ""))
        self.assertIn("    2 of 3 freedoms are not driven", done.stdout)

    def test_what_cannot_be_put_together_is_an_error(self):
        done = self.call("animate", FOUR_BAR.replace("link(90mm)", "link(9mm)").replace("80mm", "300mm"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("m.tml:8:5: error: the parts of four_bar cannot be assembled", done.stderr)
        self.assertIn("motor (pin, line 8)", done.stderr)

    def test_a_control_that_nobody_defines_is_an_error_when_run(self):
        text = FOUR_BAR.replace("  properties: (planar);\n",
                                "  properties: (planar);\n  control: torque of motor = host_torque;\n")
        self.assertEqual(self.call("check", text).returncode, 0)
        done = self.call("animate", text)
        self.assertEqual(done.returncode, 1)
        self.assertIn("four_bar needs 1 control that no text defines", done.stderr)

    def test_show_prints_parts_and_freedoms(self):
        done = self.call("show", FOUR_BAR)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("  coupler: link, bar, ", done.stdout)
        self.assertIn("freedoms: 1, by count 1 (8 equations, 0 of them redundant)\n", done.stdout)
        self.assertTrue(self.call("show", FOUR_BAR, "--dot").stdout.startswith('graph "four_bar" {\n'))
        self.assertIn("<svg ", self.call("show", FOUR_BAR, "--svg").stdout)
        self.assertEqual(self.call("show", FOUR_BAR, "--run", "2").returncode, 2)

    def test_show_draws_one_picture_of_several_worlds(self):
        text = FOUR_BAR + FOUR_BAR[FOUR_BAR.index("world four_bar"):].replace("four_bar", "other").replace(
            "motor", "handle")
        done = self.call("show", text, "--svg")
        self.assertEqual((done.returncode, done.stdout.count("<svg ")), (0, 1))
        self.assertIn("2 worlds", done.stderr)
        self.assertIn("handle", self.call("show", text, "--svg", "--run", "2").stdout)

    def test_wrong_calls_end_with_2(self):
        self.assertEqual(self.call("animate", FOUR_BAR, "--nonsense").returncode, 2)
        self.assertEqual(self.call("show", FOUR_BAR, "--nonsense").returncode, 2)
        done = subprocess.run([PROGRAM, "animate", "nothing.tml"], cwd=self.folder, text=True,
                              errors="replace",
                              capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
