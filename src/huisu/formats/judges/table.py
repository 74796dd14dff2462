"""Which program answers which judge? One line a judge.

The programs are in listings.py (all solutions, or the k-th), counts.py (how
many, or how much at best) and any_one.py (one solution); reading.py reads the
input. Read listings.py next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from huisu.errors import InputError
from huisu.formats.judges import any_one, counts, listings

__all__ = ["JUDGES", "Judge", "run_judge"]


class Judge(NamedTuple):
    """A judge's problem: its name, and the program from the whole input to pieces of output."""

    name: str
    solve: Callable[[str], Iterator[str]]
    reads: bool = True
    """False when the problem has no input, so that nobody needs to type any."""


#: The judges by name; `judge.NAME` in the catalogue describes each in one line.
JUDGES: dict[str, Judge] = {
    judge.name: judge
    for judge in (
        Judge("openjudge-1700", listings.openjudge_1700, reads=False),
        Judge("poj-2754", listings.poj_2754),
        Judge("luogu-p1219", listings.luogu_p1219),
        Judge("leetcode-51", listings.leetcode_51),
        Judge("leetcode-52", counts.leetcode_52),
        Judge("hdu-2553", counts.hdu_2553),
        Judge("acwing-843", listings.acwing_843),
        Judge("pta-nqueens", listings.pta_nqueens),
        Judge("uva-750", listings.uva_750),
        Judge("uva-11195", counts.uva_11195),
        Judge("cses-1624", counts.cses_1624),
        Judge("uva-167", counts.uva_167),
        Judge("poj-1321", counts.poj_1321),
        Judge("poj-3239", any_one.poj_3239),
        Judge("boj-9175", any_one.boj_9175),
        Judge("aoj-alds1-13-a", any_one.aoj_alds1_13_a),
        Judge("lanqiao-2n", counts.lanqiao_2n),
        Judge("lanqiao-king", counts.lanqiao_king),
        Judge("superqueen", listings.superqueen),
    )
}


def run_judge(name: str, text: str) -> Iterator[str]:
    r"""Return an iterator of the judge's output for an input, piece by piece, line ends included.

    The output of good input before a bad line still comes. Raises InputError,
    at once for an unknown name, and for bad input when its turn comes; words
    after the expected end are ignored. Raises NoSolution where a judge
    promises a solution and there is none.

    >>> "".join(run_judge("hdu-2553", "1 8 5 0"))
    '1\n92\n10\n'
    """
    if name not in JUDGES:
        raise InputError("error.judge.unknown", name=name, names=", ".join(JUDGES))
    return JUDGES[name].solve(text)
