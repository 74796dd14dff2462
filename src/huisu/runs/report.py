"""What does a verified run look like, in words: what was checked, and what does that prove?

Read verify.py next, which makes the report.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from huisu.errors import Index
from huisu.words import Language, word

__all__ = ["Check", "CheckState", "Report"]

#: "skipped": not for such a run, or too long; "missing": not yet possible.
CheckState = Literal["passed", "failed", "skipped", "missing"]


@dataclass(frozen=True)
class Check:
    """One thing that was checked, or was not."""

    level: int
    """1 rows, 2 flip check, 3 audits, 4 closing, 5 second run."""
    name: str
    state: CheckState
    text: str
    """The key of its sentence."""
    values: dict[str, Any]
    """What the sentence names."""

    def sentence(self, language: Language = "en", *, base: int = 0) -> str:
        """Return what was found, columns counted from `base`."""
        values = {name: _shown(value, base) for name, value in self.values.items()}
        return word(self.text, language, **values)


@dataclass(frozen=True)
class Report:
    """What is known of a run after all checks."""

    run: int
    n: int
    plan: str
    kernels: tuple[str, ...]
    units: int
    done: int
    partial: int
    """The sum of the units that have a value."""
    total: int | None
    """The same once all have one, whether it is right or not: see `ok`."""
    checks: tuple[Check, ...]
    suspects: tuple[int, ...]
    """The units that are to be counted again, although they have rows."""
    rotten: tuple[tuple[int, int], ...]
    """Unit and replica of the rows that are not what was written."""

    @property
    def complete(self) -> bool:
        """Whether every unit has a value."""
        return self.total is not None

    @property
    def damaged(self) -> bool:
        """Whether the ledger itself is damaged: if it is a file, rescue.py writes a sound one."""
        failed = {check.name for check in self.checks if check.state == "failed"}
        return not failed.isdisjoint({"storage", "rows"})

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against what is counted, be that all or not."""
        return all(check.state != "failed" for check in self.checks)

    def lines(self, language: Language = "en", *, base: int = 0) -> list[str]:
        """Return the report as sentences, one for each check, and what they say together."""
        head = word(
            "runs.verify.head", language, run=self.run, n=self.n, plan=self.plan,
            done=_shown(self.done, base), units=_shown(self.units, base),
            kernels=", ".join(self.kernels) or "–",
        )  # fmt: skip
        lines = [
            word(
                "runs.verify.line", language, level=check.level,
                title=word(f"runs.verify.title.{check.name}", language),
                state=word(f"runs.verify.state.{check.state}", language),
                text=check.sentence(language, base=base),
            )
            for check in self.checks
        ]  # fmt: skip
        return [head, *lines, self.verdict(language)]

    def verdict(self, language: Language = "en") -> str:
        """Return what the checks say together, in one or two sentences."""
        return word(
            f"runs.verify.verdict.{self._verdict()}", language,
            total=_shown(self.partial, 0), done=_shown(self.done, 0),
            units=_shown(self.units, 0), suspects=_shown(len(self.suspects), 0),
        )  # fmt: skip

    def _verdict(self) -> str:
        if self.damaged:
            return "damaged"
        if not self.ok:
            return "suspects" if self.suspects else "wrong"
        if not self.complete:
            return "open"
        second = any(c.name == "second" and c.state == "passed" for c in self.checks)
        return "twice" if second else "once"

    def to_object(self) -> dict[str, Any]:
        """Return the report as what JSON can write; columns count from 0."""
        return {
            "run": self.run, "n": self.n, "plan": self.plan, "kernels": list(self.kernels),
            "units": self.units, "done": self.done, "partial": self.partial,
            "total": self.total, "complete": self.complete, "ok": self.ok,
            "damaged": self.damaged,
            "checks": [
                {"level": c.level, "name": c.name, "state": c.state, "text": c.text, **c.values}
                for c in self.checks
            ],
            "suspects": list(self.suspects), "rotten": [list(pair) for pair in self.rotten],
        }  # fmt: skip


def _shown(value: Any, base: int) -> str:
    """Return a value as a sentence names it."""
    if isinstance(value, Index):
        return str(value + base)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        if value >= 1e15:  # of an estimate; so large a one and its error are short alike
            return f"{value:.4g}"
        return f"{value:,.3g}" if value < 1000 else f"{value:,.0f}"
    if isinstance(value, (tuple, list)):
        return ", ".join(_shown(part, base) for part in value)
    return str(value)
