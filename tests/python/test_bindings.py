"""The declarations are those of the headers, and every public function is bound or excused by name."""
import re
import subprocess
import sys
from pathlib import Path

import pytest
import trammel as tm
from excused import FUNCTIONS, HEADERS
from trammel import _api, errors
from trammel._bindings import ffi
from worlds import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import api  # noqa: E402
import python_bindings  # noqa: E402

PUBLIC = api.public_functions(ROOT / "include")
DECLARED = python_bindings.Declared(python_bindings.declarations("cc"))


def written_by_hand():
    """The functions that the package's own files call."""
    found = set()
    for path in (ROOT / "python" / "trammel").glob("*.py"):
        found |= set(re.findall(r"\b_?lib\.(tm_\w+)", path.read_text(encoding="utf-8")))
    return found


def declared_in(header):
    text = (ROOT / "include" / "trammel" / header).read_text(encoding="utf-8")
    return set(api.DECLARATION.findall(api.DIRECTIVE.sub("", api.strip_comments(text))))


def test_every_function_is_bound_or_excused():
    destroyed = {f"tm_{name}" for name in re.findall(r"_destroy = lib\.tm_(\w+)", Path(_api.__file__).read_text())}
    bound = set(_api.BOUND) | written_by_hand() | destroyed
    by_header = set().union(*map(declared_in, HEADERS))
    assert PUBLIC - bound - set(FUNCTIONS) - by_header == set()
    assert set(FUNCTIONS) - PUBLIC == set(), "no such functions"
    assert set(FUNCTIONS) & bound == set(), "bound and excused"
    assert bound - PUBLIC == set(), "bound, but not in the headers"


def test_functions_are_in_the_library():
    for name in PUBLIC:
        assert getattr(tm._core.lib, name)


def c_answers(tmp_path, lines):
    source, program = tmp_path / "answers.c", tmp_path / "answers"
    source.write_text("#include <stdio.h>\n#include <trammel/trammel.h>\nint main(void) {\n" + "\n".join(lines) +
                      "\nreturn 0; }\n")
    subprocess.run(["cc", "-I", str(ROOT / "include"), str(source), "-o", str(program)], check=True)
    return subprocess.run([str(program)], check=True, capture_output=True, text=True, errors="replace").stdout.split()


def test_structs_lie_in_memory_as_the_compiler_has_them(tmp_path):
    """Sizes and places of all fields of all structs, and values of all enums, by a C program."""
    lines, here = [], []
    for name, fields in DECLARED.structs.items():
        kind = name if name.startswith("tm") and name in typedefs() else f"struct {name}"
        lines.append(f'printf("%zu\\n", sizeof({kind}));')
        here.append(ffi.sizeof(kind))
        for field, _ in fields:
            lines.append(f'printf("%zu\\n", offsetof({kind}, {field}));')
            here.append(ffi.offsetof(kind, field))
    for members in DECLARED.enums.values():
        for member, value in members:
            lines.append(f'printf("%lld\\n", (long long){member});')
            here.append(value)
    for name, value in python_bindings.constants("cc").items():
        lines.append(f'printf("%.17g\\n", (double){name});')
        here.append(value)
        assert getattr(_api, name[3:]) == value
    assert len(here) > 500
    assert [float(one) for one in c_answers(tmp_path, lines)] == [float(one) for one in here]


def typedefs():
    return set(ffi.list_types()[0])


def test_every_status_has_an_exception():
    names = [name for name, _ in DECLARED.enums["tmStatus"] if name.startswith("TM_ERR_")]
    assert set(errors.BY_STATUS) == set(names)
    for name in names:
        words = name[len("TM_ERR_"):].title().replace("_", "")
        expected = {"Memory": "MemoryFullError"}.get(words, f"{words}Error")
        assert errors.BY_STATUS[name].__name__ == expected
        assert getattr(tm, expected) is errors.BY_STATUS[name]


def test_version_is_the_project_s():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{tm.__version__}"' in text


@pytest.mark.parametrize("name", ["EventKind.IMPACT", "Verdict.SHAKY", "Outcome.RUNS"])
def test_enums_have_short_names(name):
    kind, member = name.split(".")
    enum = {"EventKind": tm.SimEventKind, "Verdict": tm.Verdict, "Outcome": tm.SimOutcome}[kind]
    assert member in enum.__members__


def test_docstrings_come_from_the_headers():
    assert "fastest body" in tm.Forces.drift.__doc__ or "nothing holds" in tm.Forces.drift.__doc__
    assert "how far the joint is from closed" in tm.Mechanism.joint_gap.__doc__
    missing = [f"{name}.{method}" for name in tm.__all__ if isinstance(getattr(tm, name), type)
               for method, function in vars(getattr(tm, name)).items()
               if not method.startswith("_") and (callable(function) or isinstance(function, property))
               and not (getattr(function, "__doc__", None) or "").strip()]
    assert missing == []
