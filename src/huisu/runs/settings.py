"""How is a run counted: by which kernel, how much of it twice, and how patiently?

Kept in the ledger with the run, so that it goes on as it was begun. Read
running.py next, which makes them, and coordinator.py, which keeps to them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from huisu.errors import InputError

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """Raises InputError for a share of audits that is none."""

    kernel: str
    """The name of a kernel, or of a technique ("sweep"): its fastest form on each machine."""
    audit: float = 0.02
    """The share of the units that are counted twice on purpose, 0 to 1; 0: none at all."""
    seed: int = 0
    """Which units these are."""
    lease: float = 60.0
    """Seconds that a worker has for a unit at least, before another one gets it too."""

    def __post_init__(self) -> None:
        """Check the share."""
        if not 0 <= self.audit <= 1:  # nor what is no number
            raise InputError("error.runs.audit", audit=f"{100 * self.audit:g}")

    def to_object(self) -> dict[str, Any]:
        """Return the settings as they stand in a ledger."""
        return asdict(self)

    @classmethod
    def from_object(cls, kept: dict[str, Any]) -> Settings:
        """Return the settings that stand in a ledger, whatever else stands with them."""
        return cls(**{field.name: kept[field.name] for field in fields(cls) if field.name in kept})
