"""Runs tools/work_precision.py on made-up rows: speeds at errors between the measured ones."""
import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

HEAD = "scene,engine,method,setting,error,sim_seconds_per_second,evaluations,create_seconds,note\n"


class WorkPrecision(ScriptTest):
    def speeds(self, *rows, extra=()):
        """{(error, engine): row} of the rows (engine, method, error, speed), all of one scene."""
        lines = [f"box,{engine},{method},step 1,{error},{speed},1,1,\n"
                 for engine, method, error, speed in rows]
        path = self.write("rows.csv", "# machine: none\n" + HEAD + "".join(lines))
        self.done = run(sys.executable, ROOT / "tools" / "work_precision.py", path, "--out",
                        self.folder / "out.csv", "--plot", self.folder / "out.svg", *extra, check=False)
        with (self.folder / "out.csv").open(newline="", encoding="utf-8") as file:
            return {(row["error"], row["engine"]): row for row in csv.DictReader(file)}

    def test_a_speed_is_on_the_line_through_the_points(self):
        found = self.speeds(("trammel 1", "a", 1e-2, 1000), ("trammel 1", "a", 1e-4, 10),
                            ("trammel 1", "a", 1e-8, 1))
        self.assertEqual(float(found["1e-03", "trammel 1"]["sim_seconds_per_second"]), 100)
        self.assertAlmostEqual(float(found["1e-06", "trammel 1"]["sim_seconds_per_second"]), 10 ** 0.5,
                               places=2)

    def test_a_setting_that_is_better_than_asked_counts_as_it_is(self):
        found = self.speeds(("trammel 1", "a", 1e-9, 7))
        self.assertEqual(found["1e-03", "trammel 1"]["sim_seconds_per_second"], "7")

    def test_a_finer_setting_that_is_faster_counts(self):
        found = self.speeds(("trammel 1", "a", 1e-4, 5), ("trammel 1", "a", 1e-7, 8))
        self.assertEqual(found["1e-03", "trammel 1"]["sim_seconds_per_second"], "8")

    def test_a_lucky_hit_does_not_count(self):
        found = self.speeds(("ode 1", "a", 1e-7, 100), ("ode 1", "a", 1e-2, 50), ("ode 1", "a", 1e-4, 25))
        self.assertEqual(found["1e-06", "ode 1"]["note"], "not reached: best 1.0e-07")
        self.assertLess(float(found["1e-03", "ode 1"]["sim_seconds_per_second"]), 50)

    def test_the_best_method_of_an_engine_counts_and_is_compared(self):
        found = self.speeds(("trammel 1", "a", 1e-7, 30), ("ode 1", "slow", 1e-7, 5), ("ode 1", "fast", 1e-7, 10),
                            ("ode 1", "wrong", "nan", 900))
        self.assertEqual(found["1e-06", "ode 1"]["method"], "fast")
        self.assertEqual(found["1e-06", "ode 1"]["trammel_times_faster"], "3")
        self.assertIn("3.00 times faster", self.done.stdout)
        self.assertIn("</svg>", (self.folder / "out.svg").read_text(encoding="utf-8"))

    def test_who_is_slower_is_told_and_can_fail(self):
        rows = ("trammel 1", "a", 1e-7, 1), ("ode 1", "a", 1e-7, 2)
        self.speeds(*rows)
        self.assertIn("SLOWER", self.done.stdout)
        self.assertEqual(self.done.returncode, 0)
        self.speeds(*rows, extra=["--strict"])
        self.assertEqual(self.done.returncode, 1)


if __name__ == "__main__":
    main()
