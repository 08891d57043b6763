"""Tests of `trammel simulate` and `trammel equations` as people call them.

usage: test_simulate.py PROGRAM SOURCE_FOLDER"""
import json
import math
import os
import pty
import re
import resource
import signal
import subprocess
import time

from simulating import (ABOUT_PIN, ARM, GRAVITY, LONG, MASS, PENDULUM, PROGRAM, TOP_SPEED, Case, main)

TOUCHING = """primitive block begin
  geometry: cuboid(100mm, 100mm, 100mm);
  interference: ;
  dynamics: ;
end
world pile begin
  components a: block; b: block;
  structure begin
    place a by center at (0, 0, 0);
    place b by center at (0, 1m, 0);
  end
  properties: (gravity);
end
simulate pile begin
  time: (1ms, 100ms);
  method: events;
  without: gravity;
end
"""

# 1 kg falls 20 mm onto the floor, 100 mm beside its middle.
FALLING = """primitive ground begin
  properties: (fixed);
  geometry: cuboid(1m, 100mm, 100mm);
  interference: ;
end
primitive crate begin
  geometry: cuboid(100mm, 100mm, 100mm);
  interference: ;
  dynamics: ;
end
world drop begin
  input weight = 9.81N;
  components floor: ground; box: crate;
  structure begin
    place floor by center at (0, -50mm);
    place box by center at (100mm, 70mm);
  end
  properties: (planar, gravity);
end
simulate drop begin
  time: (5ms, 500ms);
  monitor: contact(box, floor), force(box, floor), floor.force, torque(floor, box),
    if t > 400ms then force(box, floor).y else weight;
end
"""


