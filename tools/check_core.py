#!/usr/bin/python3
"""check_core.py [--root DIR] [--build DIR]: checks the rules of the code that no compiler checks.

In the sources: includes go one way and through a folder's door; the name of a type, a file or a constant means one
thing; files and functions stay short; unit tests allocate through the harness, which makes every allocation fail in
turn; tests call every public function; scripts read whatever bytes a program prints; no bare tabs, machine paths or
marks of unfinished work. In the built library (binutils read it): only tm_ names are exported, and exactly those of the
headers; the core calls nothing that prints, exits, opens a file or starts a thread, and of libm only four functions; it
has no writable data.

Prints every breach and ends with status 1 when there is one. Warnings alone end with status 0.
"""
import argparse
import ast
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import api  # noqa: E402

# Includes go from right to left only.
ORDER = ["base", "numeric", "define", "analyse", "report", "edit"]
# The part of the core that a public header belongs to; trammel.h includes them all.
HEADERS = {
    "base": "base", "document": "define", "hinge": "define", "model": "define", "shape": "define",
    "animate": "analyse", "mechanism": "analyse", "motion": "analyse", "simulate": "analyse", "space": "analyse",
    "recording": "report", "report": "report", "report_list": "define", "scene": "report", "show": "report",
    "live": "edit", "sketch": "edit"}
OUTSIDE = ["cli", "wasm", "python"]
CORE_HEADERS = set(
    "float.h limits.h math.h stdbool.h stddef.h stdint.h stdlib.h string.h".split())
PUBLIC_HEADERS = {"stdbool.h", "stddef.h", "stdint.h"}

# What the core may call. Anything else could print, exit, open a file, start a thread, keep hidden
# state, or give other bits elsewhere.
CALLS = set(
    "memchr memcmp memcpy memmove memset strchr strcmp strcspn strlen strncmp strspn "
    "realloc free sqrt fabs floor ceil".split())
# The compiler's own: stack protection, the table of addresses, what the processor can do.
COMPILER_CALLS = re.compile(
    r"__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__(mem|str)\w+_chk|__cpu_(model|indicator_init)")
WRITABLE = re.compile(r"\.(data(?!\.rel\.ro)|bss|tdata|tbss|ldata|lbss)(\.|$)")

FILE_WARN, FILE_FAIL = 500, 800
FUNCTION_WARN, FUNCTION_FAIL = 60, 100

# Files that a folder may hold: "about 25".
FOLDER_FAIL = 27

TEXT_SUFFIXES = set(
    ".c .h .py .sh .cmake .in .mjs .js .ts .css .html .md .json .txt .csv .tml".split())
TEXT_NAMES = {"Makefile", "run", ".clang-format", ".clang-tidy", ".editorconfig"}
SKIPPED = {".git", ".tools", "build", "node_modules", "__pycache__"}
# Written in two pieces, or this file would find itself.
MARKS = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b")
MACHINE_PATH = re.compile(r"(?<![\w.$})*])/(home|ro" r"ot|work|Users)/\w")
# Another way to memory than the harness has; only the test of the default allocator may take it.
OTHER_ALLOCATOR = re.compile(r"\b(tm_allocator_default|tmi_allocator_or_default|tmAllocator)\b")
ALLOCATOR_CASE = ("tests/unit/base/memory/test_arena.c", "default_allocator_allocates_resizes_and_frees")
ALLOCATOR_PARAMETER = re.compile(r"\b(\w+)\s*\(([^()]*\btmAllocator \*[^()]*)\)")
TEST_CASE = re.compile(r"^TEST\((\w+)\)", re.MULTILINE)
# Macros with parameters stand for code, often for the rows of a list, and are not constants.
CONSTANT = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S.*)$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


class Findings:
    """Collects what was found; a breach fails, a warning does not."""

    def __init__(self):
        self.breaches = []
        self.warnings = []

    def breach(self, where, what):
        self.breaches.append(f"{where}: {what}")

    def warn(self, where, what):
        self.warnings.append(f"{where}: warning: {what}")


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def includes(path):
    """Yields (line number, '<' or '"', name) of every include in the file."""
    text = api.strip_comments(read(path))
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start(2)) + 1, match.group(1), match.group(2)


def c_files(folder):
    return sorted(p for p in Path(folder).rglob("*.[ch]") if not SKIPPED & set(p.parts))


