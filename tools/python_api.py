"""python_api.py: the part of the Python package that follows from the headers by rule: enums, records, functions that
fill def structs, and a class for each owner with those methods whose parameters say by their types what they are.

The rules (docs/design/python.md gives the reasons):
- `tm_sim_hash(const tmSim *)` is `Sim.hash`; `tm_joint_gap(const tmMechanism *, …)` is `Mechanism.joint_gap`
- a tmStatus that is not TM_OK is an exception; what is written through pointers is the result, several a tuple
- a null allocator is passed; a tmWriteFn or a buffer becomes a text that is returned; a def struct becomes keywords
- what takes nothing and returns something is a property
What no rule fits is made by hand, in python/trammel, or is excused there.
"""
import keyword
import re
from pathlib import Path

import reference

INTEGERS = {"int32_t", "int64_t", "uint32_t", "uint64_t", "size_t", "uint8_t"}
SCALARS = dict.fromkeys(INTEGERS, "int") | {"double": "float", "bool": "bool"}
# Owners that Python sees. Those of editors (sketch.h, live.h) and of shapes do not cross.
OWNERS = ["tmDocument", "tmModel", "tmAssembly", "tmMobility", "tmMechanism", "tmPlan", "tmRates", "tmForces", "tmModes",
          "tmDiagnosis", "tmSpacePlan", "tmAnimation", "tmSim", "tmRecording"]
# They never change, so that threads may share them.
CONSTANT = {"tmDocument", "tmModel", "tmAssembly", "tmMobility", "tmModes", "tmDiagnosis"}
# One of them is no use: they come as arrays, which are made by hand.
ARRAYS = {"tmFrame", "tmTwist", "tmPose", "tmPoseRate", "tmVelocity"}
# Records that methods made by hand need.
ALSO = ["tmFrame", "tmTwist", "tmPose", "tmPoseRate", "tmVelocity", "tmSolveInfo", "tmRatesInfo", "tmForcesInfo",
        "tmDrivenInfo", "tmMotionInfo", "tmMotionRange", "tmMotionLimit", "tmSimEvent", "tmContact", "tmSimInfo", "tmMass", "tmPointOn", "tmDiag", "tmInput", "tmLoad"]
# Structs of callbacks, and of programs that make shapes or hinges: no records.
NO_RECORDS = {"tmRow", "tmRowAt", "tmCurve", "tmHingeUse", "tmHingeTable", "tmHingeKind", "tmRunInfo", "tmPieces",
              "tmRecordedFrame", "tmAllocator", "tmJointDef"}
# Those for which a rule would do, but not well.
BY_HAND = {"tm_sim_advance", "tm_sim_events", "tm_sim_set_input", "tm_sim_input", "tm_joint_get", "tm_joint_add_pin",
           "tm_report_csv", "tm_report_json", "tm_animation_move", "tm_sim_save_size", "tm_sim_pull",
           "tm_model_drive_slopes", "tm_animation_centrodes"}
# Where the rule's name says the wrong thing in Python.
RENAMED = {"tm_model_animate": "animate_info", "tm_model_simulate": "simulate_info"}
ALSO_ENUMS = ["tmStatus", "tmSeverity", "tmRunKind", "tmMethod", "tmIntegrator", "tmContactModel", "tmImpactLaw",
              "tmImpactOrder", "tmJointKind", "tmInputKind", "tmPlanMethod", "tmBreak", "tmProfileKind", "tmOfferKind",
              "tmSpaceInputKind", "tmPaceProfile", "tmDrivenOutcome", "tmAxes", "tmWhere", "tmEditKind", "tmLoadKind", "tmOnBreak"]
FLAGS = {"TM_DOMAIN_": "Domain", "TM_WITHOUT_": "Without", "TM_TABLE_": "Table"}
END = re.compile(r"_(COUNT|KINDS|MODELS)$")
HEAD = '''"""Generated from the public headers by tools/python_bindings.py: do not edit."""
from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any, NamedTuple

from ._core import (Numbers, Owner, check, ffi, id_in, lib, numbers, some_bytes, some_text, text, text_in, text_of,
                    written)

'''


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def field_name(name):
    """Tuples have methods of these names."""
    return name + "_" if name in ("count", "index") else safe(name)


def plain_name(c_name):
    """tmSolveInfo is SolveInfo."""
    return c_name[2:]


def safe(name):
    return name + "_" if keyword.iskeyword(name) else name


