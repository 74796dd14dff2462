"""Does a kernel count right on this machine, before it is trusted with a unit?

Once in a process it counts boards whose number of solutions everybody knows. Read
task.py next, which asks before the first answer.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

from huisu.errors import HuisuError
from huisu.jobs import mirror_plan
from huisu.kernel import Kernel
from huisu.runs.cut import first_queens
from huisu.runs.flip import difference, weights

__all__ = ["GOLDEN", "SelfTestFailed", "self_test"]

#: The solutions of n queens, n = 8 .. 14 (OEIS A000170).
GOLDEN = {8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}

_PYTHON_MOST = 10  # plain Python takes seconds beyond


class SelfTestFailed(HuisuError):  # noqa: N818 - what has happened rather than a fault of the caller
    """A kernel counts wrong here; nothing that it says can be believed."""


_testing = Lock()


def self_test(kernel: Kernel) -> None:
    """Return if the kernel counts 8 to 14 queens right; raise SelfTestFailed otherwise.

    Also the sums of the flip check, where it has them. Counted once in a
    process: a few hundredths of a second.
    """
    with _testing:
        wrong = _wrong(kernel)
    if wrong:
        raise SelfTestFailed("error.runs.self_test", kernel=kernel.name, wrong=wrong)


@cache
def _wrong(kernel: Kernel) -> str:
    """Return what the kernel counts wrong first, as "Q(8) = 93"; nothing if all is right."""
    for n, right in GOLDEN.items():
        if kernel.name == "python" and n > _PYTHON_MOST:
            break
        found = _count(kernel, n)
        if found != right:
            return f"Q({n}) = {found}"
        if kernel.counts_flip and not _flips_agree(kernel, n):
            return f"T({n})"
    return ""


def _count(kernel: Kernel, n: int) -> int:
    if kernel.counts_jobs:
        jobs = mirror_plan(n)
        counts = kernel.count_each([job.open for job in jobs], kernel.cancel_flag())
        return sum(found * job.weight for found, job in zip(counts, jobs, strict=True))
    backend: Any = kernel.backend
    join, room = backend.Join(n), backend.JoinRoom(n, kernel.index)
    found: int = join.count_units(0, join.units, room, kernel.cancel_flag())
    return found


def _flips_agree(kernel: Kernel, n: int) -> bool:
    """Return whether the sums by the last queen agree with the counts by the first one."""
    cancel, w = kernel.cancel_flag(), weights(n)
    counts: dict[int, int] = {}
    flips = 0
    for group, job in enumerate(first_queens(mirror_plan(n))):
        found, flip = kernel.count_flip(job.open, w, cancel)
        counts[group] = found * job.weight
        flips += flip * job.weight
    return sum(counts.values()) == GOLDEN[n] and difference(n, counts, flips) == 0
