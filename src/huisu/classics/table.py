"""Which textbook problems are there? One line a problem.

Read ../cli/ next, which shows them on the command line.
"""

from __future__ import annotations

from huisu.classics.base import Classic
from huisu.classics.batch import Batch
from huisu.classics.board_layout import BoardLayout
from huisu.classics.circles import Circles
from huisu.classics.clique import Clique
from huisu.classics.colouring import Colouring
from huisu.classics.knapsack import Knapsack
from huisu.classics.loading import Loading
from huisu.classics.queens import Queens
from huisu.classics.salesman import Salesman
from huisu.classics.sign_triangle import SignTriangle
from huisu.classics.stamps import Stamps
from huisu.classics.subset_sum import SubsetSum
from huisu.classics.sudoku import Sudoku
from huisu.errors import InputError

__all__ = ["CLASSICS", "classic"]

#: The problems by name, in the order in which the textbook has them.
CLASSICS: dict[str, type[Classic]] = {
    each.name: each
    for each in (
        Loading,
        Batch,
        SignTriangle,
        Queens,
        Knapsack,
        Clique,
        Colouring,
        Salesman,
        Circles,
        BoardLayout,
        Stamps,
        SubsetSum,
        Sudoku,
    )
}


def classic(name: str) -> type[Classic]:
    """Return the textbook problem of a name; raise InputError when there is none.

    >>> classic("stamps")()
    Stamps(stamps=5, most=4)
    """
    if name not in CLASSICS:
        raise InputError("error.classic.unknown", name=name, names=", ".join(CLASSICS))
    return CLASSICS[name]
