"""Which searches are drawn in the tests of trees?

Recorded anew in each test. Read test_tree_views.py next.
"""

from __future__ import annotations

from typing import Any

from huisu.backtrack import Tree
from huisu.classics import Knapsack, Queens
from huisu.trace import Replay, Trace, trace
from huisu.tree import Form, tree
from huisu.views.tree_picture import TreePicture
from small_trees import Small

SACK = Knapsack(weights=(7, 3, 4, 5, 6, 2), values=(42, 12, 40, 25, 30, 9), capacity=12)


def queens(n: int, kind: Tree = "permutation", **limits: Any) -> Trace:
    return trace(Queens(n=n, tree=kind).problem(), **limits)


def sack() -> Trace:
    return trace(SACK.problem(), goal="best")


def searched(problem: Small) -> Trace:
    return trace(problem.problem(), goal="best" if problem.seed % 2 else "all")


def picture(recorded: Trace, form: Form, step: int | None = None) -> TreePicture:
    return TreePicture(tree(recorded, form), Replay(recorded), step)
