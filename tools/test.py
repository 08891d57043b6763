#!/usr/bin/python3
"""test.py [STEP…]: builds and runs all tests, or those of the named steps, and closes with one line
`N passed, N failed`.

A test program says the same line for its own cases, and they are summed; one that says none counts
as one. What failed is shown in full, what passed is not. A test that fails lets the others run; a
build that fails ends the run, since what follows would only say it again.
"""
import os
import re
import resource
import subprocess
import sys
import tempfile
import textwrap
import time
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JOBS = os.environ.get("JOBS", str(os.cpu_count() or 1))
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)
# ctest would shorten the output of tests, and with it the closing line.
ALL_OUTPUT = "100000000"
# A script that takes longer hangs; `timeout` then ends with this status.
SCRIPT_SECONDS = 1800
TIMED_OUT = 124


class Stop(Exception):
    """A step cannot go on: what failed, and what it printed."""

    def __init__(self, what, output):
        super().__init__(what)
        self.what = what
        self.output = output


def show(what, output):
    """Prints output indented, so that no line of it is taken for the closing one."""
    print(f"--- {what}\n{textwrap.indent(output.rstrip(), '  ')}\n---", flush=True)


class Tally:
    """Counts cases over all steps."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def add(self, name, output, good):
        """Takes the outcome of one test program; shows its output unless all is well."""
        closings = CLOSING.findall(output)
        passed, failed = map(int, closings[-1]) if closings else (int(good), int(not good))
        if not good and failed == 0:
            failed = 1  # it fell after its last case: a crash at the end, or a leak
        self.passed += passed
        self.failed += failed
        if failed or not good:
            show(f"{name} failed", output)


def call(command):
    return subprocess.run([str(word) for word in command], cwd=ROOT, text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, errors="replace")


def must(what, *command):
    """Runs a command without which the step is pointless."""
    done = call(command)
    if done.returncode != 0:
        raise Stop(f"{what} failed", done.stdout)
    return done.stdout


def find(name):
    return must(f"the search for {name}", "tools/find.sh", name).strip()


def build(preset, *options, target="all"):
    """Builds a preset; its tests run under the interpreter that runs this."""
    must(f"the configuration of preset {preset}", "cmake", "--preset", preset,
         f"-DPython3_EXECUTABLE={sys.executable}", *options)
    must(f"the build of preset {preset}", "cmake", "--build", "--preset", preset, "-j", JOBS,
         "--target", target)


def build_clang(preset, target="all"):
    build(preset, f"-DCMAKE_C_COMPILER={find('clang')}", target=target)


def run_ctest(tally, preset, *options):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = call(["ctest", "--test-dir", f"build/{preset}", "-j", JOBS, "--no-tests=error",
                     *options, "--output-junit", report, "--test-output-size-passed", ALL_OUTPUT,
                     "--test-output-size-failed", ALL_OUTPUT])
        if not report.is_file():
            raise Stop("ctest gave no report", done.stdout)
        cases = list(xml.parse(report).getroot().iter("testcase"))
    if not cases:
        raise Stop(f"preset {preset} has no tests", done.stdout)
    before = tally.failed
    for case in cases:
        output = case.findtext("system-out") or ""
        tally.add(f"{preset}: {case.get('name')}", output, case.get("status") == "run")
    if done.returncode != 0 and tally.failed == before:
        raise Stop("ctest failed, though no test did", done.stdout)


def run_programs(tally, programs):
    """Runs the programs, each (name, command), side by side; their outcomes keep the order."""
    with ThreadPoolExecutor(int(JOBS)) as pool:
        outcomes = pool.map(lambda program: call(["timeout", SCRIPT_SECONDS, *program[1]]), programs)
        for (name, _), done in zip(programs, outcomes):
            output = done.stdout
            if done.returncode == TIMED_OUT:
                output += f"stopped after {SCRIPT_SECONDS} s\n"
            tally.add(name, output, done.returncode == 0)


def run_junit(tally, name, *command):
    """Runs a program that reports its cases as JUnit does: into the file JUNIT names, or as pytest does."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = call(["timeout", SCRIPT_SECONDS, "env", f"JUNIT={report}", "NO_COLOR=1",
                     f"PYTEST_ADDOPTS=--junitxml={report}", *command])
        cases = list(xml.parse(report).getroot().iter("testcase")) if report.is_file() else []
    failed = sum(case.find("failure") is not None or case.find("error") is not None
                 for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    closing = f"\n{len(cases) - failed - skipped} passed, {failed} failed\n" if cases else ""
    tally.add(name, done.stdout + closing, done.returncode == 0 and bool(cases))


def scripts(*folders):
    """Returns the script tests tests/FOLDER/test_NAME.py and .mjs as (name, command)."""
    found = []
    for folder in folders:
        for suffix in (".py", ".mjs"):
            for script in sorted((ROOT / "tests" / folder).glob(f"test_*{suffix}")):
                runner = sys.executable if suffix == ".py" else find("node")
                found.append((str(script.relative_to(ROOT)), [runner, script]))
    return found


def step_gcc(tally):
    build("test")
    run_ctest(tally, "test")


def step_clang(tally):
    build_clang("clang")
    # Failing allocations do not depend on the compiler: gcc's build and the sanitizers' try them.
    # Nor are campaigns in their full length, which gcc's build runs, and scripts that call the program.
    os.environ["TEST_WITHOUT_FAULTS"] = os.environ["TEST_SHORT"] = "yes"
    run_ctest(tally, "clang", "--label-exclude", "^script$")
    del os.environ["TEST_WITHOUT_FAULTS"], os.environ["TEST_SHORT"]


def step_asan(tally):
    build_clang("asan")
    # Without it the sanitizers give addresses in place of files and lines.
    symbolizer = find("llvm-symbolizer")
    os.environ["ASAN_SYMBOLIZER_PATH"] = os.environ["UBSAN_SYMBOLIZER_PATH"] = symbolizer
    # Freed memory is kept from use for a while: 16 MB of it, for every copy of a program that an
    # allocation fails in costs what its memory takes.
    os.environ["ASAN_OPTIONS"] = "quarantine_size_mb=16"
    # Campaigns a tenth as long, and each place that asks for memory refused it once: gcc's build runs
    # them in full, and what the sanitizers look at is the code, not the numbers.
    os.environ["TEST_SHORT"] = "yes"
    run_ctest(tally, "asan")
    del os.environ["TEST_SHORT"]


def step_wasm(tally):
    build("wasm")
    run_programs(tally, scripts("wasm"))


def step_page(tally):
    build("wasm")
    for folder in (".", "tests"):
        must("the check of types", "tools/web.sh", "tsc", "-p", folder)
    run_junit(tally, "page: Vitest", "tools/web.sh", "vitest", "run")
    must("the build of the page", "tools/web.sh", "vite", "build", "--logLevel", "warn")
    run_programs(tally, [("page: size", ["tools/web.sh", "node", "tests/size.mjs"])])
    run_junit(tally, "page: Playwright", "tools/web.sh", "playwright", "test")


def step_rules(tally):
    build("test")
    checks = [("layout", ["tools/check_format.sh"]),
              ("rules of the core", [sys.executable, "tools/check_core.py", "--build", "build/test"]),
              ("rules of the page", [sys.executable, "tools/check_page.py"])]
    # The longest begins first.
    run_programs(tally, scripts("build") + checks + scripts("tools", "api"))


def step_install(tally):
    build("release")
    build("wasm")
    run_programs(tally, scripts("install"))


def step_python(tally):
    """The package as pip installs its wheel, made with the library of the release."""
    python, site, wheel = ROOT / ".tools/python/bin/python", ROOT / "build/python/site", ROOT / "build/python/wheel"
    if not python.exists():
        raise Stop("the search for what tests the Python package", "tools/install.sh python fetches it")
    build("release")
    library = ROOT / "build/release/src/libtrammel.so"
    must("the build of the Python package", python, "tools/python_wheel.py", wheel, library)
    must("the installation of the Python package", python, "-m", "pip", "install", "--quiet", "--no-deps",
         "--disable-pip-version-check", "--upgrade", "--target", site, *wheel.glob("*.whl"))
    must("the check of its types", "env", f"MYPYPATH={site}", python, "-m", "mypy")
    run_junit(tally, "python", "env", f"PYTHONPATH={site}", "PYTHONDONTWRITEBYTECODE=1",
              f"TRAMMEL_PROGRAM={ROOT / 'build/release/cli/trammel'}", python, "-X", "faulthandler", "-m", "pytest",
              "-q", "-p", "no:cacheprovider", "tests/python")


def step_bits(tally):
    library = "trammel_static"
    build("release", target=library)
    build("test", target=library)
    build_clang("clang", library)
    build_clang("asan", library)
    build("wasm")
    run_programs(tally, scripts("bits"))


STEPS = {
    "gcc": step_gcc,
    "clang": step_clang,
    "asan": step_asan,
    "wasm": step_wasm,
    "page": step_page,
    "rules": step_rules,
    "install": step_install,
    "python": step_python,
    "bits": step_bits,
}


class Clock:
    """Wall time, and core time of all programs that have ended [s]."""

    def __init__(self):
        self.wall, self.cores = self.now()

    @staticmethod
    def now():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic(), used.ru_utime + used.ru_stime

    def __str__(self):
        wall, cores = self.now()
        return f"in {wall - self.wall:.1f} s, {cores - self.cores:.1f} s of core time"


def main():
    names = sys.argv[1:] or list(STEPS)
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        sys.exit(f"test: no step '{unknown[0]}'; there are {', '.join(STEPS)}")
    tally, whole = Tally(), Clock()
    for name in names:
        clock, before = Clock(), tally.failed
        try:
            STEPS[name](tally)
        except Stop as stop:
            tally.failed += 1
            show(f"step {name} stopped: {stop.what}", stop.output)
            break
        word = "ok" if tally.failed == before else "FAILED"
        print(f"{name:8} {word} {clock}", flush=True)
    print(f"all      ran {whole}")
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
