"""Runs tools/test.py in a small tree whose cmake and ctest do what the case wants, and sees that its
closing line tells the truth."""
import os
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

REPORT = '<testsuite>{}</testsuite>'
CASE = '<testcase name="{}" status="{}"><system-out>{}</system-out></testcase>'


class Test(ScriptTest):
    def setUp(self):
        super().setUp()
        (self.folder / "tools").mkdir()
        shutil.copy(ROOT / "tools" / "test.py", self.folder / "tools")
        self.program("cmake", "exit 0")

    def program(self, name, body):
        path = self.write(f"bin/{name}", f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def ctest(self, *cases, status=0):
        """A ctest that reports the cases, each (name, status, output)."""
        self.write("report.xml", REPORT.format("".join(CASE.format(*case) for case in cases)))
        self.program("ctest", 'while [ "$1" != --output-junit ]; do shift; done\n'
                     f'cp {self.folder}/report.xml "$2"\necho from ctest\nexit {status}')

    def script(self, name, body):
        self.write(f"tests/install/test_{name}.py", body)

    def outcome(self, *steps):
        env = dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        done = run(sys.executable, self.folder / "tools" / "test.py", *steps, env=env, check=False)
        lines = done.stdout.strip().split("\n")
        self.assertEqual(sum(line[:1].isdigit() for line in lines), 1, done.stdout)
        return done, lines[-1]

    def test_cases_of_all_programs_are_summed(self):
        self.ctest(("a", "run", "noise\n3 passed, 0 failed\n"), ("b", "run", "4 passed, 0 failed"))
        self.script("one", "print('5 passed, 0 failed')")
        done, closing = self.outcome("gcc", "install")
        self.assertEqual((closing, done.returncode), ("12 passed, 0 failed", 0))
        self.assertNotIn("noise", done.stdout)

    def test_program_without_a_closing_line_counts_as_one(self):
        self.ctest(("a", "run", "hello"), ("b", "fail", "oh dear"), status=8)
        done, closing = self.outcome("gcc")
        self.assertEqual((closing, done.returncode), ("1 passed, 1 failed", 1))
        self.assertIn("oh dear", done.stdout)
        self.assertNotIn("hello", done.stdout)

    def test_crash_after_the_last_case_is_a_failure(self):
        self.ctest(("a", "fail", "3 passed, 0 failed\nleak of 8 bytes"), status=8)
        done, closing = self.outcome("gcc")
        self.assertEqual((closing, done.returncode), ("3 passed, 1 failed", 1))
        self.assertIn("leak of 8 bytes", done.stdout)

    def test_failing_test_lets_the_next_step_run(self):
        self.ctest(("a", "fail", "1 passed, 2 failed"), status=8)
        self.script("one", "print('5 passed, 0 failed')")
        self.assertEqual(self.outcome("gcc", "install")[1], "6 passed, 2 failed")

    def test_failing_build_stops_with_its_output(self):
        self.program("cmake", 'case $1 in --build) echo "x.c:1: wrong"; exit 1 ;; esac')
        self.script("one", "print('5 passed, 0 failed')")
        done, closing = self.outcome("gcc", "install")
        self.assertEqual((closing, done.returncode), ("0 passed, 1 failed", 1))
        self.assertIn("step gcc stopped: the build of preset test failed\n  x.c:1: wrong\n",
                      done.stdout)

    def test_no_tests_at_all_is_a_failure(self):
        self.ctest()
        self.assertEqual(self.outcome("gcc")[1], "0 passed, 1 failed")
        self.program("ctest", "exit 0")
        self.assertEqual(self.outcome("gcc")[1], "0 passed, 1 failed")
        self.assertEqual(self.outcome("install")[0].returncode, 1)

    def test_failure_that_ctest_does_not_explain_is_a_failure(self):
        self.ctest(("a", "run", "1 passed, 0 failed"), status=8)
        self.assertEqual(self.outcome("gcc")[1], "1 passed, 1 failed")

    def page(self, vitest, playwright, status=0):
        """A web.sh whose test programs report those cases, each the inside of a testcase."""
        for name, cases in (("vitest", vitest), ("playwright", playwright)):
            if cases is not None:
                self.write(f"{name}.xml", "<testsuites><testsuite>" + "".join(
                    f"<testcase>{case}</testcase>" for case in cases) + "</testsuite></testsuites>")
        self.write("tools/web.sh", "#!/bin/sh\n[ -n \"${JUNIT:-}\" ] || exit 0\necho from $1\n"
                   f"cp {self.folder}/$1.xml $JUNIT 2>/dev/null\nexit {status}\n").chmod(0o755)

    def test_cases_of_the_page_are_summed(self):
        self.page(["", ""], ["", "<skipped/>"])
        self.assertEqual(self.outcome("page")[1], "4 passed, 0 failed")  # the size is one

    def test_failing_case_of_the_page_is_shown(self):
        self.page(["", "<failure/>"], [""], status=1)
        done, closing = self.outcome("page")
        self.assertEqual(closing, "3 passed, 2 failed")  # Playwright ended badly: one more
        self.assertIn("from vitest", done.stdout)

    def test_test_program_of_the_page_without_a_report_is_a_failure(self):
        self.page([""], None)
        self.assertEqual(self.outcome("page")[1], "2 passed, 1 failed")

    def test_steps_and_their_sum_tell_what_they_cost(self):
        self.ctest(("a", "run", "1 passed, 0 failed"))
        self.script("busy", "import time\nwhile time.process_time() < 0.3: pass\n")
        done, _ = self.outcome("gcc", "install")
        costs = re.findall(r"^(\w+) +\w+ in (\S+) s, (\S+) s of core time$", done.stdout, re.M)
        self.assertEqual([name for name, _, _ in costs], ["gcc", "install", "all"])
        self.assertGreaterEqual(float(costs[1][2]), 0.3)
        for column in (1, 2):
            parts = [float(cost[column]) for cost in costs]
            self.assertAlmostEqual(parts[2], parts[0] + parts[1], delta=0.3)

    def test_tests_run_under_the_interpreter_of_the_runner(self):
        self.ctest(("a", "run", "1 passed, 0 failed"))
        self.program("cmake", f'echo "$@" >>{self.folder}/calls')
        self.outcome("gcc")
        calls = (self.folder / "calls").read_text(encoding="utf-8")
        self.assertIn(f"--preset test -DPython3_EXECUTABLE={sys.executable}\n", calls)

    def test_unknown_step_is_refused(self):
        done = run(sys.executable, self.folder / "tools" / "test.py", "gc", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no step 'gc'", done.stderr)


main()
