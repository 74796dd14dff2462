"""How much may visitors ask of the server?

Every bound that a visitor can meet stands here; each is said in the answer
that refuses, and those of counts on the page. Read refusal.py next.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from huisu.jobs import Workers

__all__ = ["HEAD_SECONDS", "MAX_BODY", "MAX_N", "MAX_QUERY", "MAX_SEARCHES", "Limits", "cores"]

HEAD_SECONDS = 20.0  #: within which a connection must have brought a whole request
MAX_BODY = 10_000  #: bytes of a request's body
MAX_QUERY = 20_000  #: characters of an address behind its question mark
MAX_SEARCHES = 20  #: searches that one file may carry
MAX_N = 25  #: counts beyond are no whole numbers to JavaScript, which has 53 bits for them


@dataclass(frozen=True)
class Limits:
    """What visitors may have counted and recorded, as the operator of the server allows it."""

    n: int = 20  #: the largest board that is counted
    counts: int = 2  #: counts of one visitor that run or wait
    counts_address: int = 8  #: the same from one address of the network
    waiting: int = 50  #: counts of all visitors that wait
    seconds: float = 600.0  #: a count that runs longer is stopped
    running: int = 0  #: counts of all visitors that run; 0 for one for each core
    kept: int = 20  #: ended counts of one visitor that are remembered, for an hour
    kept_all: int = 400  #: the same of all visitors
    streams: int = 8  #: streams of events that one visitor may have open
    records: int = 4  #: searches of one visitor that are recorded or wait for it
    records_address: int = 16  #: the same from one address of the network
    records_waiting: int = 60  #: searches of all visitors that wait
    record_seconds: float = 60.0  #: a record that takes longer is given up

    @property
    def slots(self) -> int:
        """The number of counts that run at the same time."""
        return self.running or cores()

    def shown(self) -> dict[str, Any]:
        """Return what the page says of counts."""
        names = ("n", "counts", "seconds")
        return {name: value for name, value in asdict(self).items() if name in names}


def cores() -> int:
    """Return the number of cores that this process may use."""
    return Workers.choose("python").threads
