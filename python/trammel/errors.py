"""errors.py: the exceptions. Each tmStatus but TM_OK has one: TM_ERR_NOT_FINITE is NotFiniteError."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._api import Diag


class Error(Exception):
    """What all errors of Trammel are; `status` is the name of the C status, "" where there is none."""

    status = ""


class MemoryFullError(Error, MemoryError):
    """There is not enough memory."""

    status = "TM_ERR_MEMORY"


class ArgumentError(Error, ValueError):
    """An argument is outside its stated range."""

    status = "TM_ERR_ARGUMENT"


class DefError(Error):
    """A definition struct was not made by its default function: a mistake of this package."""

    status = "TM_ERR_DEF"


class IdError(Error, LookupError):
    """An id is null, stale, or belongs to another owner."""

    status = "TM_ERR_ID"


class LimitError(Error):
    """A size exceeds the stated limit."""

    status = "TM_ERR_LIMIT"


class ShapeError(Error, ValueError):
    """The sizes of arrays do not match."""

    status = "TM_ERR_SHAPE"


class NotFiniteError(Error, ValueError):
    """A number is NaN or infinite, or the result would be."""

    status = "TM_ERR_NOT_FINITE"


class SingularError(Error, ArithmeticError):
    """The matrix is singular: there is no unique answer in this state."""

    status = "TM_ERR_SINGULAR"


class NotConvergedError(Error, ArithmeticError):
    """The iteration did not converge within its limit."""

    status = "TM_ERR_NOT_CONVERGED"


class StaleError(Error):
    """The owner was edited after this was made from it."""

    status = "TM_ERR_STALE"


class ProfileError(Error, ValueError):
    """The follower cannot touch the profile all round."""

    status = "TM_ERR_PROFILE"


class GeometryError(Error, ValueError):
    """These numbers do not describe a solid."""

    status = "TM_ERR_GEOMETRY"


class UnsupportedError(Error, NotImplementedError):
    """This analysis cannot handle a part of the model."""

    status = "TM_ERR_UNSUPPORTED"


class TextError(Error, ValueError):
    """A definition has mistakes. `diags` has all that was found, in the order of the text; `file`, `line`, `column`,
    `message` and `hint` are those of the first error. The exception's text is what the command line prints.

    >>> import trammel as tm
    >>> try:
    ...     tm.read("world w begin propertis: gravity; end", name="w.tml")
    ... except tm.TextError as error:
    ...     print(error.file, error.line, error.column)
    w.tml 1 15
    """

    status = "TM_ERR_TEXT"

    def __init__(self, words: str, diags: tuple[Diag, ...] = ()) -> None:
        super().__init__(words)
        self.diags = diags
        first = next((diag for diag in diags if diag.severity == 2), None)
        self.file = first.file if first else ""
        self.line = first.line if first else 0
        self.column = first.column if first else 0
        self.message = first.message if first else words
        self.hint = first.hint if first else ""


class SimulationError(TextError, ArithmeticError):
    """A simulation cannot go on; `diags` says why, with the time and the part."""

    status = ""


class ClosedError(Error, ValueError):
    """It was closed, or something that it needs was."""


class BusyError(Error, RuntimeError):
    """Another thread, or a callback within a call, uses it just now."""


class LossWarning(UserWarning):
    """Something was relaxed, cut or not reached; what the warning says holds for the result."""


class DefinitionWarning(UserWarning):
    """A definition can be used, but something in it is probably not what was meant."""


BY_STATUS: dict[str, type[Error]] = {
    kind.status: kind
    for kind in (MemoryFullError, ArgumentError, DefError, IdError, LimitError, ShapeError, NotFiniteError,
                 SingularError, NotConvergedError, StaleError, ProfileError, GeometryError, UnsupportedError, TextError)
}
