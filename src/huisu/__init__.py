"""Backtracking you can watch, trust and scale: the n-queens problem solved for real.

The names here are those of n queens. Any other problem is stated, searched and
watched with huisu.backtrack, huisu.trace, huisu.tree and huisu.classics.
"""

import huisu.notebook  # noqa: F401 - so that values show themselves in a notebook
from huisu.errors import HuisuError, InputError, Interrupted, InterruptedByUser, NoSolution
from huisu.estimate import Estimate, estimate_tree
from huisu.formats.boards import BoardFormat, get_format
from huisu.formats.judges import run_judge
from huisu.formats.read import QueensRead, read_boards
from huisu.kernel import Kernel, kernels
from huisu.progress import OnProgress, Progress
from huisu.queens.board import Board, Clash, Line, Placement, Square, clashes, is_solution
from huisu.queens.count import (
    count,
    count_fundamental,
    count_symmetric,
    estimate_board,
)
from huisu.queens.rank import SolutionIndex, kth, random_solution, random_solutions, rank
from huisu.queens.solutions import (
    Order,
    any_solution,
    first,
    first_by_column,
    solutions,
    solutions_buffer,
)
from huisu.queens.symmetric import Turn, fundamental_solutions, symmetric_solutions
from huisu.queens.symmetry import canonical, class_size, images
from huisu.views.drawing import Drawing, draw

__all__ = [
    "Board",
    "BoardFormat",
    "Clash",
    "Drawing",
    "Estimate",
    "HuisuError",
    "InputError",
    "Interrupted",
    "InterruptedByUser",
    "Kernel",
    "Line",
    "NoSolution",
    "OnProgress",
    "Order",
    "Placement",
    "Progress",
    "QueensRead",
    "SolutionIndex",
    "Square",
    "Turn",
    "any_solution",
    "canonical",
    "clashes",
    "class_size",
    "count",
    "count_fundamental",
    "count_symmetric",
    "draw",
    "estimate_board",
    "estimate_tree",
    "first",
    "first_by_column",
    "fundamental_solutions",
    "get_format",
    "images",
    "is_solution",
    "kernels",
    "kth",
    "random_solution",
    "random_solutions",
    "rank",
    "read_boards",
    "run_judge",
    "solutions",
    "solutions_buffer",
    "symmetric_solutions",
]
