"""Which modules show values in a notebook, and are not imported before there is one to show?

Read shown.py for how a value is shown, views/notebook.py for pictures and
page/notebook.py for the player.
"""

from __future__ import annotations

from huisu.shown import drawn_by

__all__ = ["DRAWN_BY"]

DRAWN_BY = {
    "huisu.views.notebook": ("huisu.queens.board.Board", "huisu.tree.StateSpaceTree"),
    "huisu.page.notebook": ("huisu.trace.data.Trace", "huisu.trace.replay.Replay"),
}

for _module, _classes in DRAWN_BY.items():
    drawn_by(_module, *_classes)
