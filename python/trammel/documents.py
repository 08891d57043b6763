"""documents.py: definition texts: read, checked, formatted, edited."""
from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ._api import (Diag, DocumentBase, EditKind, NodeId, OfferKind, RunKind, Severity, Where, _diag, _document_def,
                   _of_OfferKind, _of_RunKind)
from ._core import check, ffi, lib, text, text_in, text_of, written
from .errors import ArgumentError, DefinitionWarning, TextError

if TYPE_CHECKING:
    from .models import Model

# A control that the text leaves to the program, which is Python here; Sim says when it is missing.
UNRESOLVED = 1502
Include = Callable[[str, str], "tuple[str, bytes | str] | None"]


class RunInfo(NamedTuple):
    """A run of a definition with its world, or a world without a run."""

    number: int
    kind: RunKind
    world: str
    bodies: int
    joints: int
    controls: int
    unresolved_controls: int
    planar: bool


class Offer(NamedTuple):
    """Something that can be written at a place of a text, instead of `length` bytes from `start` on."""

    text: str
    kind: OfferKind
    help: str
    start: int
    length: int


class Edit(NamedTuple):
    """One of several edits: of `node`, or beside it."""

    kind: EditKind
    node: NodeId
    text: str = ""
    where: Where = Where.AFTER


# ---- Diagnostics ---------------------------------------------------------------------------------


def diags_of(c_diags: Any) -> tuple[Diag, ...]:
    return tuple(_diag(lib.tm_diags_at(c_diags, i)) for i in range(lib.tm_diags_count(c_diags)))


def words_of(c_diag: Any, source: bytes | None) -> str:
    """A diagnostic as the command line prints it: with the line of the text, and the place underlined."""
    c_source = ffi.NULL if source is None else ffi.new("char[]", source)
    return text_of(lib.tm_diag_format, c_diag, c_source).rstrip("\n")


def sources_of(c_document: Any) -> dict[str, bytes]:
    """The texts of a document by their names."""
    found = {}
    length = ffi.new("size_t *")
    for i in range(lib.tm_document_file_count(c_document)):
        c_text = lib.tm_document_text(c_document, i, length)
        found[text(lib.tm_document_file_name(c_document, i))] = bytes(ffi.buffer(c_text, length[0]))
    return found


def report(c_diags: Any, sources: dict[str, bytes], skip: int = 0) -> tuple[Diag, ...]:
    """Raises TextError where there are errors; warnings become Python's. Notes are only in what is returned."""
    diags = diags_of(c_diags)
    said: dict[Severity, list[str]] = {Severity.ERROR: [], Severity.WARNING: []}
    for i, diag in enumerate(diags[skip:], skip):
        if diag.severity in said and diag.code != UNRESOLVED:
            said[diag.severity].append(words_of(lib.tm_diags_at(c_diags, i), sources.get(diag.file)))
    if said[Severity.ERROR]:
        raise TextError("\n".join(said[Severity.ERROR]), diags)
    for words in said[Severity.WARNING]:
        warnings.warn(words, DefinitionWarning, stacklevel=4)
    return diags


# ---- Files ---------------------------------------------------------------------------------------


