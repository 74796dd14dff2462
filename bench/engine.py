"""How fast is the generic engine beside recursion by hand? One run, side by side, all checked.

    python bench/engine.py [--rounds 5] [--n 9] [NAME=FILE.py:FUNCTION ...]

All solutions of n queens, by programs that ask the same question of the same
nodes, unless a row says otherwise. Peers are Python functions of n that return
the number of solutions; those of bench/peers/ need their packages. Read
racing.py for how it is measured, plain.py and bare.py for what is compared with.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import plain
from bare import bare
from huisu.backtrack import Problem, solutions
from huisu.trace import Trace, trace
from racing import Contender, Race, machine, measured, published, table

NAIVE = "recursion by hand, a generator"
FEASIBLE = "huisu, feasible alone"
STATE = "huisu, push and pop"
SQUARES = "huisu, push and pop, domain of open squares"
BARE = "the engine's loop without statistics, feasible alone"
BARE_STATE = "the engine's loop without statistics, push and pop"
TRACE = "huisu.trace, feasible alone"
TRACE_STATE = "huisu.trace, push and pop"


class Peer(NamedTuple):
    """A function of n from a file, and what it is called in the table."""

    name: str
    count: Callable[[int], int]


class Bar(NamedTuple):
    """How much faster one row is to be than another, at least."""

    row: str
    than: str
    least: float


def by_place(n: int) -> Problem[int]:
    """State n queens with the constraint function alone."""
    return Problem(n, range(n), plain.place)


def by_function(n: int) -> Problem[int]:
    """State n queens with a domain that is asked for at each E-node."""
    return Problem(n, lambda k, x: range(n), plain.place)


def by_state(n: int) -> Problem[int]:
    """State n queens with the columns and diagonals that are taken."""
    columns, falling, rising = [False] * n, [False] * (2 * n), [False] * (2 * n)

    def feasible(k: int, x: Sequence[int]) -> bool:
        c = x[k]
        return not (columns[c] or falling[k - c] or rising[k + c])

    def push(k: int, x: Sequence[int]) -> None:
        c = x[k]
        columns[c] = falling[k - c] = rising[k + c] = True

    def pop(k: int, x: Sequence[int]) -> None:
        c = x[k]
        columns[c] = falling[k - c] = rising[k + c] = False

    return Problem(n, range(n), feasible, push=push, pop=pop)


def by_squares(n: int) -> Problem[int]:
    """State n queens with domains that hold only the squares that are not attacked."""
    full = (1 << n) - 1
    columns = [tuple(c for c in range(n) if squares >> c & 1) for squares in range(full + 1)]
    attacks = [(0, 0, 0)]  # on the next row: by columns, by falling and by rising diagonals

    def domain(k: int, x: Sequence[int]) -> Sequence[int]:
        down, falling, rising = attacks[-1]
        return columns[full & ~(down | falling | rising)]

    def push(k: int, x: Sequence[int]) -> None:
        down, falling, rising = attacks[-1]
        queen = 1 << x[k]
        attacks.append((down | queen, (falling | queen) << 1, (rising | queen) >> 1))

    def pop(k: int, x: Sequence[int]) -> None:
        del attacks[-1]

    return Problem(n, domain, push=push, pop=pop)


def number_of(found: Iterable[object]) -> int:
    return sum(1 for _ in found)


def rows(n: int) -> dict[str, Callable[[], int | Trace]]:
    """Return our own programs by name; the first is what the others are compared with."""
    return {
        NAIVE: lambda: number_of(plain.learnt(n)),
        "recursion by hand, append to a list": lambda: len(plain.collected(n)),
        FEASIBLE: lambda: number_of(solutions(by_place(n))),
        "huisu, feasible alone, recursive driver": lambda: number_of(
            solutions(by_place(n), driver="recursive")
        ),
        "huisu, feasible alone, domain as a function": lambda: number_of(solutions(by_function(n))),
        STATE: lambda: number_of(solutions(lambda: by_state(n))),
        SQUARES: lambda: number_of(solutions(lambda: by_squares(n))),
        "huisu, push and pop, recursive driver": lambda: number_of(
            solutions(lambda: by_state(n), driver="recursive")
        ),
        BARE: lambda: number_of(bare(by_place(n))),
        BARE_STATE: lambda: number_of(bare(lambda: by_state(n))),
        TRACE: lambda: trace(by_place(n)),
        TRACE_STATE: lambda: trace(lambda: by_state(n)),
        "huisu.trace, push and pop, and its lists": lambda: len(trace(lambda: by_state(n)).answers),
    }


def race(n: int, peers: Sequence[Peer]) -> Race:
    """Return the race for all solutions."""
    number = published("A000170")[n]
    runs: dict[str, Callable[[], int | Trace]] = rows(n)
    for peer in peers:
        runs[peer.name] = lambda count=peer.count: count(n)  # type: ignore[misc]
    return Race(
        f"all {number:,} solutions of n = {n}",
        [
            Contender(name, run, lambda found: _answers(found) == number)
            for name, run in runs.items()
        ],
    )


def _answers(found: int | Trace) -> int:
    return len(found.answers) if isinstance(found, Trace) else found


def bars(peers: Sequence[Peer]) -> list[Bar]:
    """Return what the engine has to reach."""
    return [
        Bar(FEASIBLE, NAIVE, 1.0),
        Bar(STATE, NAIVE, 2.5),
        Bar(FEASIBLE, BARE, 1 / 1.1),
        Bar(STATE, BARE_STATE, 1 / 1.1),
        Bar(TRACE, FEASIBLE, 1 / 2),
        Bar(TRACE_STATE, STATE, 1 / 2),
        *(Bar(SQUARES, peer.name, 3.0) for peer in peers),
    ]


def verdicts(asked: Sequence[Bar], seconds: dict[str, float]) -> Iterator[str]:
    """Yield a table of what was asked and what was measured."""
    yield "| row | beside | times as fast | asked |"
    yield "|---|---|---:|---:|"
    for bar in asked:
        ratio = seconds[bar.than] / seconds[bar.row]
        yield f"| {bar.row} | {bar.than} | {ratio:.2f} | {bar.least:.2f} |"
    yield ""


def peer(text: str) -> Peer:
    """Return the function that an argument NAME=FILE.py:FUNCTION names."""
    name, _, place = text.partition("=")
    file, _, function = place.rpartition(":")
    if not name or not Path(file).is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=FILE.py:FUNCTION")
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Peer(name, getattr(module, function))


def main() -> None:
    """Run the race and print its tables."""
    parser = argparse.ArgumentParser(description="Time the engine beside recursion by hand.")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each program (5)")
    parser.add_argument("--n", type=int, default=9, help="the board (9)")
    parser.add_argument("peers", nargs="*", type=peer, metavar="NAME=FILE.py:FUNCTION")
    asked = parser.parse_args()
    run = race(asked.n, asked.peers)
    seconds = measured(run, asked.rounds)
    print("\n".join([machine(), "", *table(run, seconds), *verdicts(bars(asked.peers), seconds)]))


if __name__ == "__main__":
    main()
