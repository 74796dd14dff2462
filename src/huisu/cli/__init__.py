"""The command line: one file for each group of commands."""

from huisu.cli.main import main

__all__ = ["main"]
