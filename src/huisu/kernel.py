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

__all__ = ["Kernel", "choose_kernel", "compiled", "core", "kernels"]

#: True when the compiled core is in use.
compiled: bool = core is not _pure


@dataclass(frozen=True)
class Kernel:
    """One way to count a job: a technique compiled for an instruction set, or plain Python."""

    name: str
    max_n: int
    supported: bool
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
    built = _kernels_of(core, job_nodes=3_000_000) if compiled else ()
    return (*built, *_kernels_of(_pure, job_nodes=20_000))


def _kernels_of(backend: ModuleType, job_nodes: int) -> tuple[Kernel, ...]:
    return tuple(
        Kernel(name, max_n, supported, job_nodes, backend, index)
        for index, (name, max_n, supported) in enumerate(backend.kernels())
    )


def choose_kernel(name: str | None = None, *, n: int = 0) -> Kernel:
    """Return the kernel of that name, or of HUISU_KERNEL, or the fastest one here, for side n.

    A technique's name without the instruction set ("bitmask") means its
    fastest form here. Raises InputError for an unknown name, and for a kernel
    that this CPU cannot run or that does not count boards of side n.

    >>> choose_kernel("python").name
    'python'
    """
    wanted = name or os.environ.get("HUISU_KERNEL") or ""
    matching = [k for k in kernels() if not wanted or wanted in (k.name, _technique(k))]
    if not matching:
        names = ", ".join(k.name for k in kernels())
        raise InputError("error.kernel.unknown", name=wanted, names=names)
    supported = [k for k in matching if k.supported]
    if not supported:
        raise InputError("error.kernel.unsupported", name=wanted)
    for kernel in supported:
        if n <= kernel.max_n:
            return kernel
    most = max(k.max_n for k in supported)
    raise InputError("error.kernel.small", name=wanted, most=most, n=n)


def _technique(kernel: Kernel) -> str:
    return kernel.name.rpartition("-")[0]
