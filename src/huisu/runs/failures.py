"""How can a ledger fail? It has no room, or it is damaged.

A coordinator waits for room and tries again; a damaged ledger is for rescue.py. Read
ledger.py next.
"""

from __future__ import annotations

from huisu.errors import HuisuError, InputError

__all__ = ["LedgerDamaged", "LedgerFull"]


class LedgerFull(HuisuError):  # noqa: N818 - a state of the disk rather than a fault
    """The disk is full, or the database does not answer: what was to be written is not.

    Nothing that was written before is lost, and the same can be written again
    when there is room.
    """


class LedgerDamaged(InputError):  # noqa: N818 - named as its neighbour is
    """What is there cannot have been written by huisu. rescue() saves what still can be read."""
