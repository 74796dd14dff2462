"""The backtracking method: state a problem, get its solutions, and see how they were found.

Read problem.py first.
"""

from huisu.backtrack.order import Arrangement, Order
from huisu.backtrack.problem import Cause, Problem, ProblemLike, Sense, Source, Tree, caused
from huisu.backtrack.questions import (
    any_solution,
    best,
    count,
    estimate,
    first,
    is_unique,
    kth,
)
from huisu.backtrack.run import Best, Driver, Goal, Outcome, Run, solutions
from huisu.backtrack.statistics import Statistics

__all__ = [
    "Arrangement",
    "Best",
    "Cause",
    "Driver",
    "Goal",
    "Order",
    "Outcome",
    "Problem",
    "ProblemLike",
    "Run",
    "Sense",
    "Source",
    "Statistics",
    "Tree",
    "any_solution",
    "best",
    "caused",
    "count",
    "estimate",
    "first",
    "is_unique",
    "kth",
    "solutions",
]
