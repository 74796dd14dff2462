"""Which kernels can count on this machine, and which one runs?

The compiled core when the package was built with one, the pure-Python form
otherwise; an argument or the variable HUISU_KERNEL forces a kernel. Read
jobs.py next for what a kernel is asked.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from huisu import _pure
from huisu.bits import BitRow
from huisu.errors import InputError

if TYPE_CHECKING:
    core = _pure
else:
    try:
        import huisu._core as core
    except ModuleNotFoundError:  # built without a compiler; a broken core still raises
        core = _pure

__all__ = ["Kernel", "choose_kernel", "compiled", "core", "kernels", "technique"]

#: True when the compiled core is in use.
compiled: bool = core is not _pure


@dataclass(frozen=True)
class Kernel:
    """One way to count a job: a technique compiled for an instruction set, or plain Python."""

    name: str
    max_n: int
    supported: bool
    counts_jobs: bool
    """Whether it counts any job; the join counts whole boards only (huisu.joined)."""
    job_nodes: int
    """Nodes that this kernel visits in about 10 ms: the size jobs are cut to."""
    backend: ModuleType
    """The module that runs it, huisu._core or huisu._pure."""
    index: int
    """Its place in that module's list."""

    def count(self, open_squares: Sequence[BitRow], cancel: _pure.Cancel) -> int:
        """Return the number of placements on the open squares; void once `cancel` is set."""
        found: int = self.backend.count(self.index, open_squares, cancel)
        return found

    @property
    def counts_flip(self) -> bool:
        """Whether it has `count_flip`: every kernel that counts jobs does."""
        return self.counts_jobs

    def count_flip(
        self, open_squares: Sequence[BitRow], weights: Sequence[int], cancel: _pure.Cancel
    ) -> tuple[int, int]:
        """Return `count`, and the sum of the weights of its placements mod 2^64.

        The weight of a placement is that of the column of the queen in the last
        row; `weights` has one for each column, from 0 to 2^64 - 1. Both numbers
        are void once `cancel` is set. What the sum is good for: docs/core.md,
        section 20.

        >>> kernel = choose_kernel("python")
        >>> kernel.count_flip([0b1111] * 4, [1, 10, 100, 1000], kernel.cancel_flag())
        (2, 110)
        """
        found: tuple[int, int] = self.backend.count_flip(self.index, open_squares, weights, cancel)
        return found

    def count_each(self, jobs: Sequence[Sequence[BitRow]], cancel: _pure.Cancel) -> list[int]:
        """Return the count of each of several boards, in one call; void once cancelled."""
        found: list[int] = self.backend.count_each(self.index, jobs, cancel)
        return found

    def cancel_flag(self) -> _pure.Cancel:
        """Return a new flag of the kind that `count` takes."""
        flag: _pure.Cancel = self.backend.Cancel()
        return flag


@cache
def kernels() -> tuple[Kernel, ...]:
    """Return the kernels of this installation, the fastest first.

    >>> kernels()[-1].name
    'python'
    """
    return (*(_kernels_of(core) if compiled else ()), *_kernels_of(_pure))


#: Nodes in about 10 ms, by the beginning of a kernel's name; the longest that fits.
_JOB_NODES = {
    "": 3_000_000,
    "bitmask": 1_500_000,
    "python": 20_000,
    "sweep-avx512": 20_000_000,
    "sweep-avx2": 8_000_000,
}


def _job_nodes(name: str) -> int:
    return _JOB_NODES[max((begin for begin in _JOB_NODES if name.startswith(begin)), key=len)]


def _kernels_of(backend: ModuleType) -> tuple[Kernel, ...]:
    return tuple(
        Kernel(name, max_n, supported, counts_jobs, _job_nodes(name), backend, index)
        for index, (name, max_n, supported, counts_jobs) in enumerate(backend.kernels())
    )


#: Whole boards that a kernel counts faster than the join does; `bench/compare.py --count 17`.
_SWEPT = {"sweep-avx512": (17,), "sweep-avx2": (17,)}


def choose_kernel(name: str | None = None, *, n: int = 0, whole: bool = False) -> Kernel:
    """Return the kernel of that name, or of HUISU_KERNEL, or the fastest one here, for side n.

    A technique's name without the instruction set ("bitmask") means its
    fastest form here. Only for a whole board is the join a choice. Raises
    InputError for an unknown name, and for a kernel that this CPU cannot run or
    that does not count such boards of side n.

    >>> choose_kernel("python").name
    'python'
    """
    wanted = name or os.environ.get("HUISU_KERNEL") or ""
    matching = [k for k in kernels() if not wanted or wanted in (k.name, technique(k.name))]
    if not matching:
        names = ", ".join(k.name for k in kernels())
        raise InputError("error.kernel.unknown", name=wanted, names=names)
    supported = [k for k in matching if k.supported]
    if not supported:
        raise InputError("error.kernel.unsupported", name=wanted)
    able = [k for k in supported if whole or k.counts_jobs]
    if not able and name is None:  # the variable names the join, which this cannot be
        able = [k for k in kernels() if k.supported and k.counts_jobs]
    if not able:
        raise InputError("error.kernel.whole", name=wanted)
    able.sort(key=lambda kernel: n not in _SWEPT.get(kernel.name, ()))
    for kernel in able:
        if n <= kernel.max_n:
            return kernel
    most = max(k.max_n for k in able)
    raise InputError("error.kernel.small", name=wanted, most=most, n=n)


def technique(kernel: str) -> str:
    """Return the technique that a kernel, given by its name, is a form of.

    >>> technique("sweep-avx2"), technique("python")
    ('sweep', 'python')
    """
    return kernel.rsplit("-", 1)[0]
