"""Runs the commands of a guide page and compares what they print with the page.

usage: run_page.py PROGRAM PAGE [--write]

    ```trammel NAME    a definition in the file NAME; `trammel check` finds nothing wrong, and it is
                       in the layout of `trammel fmt`
    ```sh              command lines, one behind the other in one folder
    ```output          behind it: what they print; without it they print what they like. Not
                       compared are the time on the wall, numbers below 1e-5, which are mostly
                       rounding, and the width of gaps

Every command ends with 0. --write puts what the program says into the page: read every line of it."""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PROGRAM, PAGE = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VOLATILE = re.compile(r" in [\d.e+-]+ s, |-?\d[\d.]*e-(0[6-9]|[1-9]\d)|(?<= ) +")


def call(folder, words):
    done = subprocess.run([PROGRAM, *words], cwd=folder, text=True, encoding="utf-8",
                          errors="replace", timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        sys.exit(f"trammel {' '.join(words)} ends with {done.returncode}:\n{done.stdout}")
    return done.stdout


def define(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    call(folder, ["check", name])
    if call(folder, ["fmt", name]) != text:
        sys.exit(f"{name} is not in the layout of trammel fmt")


def run(folder, text):
    lines = text.replace("\\\n", " ").splitlines()
    wrong = [line for line in lines if not line.startswith("trammel ")]
    if wrong:
        sys.exit(f"{wrong[0]} is not a command of the program")
    return "".join(call(folder, shlex.split(line, comments=True)[1:]) for line in lines)


class Page:
    """Goes through the blocks in order; `text` of each becomes what the program says now."""

    def __init__(self, folder):
        self.folder, self.said, self.compared, self.wrong = folder, "", 0, False

    def block(self, found):
        kind, name, text = found.groups()
        if kind == "trammel":
            define(self.folder, name, text)
        elif kind == "sh":
            self.said = run(self.folder, text)
        elif kind == "output":
            self.compared += 1
            if VOLATILE.sub("", self.said) != VOLATILE.sub("", text):
                print("the page says:", text, "the program printed:", self.said, sep="\n")
                self.wrong = True
                return f"```output\n{self.said}```"
        return found[0]


def main():
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        page = Page(pathlib.Path(folder))
        text = BLOCK.sub(page.block, text)
    if "--write" in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if page.compared == 0:
        print("the page compares nothing")
    return int(page.wrong or page.compared == 0)


if __name__ == "__main__":
    sys.exit(main())