def is_door(include):
    """base/text/text.h and analyse/contact/contact.h are doors: a header named as its folder."""
    path = Path(include)
    return path.stem == path.parent.name


def door_of(folder):
    return folder / f"{folder.name}.h"


def is_closed(src, folder):
    """A folder with a door of its own hides its rooms; a door that has nothing but
    includes, as numeric/numeric.h, and a folder without one, such as analyse, leave them open."""
    door = src / door_of(folder)
    if not door.is_file():
        return False
    text = api.strip_comments(read(door))
    return bool(re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE).strip())


def door_to(src, folder, target):
    """Returns the door through which files of `folder` reach `target`: that of its own folder, or of
    the first closed one on the way there."""
    way = target.parent.parts
    shared = 0
    while shared < min(len(way), len(folder.parts)) and way[shared] == folder.parts[shared]:
        shared += 1
    for depth in range(shared + 1, len(way)):
        if is_closed(src, Path(*way[:depth])):
            return door_of(Path(*way[:depth]))
    return door_of(target.parent)


def rank(name):
    return ORDER.index(name) if name in ORDER else None


def check_core_include(src, path, where, kind, name, edges, findings):
    folder = path.parent.relative_to(src)
    own = rank(folder.parts[0]) if folder.parts else None
    if kind == "<":
        if name not in CORE_HEADERS:
            findings.breach(where, f"the core may not include <{name}>")
        return
    target = Path(name)
    if target.parts[0] == "trammel":
        other = rank(HEADERS.get(target.stem))
        if own is not None and other is not None and other > own:
            findings.breach(where, f"{folder} may not include {name}: includes go one way")
        return
    if not (src / target).is_file():
        findings.breach(where, f"{name} is not a header of src or include; write its path from src")
        return
    other = rank(target.parts[0])
    if target.parent != folder and (own is None or other is None):
        findings.breach(where, f"the order of {folder} and {target.parent} is not known")
    elif target.parent != folder and other > own:
        findings.breach(where, f"{folder} may not include {name}: includes go one way")
    else:
        check_door(src, path, where, target, findings)
    note_edge(folder, target, where, edges)


def check_door(top, path, where, target, findings):
    """Checks that the file below `top` reaches the header `target` there through a door."""
    folder = path.parent.relative_to(top)
    is_own_door = path.suffix == ".h" and is_door(path)
    door = door_to(top, folder.parent if is_own_door else folder, target)
    if target.parent != folder and target != door:
        findings.breach(where, f"{target} is private; include {door}")
    elif target.parent == folder and is_own_door:
        findings.breach(where, "a door states what others may use and includes no private "
                        f"header, as {target} is")


def note_edge(folder, target, where, edges):
    """Notes that `folder` includes of another one; a room and the door of its house are not a ring."""
    if target.parent != folder and target.parent not in folder.parents:
        edges.setdefault(str(folder), {}).setdefault(str(target.parent), where)


def check_outside_include(top, path, where, name, edges, findings):
    """A program outside the core has rooms of its own, and sees nothing else of the core than its
    public headers."""
    target = Path(name)
    if target.parts[0] == "trammel":
        return
    if ".." in target.parts or not (top / target).is_file():
        findings.breach(where, f"{top.name} may include only trammel/*.h and headers below "
                        f"{top.name}/, not {name}; write its path from there")
        return
    check_door(top, path, where, target, findings)
    note_edge(path.parent.relative_to(top), target, where, edges)


def check_cycles(edges, findings):
    """Folders inside one part, such as analyse/contact, may include each other, but not in rings."""
    def visit(folder, trail):
        if folder in trail:
            ring = trail[trail.index(folder):] + [folder]
            rings.setdefault(frozenset(ring), (edges[trail[-1]][folder], " -> ".join(ring)))
            return
        for target in edges.get(folder, {}):
            visit(target, trail + [folder])

    rings = {}
    for folder in edges:
        visit(folder, [])
    for where, ring in rings.values():
        findings.breach(where, f"folders include each other in a ring: {ring}")


