#!/usr/bin/python3
"""program_texts.py [--root DIR] [FOLDER…]: prints the texts that the library and the program can show, with file and
line, so that somebody can read them from end to end: the string literals of src, cli, wasm and include that hold
words. Adjacent literals are joined. What is text and what is a name for programs cannot be told for certain: it prints
rather too much."""
import argparse
import re
from pathlib import Path

FOLDERS = ("include", "src", "cli", "wasm")
TOKEN = re.compile(r"/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\\n])+'|\"((?:\\.|[^\"\\\n])*)\"", re.DOTALL)
# Between two literals that the compiler joins: space, a line's end in a macro, and names such as PRId64.
JOINED = re.compile(r"(?:\s|\\\n|PRI\w+)*")
# A literal is a text when it holds two words, or begins with a capital letter.
TEXT = re.compile(r"^[A-Z][a-z]{2}|[A-Za-z,.;:%'>)] [A-Za-z('<%]")


def plain(text):
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def texts(code):
    """Yields (place, text) of the literals in a C file, joined as the compiler joins them."""
    start, text, end = 0, None, 0
    for found in TOKEN.finditer(code):
        if found[1] is None:
            continue
        before = code[code.rfind("\n", 0, found.start()) + 1:found.start()]
        if before.lstrip().startswith("#include"):
            continue
        if text is not None and JOINED.fullmatch(code, end, found.start()):
            text += plain(found[1])
        else:
            if text is not None:
                yield start, text
            start, text = found.start(), plain(found[1])
        end = found.end()
    if text is not None:
        yield start, text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    options = parser.parse_args()
    for folder in options.folders:
        for path in sorted((options.root / folder).rglob("*.[ch]")):
            code = path.read_text()
            for place, text in texts(code):
                if TEXT.search(text):
                    line = code.count("\n", 0, place) + 1
                    print(f"{path.relative_to(options.root)}:{line}: {' / '.join(text.strip().splitlines())}")


if __name__ == "__main__":
    main()