class Simulate(Case):
    def setUp(self):
        super().setUp()
        self.write(PENDULUM)

    def test_the_summary_tells_what_happened(self):
        told = self.good("simulate", "m.tml").stdout
        self.assertRegex(told, r"^m\.tml\n  simulate pendulum: 2 s in \S+ s, 201 frames\n"
                               r"    method      events, dop853, tolerance 1e-10\n"
                               r"    steps       \d+ \(\d+ refused\), \d+ solutions of the motion equations\n"
                               r"    events      (1 start, )?1 end\n"
                               r"    energy      \S+ J, error \S+ J \(\S+ of the largest kinetic energy\)\n"
                               r"    errors      largest gap of a joint \S+ m, largest residual of an "
                               r"equation \S+\n"
                               r"    monitor +least +at \[s\] +greatest +at \[s\] +mean  zeros\n"
                               r"    pivot\.angle \[rad\] ")
        self.assertIn("    bob.tip.x [m] ", told)
        self.assertNotIn("bob.tip.z", told)
        self.assertIn("    not modelled: contact (no body has 'interference')\n", told)
        self.assertIn("    no file was written: --out FOLDER keeps the recording", told)

    def test_fixed_steps_are_called_coarse_by_what_they_do_to_the_energy(self):
        """Nothing acts on the pendulum but its weight: whatever its energy changes by is an error."""
        self.write(PENDULUM)
        for step, is_coarse in (("100ms", True), ("1ms", False)):
            told = self.good("simulate", "m.tml", "--method", "stepping", "--step", step, "--out", ".").stdout
            rows = [[float(x) for x in line.split(",")]
                    for line in self.good("report", "m.rec", "--csv").stdout.splitlines()[1:]]
            kinetic = max(0.5 * ABOUT_PIN * row[2] ** 2 for row in rows)
            self.assertEqual(abs(rows[-1][-1] - rows[0][-1]) > 0.01 * kinetic, is_coarse)
            self.assertEqual("\n    coarse      that error is more than a hundredth of what moved" in told, is_coarse, told)

    def test_json_tells_the_same_as_one_object(self):
        run, = self.runs("m.tml")
        values = {value["name"]: value for value in run["monitors"]}
        self.assertEqual((run["world"], run["outcome"], run["time"], run["frames"]),
                         ("pendulum", "ended", 2.0, 201))
        self.assertEqual((run["events"]["end"], run["events"]["failure"]), (1, 0))
        self.assertEqual((run["not_modelled"], run["without"], run["may_touch"]), (["interference"], [], False))
        self.assertEqual(values["pivot.angle"]["unit"], "rad")
        # From the closed form: it swings from level to level, fastest at the bottom.
        self.assertAlmostEqual(values["pivot.angle"]["least"], -math.pi, delta=2e-3)
        self.assertAlmostEqual(-values["pivot.angular_velocity"]["least"], TOP_SPEED, delta=2e-3)
        self.assertAlmostEqual(values["energy"]["least"], values["energy"]["greatest"], delta=1e-8)
        self.assertLess(abs(run["energy_error"]), 1e-8 * run["energy_scale"])
        self.assertLess(run["gap"], 1e-10)
        self.assertEqual(run["files"], [])

    def test_zero_crossings_are_those_of_the_closed_form(self):
        run, = self.runs("m.tml")
        speed = next(value for value in run["monitors"] if value["name"] == "pivot.angular_velocity")
        # A quarter period from level to the bottom: K(k) / w with k = sin(45 deg), by the mean of Gauss.
        a, b = 1.0, math.cos(math.pi / 4)
        for _ in range(8):
            a, b = (a + b) / 2, math.sqrt(a * b)
        half = math.pi / a / math.sqrt(MASS * GRAVITY * ARM / ABOUT_PIN)
        self.assertEqual(speed["crossings"], int(2 / half))
        self.assertAlmostEqual(speed["first_crossing"], half, delta=1e-6)

    def test_the_end_can_be_given_in_units(self):
        for words in (("--to", "500ms"), ("--to=0.5",), ("--to", "0.25s * 2")):
            with self.subTest(words):
                run, = self.runs("m.tml", *words)
                self.assertEqual((run["time"], run["frames"]), (0.5, 51))
        self.wrong(2, "--to must be a time in seconds, such as 2.5, or one with a unit, such as 500ms, not '3kg'", "simulate", "m.tml", "--to", "3kg")
        self.wrong(2, "such as 500ms, not 'x'", "simulate", "m.tml", "--to", "x")
        self.wrong(2, "--to must be greater than zero, not '-1'", "simulate", "m.tml", "--to", "-1")
        self.wrong(2, "--to needs a value", "simulate", "m.tml", "--to")

    def test_method_integrator_tolerance_and_step_can_be_chosen(self):
        for integrator in ("dop853", "dopri5", "sdirk4"):
            run, = self.runs("m.tml", "--to", "0.1", "--integrator", integrator, "--tolerance", "1e-6")
            self.assertEqual((run["method"], run["integrator"], run["tolerance"]), ("events", integrator, 1e-6))
        for integrator in ("rk4", "euler"):
            run, = self.runs("m.tml", "--to", "0.1", "--integrator", integrator, "--step", "2ms")
            self.assertEqual((run["integrator"], run["step"], run["steps"]), (integrator, 0.002, 50))
        for method in ("stepping", "classic"):
            run, = self.runs("m.tml", "--to", "0.1", "--method", method, "--step", "0.002")
            self.assertEqual((run["method"], run["steps"]), (method, 50))
        self.wrong(2, "--method must be events, stepping or classic, not 'best'", "simulate", "m.tml", "--method", "best")
        self.wrong(2, "--integrator must be auto, dop853, dopri5, sdirk4, rk4 or euler, not ''", "simulate", "m.tml",
                   "--integrator=")
        self.wrong(2, "--tolerance must be a number, not '1e-6s'", "simulate", "m.tml", "--tolerance", "1e-6s")
        self.wrong(2, "--step must be greater than zero", "simulate", "m.tml", "--step", "0")

    def test_runs_are_chosen_by_number_or_world(self):
        second = PENDULUM[PENDULUM.index("world"):].replace("pendulum", "other").replace("2s)", "1s)")
        self.write(PENDULUM + second)
        self.assertEqual([run["world"] for run in self.runs("m.tml", "--to", "0.1")], ["pendulum", "other"])
        self.assertEqual([run["time"] for run in self.runs("m.tml", "--run", "2")], [1.0])
        self.assertEqual([run["time"] for run in self.runs("m.tml", "--run", "pendulum")], [2.0])
        self.wrong(2, "m.tml has no 'simulate' 3; it has 1 (pendulum), 2 (other)", "simulate", "m.tml", "--run", "3")
        self.wrong(2, "m.tml has no 'simulate' swing; it has", "simulate", "m.tml", "--run", "swing")
        self.good("simulate", "m.tml", "--out", "out", "--to", "0.1")
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()), ["m-2.rec", "m.rec"])

    def test_inputs_are_set_at_the_start_and_later(self):
        # Held level by its own weight's moment: nothing moves.
        run, = self.runs("m.tml", "--set", f"push={MASS * GRAVITY * ARM}N*m")
        angle = next(value for value in run["monitors"] if value["name"] == "pivot.angle")
        self.assertAlmostEqual(angle["least"], 0.0, delta=1e-9)
        self.assertEqual(run["events"]["input"], 1)
        run, = self.runs("m.tml", "--set", "push=1N*m@0.505s", "--set", f"push={MASS * GRAVITY * ARM}")
        angle = next(value for value in run["monitors"] if value["name"] == "pivot.angle")
        self.assertEqual(run["events"]["input"], 2)
        self.assertLess(angle["least"], -0.5)
        self.good("simulate", "m.tml", "--out", "out", "--set", "push=1N*m@0.505s")
        self.assertIn("0.505", self.good("report", "out/m.rec", "--events").stdout)

    def test_wrong_inputs_are_told(self):
        self.wrong(2, "pendulum has no input 'pull'; it has push", "simulate", "m.tml", "--set", "pull=1")
        self.wrong(2, "--set needs INPUT=VALUE or INPUT=VALUE@T, not 'push'", "simulate", "m.tml", "--set", "push")
        self.wrong(2, "push must be a number, in ", "simulate", "m.tml", "--set", "push=1m")
        self.wrong(2, "'push' is set at 9 s, but the run is from 0 s to 2 s", "simulate", "m.tml", "--set", "push=1@9")
        self.wrong(2, "the time after @ must be a time in seconds", "simulate", "m.tml", "--set", "push=1@x")
        done = self.good("simulate", "m.tml", "--to", "0.1", "--set", "push=99")
        self.assertIn("note: 'push' can be from -50 to 50 ", done.stderr)

    def test_a_definition_can_come_from_the_standard_input(self):
        done = self.good("simulate", "-", "--to", "10ms", "--out", "out", input=PENDULUM)
        self.assertIn("<stdin>\n", done.stdout)
        self.assertIn("out/stdin.rec", done.stdout)

    def test_wrong_calls_end_with_2(self):
        self.wrong(2, "no file is given; see 'trammel help simulate'", "simulate")
        self.wrong(2, "'--nonsense' is not recognised", "simulate", "m.tml", "--nonsense")
        self.wrong(2, "n.tml: No such file or directory", "simulate", "m.tml", "n.tml")
        self.wrong(2, "nothing.tml: No such file or directory", "simulate", "nothing.tml")
        self.wrong(2, "--checkpoint needs --out", "simulate", "m.tml", "--checkpoint")
        self.wrong(2, "m.tml/m.rec: Not a directory", "simulate", "m.tml", "--out", "m.tml")
        self.write(PENDULUM[:PENDULUM.index("simulate")], "world.tml")
        self.wrong(1, "world.tml has no 'simulate'", "simulate", "world.tml")
        (self.folder / "out" / "m.rec").mkdir(parents=True)
        (self.folder / "out" / "m.rec" / "x").write_text("")
        self.wrong(2, "out/m.rec: Is a directory", "simulate", "m.tml", "--out", "out")

    def test_errors_of_the_text_end_with_1(self):
        self.write(PENDULUM.replace("pin matching", "pim matching"))
        self.wrong(1, "m.tml:9:28: error: ", "simulate", "m.tml")
        self.write(PENDULUM.replace("torque of pivot = push", "torque of pivot = somebody"))
        self.wrong(1, "somebody", "simulate", "m.tml")
        self.write(PENDULUM.replace("mass: 2kg", "mass: 0kg").replace("0.1kg*m^2", "0kg*m^2"))
        self.wrong(1, "m.tml:", "simulate", "m.tml")

    def test_check_tells_how_far_a_second_run_is_apart(self):
        done = self.good("simulate", "m.tml", "--check", "--json")
        check = json.loads(done.stdout)["runs"][0]["check"]
        self.assertTrue(check["is_good"] and check["trusted_until"] is None)
        self.assertEqual([body["name"] for body in check["bodies"]], ["bob"])
        self.assertLess(check["bodies"][0]["angle"], 1e-6)
        self.assertGreater(check["bodies"][0]["angle"], 0.0)
        self.assertIn("    trust       the error is about ", self.good("simulate", "m.tml", "--check").stdout)

    def test_check_warns_where_the_step_is_too_long(self):
        words = ("simulate", "m.tml", "--check", "--integrator", "euler", "--step", "20ms")
        done = self.call(*words)
        self.assertEqual(done.returncode, 1)
        self.assertIn("again with step 0.01 s", done.stdout)
        self.assertIn("    doubtful    from ", done.stdout)
        done = self.call(*words, "--quiet")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("m.tml: doubtful: from ", done.stderr)

    def test_check_of_a_run_that_fails_or_stops_elsewhere(self):
        stopping = PENDULUM.replace("  trace:", "  stop: pivot.angle < -20deg;\n  trace:")
        self.write(stopping)
        self.assertIn("trust", self.good("simulate", "m.tml", "--check").stdout)
        self.write(PENDULUM.replace("torque of pivot = push", "torque of pivot = sqrt(0.1 - time / 1s) * 1N*m"))
        done = self.call("simulate", "m.tml", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("    not checked: the run did not reach its end", done.stdout)

    def test_quiet_says_nothing(self):
        self.write(re.sub(r"  monitor:[^;]*;", "  report: plot;", PENDULUM))
        self.assertIn("nothing is monitored", self.good("simulate", "m.tml", "--to", "10ms", "--out", "out").stderr)
        done = self.good("simulate", "m.tml", "--to", "10ms", "--quiet", "--out", "out", "--set", "push=99")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertTrue((self.folder / "out" / "m.rec").exists())

    def test_what_report_asks_for_is_written_beside_the_recording(self):
        self.write(PENDULUM.replace("  trace:", "  report: animation, csv, energy, equations, events, impulses, page, "
                                                "plot, svg, table;\n  trace:"))
        done = self.good("simulate", "m.tml", "--out", "out", "--to", "0.2")
        names = ["m-equations.txt", "m-events.txt", "m-impulses.txt", "m-loop.svg", "m-plot.svg", "m-strip.svg", "m.csv",
                 "m.rec"]
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()), names)
        for name in names:
            self.assertIn(f"    out/{name}\n", done.stdout)
        self.assertIn("warning: the report 'page' is not available yet", done.stderr)
        self.assertIn("note: report: page: it is not available yet", done.stderr)
        self.assertIn("J", (self.folder / "out" / "m.csv").read_text().splitlines()[0])
        self.assertNotIn("note:", self.good("simulate", "m.tml", "--to", "0.2").stderr)

    def test_bodies_that_may_touch_and_what_is_left_out_are_told(self):
        self.write(TOUCHING)
        told = self.good("simulate", "m.tml").stdout
        self.assertIn("note: bodies may touch, and none did; had they, they would have passed through each other: "
                      "in space only 'method: stepping' holds bodies apart", told)
        self.assertIn("not modelled: gravity (switched off)", told)
        run, = self.runs("m.tml")
        self.assertEqual((run["may_touch"], run["held_apart"], run["without"], run["not_modelled"]),
                         (True, False, ["gravity"], []))

    def test_bodies_that_are_not_held_apart_are_noted_with_what_to_do(self):
        self.write(FALLING)
        for words, held in (((), True), (("--method", "events"), True), (("--method=classic",), False)):
            call = self.good if held else self.passes
            told = call("simulate", "m.tml", *words, "--out", "out").stdout
            line = "overlap     floor and box pass through each other from "
            self.assertEqual(line in told, not held)
            self.assertEqual("say 'method: stepping', or 'without: interference'" in told, not held)
            run, = json.loads(call("simulate", "m.tml", *words, "--json").stdout)["runs"]
            self.assertEqual((run["may_touch"], run["held_apart"], run["passed"]), (True, held, int(not held)))
            self.assertEqual(run.get("first_pass_bodies"), None if held else ["floor", "box"])
            # Every report says it.
            self.assertEqual(line in self.good("report", "out/m.rec").stdout, not held)
            for option in ("--csv", "--impulses", "--svg", "--loop", "--plot"):
                told = self.good("report", "out/m.rec", option).stdout
                self.assertEqual("floor and box pass through each other from " in told, not held, option)
            told = self.good("report", "out/m.rec", "--events").stdout
            self.assertEqual("box passes into floor: nothing holds them apart" in told, not held)
        self.write(FALLING.replace("time: (5ms, 500ms);", "time: (5ms, 500ms); without: interference;"))
        self.assertNotIn("note:", self.good("simulate", "m.tml").stdout)
        run, = self.runs("m.tml")
        self.assertEqual((run["may_touch"], run["held_apart"]), (False, False))

    def test_a_line_tells_how_bodies_touched(self):
        self.write(FALLING)
        told = self.good("simulate", "m.tml").stdout
        self.assertRegex(told, r"\n    contact     \d+ of 100 steps by facets, \d+ halved, \d+ at corners, "
                               r"\d+ steps of bodies asleep, largest overlap \S+ of a body, largest residual \S+\n")
        run, = self.runs("m.tml")
        contact, values = run["contact"], {value["name"]: value for value in run["monitors"]}
        self.assertEqual((contact["model"], contact["unsolved"]), ("facets", 0))
        self.assertGreater(contact["asleep"], 0)
        # It falls 20 mm, which takes sqrt(2 0.02 / g) = 64 ms, and lies there.
        fall = math.sqrt(2 * 0.02 / GRAVITY)
        self.assertAlmostEqual(contact["steps"], 100 - fall / 5e-3, delta=1.5)
        self.assertGreaterEqual(contact["solved"] + contact["asleep"], contact["steps"])
        self.assertLess(max(contact["overlap"], contact["residual"]), 1e-9)
        self.assertAlmostEqual(values["contact(box, floor)"]["mean"], 1 - fall / 0.5, delta=0.02)
        self.assertEqual(values["contact(box, floor)"]["least"], 0)
        # 1 kg: what the floor gives is its weight, but for the impact, and that of the fall as a whole.
        self.assertAlmostEqual(values["if t > 400ms then force(box, floor).y else weight"]["least"], GRAVITY, delta=1e-9)
        self.assertAlmostEqual(values["if t > 400ms then force(box, floor).y else weight"]["greatest"], GRAVITY,
                               delta=1e-9)
        self.assertAlmostEqual(values["force(box, floor).y"]["mean"], GRAVITY, delta=0.1)
        self.assertAlmostEqual(values["floor.force.y"]["mean"], -GRAVITY, delta=0.1)
        self.assertIn("    torque(floor, box).z [N*m]", told)  # (100 mm, …) x (0, -9.81 N)
        self.assertAlmostEqual(values["torque(floor, box).z"]["mean"], -0.1 * GRAVITY, delta=0.01)

    def test_runs_in_which_nothing_touches_have_no_such_line(self):
        told = self.good("simulate", "m.tml").stdout
        self.assertNotIn("    contact ", told)
        run, = self.runs("m.tml")
        self.assertEqual((run["contact"]["steps"], run["contact"]["overlap"]), (0, 0))

    def test_the_contact_model_of_the_command_comes_before_that_of_the_text(self):
        self.write(FALLING.replace("time: (5ms, 500ms);", "time: (5ms, 500ms); contact: facets;"))
        run, = self.runs("m.tml", "--contact", "face")
        self.assertEqual(run["contact"]["model"], "face")
        self.assertIn(" steps by face, ", self.good("simulate", "m.tml", "--contact=face").stdout)

    def test_a_contact_model_that_is_none_or_useless_is_told(self):
        self.write(FALLING)
        self.wrong(2, "--contact must be facets, vertex, vertex_literal, vertex_branch, face, face_single, "
                      "correction or face_front, not 'faces'", "simulate", "m.tml", "--contact", "faces")
        self.wrong(2, "--contact needs a value", "simulate", "m.tml", "--contact")
        done = self.good("simulate", "m.tml", "--contact", "face", "--method", "events")
        self.assertIn("note: --contact does nothing here: it is for --method stepping", done.stderr)
        done = self.good("simulate", "m.tml", "--contact", "face", "--method", "events", "--quiet")
        self.assertEqual(done.stderr, "")

    def test_a_failure_names_the_place_and_keeps_the_recording(self):
        self.write(PENDULUM.replace("torque of pivot = push", "torque of pivot = sqrt((0.5s - t) / 1s) * 1N*m"))
        done = self.call("simulate", "m.tml", "--out", "out")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stderr, r"m\.tml:13:\d+: error: .*")
        self.assertIn("(failed)", done.stdout)
        self.assertIn("1 failure", done.stdout)
        report = self.good("report", "out/m.rec")
        self.assertEqual(report.stderr, "")
        self.assertIn("(failed)", report.stdout)
        run, = json.loads(self.call("simulate", "m.tml", "--json").stdout)["runs"]
        self.assertEqual((run["outcome"], run["problem"]["severity"]), ("failed", "error"))
        self.assertLessEqual(run["time"], 0.5)
        self.assertGreater(run["time"], 0.4)

    def test_a_condition_stops_the_run(self):
        self.write(PENDULUM.replace("  trace:", "  stop: pivot.angle < -90deg;\n  trace:"))
        run, = self.runs("m.tml")
        self.assertEqual((run["outcome"], run["events"]["stop"]), ("stopped", 1))
        self.assertIn("(stopped)", self.good("simulate", "m.tml").stdout)