def comments(folder):
    """Returns what the headers say about each function and type, by name."""
    found = {}
    for header in sorted(Path(folder).glob("*.h")):
        for kind, block in reference.blocks(header.read_text(encoding="utf-8"))[1]:
            if kind == "block":
                found.update(dict.fromkeys((name for _, name, _ in block.names), block.comment))
    return found


def docstring(comment, c_name, indent):
    body = comment.replace("\\", "\\\\").replace('"""', "'''").strip()
    lines = (body + f"\n\nC: {c_name}" if body else f"C: {c_name}").split("\n")
    return [indent + '"""' + lines[0], *(f"{indent}{line}".rstrip() for line in lines[1:]), indent + '"""']


class ByHand(Exception):
    """No rule fits."""


class Maker:
    def __init__(self, declared, said):
        self.d, self.said = declared, said
        self.records, self.enums = {}, {}
        self.ids = {name for name, fields in declared.structs.items()
                    if len(fields) == 1 and fields[0][0] == "value" and fields[0][1].name == "uint32_t"}
        self.bound = []

    # ---- Values that come out --------------------------------------------------------------------

    def enum(self, name):
        """Makes the enum when it is first needed."""
        if name not in self.enums:
            rows = self.d.enums[name]
            last = rows[-1][0]
            is_end = bool(END.search(last))
            kept = rows[:-1] if is_end else list(rows)
            unknown = None
            if last == "TM_SIM_EVENTS":
                kept, unknown = rows[:-1], rows[-1][1]
            start = shared_start([member for member, _ in kept])
            lines = [f"class {plain_name(name)}(IntEnum):", *docstring(self.said.get(name, ""), name, "    ")]
            lines += [f"    {safe_member(member[len(start):])} = {value}" for member, value in kept]
            if unknown is not None:
                lines.append(f"    UNKNOWN = {unknown}")
            lines += ["", "", f"_of_{plain_name(name)} = {{int(one): one for one in {plain_name(name)}}}", "", ""]
            self.enums[name] = lines
        return plain_name(name)

    def record(self, name):
        """Makes the record, and a function that reads it, when they are first needed."""
        if name in NO_RECORDS or name not in self.d.structs:
            raise ByHand(name)
        if name in self.ids:
            return f"_{snake(plain_name(name))}"
        if name not in self.records:
            self.records[name] = []
            fields = [field for field in self.record_fields(name)]
            lines = [f"class {plain_name(name)}(NamedTuple):", *docstring(self.said.get(name, ""), name, "    ")]
            lines += [f"    {field_name(field)}: {kind}" for field, kind, _ in fields]
            reads = ", ".join(expression for _, _, expression in fields)
            lines += ["", "", f"def _{snake(plain_name(name))}(c: Any) -> {plain_name(name)}:",
                      f"    return {plain_name(name)}({reads})", "", ""]
            # Those that it needs were made in the meantime and come first.
            del self.records[name]
            self.records[name] = lines
        return f"_{snake(plain_name(name))}"

    def record_fields(self, name):
        fields = self.d.structs[name]
        counts = {field for field, kind in fields if kind.name == "int32_t" and not kind.pointers}
        made = []
        for place, (field, kind) in enumerate(fields):
            near = [fields[i][0] for i in (place - 1, place + 1) if 0 <= i < len(fields)]
            count = next((other for other in near if other in counts and is_count_of(other, field)), None)
            if kind.is_function or field in ("stamp", "user"):
                continue
            try:
                made.append((field, *self.value(kind, read_of(field), count and f"c.{count}")))
                counts -= {count if kind.pointers else ""}
            except ByHand:
                continue
        # A tuple knows how long it is.
        used = {field for field, kind in fields if kind.name == "int32_t" and not kind.pointers} - counts
        return [row for row in made if row[0] not in used]

    def value(self, kind, c, count=None):
        """Returns the Python type of a C value, and an expression that reads it from `c`."""
        if kind.is_function or kind.name == "void":
            raise ByHand(kind.name)
        if kind.pointers == 0 and kind.sizes:
            if kind.name not in SCALARS or len(kind.sizes) > 2:
                raise ByHand(kind.name)
            if len(kind.sizes) == 2:
                return f"tuple[tuple[{SCALARS[kind.name]}, ...], ...]", f"tuple(tuple(row) for row in {c})"
            return f"tuple[{SCALARS[kind.name]}, ...]", f"tuple({c})"
        if kind.pointers == 0:
            return self.plain_value(kind.name, c)
        if kind.sizes or (kind.pointers > 1 and kind.name != "char"):
            raise ByHand(kind.name)
        if kind.name == "char" and kind.pointers == 1:
            return "str", f"text({c})"
        if kind.name == "char" and count:
            return "tuple[str, ...]", f"tuple(text({c}[i]) for i in range({count}))"
        if kind.name == "tmHingeKind":
            return "str", f"text({c}.name)"
        if count and kind.name in SCALARS:
            return f"tuple[{SCALARS[kind.name]}, ...]", f"tuple({c}[0:{count}])"
        if count and kind.name in self.d.structs:
            read = self.record(kind.name)
            return f"tuple[{plain_name(kind.name)}, ...]", f"tuple({read}({c}[i]) for i in range({count}))"
        raise ByHand(kind.name)

    def plain_value(self, name, c):
        if name in SCALARS:
            return SCALARS[name], c
        if name in self.d.enums:
            return self.enum(name), f"_of_{self.enum(name)}[{c}]"
        return plain_name(name), f"{self.record(name)}({c})"

    # ---- Values that go in -------------------------------------------------------------------------

    def input(self, name, kind):
        """Returns (Python type, C argument) of what is passed in."""
        python = safe(name)
        if kind.pointers == 0 and not kind.sizes:
            if kind.name in SCALARS:
                return SCALARS[kind.name], python
            if kind.name in self.d.enums:
                return self.enum(kind.name), python
            if kind.name in self.ids:
                return plain_name(kind.name), f'id_in({python}, {plain_name(kind.name)}, "{python}")'
        if kind.const and kind.sizes and kind.name == "double":
            return "Numbers", f'numbers({python}, {kind.sizes[0]}, "{python}")'
        if kind.const and kind.name == "char" and kind.pointers == 1:
            return "str", f"text_in({python})"
        raise ByHand(name)

    def def_keywords(self, struct):
        """Returns (field, Python type, line that sets it) of the fields that keywords can give."""
        found = []
        for field, kind in self.d.structs[struct]:
            python = safe(field)
            if field == "stamp" or kind.is_function or field == "user" or field.endswith("_user"):
                continue
            if kind.pointers == 1 and kind.name == "char":
                found.append((python, "str", f"keep.append(text_in({python})); d.{field} = keep[-1]"))
            elif not kind.pointers and not kind.sizes and not field.endswith("_count"):
                if kind.name in SCALARS:
                    found.append((python, SCALARS[kind.name], f"d.{field} = {python}"))
                elif kind.name in self.d.enums:
                    found.append((python, self.enum(kind.name), f"d.{field} = {python}"))
                elif kind.name in self.ids:
                    found.append((python, plain_name(kind.name), f'd.{field} = id_in({python}, {plain_name(kind.name)}, "{python}")'))
        return found

    def fill(self, struct):
        """The function that fills a def struct from keywords; None leaves the default."""
        name = snake(plain_name(struct))
        given = "".join(f", {field}: {kind} | None = None" for field, kind, _ in self.def_keywords(struct))
        lines = [f"def _{name}(keep: list[Any]{', *' if given else ''}{given}) -> Any:",
                 f'    d = ffi.new("{struct} *", lib.tm_{name}_default())']
        for field, _, line in self.def_keywords(struct):
            lines += [f"    if {field} is not None:", *(f"        {part}" for part in line.split("; "))]
        self.bound.append(f"tm_{name}_default")
        return [*lines, "    return d", "", ""]

    def is_simple_def(self, struct):
        fields = [name for name, _ in self.d.structs[struct] if name != "stamp"]
        return struct.endswith("Def") and len(self.def_keywords(struct)) == len(fields)

    # ---- Methods -----------------------------------------------------------------------------------

    def method(self, c_name):
        """Returns the owner and the lines of the method, or raises ByHand."""
        result, params = self.d.functions[c_name]
        if params and params[0][1].name == "tmAllocator":
            params = [("", None), *params[1:]]
        rest = params[1:] if params and params[0][1] is None else params
        if not rest or rest[0][1].name not in OWNERS or rest[0][1].pointers != 1:
            raise ByHand(c_name)
        owner = rest[0][1].name
        call = Call(self, c_name, owner, result)
        call.args = ["ffi.NULL", "c_self"] if rest is not params else ["c_self"]
        call.take(rest[1:])
        return owner, call.lines()


