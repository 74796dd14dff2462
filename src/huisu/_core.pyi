# The typed face of the compiled core (core/bind.cpp). huisu/_pure.py has the
# same names and says what each does.

from collections.abc import Sequence

class Cancel:
    def __init__(self) -> None: ...
    def set(self) -> None: ...

def kernels() -> list[tuple[str, int, bool]]: ...
def count(index: int, open: Sequence[int], cancel: Cancel) -> int: ...
def next_solutions(
    open: Sequence[int],
    after: bytes,
    max_solutions: int,
    max_nodes: int,
) -> tuple[bytes, bytes, bool]: ...
def probe(
    open: Sequence[int],
    seed: int,
    first: int,
    probes: int,
) -> tuple[list[float], list[float], float, float]: ...
def class_sizes(side: int, solutions: bytes) -> bytes: ...
