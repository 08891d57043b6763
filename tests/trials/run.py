"""Runs the trials: definitions that state what the program must say of them, and what it must not.

usage: run.py PROGRAM FOLDER [WORD]

A trial is a definition whose comments at its head state, in this order:

  // trial: one sentence, what is true of this world and how it is known
  // run: simulate FILE --out out      what is called; FILE is the definition, in an empty folder
  // exit: 1                           its exit code; 0 where nothing is stated
  // says: the text                    stands in what it prints (standard output and errors)
  // never: the text                   does not stand there
  // near: REGEX = 3.14 +- 0.01        the number that the one group of REGEX finds there

Several `run:` follow each other in the same folder, each with its own expectations. Spaces are
compared as one. WORD runs only the trials whose names contain it, and shows what they print."""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 120
DIRECTIVE = re.compile(r"^// *(trial|run|exit|says|never|near): *(.*?) *$")
NEAR = re.compile(r"^(.*) = (\S+) \+- (\S+)$")


class Run:
    """One call of the program and what is expected of it."""

    def __init__(self, command):
        self.command = command
        self.exit = 0
        self.says = []
        self.never = []
        self.near = []


def read(path):
    """Returns the sentence of a trial and its runs; raises ValueError for one that tests nothing."""
    sentence, runs = None, []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        found = DIRECTIVE.match(line)
        if not found:
            continue
        word, text = found.groups()
        if word == "trial":
            sentence = text
        elif word == "run":
            runs.append(Run(text))
        elif not runs:
            raise ValueError(f"'{word}:' before the first 'run:'")
        elif word == "exit":
            runs[-1].exit = int(text)
        elif word == "near":
            parts = NEAR.match(text)
            if not parts:
                raise ValueError(f"'near: {text}' is not REGEX = NUMBER +- NUMBER")
            runs[-1].near.append((parts[1], float(parts[2]), float(parts[3])))
        else:
            getattr(runs[-1], word).append(text)
    if not sentence or not runs:
        raise ValueError("a trial states 'trial:' and 'run:'")
    if not any(run.exit or run.says or run.never or run.near for run in runs):
        raise ValueError("a trial expects something")
    return sentence, runs


def plain(text):
    return " ".join(text.split())


def call(program, run, path, folder):
    words = [str(path.name) if word == "FILE" else word for word in shlex.split(run.command)]
    done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, timeout=SECONDS,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", errors="replace")


def faults(run, code, output):
    """Returns what is not as the run states, one sentence each."""
    if code != run.exit:
        yield f"ended with {code}, not {run.exit}"
    for text in run.says:
        if plain(text) not in plain(output):
            yield f"does not say: {text}"
    for text in run.never:
        if plain(text) in plain(output):
            yield f"says: {text}"
    for pattern, value, tolerance in run.near:
        found = re.search(pattern, output)
        if not found:
            yield f"nothing like: {pattern}"
        elif not abs(float(found[1]) - value) <= tolerance:
            yield f"{pattern} is {found[1]}, not {value} within {tolerance}"


def judge(program, path, show):
    """Runs one trial; returns what is wrong with it, as lines."""
    wrong = []
    try:
        _, runs = read(path)
    except ValueError as error:
        return [str(error)]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / path.name).write_bytes(path.read_bytes())
        for run in runs:
            try:
                code, output = call(program, run, path, folder)
            except subprocess.TimeoutExpired:
                return [*wrong, f"{run.command}: not done after {SECONDS} s"]
            if show:
                print(f"$ trammel {run.command}\n{output}")
            found = [f"{run.command}: {fault}" for fault in faults(run, code, output)]
            if found:
                found.append("it printed:\n" + output)
            wrong += found
    return wrong


def main():
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    word = sys.argv[3] if len(sys.argv) > 3 else ""
    paths = [path for path in sorted(folder.rglob("*.tml")) if word in str(path.relative_to(folder))]
    failed = 0
    for path in paths:
        wrong = judge(program, path, bool(word))
        failed += bool(wrong)
        for line in wrong:
            print(f"{path.relative_to(folder)}: {line}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
