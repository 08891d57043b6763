#!/usr/bin/python3
"""check_page.py [--root DIR]: checks the rules of the page that neither the compiler nor the tests
check. Each rule of LINES stands with its reason. Prints every breach and ends with status 1 when
there is one."""
import argparse
import re
import sys
from pathlib import Path

LONGEST = 400
# (what is searched for, where it may stand all the same, what is wrong with it)
LINES = [
    (re.compile(r"\b(inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b"), (),
     "text from a file could become markup; make elements and set textContent"),
    (re.compile(r"\beval\(|\bnew Function\b"), (),
     "text from a file could become a program; the policy of the page forbids it too"),
    (re.compile(r"(:|<|,|\||\bas)\s*any\b(?!\s*\w)"), (),
     "`any` turns the compiler off; write the type, or `unknown`"),
    (re.compile(r"@ts-(ignore|nocheck|expect-error)\b"), (),
     "it turns the compiler off; mend the types"),
    (re.compile(r"\.wasm\b|\bWebAssembly\."), ("core/",),
     "only core/ sees the module; others go through it"),
    # Directions (sin, cos, atan2) are drawn and written all over; these solve triangles.
    (re.compile(r"\bMath\.(asin|acos|atan|tan)\b"), ("view/", "tools/snap"),
     "where things meet is mechanics, which belong to the core"),
    (re.compile(r"^export default\b"), (),
     "a thing has one name everywhere; export it by that name"),
]
CODE = {".ts", ".css", ".js", ".mjs"}
COMMENT = re.compile(r"^\s*(//|/?\*)")
# A lock file that names a registry only works where that registry is reached.
LOCKED_ADDRESS = re.compile(r'"resolved":')


def numbered(path):
    return enumerate(path.read_text(encoding="utf-8").split("\n"), 1)


def check_file(path, name):
    """Yields (line number, what is wrong) for the file that src names `name`."""
    count = sum(1 for _ in numbered(path)) - 1
    if count > LONGEST:
        yield count, f"{count} lines; split it: at most {LONGEST}"
    for number, line in numbered(path):
        if COMMENT.match(line) and "@ts-" not in line:
            continue
        for pattern, places, why in LINES:
            found = pattern.search(line)
            if found and not name.startswith(places):
                yield number, f"`{found.group().strip()}`: {why}"


def check_lock(path):
    for number, line in numbered(path):
        if LOCKED_ADDRESS.search(line):
            yield number, "names a registry; web/.npmrc keeps it out"


def check(root):
    src = root / "web" / "src"
    for path in sorted(src.rglob("*")):
        if path.suffix in CODE:
            for found in check_file(path, path.relative_to(src).as_posix()):
                yield path, *found
    for lock in ("web/package-lock.json", "tools/node/package-lock.json"):
        if (root / lock).is_file():
            for found in check_lock(root / lock):
                yield root / lock, *found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    breaches = list(check(root))
    for path, number, what in breaches:
        print(f"{path.relative_to(root)}:{number}: {what}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
