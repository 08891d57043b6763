"""Runs the definitions of this folder through the program and compares its messages with those that
they expect.

usage: run.py PROGRAM FOLDER [--write]

A file says in comments what is wrong with the line that they stand in:

    geometry: cuboid(1, 3, 1   // error 21: expected ',' or ')', found … // note 1:5: … // hint: …

error and warning take the column, note the line and column of the other place, parts the instance. Of a place in another
text they take its name, too: `error included/roots.tml:20`. `// line N: error …` tells of another line, for lines that cannot
hold a comment. A file without such a comment must have
nothing said about it. --write puts what the program says into the files: read every one."""
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()
WRITE = "--write" in sys.argv[3:]
EXPECTED = re.compile(r" *// (?=(?:line \d+: )?(?:error|warning|note|parts|hint)\b)")
PLACE = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?P<what>error|warning|note): (?P<text>.*)$")


def command(path):
    """Files below `syntax` are read alone; of the others the meaning is checked, too."""
    alone = "syntax" in path.relative_to(FOLDER).parts
    return [PROGRAM, "fmt" if alone else "check", path.name]


def told(path):
    """What the program says of the file, as {line: [text, …]}."""
    done = subprocess.run(command(path), cwd=path.parent, capture_output=True, text=True,
                          timeout=60, check=False, encoding="utf-8", errors="replace")
    lines, last, file = {}, None, None
    for row in done.stderr.splitlines():
        place = PLACE.match(row)
        if place and place["what"] == "note" and last:
            other = "" if place["file"] == file else place["file"] + ":"
            last.append(f"note {other}{place['line']}:{place['column']}: {place['text']}")
        elif place:
            file = place["file"]
            other = "" if file == path.name else file + ":"
            last = lines.setdefault(int(place["line"]), [])
            last.append(f"{place['what']} {other}{place['column']}: {place['text']}")
        elif row.startswith(("  hint: ", "  parts: ")) and last:
            last.append(row.strip())
        elif not re.match(r" +\d* \|", row):
            raise AssertionError(f"{path.name}: not understood: {row}")
    errors = any(text.startswith("error") for texts in lines.values() for text in texts)
    assert done.returncode == int(errors), (path.name, done.returncode, done.stderr)
    return lines


def expected(path):
    """What the file expects, in the same form."""
    lines = {}
    for number, row in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
        for text in EXPECTED.split(row)[1:]:
            other = re.match(r"line (\d+): ", text)
            line = int(other[1]) if other else number
            lines.setdefault(line, []).append(text[other.end():] if other else text)
    return lines


def write(path):
    elsewhere = b"// line " in path.read_bytes()
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    rows = [EXPECTED.split(row)[0] for row in text.split("\n")]
    path.write_text("\n".join(rows), encoding="utf-8", errors="surrogateescape")
    for line, texts in told(path).items():
        if elsewhere:
            rows[-2] += "".join(f" // line {line}: {text}" for text in texts)
        else:
            rows[line - 1] += "".join(f" // {text}" for text in texts)
    path.write_text("\n".join(rows), encoding="utf-8", errors="surrogateescape")


class Language(unittest.TestCase):
    maxDiff = None


def add_case(path):
    def case(self):
        self.assertEqual(told(path), expected(path), path.name)
    setattr(Language, f"test_{path.stem}", case)


FILES = sorted(FOLDER.rglob("*.tml"))
for file in FILES:
    if WRITE:
        write(file)
    add_case(file)
result = unittest.main(argv=sys.argv[:1], exit=False, verbosity=0).result
failed = len(result.failures) + len(result.errors)
print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
sys.exit(1 if failed or not FILES else 0)
