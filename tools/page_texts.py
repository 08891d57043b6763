#!/usr/bin/python3
"""page_texts.py [--root DIR]: prints the texts that the page can show, with file and line, so that
somebody can read them from end to end: the string literals of web/src that hold words. A hole of a
template is shown as {…}. What is text and what is a name for programs cannot be told for certain: it
prints rather too much."""
import argparse
import re
from pathlib import Path

# A literal is a text when it begins with a capital letter or holds two words.
TEXT = re.compile(r"^[A-Z][a-z]|[A-Za-z…},.’] [A-Za-z({…]")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
REGEX = r"(?<=[(=,:!&|?]) ?/(?![/*])(?:\[(?:\\.|[^\]\n])*\]|\\.|[^/\n])+/"
TOKEN = re.compile(r"['\"`]|//|/\*|" + REGEX)
# What stands before the literal on its line, where it names a module.
MODULE = re.compile(r"(\bfrom|^import|\bimport\(|\bnew URL\()\s*$")


def plain(text):
    return re.sub(r"\\(.)", lambda found: " " if found[1] == "n" else found[1], text)


def template(code, start):
    """The text of the template that begins at `start`, the literals in its holes, the place behind."""
    text, inner, at = "", [], start
    while code[at] != "`":
        if code[at] == "\\":
            text += plain(code[at:at + 2])
            at += 2
        elif code.startswith("${", at):
            depth, at = 1, at + 2
            while depth:
                if code[at] in "'\"`":
                    begin = at
                    found, more, at = literal(code, at)
                    inner += [(begin, found), *more]
                else:
                    depth += {"{": 1, "}": -1}.get(code[at], 0)
                    at += 1
            text += "{…}"
        else:
            text += code[at]
            at += 1
    return text, inner, at + 1


def literal(code, at):
    """The literal whose quote is at `at`, the literals inside it, and the place behind it."""
    quote = code[at]
    if quote == "`":
        return template(code, at + 1)
    end = re.compile(rf"(?:[^\\\n{quote}]|\\.)*").match(code, at + 1).end()
    return plain(code[at + 1:end]), [], end + 1


def literals(code):
    """Yields (place, text) of the literals in a TypeScript file, without names of modules."""
    at = 0
    while found := TOKEN.search(code, at):
        at = found.start()
        if found.group() in ("//", "/*"):
            at = COMMENT.match(code, at).end()
        elif found.group() in ("'", '"', "`"):
            before = code[code.rfind("\n", 0, at) + 1:at]
            text, inner, end = literal(code, at)
            if not MODULE.search(before):
                yield from [(at, text), *inner]
            at = end
        else:
            at = found.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    for path in sorted((root / "web" / "src").rglob("*.ts")):
        code = path.read_text(encoding="utf-8")
        for at, text in literals(code):
            if TEXT.search(text):
                print(f"{path.relative_to(root)}:{code.count(chr(10), 0, at) + 1}: {text}")


if __name__ == "__main__":
    main()
