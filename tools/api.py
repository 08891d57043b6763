#!/usr/bin/python3
"""api.py: lists the public functions, one a line, as the headers declare them with TM_API."""
import re
import sys
from pathlib import Path

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
DIRECTIVE = re.compile(r"^#(?:\\\n|[^\n])*", re.MULTILINE)
DECLARATION = re.compile(r"\bTM_API\b[^;()]*?\b(\w+)\s*\(")


def strip_comments(text):
    """Blanks comments out, line breaks kept, so that line numbers stay right."""
    return COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def public_functions(include_folder):
    """Returns the set of names that the headers under the folder declare with TM_API."""
    names = set()
    for header in sorted(Path(include_folder).rglob("*.h")):
        text = DIRECTIVE.sub("", strip_comments(header.read_text(encoding="utf-8")))
        names.update(DECLARATION.findall(text))
    return names


if __name__ == "__main__":
    root = Path(__file__).resolve().parent.parent
    folder = sys.argv[1] if len(sys.argv) > 1 else root / "include"
    print("\n".join(sorted(public_functions(folder))))
