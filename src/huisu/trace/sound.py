"""Could a search have made these lists?

What is asked is enough for every question that can be put to a trace to have an
answer, whoever wrote the file. Read ../tree.py next, which lays the nodes out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, get_args

from huisu.backtrack import Cause, Goal, Outcome, Sense, Tree
from huisu.backtrack.problem import MAX_DEPTH
from huisu.trace.lists import FATES

__all__ = ["PARTS", "damage"]

#: How a search that is recorded ends; one that was interrupted leaves no record.
_OUTCOMES: tuple[Outcome, ...] = ("complete", "solutions", "nodes", "seconds")
_CHOICES: dict[str, tuple[object, ...]] = {
    "goal": get_args(Goal), "sense": get_args(Sense), "outcome": _OUTCOMES,
    "tree": (None, *get_args(Tree)),
}  # fmt: skip
_TEXTS = ("problem", "order", "fate")
_NUMBERS = ("level", "place", "width", "caused")
PARTS = (*_CHOICES, *_TEXTS, "depth", *_NUMBERS, "value", "amount", "domains", "cause")

_MOST = 2**31  #: an array("l") holds what is smaller, on every machine


def damage(body: dict[str, Any]) -> str | None:
    """Return the place of the first thing that is wrong; None if the parts make a trace."""
    for look in (_kinds, _lists, _causes, _nodes, _amounts):
        if place := look(body):
            return place
    return None


def _kinds(body: dict[str, Any]) -> str | None:
    """Look at what a search was asked."""
    for name, choices in _CHOICES.items():
        if body[name] not in choices:
            return name
    for name in _TEXTS:
        if not isinstance(body[name], str):
            return name
    letters = {chr(letter) for letter in FATES.values()}
    if not body["fate"] or set(body["fate"]) - letters:
        return "fate"
    return None if _is_number(body["depth"], 0, MAX_DEPTH + 1) else "depth"


def _lists(body: dict[str, Any]) -> str | None:
    """Look at the lists: one entry a node, each of its type."""
    for name in (*_NUMBERS, "value"):
        if not isinstance(body[name], list) or len(body[name]) != len(body["fate"]):
            return name
    for name in _NUMBERS:
        for node, number in enumerate(body[name]):
            if not _is_number(number, -1, _MOST):
                return f"{name}[{node}]"
    for node, value in enumerate(body["value"]):
        if not _is_plain(value):
            return f"value[{node}]"
    domains = body["domains"]
    if not isinstance(domains, list) or (body["depth"] and not domains):
        return "domains"
    for level, domain in enumerate(domains):
        if not isinstance(domain, list) or not all(map(_is_plain, domain)):
            return f"domains[{level}]"
    return None


def _causes(body: dict[str, Any]) -> str | None:
    """Look at the causes: killed nodes have one, and no others do."""
    causes = body["cause"]
    if not isinstance(causes, list):
        return "cause"
    for at, cause in enumerate(causes):
        if not isinstance(cause, list) or len(cause) != len(Cause._fields):
            return f"cause[{at}]"
        if not _are_texts(cause):
            return f"cause[{at}]"
    for node, (letter, caused) in enumerate(zip(body["fate"], body["caused"], strict=True)):
        if not (0 <= caused < len(causes) if letter == "K" else caused == -1):
            return f"caused[{node}]"
    return None


def _nodes(body: dict[str, Any]) -> str | None:
    """Look at each node: below a live one, among its children, with the fate of its level."""
    room: list[int] = []  # how many more children each node of the path may have
    path: list[int] = []
    depth, fate, width = body["depth"], body["fate"], body["width"]
    for node, level in enumerate(body["level"]):
        if not min(node, 1) <= level <= min(len(path), depth):
            return f"level[{node}]"
        del room[level:], path[level:]
        if node:
            room[-1] -= 1
            if room[-1] < 0:
                return f"width[{path[-1]}]"
            if not 0 <= body["place"][node] < width[path[-1]]:
                return f"place[{node}]"
        if not _is_fate_of(fate[node], node, level, depth):
            return f"fate[{node}]"
        is_expanded = fate[node] == "L" and not (node == 0 and len(fate) == 1 and width[0] < 0)
        if is_expanded != (width[node] >= 0):
            return f"width[{node}]"
        if fate[node] == "L":
            room.append(width[node])
            path.append(node)
    return None


def _is_fate_of(letter: str, node: int, level: int, depth: int) -> bool:
    """Return whether a node on a level can have a fate: leaves are not live, the root is not cut.

    The root of a problem without components is live if it was not looked at.
    """
    if letter == "L":
        return level < depth or node == 0
    return level == depth if letter == "A" else node > 0


def _amounts(body: dict[str, Any]) -> str | None:
    """Look at values and bounds: the nodes for which a best solution was compared have one."""
    amounts = body["amount"]
    if not isinstance(amounts, dict):
        return "amount"
    nodes = {str(node) for node in range(len(body["fate"]))} if amounts else set()
    for node, amount in amounts.items():
        if node not in nodes or not _is_plain(amount):
            return f"amount[{node[:20]}]"
    for at, letter in enumerate(body["fate"]):
        if letter == "C" and body["goal"] != "best":
            return f"fate[{at}]"
        if letter in "CA" and body["goal"] == "best" and str(at) not in amounts:
            return f"amount[{at}]"
    return None


def _is_number(number: object, least: int, most: int) -> bool:
    return type(number) is int and least <= number < most


def _is_plain(value: object) -> bool:
    """Return whether a value is what JSON has for numbers, texts, yes, no and nothing."""
    if type(value) is float:
        return math.isfinite(value)
    return value is None or type(value) in (int, str, bool)


def _are_texts(parts: Iterable[object]) -> bool:
    return all(isinstance(part, str) for part in parts)
