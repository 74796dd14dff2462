"""Which online judges' problems can huisu answer, byte for byte? Read table.py next."""

from huisu.formats.judges.table import JUDGES, Judge, run_judge

__all__ = ["JUDGES", "Judge", "run_judge"]
