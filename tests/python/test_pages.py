"""The tasks of docs/python.md print what the page says, docstrings what they say, and the notebook runs."""
import contextlib
import doctest
import importlib
import io
import os
import pkgutil
import re
import sys

import pytest
import trammel as tm
from worlds import ROOT

PAGE = ROOT / "docs" / "python.md"
TASK = re.compile(r"^## (\d+)\. ([^\n]*)\n.*?^```python\n(.*?)^```\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TASKS = TASK.findall(PAGE.read_text(encoding="utf-8"))


def printed(code):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, str(PAGE), "exec"), {"__name__": "task"})  # noqa: S102
    return out.getvalue()


def test_there_are_ten_tasks():
    assert [int(task[0]) for task in TASKS] == list(range(1, 11))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("number,title,code,expected", TASKS, ids=[task[1] for task in TASKS])
def test_task_prints_what_the_page_says(number, title, code, expected):
    pytest.importorskip("scipy")
    assert printed(code) == expected


@pytest.mark.parametrize("name", ["", *(f".{info.name}" for info in pkgutil.iter_modules(tm.__path__)
                                        if info.name not in ("_bindings", "_api", "libtrammel"))])
def test_docstrings_are_true(name):
    if name == ".gym":
        pytest.importorskip("gymnasium")
    found = doctest.testmod(importlib.import_module(f"trammel{name}"))
    assert found.failed == 0


def test_notebook_runs():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    for path in sorted((ROOT / "examples" / "python").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
        outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
        assert any("image/svg+xml" in str(output) for output in outputs)
