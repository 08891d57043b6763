"""script.py: what the script tests share. They are plain unittest; main() runs them and closes with
the line `N passed, N failed` that every test program of the project prints."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TIMEOUT = 300  # [s] a command that takes longer hangs
JOBS = os.environ.get("JOBS", str(os.cpu_count() or 1))


def tool(name):
    """Returns the program that the build takes for `name`; see tools/find.sh."""
    return run(ROOT / "tools" / "find.sh", name).stdout.strip()


def run(*command, cwd=ROOT, env=None, check=True, timeout=TIMEOUT):
    """Runs the command and returns what it printed; its failure fails the test, output shown."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=env, text=True,
                          errors="replace",
                          stdin=subprocess.DEVNULL, capture_output=True, check=False,
                          timeout=timeout)
    if check and done.returncode != 0:
        words = " ".join(str(word) for word in command)
        raise AssertionError(f"{words}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class ScriptTest(unittest.TestCase):
    """A case with a temporary folder of its own, self.folder."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


def main():
    program = unittest.main(module="__main__", exit=False, verbosity=0, argv=sys.argv)
    result = program.result
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    passed = result.testsRun - failed - len(result.skipped)
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed or result.testsRun == 0 else 0)
