"""The textbook's problems for backtracking, each in one short file with its instance.

Read base.py first.
"""

from huisu.classics.base import Classic
from huisu.classics.batch import Batch
from huisu.classics.board_layout import BoardLayout
from huisu.classics.circles import Circles
from huisu.classics.clique import Clique
from huisu.classics.colouring import Colouring
from huisu.classics.instance import instance_from_json, to_json
from huisu.classics.knapsack import Knapsack
from huisu.classics.loading import Loading
from huisu.classics.queens import Queens
from huisu.classics.salesman import Salesman
from huisu.classics.sign_triangle import SignTriangle
from huisu.classics.stamps import Stamps
from huisu.classics.subset_sum import SubsetSum
from huisu.classics.sudoku import Sudoku
from huisu.classics.table import CLASSICS, classic

__all__ = [
    "CLASSICS",
    "Batch",
    "BoardLayout",
    "Circles",
    "Classic",
    "Clique",
    "Colouring",
    "Knapsack",
    "Loading",
    "Queens",
    "Salesman",
    "SignTriangle",
    "Stamps",
    "SubsetSum",
    "Sudoku",
    "classic",
    "instance_from_json",
    "to_json",
]
