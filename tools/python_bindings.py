#!/usr/bin/python3
"""python_bindings.py OUT [--cc CC]: writes the two generated modules of the Python package into the folder OUT.

`_bindings.py` declares the public headers to cffi in ABI mode: it needs no compiler where it is used, and no part of
Python's C interface. `_api.py` has enums, records, and a class for each owner with the methods that can be made by
rule (python_api.py). Both are made of what the C preprocessor leaves of include/trammel, so that nothing drifts.
Needs cffi and pycparser.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import cffi
import pycparser
from pycparser import c_ast

sys.path.insert(0, str(Path(__file__).resolve().parent))
import python_api  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
# What the system's headers declare, as pycparser needs it; cffi knows these names.
PRELUDE = """typedef signed char int8_t; typedef unsigned char uint8_t; typedef int int32_t;
typedef unsigned int uint32_t; typedef long long int64_t; typedef unsigned long long uint64_t;
typedef unsigned long size_t; typedef _Bool bool;
"""
SYSTEM = ("stdbool.h", "stddef.h", "stdint.h")


def preprocess(cc, *options):
    """Runs the preprocessor over trammel.h; without the compiler's own name TM_API is empty."""
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM:
            (Path(folder) / name).write_text("", encoding="utf-8")
        source = Path(folder) / "all.c"
        source.write_text("#include <trammel/trammel.h>\n", encoding="utf-8")
        command = [cc, "-E", "-U__GNUC__", "-nostdinc", f"-I{folder}", f"-I{INCLUDE}", *options, str(source)]
        return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


def constants(cc):
    """Returns the macros that are plain numbers."""
    found = {}
    for line in preprocess(cc, "-dM").splitlines():
        match = re.fullmatch(r"#define (TM_\w+) (-?[\d.]+(?:[eE]-?\d+)?)", line)
        if match:
            number = match[2]
            found[match[1]] = float(number) if re.search(r"[.eE]", number) else int(number)
    return dict(sorted(found.items()))


def declarations(cc):
    """Returns the declarations as C text without directives."""
    return preprocess(cc, "-P")


# ---- What the headers declare ----------------------------------------------------------------------


class Type:
    """A C type as rules see it: the name of what is pointed at, how many pointers, sizes of arrays."""

    def __init__(self, name, pointers=0, const=False, sizes=(), is_function=False):
        self.name, self.pointers, self.const = name, pointers, const
        self.sizes, self.is_function = tuple(sizes), is_function


class Declared:
    """All types and functions, by name, in the order of the headers."""

    def __init__(self, text):
        self.enums, self.structs, self.opaque, self.functions = {}, {}, [], {}
        self.function_types = set()
        for node in pycparser.CParser().parse(PRELUDE + text).ext:
            if isinstance(node, c_ast.Typedef):
                self.add_typedef(node)
            elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
                self.functions[node.name] = self.function(node.type)
            elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.Struct) and node.type.decls:
                self.structs[node.type.name] = self.fields(node.type)
            elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.Enum):
                self.enums[""] = self.enums.get("", []) + self.members(node.type)

    def add_typedef(self, node):
        inner = node.type.type if isinstance(node.type, c_ast.TypeDecl) else node.type
        if isinstance(inner, c_ast.Enum):
            self.enums[node.name] = self.members(inner)
        elif isinstance(inner, c_ast.Struct) and inner.decls:
            self.structs[node.name] = self.fields(inner)
        elif isinstance(inner, c_ast.Struct) and node.name not in self.structs:
            self.opaque.append(node.name)
        elif isinstance(inner, c_ast.FuncDecl):
            self.function_types.add(node.name)

    @staticmethod
    def members(enum):
        found, value = [], 0
        for entry in enum.values.enumerators:
            value = value if entry.value is None else number(entry.value)
            found.append((entry.name, value))
            value += 1
        return found

    def fields(self, struct):
        return [(field.name, self.type_of(field.type)) for field in struct.decls]

    def function(self, node):
        given = [param for param in (node.args.params if node.args else []) if getattr(param, "name", None)]
        return self.type_of(node.type), [(param.name, self.type_of(param.type)) for param in given]

    def type_of(self, node):
        pointers, sizes, const = 0, [], False
        while not isinstance(node, c_ast.TypeDecl):
            if isinstance(node, c_ast.FuncDecl):
                return Type("", pointers, is_function=True)
            if isinstance(node, c_ast.ArrayDecl):
                sizes.append(number(node.dim))
            else:
                pointers += 1
            node = node.type
        const = "const" in (node.quals or [])
        inner = node.type
        name = inner.name if isinstance(inner, (c_ast.Struct, c_ast.Enum)) else " ".join(inner.names)
        return Type(name, pointers, const, sizes, name in self.function_types)


def number(node):
    """The value of a constant expression, as enums and sizes of arrays have them."""
    if isinstance(node, c_ast.UnaryOp):
        return -number(node.expr)
    return int(node.value, 0)


# ---- Modules -----------------------------------------------------------------------------------------


def write_bindings(text, path):
    """cffi's own out-of-line ABI mode: a module of plain Python."""
    ffi = cffi.FFI()
    ffi.cdef(text)
    ffi.set_source("trammel._bindings", None)
    ffi.emit_python_code(str(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--cc", default="cc")
    given = parser.parse_args()
    text = declarations(given.cc)
    given.out.mkdir(parents=True, exist_ok=True)
    write_bindings(text, given.out / "_bindings.py")
    module = python_api.module(Declared(text), constants(given.cc), python_api.comments(INCLUDE / "trammel"))
    (given.out / "_api.py").write_text(module, encoding="utf-8")


if __name__ == "__main__":
    main()