class Interruptions(Case):
    def setUp(self):
        super().setUp()
        self.write(LONG)

    def test_control_c_ends_with_the_recording_whole(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            running = self.start("simulate", "m.tml", "--out", "out")
            self.wait_for("out/m.rec", 20000)
            running.send_signal(number)
            told, errors = running.communicate(timeout=20)
            self.assertEqual(running.returncode, 128 + number, errors)
            self.assertRegex(told, r"simulate pendulum: \S+ s of 1000000 s \(interrupted\) in ")
            report = self.good("report", "out/m.rec")
            self.assertEqual(report.stderr, "")
            self.assertIn("(interrupted)", report.stdout)
            (self.folder / "out" / "m.rec").unlink()

    def test_no_further_run_begins_after_control_c(self):
        self.write(LONG + LONG[LONG.index("simulate"):])
        running = self.start("simulate", "m.tml", "--out", "out", "--json")
        self.wait_for("out/m.rec", 20000)
        running.send_signal(signal.SIGINT)
        told, _ = running.communicate(timeout=20)
        self.assertEqual([run["outcome"] for run in json.loads(told)["runs"]], ["interrupted"])

    def test_a_kill_loses_the_last_second_at_most(self):
        running = self.start("simulate", "m.tml", "--out", "out")
        self.wait_for("out/m.rec", 20000)
        running.kill()
        running.communicate(timeout=20)
        report = self.good("report", "out/m.rec", "--csv")
        self.assertIn("it is read to its last whole frame, number ", report.stderr)
        frames = int(re.search(r"number (\d+)", report.stderr)[1])
        self.assertEqual(len(report.stdout.splitlines()), frames + 1)

    def test_a_full_disk_ends_the_run_and_leaves_what_was_written(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000))
        for words in ((), ("--checkpoint=10ms",)):
            self.wrong(2, "out/m.rec: File too large", "simulate", "m.tml", "--out", "out", *words, preexec_fn=limit)
            self.assertIn("it is read to its last whole frame", self.good("report", "out/m.rec").stderr)

    def test_a_bar_shows_the_time_left_on_a_terminal_only(self):
        ours, theirs = pty.openpty()
        running = subprocess.Popen([PROGRAM, "simulate", "m.tml"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=theirs)
        os.close(theirs)
        shown = b""
        while b" left" not in shown:
            shown += os.read(ours, 10000)
        running.send_signal(signal.SIGINT)
        while True:
            try:
                more = os.read(ours, 10000)
            except OSError:
                break
            if not more:
                break
            shown += more
        running.communicate(timeout=20)
        os.close(ours)
        self.assertRegex(shown.decode(), r"\rpendulum \[[#.]{30}\] +\d+ %, ")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown[-80:])


