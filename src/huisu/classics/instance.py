"""How are the data of an instance checked, and how are they read from JSON and written?

The `keep` functions are what each classic's `__post_init__` calls, so an
instance is checked the same way wherever it comes from. JSON counts vertices
and the like from 1, as people do. Read loading.py next, the first problem.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping
from dataclasses import fields
from reprlib import Repr
from typing import Any, TypeVar

from huisu.classics.base import Classic
from huisu.errors import Index, InputError

__all__ = [
    "elements",
    "got",
    "instance_from_json",
    "int_or_none",
    "keep",
    "keep_numbers",
    "keep_sets",
    "keep_whole",
    "one_of",
    "same_length",
    "sequence",
    "shown",
    "to_json",
    "whole",
]

AnyClassic = TypeVar("AnyClassic", bound=Classic)

_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = 40


def keep(instance: Classic, field: str, value: object) -> None:
    """Set a field of a frozen instance to its checked value."""
    object.__setattr__(instance, field, value)


def keep_whole(instance: Classic, field: str, *, least: int = 0) -> None:
    """Check a field that is one whole number."""
    keep(instance, field, whole(instance, field, getattr(instance, field), least))


def keep_numbers(instance: Classic, field: str, *, least: int = 0) -> None:
    """Check a field that is a list of whole numbers."""
    values = elements(instance, field)
    keep(instance, field, tuple(whole(instance, field, value, least) for value in values))


def keep_sets(instance: Classic, field: str, n: int) -> None:
    """Check a field that is a list of sets of numbers below n; each is kept sorted."""
    sets = (sequence(instance, field, each) for each in elements(instance, field))
    kept = (sorted({one_of(instance, field, each, n) for each in one}) for one in sets)
    keep(instance, field, tuple(map(tuple, kept)))


def whole(instance: Classic, field: str, value: object, least: int) -> int:
    """Return a whole number of at least `least`; raise InputError for any other value."""
    number = int_or_none(value)
    if number is None or number < least:
        raise InputError("error.classic.whole", **got(instance, field, value), least=least)
    return number


def one_of(instance: Classic, field: str, value: object, n: int) -> int:
    """Return the number of one of n vertices or the like; raise InputError for any other value."""
    number = int_or_none(value)
    if number is None or not 0 <= number < n:
        raise InputError(
            "error.classic.number",
            field=field,
            value=shown(instance, field, value),
            first=Index(0),
            last=Index(n - 1),
        )
    return number


def int_or_none(value: object) -> int | None:
    """Return a whole number as an int, also one of NumPy's; None for any other value."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return operator.index(value)


def elements(instance: Classic, field: str) -> tuple[Any, ...]:
    """Return a field that is a list as a tuple."""
    return sequence(instance, field, getattr(instance, field))


def sequence(instance: Classic, field: str, value: object) -> tuple[Any, ...]:
    """Return a list as a tuple; raise InputError for what is no list."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise InputError("error.classic.list", **got(instance, field, value))
    return tuple(value)


def same_length(instance: Classic, field: str, other: str) -> None:
    """Raise InputError unless two lists of an instance are equally long."""
    given, needed = len(getattr(instance, field)), len(getattr(instance, other))
    if given != needed:
        raise InputError(
            "error.classic.length", field=field, given=given, other=other, needed=needed
        )


def got(instance: Classic, field: str, value: object) -> dict[str, object]:
    """Return what an error says of a bad value: where it stands, and a good example."""
    example = json.dumps(_plain(type(instance), field, _default(type(instance), field)))
    return {"field": field, "value": shown(instance, field, value), "example": example}


def shown(instance: Classic, field: str, value: object) -> object:
    """Return a value as an error shows it; numbers of vertices count as the reader counts."""
    if field in instance.numbered and type(value) is int:
        return Index(value)
    if field in instance.numbered and isinstance(value, (list, tuple)) and len(value) < 10:
        return tuple(shown(instance, field, each) for each in value)
    return _short.repr(value)


def instance_from_json(cls: type[AnyClassic], text: str) -> AnyClassic:
    """Return the instance that a JSON object describes.

    Raises InputError for what is no JSON object, for a field that is missing,
    given twice or not known, and for data that make no instance.

    >>> from huisu.classics import Clique
    >>> instance_from_json(Clique, '{"vertices": 3, "edges": [[1, 2]]}')
    Clique(vertices=3, edges=((0, 1),))
    """
    example = to_json(cls())
    try:
        read = json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise InputError("error.classic.json", line=line, column=column, example=example) from None
    except InputError:
        raise
    except (RecursionError, ValueError):
        raise InputError("error.classic.json.large", example=example) from None
    if not isinstance(read, dict):
        raise InputError("error.classic.object", value=_short.repr(read), example=example)
    _check_fields(cls, read, example)
    return cls(**{field: _plain(cls, field, value, by=-1) for field, value in read.items()})


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object as a dict, which would keep the last of equal names in silence."""
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        raise InputError("error.classic.twice", field=max(names, key=names.count))
    return read


def _check_fields(cls: type[Classic], read: Mapping[str, Any], example: str) -> None:
    """Refuse fields that there are not, and a lack of those that make the instance."""
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    said = {"names": ", ".join(names), "example": example}
    for field in read:
        if field not in names:
            raise InputError("error.classic.field", field=field, **said)
    for field in names:
        if field not in read and field not in cls.optional:
            raise InputError("error.classic.missing", field=field, **said)


def to_json(instance: Classic) -> str:
    """Return an instance as a JSON object that `instance_from_json` reads.

    >>> from huisu.classics import Clique
    >>> to_json(Clique(vertices=3, edges=((0, 1),)))
    '{"vertices": 3, "edges": [[1, 2]]}'
    """
    cls = type(instance)
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    return json.dumps({name: _plain(cls, name, getattr(instance, name)) for name in names})


def _plain(cls: type[Classic], field: str, value: Any, by: int = 1) -> Any:
    """Return the value of a field with the numbers in it moved between 0 and 1 as the first."""
    return _moved(value, by) if field in cls.numbered else value


def _moved(value: Any, by: int) -> Any:
    if isinstance(value, (list, tuple)):
        return [_moved(each, by) for each in value]
    return value + by if isinstance(value, int) and not isinstance(value, bool) else value


def _default(cls: type[Classic], field: str) -> Any:
    return next(each.default for each in fields(cls) if each.name == field)  # type: ignore[arg-type]
