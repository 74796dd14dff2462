"""How long would 28 queens take, and from which measurements does that follow?

    python bench/q28.py [--n 28] [--kernel sweep] [--pieces 100] [--size 1e9] [--only sweep|join]

Nodes are estimated by random descents, their speed is measured on pieces of the very plan
that `huisu run 28` would count, drawn at random; the rest is arithmetic, printed line by
line. The same is done first for n = 18, which is then counted. Read runs.py next, what a run
costs beside its counting; docs/runs.md quotes these figures.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import mean, stdev
from typing import Any, NamedTuple

from huisu.bits import Attacks, BitRow, columns_in
from huisu.estimate import estimate_rows
from huisu.jobs import Job
from huisu.joined import far_apart
from huisu.kernel import Kernel, choose_kernel, core
from huisu.queens.border import border_plan
from racing import machine, one_core, published

YEAR = 365.25 * 24 * 3600  # seconds
SHARES = (12, 16, 20, 24)  # sides for which the share of the border plan is shown
CHECKED = 18  # the side that is predicted and counted
JOINED = (20, 22, 24)  # the join goes no further
JOIN_UNITS = 30  # of each side

Open = tuple[BitRow, ...]


class Figure(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        """Return both as people write them."""
        return f"{self.mean:.3g} ± {self.error / self.mean:.1%}"


class Piece(NamedTuple):
    """A part of a plan, drawn with this probability."""

    open: Open
    weight: int
    probability: float
    nodes: float


class Speed(NamedTuple):
    """What pieces say about the whole plan."""

    seconds_a_node: Figure
    solutions: Figure


def figure(values: Sequence[float]) -> Figure:
    return Figure(mean(values), stdev(values) / math.sqrt(len(values)))


def nodes(open_squares: Open, probes: int, seed: int) -> float:
    """Return the estimated nodes of a job."""
    total: float = core.probe(open_squares, seed, 0, probes)[2]
    return total / probes


def whole_board(n: int) -> Figure:
    """Return the nodes of the plain search of a whole board."""
    found = estimate_rows([(1 << n) - 1] * n, probes=1_000_000, seed=1)
    return Figure(found.nodes, found.nodes_error)


def all_jobs(jobs: Sequence[Job]) -> Figure:
    """Return the nodes of all jobs of a plan, 2,000 descents each."""
    found = [estimate_rows(job.open, probes=2000, seed=1) for job in jobs]
    error = math.sqrt(sum(each.nodes_error**2 for each in found))
    return Figure(sum(each.nodes for each in found), error)


def pieces(jobs: Sequence[Job], size: float, number: int) -> Iterator[Piece]:
    """Draw parts of at most so many nodes, each with a probability near its share of all nodes.

    From a job down to one of its parts, row by row, as a plan is cut.
    """
    choose = random.Random(1)
    sizes = [nodes(job.open, 2000, 1) for job in jobs]
    for job, expected in choose.choices(list(zip(jobs, sizes, strict=True)), sizes, k=number):
        part, probability = job.open, expected / sum(sizes)
        while nodes(part, 32, 0) > size and (below := children(part)):
            likely = [nodes(child, 500, 2) for child in below]
            taken = choose.choices(range(len(below)), likely)[0]
            part, probability = below[taken], probability * likely[taken] / sum(likely)
        yield Piece(part, job.weight, probability, nodes(part, 20_000, 3))


def children(open_squares: Open) -> list[Open]:
    """Return the job once for each free square of its first row that has a choice."""
    attacks = Attacks()
    for row, squares in enumerate(open_squares):
        free = attacks.free(squares)
        if free.bit_count() != 1:
            above, below = open_squares[:row], open_squares[row + 1 :]
            return [(*above, 1 << column, *below) for column in columns_in(free)]
        attacks = attacks.below(free)
    return []


def counted(kernel: Kernel, open_squares: Open) -> tuple[int, float]:
    """Return the count of a job and the processor time that it took."""
    start = time.thread_time()
    count = kernel.count(open_squares, kernel.cancel_flag())
    return count, time.thread_time() - start


def speed(kernel: Kernel, drawn: Sequence[Piece]) -> Speed:
    """Count pieces; return what they say."""
    seconds, solutions = [], []
    for piece in drawn:
        count, taken = counted(kernel, piece.open)
        seconds.append(taken / piece.nodes)
        solutions.append(piece.weight * count / piece.probability)
    return Speed(figure(seconds), figure(solutions))


def check(kernel: Kernel, number: int) -> Iterator[str]:
    """Yield how a prediction compares with a count."""
    jobs = border_plan(CHECKED)
    found = speed(kernel, list(pieces(jobs, 1e8, number)))
    expected = all_jobs(jobs).mean * found.seconds_a_node.mean
    total, seconds = 0, 0.0
    for job in jobs:
        count, taken = counted(kernel, job.open)
        total, seconds = total + job.weight * count, seconds + taken
    if total != published("A000170")[CHECKED]:
        sys.exit(f"the total is wrong: {total}")
    yield f"n = {CHECKED}, for a check: {expected:.2f} s predicted, {seconds:.2f} s counted"


def shares(n: int) -> Iterator[str]:
    """Yield how many nodes the border plan has beside the plain search."""
    for side in (*SHARES, n):
        jobs = border_plan(side)
        whole, border = whole_board(side), all_jobs(jobs)
        share = border.mean / whole.mean
        yield (
            f"n = {side}: {whole} nodes, border plan {border} in {len(jobs):,} jobs: {share:.1%}"
        )


def by_sweep(n: int, kernel: Kernel, size: float, number: int) -> Iterator[str]:
    """Yield what the border plan takes."""
    jobs = border_plan(n)
    border = all_jobs(jobs)
    drawn = list(pieces(jobs, size, number))
    found = speed(kernel, drawn)
    rate = 1 / found.seconds_a_node.mean
    part = found.seconds_a_node.error / found.seconds_a_node.mean
    seconds = border.mean / rate
    most = max(piece.nodes for piece in drawn)
    yield f"{kernel.name}, {number} pieces of the border plan, n = {n}, {most:.2g} nodes at most:"
    yield f"  solutions that they let expect     {found.solutions}"
    yield f"  nodes a second, one core           {rate:.3g} ± {part:.1%}"
    yield f"  core-seconds                       {border.mean:.4g} / {rate:.3g} = {seconds:.3g}"
    years = f"{seconds:.3g} / {YEAR:,.0f} = {seconds / YEAR:,.0f}"
    yield f"  core-years                         {years}"
    yield f"  days with 10,000 cores             {seconds / 10_000 / 86_400:,.0f}"
    yield f"  MWh for each watt that a core takes  {seconds / 3600 / 1e6:,.1f}"


def by_join(n: int) -> Iterator[str]:
    """Yield what whole boards take by the join, and how that would go on."""
    kernel = choose_kernel("join", whole=True)
    taken = []
    for side in JOINED:
        units, each = join_units(side, kernel)
        taken.append(units * each.mean)
        yield (
            f"n = {side}, {kernel.name}: {units:,} units, {JOIN_UNITS} of them {each} s each: "
            f"{taken[-1]:.3g} core-seconds"
        )
    factor, steps = taken[-1] / taken[-2], (n - JOINED[-1]) / 2
    years = taken[-1] * factor**steps / YEAR
    yield f"from n = {JOINED[-2]} to {JOINED[-1]} times {factor:.0f}; if it went on so, n = {n}:"
    yield f"  core-years  {taken[-1]:.3g} * {factor:.0f}^{steps:g} / {YEAR:,.0f} = {years:,.0f}"


def join_units(n: int, kernel: Kernel) -> tuple[int, Figure]:
    """Return how many units the join of a side has, and the processor time of one."""
    backend: Any = kernel.backend
    join, room = backend.Join(n), backend.JoinRoom(n, kernel.index)
    seconds = []
    for place in far_apart(JOIN_UNITS):
        unit = (2 * place + 1) * join.units // (2 * JOIN_UNITS)
        start = time.thread_time()
        join.count_units(unit, unit + 1, room, kernel.cancel_flag())
        seconds.append(time.thread_time() - start)
    return join.units, figure(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--n", type=int, default=28)
    parser.add_argument("--kernel", default="sweep")
    parser.add_argument("--pieces", type=int, default=100)
    parser.add_argument("--size", type=float, default=1e9, help="nodes of a piece at most")
    parser.add_argument("--only", choices=["sweep", "join"])
    asked = parser.parse_args()
    kernel = choose_kernel(asked.kernel, n=asked.n)
    print(machine())
    with one_core():
        if asked.only != "join":
            print(*shares(asked.n), *check(kernel, asked.pieces), sep="\n")
            print(*by_sweep(asked.n, kernel, asked.size, asked.pieces), sep="\n")
        if asked.only != "sweep":
            print(*by_join(asked.n), sep="\n")


if __name__ == "__main__":
    main()
