"""`huisu watch --save`: how is a search written as a picture, moving or of one step?

Read watch.py next, which has the option.
"""

from __future__ import annotations

from pathlib import Path

from huisu.cli.say import language, say
from huisu.cli.terminal import output, progress_bar, remark
from huisu.errors import InputError, Interrupted
from huisu.queens.board import Board
from huisu.trace import Trace
from huisu.views.animation import animate, check_suffix
from huisu.views.png import draws_chinese

__all__ = ["check_save", "save_search"]


def check_save(path: str | None, step: int | None) -> None:
    """Refuse, before the search, a step without a file and a file of another kind."""
    if path is not None:
        check_suffix(path, step)
    elif step is not None:
        raise InputError("cli.step.save")


def save_search(search: Trace, path: str, step: int | None, board: Board | None) -> None:
    """Write a picture of the search, with a progress bar while it is made."""
    animation = animate(search, language=language(), board=board)
    label = say("animation.label", frames=f"{len(animation):,}")
    try:
        with output(path) as write, progress_bar(label) as bar:
            write(animation.encoded(path, step=step, on_progress=bar.show))
    except KeyboardInterrupt:
        raise Interrupted("interrupted.animation", path=path) from None
    is_drawn = Path(path).suffix.lower() != ".svg"
    if is_drawn and language() == "zh" and not draws_chinese():
        remark(f"huisu: {say('cli.png_letters')}")