class Checkpoints(Case):
    SETS = ("--set", "push=2N*m@10.0005s", "--set", "push=-1@25")

    def setUp(self):
        super().setUp()
        self.write(LONG)

    def begin(self, *words):
        """Starts a run and kills it when it has a checkpoint."""
        running = self.start("simulate", "m.tml", "--out", "out", "--checkpoint=20ms", *words)
        self.wait_for("out/m.checkpoint")
        running.kill()
        running.communicate(timeout=20)

    def whole(self, *words):
        """Runs without interruption, long enough to be interrupted; the options, and what it took [s]."""
        seconds, wall = 30.0, 0.0
        while wall < 0.5:
            seconds *= 2.0
            options = ("--to", f"{seconds}", *words)
            wall = self.runs("m.tml", "--out", "whole", *options)[0]["wall"]
        return options, wall

    def compare(self):
        self.assertEqual((self.folder / "out" / "m.rec").read_bytes(),
                         (self.folder / "whole" / "m.rec").read_bytes())
        self.assertEqual([p.name for p in (self.folder / "out").iterdir()], ["m.rec"])

    def test_a_run_that_was_killed_goes_on_with_the_same_bytes(self):
        options, wall = self.whole(*self.SETS)
        call = ("simulate", "m.tml", "--out", "out", "--checkpoint=20ms", *options)
        kills = 0
        for part in (0.1, 0.15, 0.2, 0.15):
            running = self.start(*call)
            time.sleep(part * wall)
            running.kill()
            running.communicate(timeout=20)
            has_more = (self.folder / "out" / "m.checkpoint").exists()
            kills += has_more
        self.assertGreater(kills, 0)
        done = self.good(*call)
        if has_more:  # else a machine that has become faster was done before the last kill
            self.assertIn("note: resuming at ", done.stderr)
        self.compare()

    def test_a_run_that_was_interrupted_goes_on_with_the_same_bytes(self):
        options, wall = self.whole()
        call = ("simulate", "m.tml", "--out", "out", "--checkpoint", *options)
        running = self.start(*call)
        self.wait_for("out/m.rec")
        time.sleep(0.2 * wall)
        running.send_signal(signal.SIGINT)
        told, _ = running.communicate(timeout=20)
        self.assertEqual(running.returncode, 130)
        self.assertIn("    out/m.checkpoint\n", told)
        self.assertEqual(self.good("report", "out/m.rec").stderr, "")
        self.good(*call)
        self.compare()

    def test_nothing_is_lost_when_the_definition_or_the_options_changed(self):
        self.begin(*self.SETS)
        before = {p.name: p.read_bytes() for p in (self.folder / "out").iterdir()}
        call = ("simulate", "m.tml", "--out", "out", "--checkpoint=20ms")
        self.wrong(1, "out/m.checkpoint: it was written with other options", *call)
        self.write(LONG + "// changed\n")
        self.wrong(1, "out/m.checkpoint: the definition was changed since it was written", *call, *self.SETS)
        self.write(LONG)
        (self.folder / "out" / "m.checkpoint").write_bytes(before["m.checkpoint"][:-1])
        self.wrong(1, "out/m.checkpoint: it is not a checkpoint, or is damaged", *call, *self.SETS)
        (self.folder / "out" / "m.checkpoint").write_bytes(before["m.checkpoint"])
        (self.folder / "out" / "m.rec").write_bytes(before["m.rec"][:100])
        self.wrong(1, "out/m.rec: it is shorter than when the checkpoint was written", *call, *self.SETS)
        (self.folder / "out" / "m.rec").write_bytes(b"x" * len(before["m.rec"]))
        self.wrong(1, "out/m.rec: it is not the recording that the checkpoint belongs to", *call, *self.SETS)
        (self.folder / "out" / "m.rec").write_bytes(before["m.rec"])
        (self.folder / "out" / ".m.lock").touch()  # the kill left one; those who come later remove it
        self.assertEqual({p.name: p.read_bytes() for p in (self.folder / "out").iterdir()}, before)

    def test_without_the_option_a_run_begins_anew(self):
        self.begin()
        self.good("simulate", "m.tml", "--out", "out", "--to", "0.1")
        self.assertEqual([p.name for p in (self.folder / "out").iterdir()], ["m.rec"])