class Files:
    """What `include` and `mesh` find: plain files below the folder of the definition, as on the command line. A
    definition from somebody else must not read files that nobody meant to share."""

    def __init__(self, folder: str | os.PathLike[str] | None, own: Include | None) -> None:
        self.shown = "" if folder is None else os.path.join(os.fspath(folder), "")
        self.real = None if folder is None else os.path.realpath(folder)
        self.own = own
        self.keep: list[Any] = []
        self.error: BaseException | None = None

    def find(self, source: str, path: str) -> tuple[str, bytes]:
        """Returns name and bytes of a file; LookupError says why there are none."""
        if self.own:
            answer = self.own(source, path)
            if answer is None:
                raise LookupError("there is no such file")
            return answer[0], answer[1].encode() if isinstance(answer[1], str) else bytes(answer[1])
        if self.real is None:
            raise LookupError("a text that is not a file has no folder to look in; pass `folder`")
        if path.startswith("/"):
            raise LookupError("only files below the definition's folder may be used, by a path from there")
        inner = os.path.dirname(source[len(self.shown):]) if source.startswith(self.shown) else ""
        real = os.path.realpath(os.path.join(self.real, inner, path))
        below = os.path.relpath(real, self.real)
        if below.startswith(".."):
            raise LookupError("it lies outside the definition's folder")
        if not os.path.exists(real):
            raise LookupError("there is no such file")
        if not os.path.isfile(real):
            raise LookupError("it is not a plain file")
        try:
            return self.shown + below, Path(real).read_bytes()
        except OSError as error:
            raise LookupError(error.strerror or "it cannot be read") from None

    def callback(self) -> Any:
        def caught(_kind: object, error: BaseException, _trace: object) -> None:
            self.error = self.error or error

        @ffi.callback("tmIncludeFn", onerror=caught)  # type: ignore[untyped-decorator]
        def include(_user: Any, source: Any, path: Any, included: Any) -> None:
            try:
                name, found = self.find(text(source), text(path))
            except LookupError as error:
                self.keep.append(text_in(str(error.args[0])))
                included.message = self.keep[-1]
                return
            self.keep += [text_in(name), ffi.from_buffer("char[]", found + b"\0")]
            included.name, included.text, included.length = self.keep[-2], self.keep[-1], len(found)

        self.keep.append(include)
        return include


# ---- Documents -----------------------------------------------------------------------------------


