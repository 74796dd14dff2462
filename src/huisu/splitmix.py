"""Which 64-bit numbers look random, and are the same on every machine?

The generator splitmix64; core/probe.cpp has it as well. Read _pure.py next, whose
probes walk by it, and runs/flip.py, whose weights are made of it.
"""

from __future__ import annotations

__all__ = ["STEP", "WORD", "splitmix64"]

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15  #: from one state to the next


def splitmix64(state: int) -> int:
    """Return the output of the generator in a state: its first, if that is the seed.

    Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014.

    >>> hex(splitmix64(0))
    '0xe220a8397b1dcdaf'
    """
    z = (state + STEP) & WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)
