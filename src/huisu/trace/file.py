"""How is a recorded search kept in a file, and read again?

As one JSON object with a version, a check sum for each part, and the lists of
data.py; gzip when the name ends in .gz. Read sound.py next, which refuses
lists that no search makes.

Components that are numbers or texts stay what they are, others are kept as
their text. `fate` is one text with a letter a node; `width` is -1 for a node
that never was the E-node; `cause` lists each different cause once, and `caused`
which of them killed a node, -1 for none.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from array import array
from pathlib import Path
from typing import Any, NoReturn

from huisu.backtrack import Cause
from huisu.errors import InputError
from huisu.files import whole_file
from huisu.trace.data import Trace
from huisu.trace.lists import KILLED, Lists
from huisu.trace.sound import PARTS, damage

__all__ = ["VERSION", "from_json", "load", "packed", "save", "to_json"]

FORMAT, VERSION = "huisu-trace", 1


def save(trace: Trace, path: str | Path) -> None:
    """Write a trace to a file, compressed if its name ends in .gz.

    The file appears when it is whole; an error leaves the one that was there.
    """
    with whole_file(path) as write:
        write(packed(trace, path))


def packed(trace: Trace, path: str | Path) -> bytes:
    """Return what the file of a trace holds: one line of JSON, compressed for a name in .gz."""
    data = (to_json(trace) + "\n").encode()
    return gzip.compress(data, mtime=0) if str(path).endswith(".gz") else data


def load(path: str | Path) -> Trace:
    """Return the trace that a file holds; raise InputError if it is damaged, or something else."""
    data, source = Path(path).read_bytes(), str(path)
    if data.startswith(b"\x1f\x8b"):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            raise InputError("error.trace.gzip", source=source) from None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if FORMAT.encode() not in data:
            raise InputError("error.trace.none", source=source) from None
        raise InputError("error.trace.byte", source=source, byte=error.start + 1) from None
    return from_json(text, source=source)


def to_json(trace: Trace) -> str:
    """Return a trace as JSON.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import trace
    >>> to_json(trace(Problem(1, (1, 2))))[:35]
    '{"format":"huisu-trace","version":1'
    """
    nodes = range(len(trace))
    killed = [node for node in nodes if trace.fate[node] == KILLED]
    kinds = {cause: at for at, cause in enumerate(dict.fromkeys(map(trace.cause, killed)))}
    caused = [-1] * len(trace)
    for node in killed:
        caused[node] = kinds[trace.cause(node)]
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
        "width": [trace.width.get(node, -1) for node in nodes],
        "fate": trace.fate.decode(),
        "amount": {str(node): _plain_amount(amount) for node, amount in trace.amount.items()},
        "domains": [[_plain(value) for value in domain] for domain in trace.domains],
        "cause": [list(cause) for cause in kinds],
        "caused": caused,
    }
    texts = {name: _dumped(part) for name, part in body.items()}
    sums = {name: zlib.crc32(text.encode()) for name, text in texts.items()}
    head = _dumped({"format": FORMAT, "version": VERSION, "check": sums})
    return ",".join([head[:-1], *(f'"{name}":{text}' for name, text in texts.items())]) + "}"


def from_json(text: str, *, source: str = "JSON") -> Trace:
    """Return the trace that a JSON text holds; `source` is what an error calls the text."""
    try:
        found = json.loads(text, parse_constant=_no_number)
        sums = {name: _sum(part) for name, part in found.items()} if _is_ours(found) else {}
    except json.JSONDecodeError as error:
        if FORMAT not in text:
            raise InputError("error.trace.none", source=source) from None
        line, column = error.lineno, error.colno
        raise InputError("error.trace.json", source=source, line=line, column=column) from None
    except (ValueError, RecursionError):  # a number too long, brackets too deep
        _damaged(source, "JSON")
    if not _is_ours(found):
        raise InputError("error.trace.none", source=source)
    if found.get("version") != VERSION:
        version = repr(found.get("version"))[:20]
        raise InputError("error.trace.version", source=source, version=version, ours=VERSION)
    return _trace(_body(found, sums, source), source)


def _is_ours(found: object) -> bool:
    return isinstance(found, dict) and found.get("format") == FORMAT


def _body(found: dict[str, Any], sums: dict[str, int], source: str) -> dict[str, Any]:
    """Return the parts of a trace if all of them are there, unchanged and sound."""
    check = found.get("check")
    if not isinstance(check, dict):
        _damaged(source, "check")
    body = {name: each for name, each in found.items() if name in PARTS}
    for name in PARTS:
        if name not in body or sums[name] != check.get(name):
            _damaged(source, name)
    if place := damage(body):
        _damaged(source, place)
    return body


def _trace(body: dict[str, Any], source: str) -> Trace:
    causes = [Cause(*each) for each in body["cause"]]
    found = Trace(
        problem=body["problem"],
        depth=body["depth"],
        goal=body["goal"],
        sense=body["sense"],
        order=body["order"],
        tree=body["tree"],
        outcome=body["outcome"],
        domains=[tuple(domain) for domain in body["domains"]],
        find_lists=lambda: _lists(body),
        causes={node: causes[at] for node, at in enumerate(body["caused"]) if at >= 0},
    )
    for node, _ in found.misfits():
        _damaged(source, f"width[{node}]")
    return found


def _lists(body: dict[str, Any]) -> Lists:
    return Lists(
        level=array("l", body["level"]),
        value=body["value"],
        place=array("l", body["place"]),
        fate=body["fate"].encode(),
        width={node: width for node, width in enumerate(body["width"]) if width >= 0},
        amount={int(node): amount for node, amount in body["amount"].items()},
    )


def _damaged(source: str, place: str) -> NoReturn:
    raise InputError("error.trace.damaged", source=source, place=place) from None


def _plain(value: object) -> object:
    """Return a component, or its text if JSON has no such value."""
    if type(value) is float and not math.isfinite(value):
        return str(value)
    return value if value is None or type(value) in (int, float, str, bool) else str(value)


def _plain_amount(amount: object) -> object:
    """Return a value or bound, also one of a kind of float of its own."""
    return _plain(float(amount) if isinstance(amount, float) else amount)


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _dumped(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _sum(part: object) -> int:
    return zlib.crc32(_dumped(part).encode())
