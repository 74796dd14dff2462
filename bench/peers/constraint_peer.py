"""n queens by the package python-constraint2 2.9.0: variables with constraints between them.

    pip install --target /tmp/peers python-constraint2==2.9.0
    PYTHONPATH=/tmp/peers python bench/engine.py \
        'python-constraint, pairs=bench/peers/constraint_peer.py:pairs' \
        'python-constraint, all different=bench/peers/constraint_peer.py:all_different'

Read ../engine.py next, which calls these.
"""

from __future__ import annotations

from importlib import import_module
from itertools import combinations
from typing import Any

Problem: Any = import_module("constraint").Problem
AllDifferent: Any = import_module("constraint").AllDifferentConstraint


def pairs(n: int) -> int:
    """Constrain each pair of rows as a whole, as the package's own example does."""
    problem = Problem()
    problem.addVariables(range(n), range(n))
    for above, below in combinations(range(n), 2):
        problem.addConstraint(_apart(below - above), (above, below))
    return sum(1 for _ in problem.getSolutionIter())


def _apart(rows: int) -> Any:
    return lambda first, second: first != second and abs(first - second) != rows


def all_different(n: int) -> int:
    """Constrain the columns together, and the diagonals by pairs of rows."""
    problem = Problem()
    problem.addVariables(range(n), range(n))
    problem.addConstraint(AllDifferent())
    for above, below in combinations(range(n), 2):
        problem.addConstraint(_off_diagonal(below - above), (above, below))
    return sum(1 for _ in problem.getSolutionIter())


def _off_diagonal(rows: int) -> Any:
    return lambda first, second: abs(first - second) != rows
