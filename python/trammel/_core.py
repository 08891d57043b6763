"""_core.py: the shared library, and what every owner of it has in common: a life, a lock, texts and numbers that cross.

Nothing here knows mechanics. An owner belongs to one call at a time: another thread, or a callback within that call,
gets BusyError instead of a crash. What never changes may be shared, and is locked only for the length of a call.
"""
from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _bindings
from .errors import BY_STATUS, ArgumentError, BusyError, ClosedError, Error, NotFiniteError, ShapeError

ffi: Any = _bindings.ffi
Array = npt.NDArray[np.float64]
Numbers = Union[Sequence[float], Array]


def _open_library() -> Any:
    """Opens the library that lies beside this file; TRAMMEL_LIBRARY names another one, for developers."""
    path = os.environ.get("TRAMMEL_LIBRARY") or str(Path(__file__).with_name("libtrammel.so"))
    try:
        return ffi.dlopen(path)
    except OSError as error:
        raise ImportError(f"trammel: its library cannot be opened: {error}") from None


lib: Any = _open_library()


# ---- Texts ---------------------------------------------------------------------------------------


def text(c: Any) -> str:
    """A C text as a str; "" for null."""
    return ffi.string(c).decode("utf-8", "replace") if c else ""


def some_text(c: Any) -> str | None:
    return text(c) if c else None


def some_bytes(c: Any, length: int) -> str | None:
    return bytes(ffi.buffer(c, length)).decode("utf-8", "replace") if c else None


def text_in(words: str) -> Any:
    """A str as a C text. The core's texts end at a zero, so that none may stand in it."""
    if not isinstance(words, str):
        raise TypeError(f"a text is a str, not {type(words).__name__}")
    if "\0" in words:
        raise ArgumentError("a text may not contain a zero character")
    return ffi.new("char[]", words.encode("utf-8", "surrogatepass"))


def text_of(function: Any, *args: Any) -> str:
    """Calls a function that writes at most `size` bytes into a buffer and returns how many it would take."""
    size = function(*args, ffi.NULL, 0)
    buffer = ffi.new("char[]", size + 1)
    function(*args, buffer, size + 1)
    return text(buffer)


def written(call: Callable[[Any, Any], Any]) -> str:
    """Gives the call a tmWriteFn; returns all that it was given, once the status is good."""
    taken = bytearray()

    @ffi.callback("tmWriteFn")  # type: ignore[untyped-decorator]
    def write(_user: Any, data: Any, count: int) -> None:
        taken.extend(ffi.buffer(data, count))

    status = call(write, ffi.NULL)
    if status is not None:
        check(status)
    return taken.decode("utf-8", "replace")


# ---- Numbers -------------------------------------------------------------------------------------


def as_array(given: Any, shape: tuple[int | None, ...], name: str) -> Array:
    """Returns the numbers as float64 in C order: the same memory where it is that already. None in the shape: any."""
    try:
        plain: npt.NDArray[Any] = np.asarray(given)
    except (TypeError, ValueError):
        raise ArgumentError(f"{name}: these are not numbers: {str(given)[:60]}") from None
    if plain.dtype.kind not in "biuf":
        raise ArgumentError(f"{name}: real numbers are expected, not {plain.dtype.name}: {str(given)[:60]}")
    array = np.ascontiguousarray(plain, dtype=np.float64).reshape(plain.shape)
    if array.ndim != len(shape) or any(
            want is not None and want != array.shape[i] for i, want in enumerate(shape)):
        wanted = " x ".join("n" if size is None else str(size) for size in shape) or "one number"
        found = " x ".join(map(str, plain.shape)) or "one number"
        raise ShapeError(f"{name}: {wanted} numbers are expected, not {found}")
    return array


def numbers(given: Numbers, count: int, name: str) -> Any:
    """A short list of numbers as a C array."""
    array = as_array(given, (count,), name)
    if not np.isfinite(array).all():
        raise NotFiniteError(f"{name}: a number is NaN or infinite")
    return ffi.new("double[]", array.tolist())


def doubles(array: Array) -> Any:
    """The memory of an array; it must outlive the call."""
    return ffi.from_buffer("double[]", array)