def check_includes(root, findings):
    src = root / "src"
    edges = {}
    for path in c_files(src):
        for line, kind, name in includes(path):
            where = f"{path.relative_to(root)}:{line}"
            check_core_include(src, path, where, kind, name, edges, findings)
    check_cycles(edges, findings)
    for path in c_files(root / "include"):
        own = rank(HEADERS.get(path.stem))
        if own is None and path.stem != "trammel":
            findings.breach(path.relative_to(root), "which part of the core it belongs to is not "
                            "known; HEADERS says it")
        for line, kind, name in includes(path):
            where = f"{path.relative_to(root)}:{line}"
            other = rank(HEADERS.get(Path(name).stem))
            if kind == "<" and name not in PUBLIC_HEADERS:
                findings.breach(where, f"a public header may not include <{name}>")
            elif kind == '"' and not name.startswith("trammel/"):
                findings.breach(where, f"a public header may not include {name}")
            elif kind == '"' and own is not None and other is not None and other > own:
                findings.breach(where, f"{path.name} may not include {name}: includes go one way")
    for top in (root / folder for folder in OUTSIDE):
        edges = {}
        for path in c_files(top):
            for line, kind, name in includes(path):
                if kind == '"':
                    where = f"{path.relative_to(root)}:{line}"
                    check_outside_include(top, path, where, name, edges, findings)
        check_cycles(edges, findings)


TYPE = re.compile(
    r"^\}\s*(tmi?[A-Z]\w*);|^struct (tmi?[A-Z]\w*) \{|"
    r"^typedef (?!struct|enum|union)[^;{]*?\b(tmi?[A-Z]\w*)\s*"
    r"(?:\([^;]*\)|\[[^\]]*\])?\s*(?:__attribute__[^;]*)?;", re.MULTILINE)


def check_types(root, findings):
    """The name of a type means one thing in the whole core."""
    homes = {}
    for folder in ("include", "src"):
        for path in c_files(root / folder):
            where = path.relative_to(root)
            for match in TYPE.finditer(api.strip_comments(read(path)) if path.suffix == ".h" else ""):
                name = next(filter(None, match.groups()))
                if homes.setdefault(name, where) != where:
                    findings.breach(where, f"{name} is also defined in {homes[name]}")


def check_names(root, findings):
    """A file's name stands once in the core: what is found by its name is what was meant."""
    homes = {}
    for path in c_files(root / "src"):
        where = path.relative_to(root)
        if homes.setdefault(path.name, where) != where:
            findings.breach(where, f"{homes[path.name]} has this name, too")


def check_constants(root, findings):
    """The name of a constant has one value: NEAR that is 0.1 here and 1e-9 there says nothing. What one file
    defines twice depends on the compiler."""
    homes = {}
    for folder in ["include", "src"] + OUTSIDE:
        for path in c_files(root / folder):
            where = path.relative_to(root)
            text = api.strip_comments(read(path).replace("\\\n", " "))
            for name, value in CONSTANT.findall(text):
                value = " ".join(value.split())
                home, other = homes.setdefault(name, (where, value))
                if home != where and other != value:
                    findings.breach(where, f"{name} is {value}, and {other} in {home}; say what it is for")


def check_folders(root, findings):
    for top in ["src", "include", "web/src", "tests/unit"] + OUTSIDE:
        for folder, subfolders, names in os.walk(root / top):
            subfolders[:] = sorted(set(subfolders) - SKIPPED)
            where = Path(folder).relative_to(root)
            if len(names) > FOLDER_FAIL:
                findings.breach(where, f"{len(names)} files; give them rooms")


def functions(text):
    """Yields (name, first line, number of lines) of the functions in code that clang-format laid
    out: a function begins in the first column and ends with a brace there."""
    start, head = 0, ""
    inside = None
    for number, line in enumerate(api.strip_comments(text).split("\n"), 1):
        if inside:
            if line.startswith("}"):
                yield inside, start, number - start + 1
                inside, head = None, ""
            continue
        if line[:1] not in ("", " ", "#", "}", "{"):
            start, head = number, ""
        head += line.rstrip() + "\n"
        if line.rstrip().endswith("{"):
            name = re.match(r"(?!typedef\b|struct\b[^()]*\{|enum\b[^()]*\{)[^=]*?(\w+)\s*\(", head)
            inside = name.group(1) if name and not head.startswith("extern \"") else None
            head = ""


