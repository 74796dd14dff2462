"""How fast is huisu beside the programs people use? One run, side by side, every answer checked.

    python bench/compare.py [--rounds 3] [--write FILE] [NAME=COMMAND ...]

One core unless a row says otherwise. Read racing.py for how it is measured,
plain.py and classic.cpp for the programs compared with.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import plain
from huisu import count, estimate_board, is_solution, kth, rank, solutions, solutions_buffer
from huisu.kernel import compiled, kernels
from racing import Contender, Race, cores, machine, measured, published, table

HERE = Path(__file__).parent
SLOW = 14  #: plain Python counts up to this n, and only once, for it takes long
PLAIN = 16  #: what places one queen after the other counts up to this n, once from here on
CLASSIC = 17  #: and the classic recursion up to this
#: The largest n that kernels count here, by the beginning of their names; the join counts all.
MOST = (("python", SLOW), ("bitmask", PLAIN), ("sweep-baseline", 17), ("sweep", 18))
GROWTH = 7.4  #: how much longer it takes for one row more


class Command(NamedTuple):
    """An outside program that prints a count as its last number; {n} stands for n."""

    name: str
    text: str

    def count(self, n: int) -> int:
        """Return the count it prints."""
        words = shlex.split(self.text.replace("{n}", str(n)))
        run = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
        return int(re.findall(r"\d+", run.stdout)[-1])


def enumeration(n: int) -> Race:
    """Return the race for every solution, one after the other."""
    number = published("A000170")[n]

    def right(found: int) -> bool:
        return found == number

    return Race(
        f"all solutions of n = {n}",
        [
            Contender(
                "plain Python generator", lambda: sum(1 for _ in plain.solutions(n)), right, True
            ),
            Contender("huisu.solutions", lambda: sum(1 for _ in solutions(n)), right),
            Contender("huisu.solutions_buffer", lambda: len(solutions_buffer(n)) // n, right),
        ],
    )


def counting(n: int, classic: Command, peers: Iterable[Command]) -> Race:
    """Return the race for the number of solutions."""
    number = published("A000170")[n]

    def contender(name: str, run: Callable[[int], int], **how: bool) -> Contender:
        return Contender(name, lambda: run(n), lambda found: found == number, **how)

    def with_kernel(kernel: str) -> Callable[[int], int]:
        return lambda n: count(n, kernel=kernel, threads=1)

    field = [_classic(classic, n)]
    field += [contender(peer.name, peer.count, once=n >= PLAIN) for peer in peers]
    if n <= SLOW:
        field.append(contender("plain Python", plain.count, once=True))
    for kernel in kernels():
        most = next((most for begin, most in MOST if kernel.name.startswith(begin)), n)
        if kernel.supported and n <= most:
            once = kernel.name == "python" or n == most or n > CLASSIC + 1
            field.append(contender(f"huisu, {kernel.name}", with_kernel(kernel.name), once=once))
    field.append(
        contender(f"huisu, all {cores()} cores", count, all_cores=True, once=n > CLASSIC + 1)
    )
    return Race(f"count of n = {n}", field)


def _classic(classic: Command, n: int) -> Contender:
    """Return the classic recursion; beyond n = 17 its time at 17, grown as it grows."""
    small, number = min(n, CLASSIC), published("A000170")[min(n, CLASSIC)]
    rows = f"^{n - small}" if n - small > 1 else ""
    grown = f", its time at n = {small} times {GROWTH}{rows}" if small < n else ""
    return Contender(
        classic.name + grown,
        lambda: classic.count(small),
        lambda found: found == number,
        once=n > PLAIN,
        scale=GROWTH ** (n - small),
    )


def numbering() -> Race:
    """Return single questions, beside the count of n = 16 on one core."""
    number, nodes = published("A000170"), sum(published("A319236").values())

    def numbered(n: int) -> Contender:
        k = number[n] // 2 - 1
        return Contender(
            f"kth({n}, {k:,})",
            lambda: kth(n, k, threads=1),
            lambda x: is_solution(x) and rank(x) == k,
        )

    return Race(
        "single questions",
        [
            Contender("count(16)", lambda: count(16, threads=1), lambda c: c == number[16]),
            numbered(12),
            numbered(16),
            Contender(
                "estimate of n = 16, 100,000 probes",
                lambda: estimate_board(16, probes=100_000),
                lambda size: abs(size.nodes - nodes) < 6 * size.nodes_error,
            ),
        ],
    )


def compiled_classic(folder: str) -> Command:
    """Return the classic recursion, compiled as the core is: optimized, for any CPU."""
    program = Path(folder) / "classic"
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, "-O3", str(HERE / "classic.cpp"), "-o", str(program)], check=True)
    return Command("classic recursion, C++", f"{shlex.quote(str(program))} {{n}}")


def command(text: str) -> Command:
    """Return the outside program that an argument NAME=COMMAND names."""
    name, _, rest = text.partition("=")
    if not name or "{n}" not in rest:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=COMMAND with {{n}} in the command")
    return Command(name, rest)


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description="Time huisu beside other programs.")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program (3)")
    parser.add_argument("--n", type=int, default=14, help="the board whose solutions are listed")
    parser.add_argument(
        "--count",
        type=int,
        nargs="+",
        default=[14, 16, 17, 18],
        metavar="N",
        help="boards counted (14 16 17 18)",
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the tables there too")
    parser.add_argument("peers", nargs="*", type=command, metavar="NAME=COMMAND")
    return parser.parse_args()


def main() -> None:
    """Run the races and print their tables."""
    if not compiled:
        sys.exit("huisu is installed without its compiled core: there is nothing to compare")
    asked = arguments()
    lines = [machine(), ""]
    with tempfile.TemporaryDirectory() as folder:
        classic = compiled_classic(folder)
        races = [enumeration(asked.n), *(counting(n, classic, asked.peers) for n in asked.count)]
        for race in (*races, numbering()):
            lines.extend(table(race, measured(race, asked.rounds)))
    text = "\n".join(lines)
    print(text)
    if asked.write:
        asked.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
