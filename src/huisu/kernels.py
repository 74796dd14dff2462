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
from typing import TYPE_CHECKING

from huisu import _pure
from huisu.errors import InputError

if TYPE_CHECKING:
    core = _pure
else:
    try:
        from huisu import _core as core
    except ImportError:  # built without a compiler
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
    index: int
    """Its place in the core's list, or -1 for plain Python."""

    def count(self, open_squares: Sequence[int], cancel: _pure.Cancel) -> int:
        """Return the number of placements on the open squares; void once `cancel` is set."""
        if self.index < 0:
            return _pure.count(0, open_squares, cancel)
        return core.count(self.index, open_squares, cancel)

    def cancel_flag(self) -> _pure.Cancel:
        """Return a new flag of the kind that `count` takes."""
        return _pure.Cancel() if self.index < 0 else core.Cancel()


@cache
def kernels() -> tuple[Kernel, ...]:
    """Return the kernels of this installation, the fastest first.

    >>> kernels()[-1].name
    'python'
    """
    built = enumerate(core.kernels() if compiled else [])
    return (
        *(Kernel(*kernel, job_nodes=3_000_000, index=index) for index, kernel in built),
        *(Kernel(*kernel, job_nodes=20_000, index=-1) for kernel in _pure.kernels()),
    )


def choose_kernel(name: str | None = None) -> Kernel:
    """Return the kernel of that name, or of HUISU_KERNEL, or the fastest one here.

    A technique's name without the instruction set ("bitmask") means its
    fastest form here. Raises InputError for an unknown name or a kernel that
    this CPU cannot run.

    >>> choose_kernel("python").name
    'python'
    """
    wanted = name or os.environ.get("HUISU_KERNEL") or ""
    matching = [k for k in kernels() if not wanted or wanted in (k.name, k.name.split("-")[0])]
    if not matching:
        names = ", ".join(k.name for k in kernels())
        raise InputError("error.kernel.unknown", name=wanted, names=names)
    for kernel in matching:
        if kernel.supported:
            return kernel
    raise InputError("error.kernel.unsupported", name=wanted)
