"""What does a coordinator do when its ledger takes nothing? It keeps the results, and tries again.

Read ledger.py next.
"""

from __future__ import annotations

from huisu.errors import HuisuError

__all__ = ["LedgerFull"]


class LedgerFull(HuisuError):  # noqa: N818 - a state of the disk rather than a fault
    """The disk is full, or the database does not answer: what was to be written is not.

    Nothing that was written before is lost, and the same can be written again
    when there is room.
    """
