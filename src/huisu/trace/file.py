"""How is a recorded search kept in a file, and read again?

As one JSON object with a version, the lists of data.py and a check sum; gzip
when the name ends in .gz. Read ../tree.py next, which lays the nodes out.

Components that are numbers or texts stay what they are, others are kept as
their text. `fate` is one text with a letter a node; `cause` lists each
different cause once, and `caused` which of them killed a node, -1 for none.
"""

from __future__ import annotations

import gzip
import json
import zlib
from array import array
from pathlib import Path
from typing import Any, NoReturn, get_args

from huisu.backtrack import Cause, Goal, Outcome, Sense, Tree
from huisu.errors import InputError
from huisu.trace.data import FATES, KILLED, Trace

__all__ = ["VERSION", "from_json", "load", "save", "to_json"]

FORMAT, VERSION = "huisu-trace", 1

_TEXTS: dict[str, tuple[Any, ...]] = {
    "problem": (), "order": (), "fate": (),
    "goal": get_args(Goal), "sense": get_args(Sense), "outcome": get_args(Outcome),
}  # fmt: skip
_LISTS = ("level", "place", "width", "value", "caused")


def save(trace: Trace, path: str | Path) -> None:
    """Write a trace to a file, compressed if its name ends in .gz."""
    data = to_json(trace).encode()
    if str(path).endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    Path(path).write_bytes(data)


def load(path: str | Path) -> Trace:
    """Return the trace that a file holds; raise InputError if it is damaged, or something else."""
    data = Path(path).read_bytes()
    try:
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        text = data.decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        _damaged(str(path), str(error))
    return from_json(text, source=str(path))


def to_json(trace: Trace) -> str:
    """Return a trace as JSON.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import trace
    >>> to_json(trace(Problem(1, (1, 2))))[:40]
    '{"format":"huisu-trace","version":1,"che'
    """
    killed = [node for node, fate in enumerate(trace.fate) if fate == KILLED]
    kinds = list(dict.fromkeys(trace.cause(node) for node in killed))
    number = {cause: place for place, cause in enumerate(kinds)}
    caused = [-1] * len(trace)
    for node in killed:
        caused[node] = number[trace.cause(node)]
    body = {
        "problem": trace.problem,
        "depth": trace.depth,
        "goal": trace.goal,
        "sense": trace.sense,
        "order": trace.order,
        "tree": trace.tree,
        "outcome": trace.outcome,
        "level": list(trace.level),
        "value": [_plain(value) for value in trace.value],
        "place": list(trace.place),
        "width": [trace.width.get(node, 0) for node in range(len(trace))],
        "fate": trace.fate.decode(),
        "amount": {str(node): _plain(amount) for node, amount in trace.amount.items()},
        "domains": [[_plain(value) for value in domain] for domain in trace.domains],
        "cause": [list(cause) for cause in kinds],
        "caused": caused,
    }
    return _dumped({"format": FORMAT, "version": VERSION, "check": _check(body), **body})


def from_json(text: str, *, source: str = "the text") -> Trace:
    """Return the trace that a JSON text holds; `source` is what an error calls the text."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        _damaged(source, f"{error.lineno}:{error.colno}: {error.msg}")
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InputError("error.trace.none", source=source)
    if found.get("version") != VERSION:
        version = repr(found.get("version"))
        raise InputError("error.trace.version", source=source, version=version, ours=VERSION)
    body = {
        name: each for name, each in found.items() if name not in ("format", "version", "check")
    }
    _shape(body, source)
    _nodes(body, source)
    if found.get("check") != _check(body):
        _damaged(source, "check")
    return _trace(body)


def _trace(body: dict[str, Any]) -> Trace:
    causes = [Cause(*each) for each in body["cause"]]
    return Trace(
        problem=body["problem"],
        depth=body["depth"],
        goal=body["goal"],
        sense=body["sense"],
        order=body["order"],
        tree=body["tree"],
        outcome=body["outcome"],
        level=array("l", body["level"]),
        value=body["value"],
        fate=body["fate"].encode(),
        width={node: width for node, width in enumerate(body["width"]) if width},
        amount={int(node): amount for node, amount in body["amount"].items()},
        domains=[tuple(domain) for domain in body["domains"]],
        find_places=lambda: array("l", body["place"]),
        causes={node: causes[at] for node, at in enumerate(body["caused"]) if at >= 0},
    )


def _shape(body: dict[str, Any], source: str) -> None:
    """Refuse parts that are missing, of another type, or of different lengths."""
    for name, allowed in _TEXTS.items():
        value = body.get(name)
        if not isinstance(value, str) or (allowed and value not in allowed):
            _damaged(source, name)
    if body.get("tree") not in (None, *get_args(Tree)):
        _damaged(source, "tree")
    for name, kind in (("depth", int), ("amount", dict), ("domains", list), ("cause", list)):
        if not isinstance(body.get(name), kind):
            _damaged(source, name)
    for name in _LISTS:
        if not isinstance(body.get(name), list) or len(body[name]) != len(body["fate"]):
            _damaged(source, name)
    if not body["fate"] or set(body["fate"].encode()) - set(FATES.values()):
        _damaged(source, "fate")


def _nodes(body: dict[str, Any], source: str) -> None:
    """Refuse nodes that no search generates: below no live node, or with no such cause."""
    live = -1  # the level of the deepest node that may have children now
    for node, level in enumerate(body["level"]):
        is_whole = all(type(body[name][node]) is int for name in ("level", "place", "width"))
        if not is_whole or not (node > 0) <= level <= min(live + 1, body["depth"]):
            _damaged(source, f"level[{node}]")
        live = level if body["fate"][node] == "L" else level - 1
        caused = body["caused"][node]
        if type(caused) is not int or not -1 <= caused < len(body["cause"]):
            _damaged(source, f"caused[{node}]")
    for at, cause in enumerate(body["cause"]):
        if not _is_texts(cause):
            _damaged(source, f"cause[{at}]")
    for node in body["amount"]:
        if not node.isdecimal() or int(node) >= len(body["level"]):
            _damaged(source, f"amount[{node}]")
    if not all(isinstance(domain, list) for domain in body["domains"]):
        _damaged(source, "domains")


def _is_texts(cause: object) -> bool:
    texts = len(Cause._fields)
    return isinstance(cause, list) and len(cause) == texts and {*map(type, cause)} == {str}


def _damaged(source: str, place: str) -> NoReturn:
    raise InputError("error.trace.damaged", source=source, place=place) from None


def _plain(value: object) -> object:
    return value if value is None or type(value) in (int, float, str, bool) else str(value)


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _check(body: dict[str, Any]) -> int:
    return zlib.crc32(_dumped(body).encode())