def copied(pointer: Any, shape: tuple[int, ...]) -> Array:
    """A new array of what lies at a pointer to doubles or to structs of doubles."""
    count = 1
    for size in shape:
        count *= size
    array = np.empty(shape)
    if count:
        ffi.memmove(ffi.from_buffer(array), pointer, 8 * count)
    return array


def whole(value: object, name: str) -> int:
    """An index: bools and floats are mistakes."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    return int(value.__index__())


def id_in(value: Any, kind: type[Any], name: str) -> Any:
    """An id as C has it: one of another kind is a mistake."""
    if type(value) is not kind:
        raise TypeError(f"{name} is a {kind.__name__}, not {type(value).__name__}")
    return value._c


# ---- Statuses ------------------------------------------------------------------------------------


def error_of(status: int, words: str = "") -> Error:
    name = text(lib.tm_status_name(status))
    message = words or text(lib.tm_status_message(status))
    return BY_STATUS.get(name, Error)(message)


def check(status: int, words: str = "") -> None:
    """Raises the exception of a status that is not TM_OK."""
    if status:
        raise error_of(status, words)


# ---- Owners --------------------------------------------------------------------------------------

_constant_owners: weakref.WeakSet[Owner]


class Owner:
    """Something of the library that must be freed. It is freed when nothing refers to it any more, at the end of a
    `with`, or by `close`, which also closes what was made from it."""

    __slots__ = ("_p", "_lock", "_uses", "_owned", "_parents", "_children", "__weakref__")
    _constant = False
    _destroy: Any = None
    _p: Any
    _lock: Any
    _uses: int
    _owned: bool
    _parents: tuple[Owner, ...]
    _children: weakref.WeakSet[Owner]

    def _own(self, pointer: Any, *parents: Owner, keep: object = None, owned: bool = True,
             family: Owner | None = None) -> None:
        """Takes a pointer that the library gave. What it depends on is freed after it, in whatever order Python
        gives things up: the parents' pointers hang on the destructor of this one. A family has one lock."""
        destroy, held = self._destroy, (tuple(parent._p for parent in parents), keep)
        self._p = ffi.gc(pointer, lambda p, held=held: destroy(p)) if owned else pointer
        self._owned, self._uses = owned, 0
        self._parents = parents
        self._children = weakref.WeakSet()
        self._lock = family._lock if family is not None else threading.RLock() if self._constant else threading.Lock()
        for parent in parents:
            parent._children.add(self)
        if self._constant:
            _constant_owners.add(self)

    def _enter(self) -> Any:
        """Begins a call: returns the pointer, which nobody else uses until _leave."""
        try:
            lock, blocking = self._lock, self._constant
        except AttributeError:
            raise ClosedError(f"this {type(self).__name__} was never made") from None
        if not lock.acquire(blocking):
            raise BusyError(f"this {type(self).__name__} is being used: by another thread, or by the call that this "
                            "callback belongs to")
        if self._p is None:
            lock.release()
            raise ClosedError(f"this {type(self).__name__} was closed")
        self._uses += 1
        return self._p

    def _leave(self) -> None:
        self._uses -= 1
        self._lock.release()

    def close(self) -> None:
        """Frees it now, and what was made from it. Again: nothing happens."""
        if getattr(self, "_p", None) is None:
            return
        self._enter()
        try:
            if self._uses > 1:  # by a callback within a call
                raise BusyError(f"this {type(self).__name__} is being used by the call that this callback belongs to")
            self._end()
        finally:
            self._leave()

    def _end(self) -> None:
        for child in list(self._children):
            if child._lock is self._lock:
                child._end()
            else:
                child.close()
        pointer, self._p = self._p, None
        if self._owned and pointer is not None:
            ffi.release(pointer)

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return getattr(self, "_p", None) is None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __copy__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied")

    def __deepcopy__(self, _memo: object) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied")

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled: send the text, and make it there")


_constant_owners = weakref.WeakSet()


def _after_fork() -> None:
    """A lock that another thread held when the process forked would stay locked for ever."""
    for owner in list(_constant_owners):
        owner._lock = threading.RLock()


os.register_at_fork(after_in_child=_after_fork)
