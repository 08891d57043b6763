#!/usr/bin/python3
"""python_page.py: writes what the tasks of docs/python.md print into the page, to be read before it is kept."""
import contextlib
import io
import re
import sys
import warnings
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "python.md"
BLOCK = re.compile(r"(^```python\n)(.*?)(^```\n```text\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)


def filled(match):
    """The block with what its code prints now."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(match[2], str(PAGE), "exec"), {"__name__": "task"})
    sys.stderr.write(out.getvalue() + "\n")
    return match[1] + match[2] + match[3] + out.getvalue() + match[5]


if __name__ == "__main__":
    PAGE.write_text(BLOCK.sub(filled, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