def check_lengths(root, findings):
    for folder in ["src", "include", "tests", "bench", "examples"] + OUTSIDE:
        for path in c_files(root / folder):
            text = read(path)
            where = path.relative_to(root)
            lines = text.count("\n")
            if lines > FILE_FAIL:
                findings.breach(where, f"{lines} lines; split a file past {FILE_FAIL}")
            elif lines > FILE_WARN:
                findings.warn(where, f"{lines} lines; justify a file past {FILE_WARN}")
            for name, start, length in functions(text):
                if length > FUNCTION_FAIL:
                    findings.breach(f"{where}:{start}", f"{name} has {length} lines; split a "
                                    f"function past {FUNCTION_FAIL}")
                elif length > FUNCTION_WARN:
                    findings.warn(f"{where}:{start}", f"{name} has {length} lines; justify a "
                                  f"function past {FUNCTION_WARN}")


def allocator_places(root):
    """Returns name: place of the parameter, for every function that takes a tmAllocator's address."""
    places = {}
    for folder in ("include", "cli", "bench", "tests/support"):
        for path in c_files(root / folder):
            if path.suffix == ".h":
                for name, parameters in ALLOCATOR_PARAMETER.findall(api.strip_comments(read(path))):
                    words = parameters.split(",")
                    places[name] = [i for i, word in enumerate(words) if "tmAllocator" in word][0]
    return places


def arguments(text, start):
    """Returns the arguments of the call whose opening parenthesis is before `start`."""
    depth, found = 1, [""]
    for letter in text[start:]:
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            break
        if letter == "," and depth == 1:
            found.append("")
        else:
            found[-1] += letter
    return [argument.strip() for argument in found]


def check_test_allocators(root, findings):
    places = allocator_places(root)
    calls = re.compile(r"\b(" + "|".join(sorted(places) or [r"\b\B"]) + r")\s*\(")
    files = c_files(root / "tests/unit")
    files += [p for p in c_files(root / "tests/support") if p.stem != "test" and p.suffix == ".c"]
    for path in files:
        text = api.strip_comments(read(path))
        cases = list(TEST_CASE.finditer(text))

        def breach(at, what):
            case = next((c.group(1) for c in reversed(cases) if c.start() < at), "")
            where = path.relative_to(root)
            if (str(where), case) != ALLOCATOR_CASE:
                findings.breach(f"{where}:{text.count(chr(10), 0, at) + 1}", what)

        for match in OTHER_ALLOCATOR.finditer(text):
            breach(match.start(), f"{match.group()}: a test takes its memory from t->allocator")
        for match in calls.finditer(text):
            given = arguments(text, match.end())[places[match.group(1)]]
            if given != "&t->allocator":
                breach(match.start(), f"{match.group(1)} gets {given}, not &t->allocator")


def text_files(root):
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(set(subfolders) - SKIPPED)
        for path in sorted(Path(folder) / name for name in names):
            if (path.suffix in TEXT_SUFFIXES or path.name in TEXT_NAMES) and path.is_file():
                yield path


def check_texts(root, findings):
    for path in text_files(root):
        where = path.relative_to(root)
        for number, line in enumerate(read(path).split("\n"), 1):
            if "\t" in line and path.name != "Makefile":
                findings.breach(f"{where}:{number}", "a bare tab; write spaces, or \\t in a text")
            if MARKS.search(line):
                findings.breach(f"{where}:{number}", "a mark of unfinished work; finish it")
            if MACHINE_PATH.search(line):
                findings.breach(f"{where}:{number}", "a path of somebody's machine")


def check_scripts(root, findings):
    """A program may print bytes that are not UTF-8, such as admesh its uninitialised memory."""
    for path in (path for path in text_files(root) if path.suffix == ".py"):
        for call in ast.walk(ast.parse(read(path))):
            function = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
            given = {word.arg for word in call.keywords} if function else set()
            decodes = given & {"text", "encoding", "universal_newlines"}
            if ((function.startswith("subprocess.") and decodes and "errors" not in given) or
                    function in ("subprocess.getoutput", "subprocess.getstatusoutput")):
                findings.breach(f"{path.relative_to(root)}:{call.lineno}",
                                "bytes of a program are taken for text; say errors=\"replace\"")


