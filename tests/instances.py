"""Which small instances of the textbook problems do tests try, and what do all vectors look like?

The solution spaces below are written from the definitions of the problems and
share no code with huisu. Read test_classics.py next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from math import isqrt
from typing import Any

from hypothesis import strategies as st

from huisu.classics import CLASSICS, Classic
from roads import attack

#: At most so many components, so that a whole solution space can be tried.
MOST = {"permutation": 5, "subset": 6}

NUMBERS = st.integers(0, 12)
MANY = st.lists(NUMBERS, max_size=MOST["subset"])


@st.composite
def knapsacks(draw: st.DrawFn) -> dict[str, Any]:
    objects = draw(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=MOST["subset"]))
    weights, values = [w for w, _ in objects], [v for _, v in objects]
    return {"weights": weights, "values": values, "capacity": draw(st.integers(0, 40))}


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, Any]:
    vertices = draw(st.integers(0, 5))
    edges = st.sets(st.sampled_from([*combinations(range(vertices), 2), ()]))
    return {"vertices": vertices, "edges": sorted(edge for edge in draw(edges) if edge)}


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    n = draw(st.integers(1, MOST["permutation"] + 1))
    row = st.lists(st.one_of(NUMBERS, NUMBERS, NUMBERS, st.none()), min_size=n, max_size=n)
    return {"costs": [draw(row) for _ in range(n)]}


@st.composite
def layouts(draw: st.DrawFn) -> dict[str, Any]:
    boards = draw(st.integers(0, MOST["permutation"]))
    net = st.lists(st.sampled_from(range(boards)), max_size=4) if boards else st.just([])
    return {"boards": boards, "nets": draw(st.lists(net, max_size=5))}


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a board with squares blocked and queens fixed that do not attack each other."""
    n = draw(st.integers(0, 5))
    squares = draw(st.permutations([*product(range(n), repeat=2)]))
    blocked = squares[: draw(st.integers(0, n))]
    fixed: list[tuple[int, int]] = []
    for row, column in squares[n : n + draw(st.integers(0, 4))]:
        if not any(attack((row, column), queen) for queen in fixed):
            fixed.append((row, column))
    tree = draw(st.sampled_from(["permutation", "n-ary"]))
    return {"n": n, "tree": tree, "fixed": fixed, "blocked": blocked}


@st.composite
def grids(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a grid of 4 x 4 that has digits at all: the cyclic one, renamed and emptied in part."""
    one, two, three, four = draw(st.permutations("1234"))
    cells = f"{one}{two}{three}{four}{three}{four}{one}{two}"
    cells += f"{two}{one}{four}{three}{four}{three}{two}{one}"
    empty = draw(st.sets(st.integers(0, 15), max_size=10))
    shown = "".join("." if k in empty else digit for k, digit in enumerate(cells))
    return {"rows": [shown[k : k + 4] for k in range(0, 16, 4)]}


FIELDS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "loading": st.fixed_dictionaries({"weights": MANY, "capacities": st.tuples(NUMBERS, NUMBERS)}),
    "batch": st.fixed_dictionaries(
        {"jobs": st.lists(st.tuples(NUMBERS, NUMBERS), max_size=MOST["permutation"])}
    ),
    "sign-triangle": st.fixed_dictionaries({"n": st.integers(0, 8)}),
    "queens": boards(),
    "knapsack": knapsacks(),
    "clique": graphs(),
    "colouring": st.builds(lambda graph, m: {**graph, "colours": m}, graphs(), st.integers(0, 3)),
    "salesman": tables(),
    "circles": st.fixed_dictionaries(
        {"radii": st.lists(st.floats(0.001, 1000), max_size=MOST["permutation"])}
    ),
    "board-layout": layouts(),
    "stamps": st.fixed_dictionaries({"stamps": st.integers(1, 3), "most": st.integers(1, 3)}),
    "subset-sum": st.fixed_dictionaries(
        {"numbers": st.lists(NUMBERS, min_size=1, max_size=MOST["subset"]), "target": NUMBERS}
    ),
    "sudoku": grids(),
}


def instances(name: str) -> st.SearchStrategy[Classic]:
    """Return a strategy for small instances of one problem."""
    return FIELDS[name].map(lambda given: CLASSICS[name](**given))


ANY = st.sampled_from(sorted(FIELDS)).flatmap(instances)


def small_grids(given: Any) -> Iterator[tuple[int, ...]]:
    """Yield every vector of a grid whose rows have each digit once and keep what is given."""
    side = len(given.rows)
    rows = [
        [
            row
            for row in permutations(range(1, side + 1))
            if all(sign in (".", str(digit)) for sign, digit in zip(signs, row, strict=True))
        ]
        for signs in given.rows
    ]
    yield from (tuple(sum(grid, ())) for grid in product(*rows))


def is_filled(given: Any, x: tuple[int, ...]) -> bool:
    """Return whether all columns and boxes of a vector have each digit once."""
    side, box = len(given.rows), isqrt(len(given.rows))
    columns = [x[i::side] for i in range(side)]
    corners = [box * side * a + box * b for a in range(box) for b in range(box)]
    boxes = [[x[c + side * i + j] for i in range(box) for j in range(box)] for c in corners]
    return all(len(set(cells)) == side for cells in [*columns, *boxes])


Space = Callable[[Any], Iterator[tuple[int, ...]]]

#: Every vector of the solution space, by the explicit constraint alone or more.
SPACES: dict[str, Space] = {
    "loading": lambda it: product((0, 1), repeat=len(it.weights)),
    "batch": lambda it: permutations(range(len(it.jobs))),
    "sign-triangle": lambda it: product((0, 1), repeat=it.n),
    "queens": lambda it: product(range(it.n), repeat=it.n),
    "knapsack": lambda it: product((0, 1), repeat=len(it.weights)),
    "clique": lambda it: product((0, 1), repeat=it.vertices),
    "colouring": lambda it: product(range(it.colours), repeat=it.vertices),
    "salesman": lambda it: permutations(range(1, len(it.costs))),
    "circles": lambda it: permutations(range(len(it.radii))),
    "board-layout": lambda it: permutations(range(it.boards)),
    "stamps": lambda it: combinations(range(1, 20), it.stamps),
    "subset-sum": lambda it: product((0, 1), repeat=len(it.numbers)),
    "sudoku": small_grids,
}


def space(instance: Classic) -> Iterator[tuple[int, ...]]:
    """Yield every vector of the solution space of an instance."""
    return SPACES[instance.name](instance)
