"""Tests of what the heads of the examples promise: straight lines, ratios, strokes and speeds, as the animations
and runs have them, beside closed forms.

usage: test_heads.py PROGRAM SOURCE_FOLDER"""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve() / "examples"
DEG = math.pi / 180


def extent(values):
    return max(values) - min(values)


class Heads(unittest.TestCase):
    def call(self, *words):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, errors="replace", timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def columns(self, kind, name, run=1, columns=()):
        """{heading without its unit: values} of a run of an example."""
        with tempfile.TemporaryDirectory() as folder:
            self.call(kind, EXAMPLES / f"{name}.tml", "--out", folder)
            stem = pathlib.Path(name).stem + (f"-{run}" if run > 1 else "")
            recording = pathlib.Path(folder) / f"{stem}-{kind}.rec"
            recording = recording if recording.exists() else pathlib.Path(folder) / f"{stem}.rec"
            rows = list(csv.reader(self.call("report", recording, "--csv", *columns).splitlines()))
        return {head.split(" [")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}

    def moved(self, name, run=1, *columns):
        return self.columns("animate", f"gallery/{name}", run, columns)

    def simulated(self, name, run=1):
        return self.columns("simulate", name, run)

    # ---- Straight lines -----------------------------------------------------------------------

    def test_inversors_draw_exact_lines(self):
        """Peaucellier: (200^2 - 80^2) / (2 * 85) mm from the pin; Hart: (200^2 - 100^2) / 4 / (2 * 45) mm behind it."""
        pen = self.moved("peaucellier")
        for x in pen["side[3].b.x"]:
            self.assertAlmostEqual(x, (0.2 ** 2 - 0.08 ** 2) / 0.17, delta=1e-12)
        self.assertGreater(extent(pen["side[3].b.y"]), 0.3)
        pen = self.moved("hart")
        for x in pen["bc.middle.x"]:
            self.assertAlmostEqual(x, -(0.2 ** 2 - 0.1 ** 2) / 4 / 0.09, delta=1e-12)
        self.assertGreater(extent(pen["bc.middle.y"]), 0.07)

    def test_almost_straight_lines_stray_by_what_is_said(self):
        pen = self.moved("chebyshev")
        on = [y for x, y in zip(pen["coupler.middle.x"], pen["coupler.middle.y"]) if x >= 0]
        self.assertAlmostEqual(extent(on), 0.5e-3, delta=0.05e-3)
        self.assertGreater(max(pen["coupler.middle.x"]), 0.19)
        pen = self.moved("roberts")
        self.assertAlmostEqual(extent(pen["coupler.c.x"]), 0.28, delta=5e-3)
        self.assertAlmostEqual(extent(pen["coupler.c.y"]), 2e-3, delta=0.2e-3)
        pen = self.moved("watt")
        crossing = [x for x, y in zip(pen["coupler.middle.x"], pen["coupler.middle.y"]) if abs(y) < 0.05]
        self.assertLess(max(abs(x) for x in crossing), 0.1e-3)

    def test_hoecken_goes_straight_for_half_a_turn_at_nearly_one_speed(self):
        pen = self.moved("hoecken")
        y = pen["coupler.b.y"]
        straight = [i for i in range(len(y)) if y[i] < min(y) + 0.5e-3]
        self.assertGreater(len(straight), 0.45 * len(y))
        x = [pen["coupler.b.x"][i] for i in straight if 90 < i]  # one stretch: the turn begins on the way back
        steps = [b - a for a, b in zip(x, x[1:])]
        middle = steps[len(steps) // 4:-(len(steps) // 4)]
        self.assertLess(extent(middle), 0.15 * abs(sum(middle) / len(middle)))

    # ---- Legs, lifts, levers ------------------------------------------------------------------

    def test_feet_go_back_on_a_flat_line(self):
        for name, x, y, flat, long, high in (("klann", "leg.a.x", "leg.a.y", 5e-3, 0.1, 0.055),
                                             ("jansen", "shin.c.x", "shin.c.y", 2e-3, 0.06, 0.022)):
            with self.subTest(name):
                foot = self.moved(name)
                down = [i for i, height in enumerate(foot[y]) if height < min(foot[y]) + flat]
                self.assertGreater(len(down), 0.5 * len(foot[y]))
                self.assertAlmostEqual(extent([foot[x][i] for i in down]), long, delta=0.005)
                self.assertAlmostEqual(extent(foot[y]), high, delta=1e-3)

    def test_the_scissor_lift_rises_by_the_sines_of_its_bars(self):
        height = self.moved("scissor_lift")["platform.center.y"]
        self.assertAlmostEqual(height[-1] - height[0], 3.6 * (math.sin(65 * DEG) - math.sin(10 * DEG)), delta=1e-9)
        self.assertAlmostEqual(height[0], 0.7, delta=0.05)
        self.assertAlmostEqual(height[-1], 3.3, delta=0.05)

    def test_wipers_sweep_what_the_dead_centres_of_their_crank_leave(self):
        """Crank 32, rod 290, lever 47: its ends are where crank and rod are in line."""
        base = math.hypot(280, 60)

        def lever(reach):
            return math.acos((base ** 2 + 47 ** 2 - reach ** 2) / (2 * base * 47))
        sweep = extent(self.moved("wiper")["swing.angle"])
        self.assertAlmostEqual(sweep, lever(290 + 32) - lever(290 - 32), delta=1e-3)
        self.assertAlmostEqual(sweep, 87 * DEG, delta=0.5 * DEG)

    def test_the_foot_of_the_clamp_comes_down_and_stays(self):
        jaw = self.moved("toggle_clamp")["jaw.angle"]
        self.assertLess(jaw[-1], 0.02 * jaw[0])
        self.assertLess(extent(jaw[-20:]), 0.01 * jaw[0])  # the last 4 degrees of the handle

    def test_the_excavator_digs_curls_and_lifts(self):
        arm = self.moved("excavator")
        self.assertGreater(arm["wrist.angle"][0] - arm["wrist.angle"][-1], math.pi)
        for joint, way in (("shoulder", 1), ("elbow", -1), ("wrist", -1)):  # boom up, stick and bucket in
            angles = arm[f"{joint}.angle"]
            self.assertTrue(all(way * (b - a) > 0 for a, b in zip(angles, angles[1:])), joint)
        depth = arm["bucket.teeth.y"]
        self.assertLess(min(depth), depth[0] - 0.8)
        self.assertGreater(depth[-1], depth[0] + 1.5)
        self.assertLess(arm["bucket.teeth.x"][-1], arm["bucket.teeth.x"][0] - 4)

    def test_the_wheels_of_the_car_roll_almost_about_one_point(self):
        """Ackermann: cot(outer) - cot(inner) = track / wheelbase = 1.3 / 2.5."""
        car = self.moved("steering")
        errors = [(inner, abs(outer - math.atan(1 / (1 / math.tan(inner) + 1.3 / 2.5))))
                  for inner, outer in zip(car["left_turn.angle"], car["right_turn.angle"]) if inner > 1e-3]
        self.assertLess(max(error for inner, error in errors if inner < 20 * DEG), 0.12 * DEG)
        self.assertAlmostEqual(errors[-1][1], 2 * DEG, delta=0.2 * DEG)
        self.assertAlmostEqual(car["wheel.angle"][-1], 0.07 / 0.008, delta=1e-9)

    # ---- Turning and sliding ------------------------------------------------------------------

    def test_ratios_of_wheels_and_belts(self):
        for name, angle, ratio, turn in (("belt_drive", "countershaft.angle", 0.4, 157.07963267948966),
                                         ("belt_drive", "fan_shaft.angle", -0.64, 157.07963267948966),
                                         ("gear_train", "output.angle", 3 / 25, 157.07963267948966)):
            with self.subTest(name, angle=angle):
                angles = self.moved(name)[angle]
                self.assertAlmostEqual(angles[-1] - angles[0], ratio * turn, delta=1e-9)
        for ratio in self.moved("planetary_gear")["motor.angle / output.angle"][1:]:
            self.assertAlmostEqual(ratio, 1 + 70 / 20, delta=1e-9)

    def test_strokes_of_yoke_piston_ram_cam_and_screw(self):
        yoke = self.moved("scotch_yoke")["slide.position"]
        for i, position in enumerate(yoke):
            self.assertAlmostEqual(position, 0.04 * math.cos(2 * math.pi * i / 360), delta=1e-12)
        piston = self.moved("slider_crank")["guide.position"]
        low = sum(position < (max(piston) + min(piston)) / 2 for position in piston) / len(piston)
        # Half of the stroke is left where the rod's end is 140 mm from the crank's pin: cos a = 40 / 280.
        self.assertAlmostEqual(low, 1 - math.acos(40 / 280) / math.pi, delta=2 / 360)
        ram = self.moved("quick_return")["slide.position"]
        forward = (ram.index(min(ram)) - ram.index(max(ram))) % 360
        self.assertAlmostEqual(forward, 180 + 2 * math.asin(60 / 150) / DEG, delta=2)
        self.assertAlmostEqual(extent(self.moved("cam_and_valve")["lift.position"]), 9e-3, delta=1e-8)
        press = self.moved("screw_press")
        for position, angle in zip(press["slide.position"], press["screw.angle"]):
            self.assertAlmostEqual(position - press["slide.position"][0], 0.01 * angle / (2 * math.pi), delta=1e-9)

    def test_couplings_of_shafts(self):
        """Cardan: tan(output) = tan(input) cos 35 deg or its inverse: the difference is at most asin(tan^2(35 deg / 2))."""
        ahead = self.moved("universal_joint")["output.angle - motor.angle"]
        self.assertAlmostEqual(max(ahead), math.asin(math.tan(17.5 * DEG) ** 2), delta=1e-4)
        self.assertAlmostEqual(max(ahead), 5.7 * DEG, delta=0.05 * DEG)
        self.assertLess(extent(self.moved("oldham")["output.angle - motor.angle"]), 1e-12)

    def test_trammel_pantograph_and_tackle(self):
        trammel = self.moved("elliptic_trammel")
        for x, y in zip(trammel["x_slide.position"], trammel["y_slide.position"]):
            self.assertAlmostEqual(math.hypot(x, y), 0.15 - 0.06, delta=1e-9)
        pantograph = self.moved("pantograph")
        self.assertAlmostEqual(extent(pantograph["far_arm.b.y"]), 0.08, delta=1e-5)
        for ratio in pantograph["far_arm.b.x / stylus.center.x"]:
            self.assertAlmostEqual(ratio, 2, delta=1e-9)
        lift = self.moved("tackle_hoist")["lift.position"]
        self.assertAlmostEqual(lift[-1] - lift[0], 2 / 4, delta=1e-9)

    def test_hinges_move_as_their_heads_say(self):
        for name, driven, drive, ratio in (("belt", "output.angle", "motor.angle", 2),
                                           ("gear", "output.angle", "motor.angle", -18 / 12),
                                           ("screw", "screw.position", "screw.angle", 0.025 / (2 * math.pi))):
            with self.subTest(name):
                run = self.columns("animate", f"hinges/{name}")
                self.assertAlmostEqual(run[driven][-1] - run[driven][0], ratio * (run[drive][-1] - run[drive][0]),
                                       delta=1e-9)
        for name, column, way in (("cam", "lift.position", 0.02), ("own", "lift.position", 0.092 / 2),
                                  ("tackle", "lift.position", 0.44 / 2)):
            with self.subTest(name):
                self.assertAlmostEqual(extent(self.columns("animate", f"hinges/{name}")[column]), way, delta=1e-9)

    # ---- Forces and contact -------------------------------------------------------------------

    def test_the_hand_at_the_tackle_holds_a_quarter_of_the_weight(self):
        """The rope pulls four times at 80 kg: 4 T = 80 kg (g + a)."""
        hoist = self.simulated("gallery/tackle_hoist")
        lift, time = hoist["lift.position"], hoist["time"]
        rise = 2 * (lift[-1] - lift[0]) / time[-1] ** 2
        self.assertAlmostEqual(-4 * hoist["rope.force"][0], 80 * (9.81 + rise), delta=0.5)

    def test_the_cross_jumps_by_a_quarter_and_rests(self):
        run = self.simulated("gallery/geneva")
        angles = {round(time, 3): angle for time, angle in zip(run["time"], run["output.angle"])}
        for turn in range(4):  # the pin is in a slot for a quarter of each turn of 2 s, about 0.5 s
            self.assertAlmostEqual(angles[2 * turn + 2], -(turn + 1) * 90 * DEG, delta=0.5 * DEG)
            self.assertAlmostEqual(angles[2 * turn + 1], angles[2 * turn + 2], delta=0.8 * DEG)

    def test_the_switch_waits_snaps_and_stays(self):
        run = self.simulated("gallery/bistable_switch")
        angles = {round(time, 3): angle for time, angle in zip(run["time"], run["swing.angle"])}
        for second in range(2):
            stop = angles[second + 0.9]
            self.assertGreater(abs(stop), 40 * DEG)
            self.assertAlmostEqual(angles[second + 0.3], stop, delta=0.1 * DEG)  # long after the finger left
            self.assertLess(angles[second + 0.9] * (1 if second % 2 == 0 else -1), 0)

    def test_the_double_pendulum_forgets_its_start(self):
        text = (EXAMPLES / "gallery/double_pendulum.tml").read_text(encoding="utf-8")
        ends = []
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "parts.tml").write_bytes((EXAMPLES / "gallery/parts.tml").read_bytes())
            for start in ("120deg", "120.001deg"):
                path = pathlib.Path(folder) / "double_pendulum.tml"
                path.write_text(text.replace("start = 120deg)", f"start = {start})"), encoding="utf-8")
                self.call("simulate", path, "--out", folder, "--quiet")
                rows = self.call("report", path.with_suffix(".rec"), "--csv").splitlines()
                ends.append([float(value) for value in rows[-1].split(",")])
        self.assertGreater(abs(ends[0][2] - ends[1][2]), 1)
        self.assertAlmostEqual(ends[0][3], ends[1][3], delta=1e-4)  # both have the energy of their start

    def test_the_squeezer_has_the_numbers_of_the_handbook(self):
        run = self.simulated("gallery/andrews_squeezer")
        self.assertAlmostEqual(run["motor.angle"][-1], 15.81077119515, delta=1e-6)
        self.assertAlmostEqual(run["motor.angular_velocity"][-1], 1139.9203, delta=1e-3)

    # ---- Contact and dynamics -----------------------------------------------------------------

    def test_what_falls_follows_its_parabola_at_any_step(self):
        box = self.columns("simulate", "contact/cliff", 2)
        peg = self.columns("simulate", "contact/pegs", 1)
        for heights, times, start, last in ((box["box.foot.y"], box["time"], 1, 0.9),
                                            (peg["peg.foot.y"], peg["time"], 5, 213 * 0.0125)):
            for time, y in zip(times, heights):
                if time <= last:
                    self.assertAlmostEqual(y, start - 9.81 * time ** 2 / 2, delta=1e-12)
        self.assertLess(abs(peg["peg.foot.y"][214] + 30), 1e-9)
        self.assertGreater(peg["peg.foot.y"][213], -30 + 0.1)

    def test_bounces_are_as_high_with_long_steps_as_with_short_ones(self):
        for run in (1, 2):
            ball = self.columns("simulate", "contact/bounce", run)
            heights = []
            for y, speed in zip(ball["ball.foot.y"], ball["ball.velocity.y"]):
                height = y + speed ** 2 / 2 / 9.81  # energy by weight
                if not heights or abs(height - heights[-1]) > 1e-6:
                    heights.append(height)
            for i in range(8):
                self.assertAlmostEqual(heights[i], 0.64 ** i, delta=1e-9)
            still = [y for time, y in zip(ball["time"], ball["ball.foot.y"]) if time > 4.1]  # 1 % later than the closed form
            self.assertLess(max(map(abs, still)), 1e-12)

    def test_textbook_motions_have_the_numbers_of_their_heads(self):
        run = self.simulated("dynamics/actuator")
        self.assertAlmostEqual(run["motor.angular_velocity"][200], 12 * (1 - math.exp(-1)), delta=1e-6)
        self.assertAlmostEqual(run["motor.angular_velocity"][200], 7.585, delta=5e-4)
        run = self.simulated("dynamics/damped_oscillators")
        w = math.sqrt(96)
        for time, x in zip(run["time"], run["swinging.slide.position"]):
            self.assertAlmostEqual(x, 0.1 * math.exp(-2 * time) * (math.cos(w * time) + 2 / w * math.sin(w * time)), delta=1e-8)
        run = self.simulated("dynamics/gear_pair")
        self.assertAlmostEqual(run["motor.angle"][-1], 30, delta=1e-9)
        self.assertAlmostEqual(run["shaft.angle"][-1], -15, delta=1e-9)
        run = self.simulated("dynamics/screw_load")
        for time, x in zip(run["time"], run["screw.position"]):
            self.assertAlmostEqual(x, 0.1 - 0.24802 * time ** 2 / 2, delta=3e-6)
        run = self.simulated("dynamics/pendulum")
        self.assertAlmostEqual(run["bob.center.x"][-1], -0.275087462576117, delta=1e-8)
        self.assertAlmostEqual(run["bob.center.y"][-1], -0.961419205099125, delta=1e-8)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
