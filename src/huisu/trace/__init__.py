"""A search as data: recorded once, looked at as often as one likes.

Read data.py first.
"""

from huisu.trace.data import Trace
from huisu.trace.file import load, save
from huisu.trace.lists import FATES
from huisu.trace.record import MAX_NODES, trace
from huisu.trace.replay import KINDS, Kind, Moment, Replay, Status

__all__ = [
    "FATES",
    "KINDS",
    "MAX_NODES",
    "Kind",
    "Moment",
    "Replay",
    "Status",
    "Trace",
    "load",
    "save",
    "trace",
]
