"""When is something that did not work to be tried again?

Read coordinator.py next, which waits so for a scheduler that is gone and a full disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Patience"]

_FIRST, _MOST = 0.5, 10.0  # seconds


class Patience:
    """Waits after each failure, twice as long as after the one before, ten seconds at most.

    >>> now = iter([0.0, 0.4, 0.5, 0.5, 1.4])
    >>> patience = Patience(lambda: next(now))
    >>> patience.fail()
    >>> patience.may_try, patience.may_try
    (False, True)
    >>> patience.fail()
    >>> patience.may_try
    False
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a failure."""
        self._clock = clock
        self._pause = self._until = 0.0
        self.failing = False

    def fail(self) -> None:
        """It did not work."""
        now = self._clock()
        if self.failing and now < self._until:
            return  # several things that failed together are one failure
        self._pause = min(_MOST, 2 * self._pause) if self.failing else _FIRST
        self.failing, self._until = True, now + self._pause

    def succeed(self) -> None:
        """It has worked."""
        self.failing = False

    @property
    def may_try(self) -> bool:
        """Whether the wait is over, or there is nothing to wait for."""
        return not self.failing or self._clock() >= self._until