class Call:
    """One method, as it comes together from its parameters."""

    def __init__(self, maker, c_name, owner, result):
        self.maker, self.c_name, self.owner, self.result = maker, c_name, owner, result
        self.given, self.before, self.args, self.outs = [], [], [], []
        self.count = self.writes = self.buffer = False

    def take(self, params):
        places = iter(range(len(params)))
        for place in places:
            name, kind = params[place]
            following = params[place + 1] if place + 1 < len(params) else (None, None)
            if kind.name == "tmWriteFn":
                self.writes = True
                next(places)
            elif kind.name == "char" and kind.pointers == 1 and not kind.const and following[0] == "size":
                self.buffer = True
                next(places)
            elif kind.const and kind.pointers == 1 and self.maker.is_simple_def_name(kind.name):
                self.take_def(kind.name)
            elif name == "count" and kind.pointers == 1 and self.result.pointers == 1:
                self.count = True
                self.before.append('count = ffi.new("int32_t *")')
                self.args.append("count")
            elif name == "length" and kind.name == "size_t" and kind.pointers == 1 and self.result.name == "char":
                self.before.append('out_length = ffi.new("size_t *")')
                self.args.append("out_length")
            elif not kind.const and (kind.pointers == 1 or (kind.sizes and not kind.pointers)):
                self.take_out(name, kind)
            elif kind.pointers == 2 and kind.name == "char" and kind.const:
                self.take_out(name, kind)
            else:
                python, argument = self.maker.input(name, kind)
                self.given.append(f"{safe(name)}: {python}")
                self.args.append(argument)

    def take_def(self, struct):
        words = self.maker.def_keywords(struct)
        self.given += ["*", *(f"{field}: {kind} | None = None" for field, kind, _ in words)]
        passed = "".join(f", {field}={field}" for field, _, _ in words)
        self.before += ["keep: list[Any] = []", f"d = _{snake(plain_name(struct))}(keep{passed})"]
        self.args.append("d")

    def take_out(self, name, kind):
        if name.endswith("s") and not kind.sizes and name not in ("radius", "status"):
            raise ByHand(self.c_name)  # as many as the header says
        variable = f"out_{name}"
        if kind.pointers == 2:
            self.before.append(f'{variable} = ffi.new("char **")')
            self.outs.append(("str", f"text({variable}[0])"))
        elif kind.sizes:
            self.before.append(f'{variable} = ffi.new("{kind.name}[{kind.sizes[0]}]")')
            self.outs.append((f"tuple[{SCALARS[kind.name]}, ...]", f"tuple({variable})"))
        else:
            self.before.append(f'{variable} = ffi.new("{kind.name} *")')
            self.outs.append(self.maker.plain_value(kind.name, f"{variable}[0]"))
        self.args.append(variable)

    def returned(self):
        """Returns (Python type, lines that call and return)."""
        kind, invoke = self.result, f"lib.{self.c_name}({', '.join(self.args)})"
        if self.buffer:
            head = ", ".join(self.args)
            return "str", [f"return text_of(lib.{self.c_name}, {head})"]
        if self.writes:
            closing = "" if kind.name == "tmStatus" else "None and "
            return "str", [f"return written(lambda write, user: {closing}lib.{self.c_name}"
                           f"({', '.join([*self.args, 'write', 'user'])}))"]
        if kind.name == "tmStatus" and not kind.pointers:
            return self.together(self.outs, [f"check({invoke})"])
        if kind.name == "void" and not kind.pointers:
            return self.together(self.outs, [invoke])
        if self.count:
            return self.several(kind, invoke)
        if kind.pointers == 1 and kind.name in self.maker.d.structs:
            if self.outs or kind.name in ARRAYS:
                raise ByHand(self.c_name)
            read = self.maker.record(kind.name)
            python = plain_name(kind.name)
            if self.c_name.endswith("_info"):  # null for null alone
                return python, [f"return {read}({invoke})"]
            return f"{python} | None", [f"found = {invoke}", f"return {read}(found) if found else None"]
        if kind.pointers == 1 and kind.name == "char" and self.args[-1] == "out_length":
            return "str | None", [f"result = {invoke}", "return some_bytes(result, out_length[0])"]
        if kind.pointers == 1 and kind.name == "char":
            return self.together([("str | None", "some_text(result)"), *self.outs], [f"result = {invoke}"])
        if kind.pointers:
            raise ByHand(self.c_name)
        if kind.name == "bool" and self.outs:
            raise ByHand(self.c_name)
        python, read = self.maker.plain_value(kind.name, "result")
        return self.together([(python, read), *self.outs], [f"result = {invoke}"])

    def several(self, kind, invoke):
        if self.outs:
            raise ByHand(self.c_name)
        python, read = self.maker.value(kind, "found", "n")
        return python, [f"found = {invoke}", "n = count[0] if found else 0", f"return {read}"]

    @staticmethod
    def together(values, lines):
        if not values:
            return "None", lines
        if len(values) == 1:
            return values[0][0], [*lines, f"value: {values[0][0]} = {values[0][1]}", "return value"]
        types, reads = (", ".join(part) for part in zip(*values))
        return f"tuple[{types}]", [*lines, f"return {reads}"]

    def lines(self):
        python, body = self.returned()
        own = f"tm_{snake(plain_name(self.owner))}_"
        name = RENAMED.get(self.c_name) or self.c_name[len(own):] if self.c_name.startswith(own) else self.c_name[3:]
        is_property = not self.given and python != "None" and not self.writes and not self.buffer
        head = ["    @property"] if is_property else []
        head += [f"    def {safe(name)}({', '.join(['self', *self.given])}) -> {python}:"]
        head += docstring(self.maker.said.get(self.c_name, ""), self.c_name, "        ")
        inner = [*self.before, "c_self = self._enter()", "try:", *(f"    {line}" for line in body), "finally:",
                 "    self._leave()"]
        return [*head, *(f"        {line}" for line in inner), ""]


