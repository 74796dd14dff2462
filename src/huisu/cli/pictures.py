"""In which format does a command write a picture: as the options say, or the end of a file's name?

Read board.py next, the first of the commands that draw.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from huisu.cli.terminal import coloured
from huisu.errors import InputError
from huisu.views.png import MAX_WIDTH

__all__ = ["AnyDrawing", "format_of", "picture_bytes"]


class AnyDrawing(Protocol):
    """What draws itself in each format."""

    def text(self, *, colour: bool = False) -> str:
        """Return lines of text, plain or with a terminal's colours."""

    def svg(self) -> str:
        """Return an SVG document."""

    def png(self, *, width: int | None = None) -> bytes:
        """Return a PNG."""


def format_of(
    format_name: str | None, output_file: str | None, width: int | None, formats: Sequence[str]
) -> str:
    """Return the format to write; refuse a PNG in a terminal, and a width for anything else."""
    form = format_name or _format_of_file(output_file, formats)
    if form == "png" and output_file is None and sys.stdout.isatty():
        raise InputError("cli.png_terminal")
    if width is not None and form != "png":
        raise InputError("cli.width.png")
    if width is not None and not 1 <= width <= MAX_WIDTH:
        raise InputError("cli.width", width=width, most=MAX_WIDTH)
    return form


def _format_of_file(output_file: str | None, formats: Sequence[str]) -> str:
    """Return the format that a file name's end asks for, text without a file."""
    if output_file is None:
        return "text"
    suffixes = {".txt" if name == "text" else f".{name}": name for name in formats}
    suffix = Path(output_file).suffix.lower()
    if suffix not in suffixes:
        raise InputError(
            "cli.suffix", path=output_file,
            suffixes=", ".join(suffixes), formats=", ".join(formats),
        )  # fmt: skip
    return suffixes[suffix]


def picture_bytes(picture: AnyDrawing, form: str, width: int | None, *, to_file: bool) -> bytes:
    """Return a picture as text, SVG or PNG; text in colour if a person will see it."""
    if form == "png":
        return picture.png(width=width)
    if form == "svg":
        return picture.svg().encode()
    return (picture.text(colour=coloured() and not to_file) + "\n").encode(errors="replace")