def check_use(root, findings):
    """A public function that no test calls is tested or not needed."""
    names = set()
    for path in c_files(root / "tests"):
        names |= set(re.findall(r"\btm_\w+", api.strip_comments(read(path))))
    for name in sorted(api.public_functions(root / "include") - names):
        findings.breach("include", f"no test calls {name}; write one, or take it out")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True,
                          errors="replace").stdout


def check_exports(root, shared, findings):
    declared = api.public_functions(root / "include")
    if not declared:
        findings.breach("include", "no function is declared with TM_API")
    exported = set()
    for line in run("nm", "-D", "--defined-only", "--format=posix", str(shared)).splitlines():
        exported.add(line.split()[0].split("@")[0])
    for name in sorted(exported - declared):
        findings.breach(shared.name, f"exports {name}, which no public header declares")
    for name in sorted(declared - exported):
        findings.breach(shared.name, f"does not export {name}, which a public header declares")
    for name in sorted(declared | exported):
        if not name.startswith("tm_"):
            findings.breach(shared.name, f"the public name {name} does not begin with tm_")


def archive_symbols(archive):
    """Yields (object, symbol, type letter as nm gives it)."""
    for line in run("nm", "--print-file-name", "--format=posix", str(archive)).splitlines():
        place, symbol, letter = re.match(r"(.*?): (\S+) (\S)", line).groups()
        yield re.search(r"\[(.*)\]", place).group(1), symbol, letter


def check_calls(archive, findings):
    symbols = list(archive_symbols(archive))
    defined = {name for _, name, letter in symbols if letter not in "Uw" and letter.isupper()}
    for member, name, letter in symbols:
        if letter == "U" and name not in defined | CALLS and not COMPILER_CALLS.fullmatch(name):
            findings.breach(member, f"calls {name}, which the core may not use")
        elif letter.isupper() and letter != "U" and not re.match(r"tmi?_", name):
            findings.breach(member, f"{name} is shared between files; name it tmi_{name} or make "
                            "it static")


def check_data(archive, findings):
    member = archive.name
    named = {}
    for line in run("objdump", "-t", str(archive)).splitlines():
        opening = re.match(r"(\S+):\s+file format", line)
        member = opening.group(1) if opening else member
        symbol = re.match(r"\S+ .{7} (\S+)\s+[0-9a-f]+ (?:\.hidden )?(\S+)$", line)
        if symbol and symbol.group(1) == "*COM*":
            findings.breach(member, f"writable data: {symbol.group(2)}")
        elif symbol and WRITABLE.match(symbol.group(1)) and symbol.group(2) != symbol.group(1):
            named.setdefault((member, symbol.group(1)), []).append(symbol.group(2))
    for line in run("objdump", "-h", str(archive)).splitlines():
        opening = re.match(r"(\S+):\s+file format", line)
        member = opening.group(1) if opening else member
        section = re.match(r"\s*\d+\s+(\S+)\s+([0-9a-f]+)", line)
        if section and WRITABLE.match(section.group(1)) and int(section.group(2), 16):
            names = ", ".join(named.get((member, section.group(1)), ["without a name"]))
            findings.breach(member, f"writable data: {names}")


def check_library(root, build, findings):
    """Checks the static and the shared library in build/src."""
    archive, shared = build / "src" / "libtrammel.a", build / "src" / "libtrammel.so"
    for library in (archive, shared):
        if not library.is_file():
            findings.breach(library.name, f"not found in {build}; build it first")
            return
    check_exports(root, shared, findings)
    check_calls(archive, findings)
    check_data(archive, findings)


def main():
    here = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=Path, default=here, help="the project's folder")
    parser.add_argument("--build", type=Path, default=None,
                        help="the build's folder (default build/test); 'none': sources only")
    options = parser.parse_args()
    findings = Findings()
    check_includes(options.root, findings)
    check_types(options.root, findings)
    check_names(options.root, findings)
    check_constants(options.root, findings)
    check_folders(options.root, findings)
    check_lengths(options.root, findings)
    check_test_allocators(options.root, findings)
    check_texts(options.root, findings)
    check_scripts(options.root, findings)
    check_use(options.root, findings)
    if str(options.build) != "none":
        check_library(options.root, options.build or options.root / "build" / "test", findings)
    for text in findings.warnings + findings.breaches:
        print(text)
    return 1 if findings.breaches else 0


if __name__ == "__main__":
    sys.exit(main())
