"""pictures.py: SVG pictures, as a text that notebooks show."""
from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

from ._api import JointId, _scene_def


class Picture(str):
    """An SVG picture: a str that a notebook shows, also one that moves.

    >>> import trammel as tm
    >>> tm.Picture("<svg/>")._repr_html_()
    '<img alt="picture" src="data:image/svg+xml;base64,PHN2Zy8+"/>'
    """

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file."""
        Path(path).write_text(self, encoding="utf-8")

    def _repr_html_(self) -> str:
        # An image runs no scripts and keeps its styles to itself.
        data = base64.b64encode(self.encode("utf-8")).decode("ascii")
        return f'<img alt="picture" src="data:image/svg+xml;base64,{data}"/>'

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} characters of SVG>"


def scene(keep: list[Any], *, frames: int | None = None, loop: bool | None = None, ghosts: bool | None = None,
          columns: int | None = None, seconds: float | None = None, width: float | None = None,
          title: str | None = None, traces: bool | None = None, captions: bool | None = None,
          labels: bool | None = None, driver: JointId | None = None) -> Any:
    """A tmSceneDef of these options; scene.h says what each does."""
    return _scene_def(keep, frames=frames, loop=loop, ghosts=ghosts, columns=columns, seconds=seconds, width=width,
                      title=title, traces=traces, captions=captions, labels=labels, driver=driver)