class Equations(Case):
    def setUp(self):
        super().setUp()
        self.write(PENDULUM)

    def test_equations_and_their_solution_are_printed(self):
        self.assertTrue(self.good("equations", "m.tml", "--at", "0").stdout)
        self.assertTrue(self.good("equations", "m.tml", "--at", "100ms", "--digits", "4").stdout)
        json.loads(self.good("equations", "m.tml", "--at", "0.1", "--json").stdout)

    def test_inputs_count(self):
        rest = self.good("equations", "m.tml", "--at", "0").stdout
        self.assertNotEqual(self.good("equations", "m.tml", "--at", "0", "--set", "push=5").stdout, rest)

    def test_wrong_calls_are_told(self):
        self.wrong(2, "no file is given", "equations", "--at", "0")
        self.wrong(2, "--at is missing", "equations", "m.tml")
        self.wrong(2, "--at must not be negative", "equations", "m.tml", "--at", "-1")
        self.wrong(2, "--digits must be a whole number from 1 to 17", "equations", "m.tml", "--at", "0", "--digits", "99")
        self.wrong(2, "'--out' is not recognised", "equations", "m.tml", "--at", "0", "--out", "x")
        self.wrong(2, "has no 'simulate' 2", "equations", "m.tml", "--at", "0", "--run", "2")
        self.wrong(1, "the run ends at 2 s, before 3 s", "equations", "m.tml", "--at", "3s")
        self.write(PENDULUM.replace("pin matching", "pim matching"))
        self.wrong(1, "m.tml:9:28: error: ", "equations", "m.tml", "--at", "0")


if __name__ == "__main__":
    main()