def shared_start(names):
    """The words, each with its underscore, that all names begin with."""
    words = [name.split("_") for name in names]
    count = 0
    while all(len(one) > count + 1 and one[count] == words[0][count] for one in words):
        count += 1
    return "_".join(words[0][:count]) + "_" if count else ""


def safe_member(name):
    return f"N{name}" if name[:1].isdigit() else name


def read_of(field):
    return f'getattr(c, "{field}")' if keyword.iskeyword(field) else f"c.{field}"


def is_count_of(count, field):
    base = re.sub(r"_?count$", "", count)
    return count.endswith("count") and (base == "" or field[:3] == base[:3])


def module(declared, constants, said):
    """Returns the text of _api.py."""
    maker = Maker(declared, said)
    maker.is_simple_def_name = lambda name: name in declared.structs and maker.is_simple_def(name)
    for name in ALSO_ENUMS:
        maker.enum(name)
    for name in ALSO:
        maker.record(name)
    methods = {owner: [] for owner in OWNERS}
    for c_name in declared.functions:
        if c_name in BY_HAND or c_name.endswith(("_destroy", "_close")):
            continue
        try:
            owner, lines = maker.method(c_name)
        except ByHand:
            continue
        methods[owner] += lines
        maker.bound.append(c_name)
    fills = [line for name in declared.structs if name.endswith("Def") and f"tm_{snake(plain_name(name))}_default"
             in declared.functions for line in maker.fill(name)]
    lines = [HEAD]
    lines += [f"{name[3:]} = {value!r}" for name, value in constants.items()] + ["", ""]
    lines += flags(declared)
    lines += ids(maker)
    for group in (maker.enums, maker.records):
        for made in group.values():
            lines += made
    lines += fills
    for owner in OWNERS:
        lines += owner_class(owner, methods[owner])
    lines += [f"BOUND = {sorted(maker.bound)!r}", ""]
    return "\n".join(lines)


def flags(declared):
    lines = []
    for start, name in FLAGS.items():
        lines += [f"class {name}(IntFlag):"]
        lines += [f"    {member[len(start):]} = {value}" for member, value in declared.enums[""] if member.startswith(start)]
        lines += ["", ""]
    return lines


def ids(maker):
    lines = []
    for name in sorted(maker.ids):
        python = plain_name(name)
        lines += [f"class {python}(NamedTuple):", f'    """Names a part of an owner, for one run. C: {name}"""',
                  "    value: int", "", "    @property", "    def _c(self) -> Any:",
                  f'        return ffi.new("{name} *", (self.value,))[0]', "", "",
                  f"def _{snake(python)}(c: Any) -> {python}:", f"    return {python}(c.value)", "", ""]
    return lines


def owner_class(owner, methods):
    name = plain_name(owner)
    constant = owner in CONSTANT
    closing = "close" if owner == "tmRecording" else "destroy"
    return [f"class {name}Base(Owner):", f'    """What follows by rule for {owner}."""', "    __slots__ = ()",
            f"    _constant = {constant}", f"    _destroy = lib.tm_{snake(name)}_{closing}", "", *methods, ""]
