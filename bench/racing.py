"""How are programs raced? In turns, on one core, every answer checked.

Contenders take turns, round by round, so that a machine that slows down slows
all of them; the median counts. Read compare.py next, or engine.py: the races.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

__all__ = ["Contender", "Race", "cores", "machine", "measured", "one_core", "published", "table"]

PUBLISHED = Path(__file__).parent.parent / "tests" / "data" / "oeis.txt"


class Contender(NamedTuple):
    """A program in a race: what it runs, and whether what came back is right."""

    name: str
    run: Callable[[], Any]
    right: Callable[[Any], bool]
    once: bool = False
    all_cores: bool = False
    scale: float = 1.0
    """What its seconds are multiplied with, where a smaller task stands for the one of the race."""


class Race(NamedTuple):
    """Programs with the same task; the first is what the others are compared with."""

    title: str
    contenders: list[Contender]


def published(sequence: str) -> dict[int, int]:
    """Return the published values of a sequence by n."""
    lines = PUBLISHED.read_text(encoding="utf-8").splitlines()
    cases = [line.split() for line in lines if line.startswith(f"{sequence} ")]
    return {int(n): int(value) for _, n, value in cases}


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and those it starts, on one core where the system can."""
    if sys.platform != "linux":
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def timed(contender: Contender) -> float:
    """Return the seconds of one run; a wrong answer ends the comparison."""
    start = time.perf_counter()
    answer = contender.run()
    seconds = contender.scale * (time.perf_counter() - start)
    if not contender.right(answer):
        sys.exit(f"{contender.name} is wrong: {answer}")
    print(f"  {seconds:9.3f} s  {contender.name}", file=sys.stderr)
    return seconds


def measured(race: Race, rounds: int) -> dict[str, float]:
    """Return the median seconds of each contender."""
    print(race.title, file=sys.stderr)
    seconds: dict[str, list[float]] = {contender.name: [] for contender in race.contenders}
    for turn in range(rounds):
        for contender in race.contenders:
            if turn and contender.once:
                continue
            if contender.all_cores:
                seconds[contender.name].append(timed(contender))
            else:
                with one_core():
                    seconds[contender.name].append(timed(contender))
    return {name: median(times) for name, times in seconds.items()}


def table(race: Race, seconds: dict[str, float]) -> Iterator[str]:
    """Yield the lines of a race's table."""
    base = seconds[race.contenders[0].name]
    yield f"| {race.title} | seconds | times as fast |"
    yield "|---|---:|---:|"
    for name, own in seconds.items():
        yield f"| {name} | {own:.4g} | {base / own:.3g} |"
    yield ""


def machine() -> str:
    """Return one line on what the figures were measured with."""
    model = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists() and (found := re.search(r"model name\s*: (.*)", info.read_text())):
        model = found[1]
    return f"{model}, {cores()} cores; Python {platform.python_version()}; medians."
