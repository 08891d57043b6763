"""What the tests of `trammel simulate`, `report` and `equations` share: worlds, and calls of the program."""
import json
import math
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

# A shell starts background jobs without control-C; the programs that the cases stop so need it.
signal.signal(signal.SIGINT, signal.default_int_handler)

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()

# A body without extent on a pin: mass 2 kg, 0.5 m below it when at rest, inertia 0.1 kg m^2 about its
# own centre. It starts at rest, level with the pin.
MASS, ARM, INERTIA, GRAVITY = 2.0, 0.5, 0.1, 9.81
ABOUT_PIN = INERTIA + MASS * ARM ** 2
TOP_SPEED = math.sqrt(2 * MASS * GRAVITY * ARM / ABOUT_PIN)
PENDULUM = """primitive bob begin
  geometry: none where begin pin: (-0.5m, 0); tip: (0.5m, 0); end;
  dynamics: (mass: 2kg, inertia: 0.1kg*m^2);
end
world pendulum begin
  input push = 0N*m in -50N*m .. 50N*m;
  components bob: bob;
  structure begin
    join bob to world with pin matching (pin (0, 0)) as pivot;
    place bob by pin at (0, 0) angle = 0deg;
  end
  properties: (planar, gravity);
  control: torque of pivot = push;
end
simulate pendulum begin
  time: (1ms, 2s);
  tolerance: 1e-10;
  record: 10ms;
  monitor: pivot.angle, pivot.angular_velocity, bob.tip, energy;
  trace: bob.tip;
end
"""
# Never repeats itself, and takes long.
LONG = PENDULUM.replace("time: (1ms, 2s);", "time: (1ms, 1000000s);")


class Case(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def write(self, text, name="m.tml"):
        (self.folder / name).write_text(text, encoding="utf-8")

    def call(self, *words, **options):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, text=True, capture_output=True,
                              encoding="utf-8",
                              errors="replace", timeout=60, check=False, **options)

    def good(self, *words, **options):
        done = self.call(*words, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def passes(self, *words, **options):
        """A call that goes well, but in which bodies that may touch overlap."""
        done = self.call(*words, **options)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        return done

    def wrong(self, status, message, *words, **options):
        done = self.call(*words, **options)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def runs(self, *words):
        """The runs of `simulate --json`."""
        return json.loads(self.good("simulate", *words, "--json").stdout)["runs"]

    def start(self, *words):
        return subprocess.Popen([PROGRAM, *words], cwd=self.folder, text=True, encoding="utf-8",
                                errors="replace",
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait_for(self, name, size=1, seconds=20):
        """Waits until a file has that many bytes."""
        path = self.folder / name
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if path.exists() and path.stat().st_size >= size:
                return
            time.sleep(0.01)
        self.fail(f"{name} was not written")


def main():
    result = unittest.main(module="__main__", exit=False, verbosity=0).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