class Document(DocumentBase):
    """A text of the definition language with all that it includes, read and checked. It never changes.

    >>> import trammel as tm
    >>> document = tm.read("world w begin properties: gravity; end")
    >>> document.runs[0].world
    'w'
    """

    __slots__ = ("diags", "name", "_sources")
    diags: tuple[Diag, ...]
    name: str

    def __init__(self, text: str, *, name: str = "text", folder: str | os.PathLike[str] | None = None,
                 include: Include | None = None, alone: bool = False) -> None:
        """Reads the text. `name` is what messages call it. `include` gets the name of the including text and a path,
        and returns a name and a text, or None; without it files below `folder` are found. With `alone` only the
        syntax of this one text is checked, which is enough to format and edit it."""
        if not isinstance(text, str):
            raise TypeError(f"a definition is a str, not {type(text).__name__}; tm.load reads a file")
        keep: list[Any] = []
        data = text.encode("utf-8", "surrogatepass")
        c_def = _document_def(keep, name=name, alone=alone)
        c_text = ffi.new("char[]", data)
        c_def.text, c_def.length = c_text, len(data)
        files = Files(folder, include)
        c_def.include = c_def.mesh = files.callback()
        out = ffi.new("tmDocument **")
        status = lib.tm_document_create(ffi.NULL, c_def, out)
        if files.error:
            if not status:
                lib.tm_document_destroy(out[0])
            raise files.error
        check(status)
        self._own(out[0])
        self.name = name
        self._sources = sources_of(out[0])
        self.diags = report(lib.tm_document_diags(out[0]), self._sources)

    @property
    def runs(self) -> tuple[RunInfo, ...]:
        """The runs in the order of the text, then worlds without one."""
        c_self = self._enter()
        try:
            c = ffi.new("tmRunInfo *")
            found = []
            for i in range(lib.tm_document_run_count(c_self)):
                check(lib.tm_document_run(c_self, i, c))
                world = bytes(ffi.buffer(c.world, c.world_length)).decode("utf-8", "replace")
                found.append(RunInfo(i, _of_RunKind[c.kind], world, c.bodies, c.joints, c.controls,
                                     c.unresolved_controls, c.planar))
            return tuple(found)
        finally:
            self._leave()

    def run_index(self, run: int | str | RunKind | None = None) -> int:
        """The number of a run: by its number, the name of its world, its kind ("simulate", "animate"); None: the
        first of all."""
        runs = self.runs
        if not runs:
            raise ArgumentError(f"{self.name} defines no world that can be used by itself")
        if run is None:
            return 0
        if isinstance(run, RunKind):
            found = [info for info in runs if info.kind == run]
        elif isinstance(run, str):
            found = [info for info in runs if run in (info.kind.name.lower(), info.world)]
        else:
            found = [info for info in runs if info.number == run]
        if not found:
            there = ", ".join(f"{info.number}: {info.kind.name.lower()} {info.world}" for info in runs)
            raise ArgumentError(f"{self.name} has no run {run!r}; it has {there}")
        return found[0].number

    def model(self, run: int | str | RunKind | None = None) -> Model:
        """The model of the world of a run."""
        from .models import Model

        return Model(self, run)

    def edit(self, edits: Sequence[Edit]) -> str:
        """The first text with all edits at once, or an exception. C: tm_document_edit"""
        c_edits = ffi.new("tmEdit[]", max(len(edits), 1))
        keep = []
        for c_edit, edit in zip(c_edits, edits):
            keep.append(text_in(edit.text))
            c_edit.kind, c_edit.node, c_edit.where, c_edit.text = edit.kind, edit.node._c, edit.where, keep[-1]
        c_self = self._enter()
        try:
            return written(lambda write, user: lib.tm_document_edit(c_self, c_edits, len(edits), write, user))
        finally:
            self._leave()

    def complete(self, offset: int) -> list[Offer]:
        """What can be written at the byte `offset`, most useful first. C: tm_document_complete"""
        found: list[Offer] = []

        @ffi.callback("tmOfferFn")  # type: ignore[untyped-decorator]
        def offer(_user: Any, c: Any) -> None:
            found.append(Offer(text(c.text), _of_OfferKind[c.kind], text(c.help), c.start, c.length))

        c_self = self._enter()
        try:
            check(lib.tm_document_complete(c_self, offset, offer, ffi.NULL))
            return found
        finally:
            self._leave()

    def __repr__(self) -> str:
        if self.closed:
            return "<Document: closed>"
        runs = ", ".join(f"{info.kind.name.lower()} {info.world}" for info in self.runs)
        return f"<Document {self.name}: {runs or 'no runs'}>"


def read(text: str, *, name: str = "text", folder: str | os.PathLike[str] | None = None,
         include: Include | None = None) -> Document:
    """Reads a definition from a text.

    >>> import trammel as tm
    >>> tm.read("world w begin end")
    <Document text: none w>
    """
    return Document(text, name=name, folder=folder, include=include)


def load(path: str | os.PathLike[str]) -> Document:
    """Reads a definition from a file; what it includes lies below its folder."""
    data = Path(path).read_bytes()
    try:
        words = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{os.fspath(path)} is not a text in UTF-8: byte {error.start}") from None
    return Document(words, name=os.fspath(path), folder=os.path.dirname(os.fspath(path)) or ".")


def quantity(expression: str, unit: str = "") -> float:
    """The value of an expression of the language in SI; a plain number counts in `unit`. C: tm_quantity_read

    >>> import trammel as tm
    >>> tm.quantity("2 * 30mm", "m")
    0.06
    """
    data = expression.encode("utf-8", "surrogatepass")
    out, c_diags = ffi.new("double *"), ffi.new("tmDiags **")
    check(lib.tm_diags_create(ffi.NULL, c_diags))
    try:
        status = lib.tm_quantity_read(ffi.NULL, ffi.new("char[]", data), len(data), text_in(unit), c_diags[0], out)
        diags = diags_of(c_diags[0])
        if diags and status:
            raise TextError(words_of(lib.tm_diags_at(c_diags[0], 0), None), diags)
        check(status)
        return float(out[0])
    finally:
        lib.tm_diags_destroy(c_diags[0])
