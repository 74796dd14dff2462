"""What can still be read in a file of SQLite that SQLite itself refuses?

Every record that stands whole on a page, whatever has become of the rest: each page
that holds records is read by itself, by the file format that SQLite promises to keep
(sqlite.org/fileformat2.html, sections 1.6 and 2.1). What comes out may be nonsense;
the CRC of a row says whether it is. Read rescue.py next.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

__all__ = ["PAGE", "records"]

#: The size of a page, which sqlite.py sets for every ledger that it makes.
PAGE = 4096

Values = tuple[Any, ...]
Sound = Callable[[Values], bool]

# The kinds of pages with records: leaves of tables, leaves and inner pages of indexes. For each:
# where the list of its cells begins, the bytes of a cell before its length, whether a row
# number follows the length, and how long a record may be before it goes on elsewhere.
_INDEX_MOST = (PAGE - 12) * 64 // 255 - 23
_LEAST = (PAGE - 12) * 32 // 255 - 23
_KINDS = {
    0x0D: (8, 0, True, PAGE - 35),
    0x0A: (8, 0, False, _INDEX_MOST),
    0x02: (12, 4, False, _INDEX_MOST),
}


def records(path: Path, sound: Sound) -> Iterator[Values]:
    """Yield every record of a file that is sound."""
    with path.open("rb") as file:

        def page(number: int) -> bytes:
            file.seek((number - 1) * PAGE)
            return file.read(PAGE)

        for number in range(1, -(-path.stat().st_size // PAGE) + 1):
            yield from _on_page(page(number), 100 if number == 1 else 0, page, sound)


def _on_page(
    data: bytes, start: int, page: Callable[[int], bytes], sound: Sound
) -> Iterator[Values]:
    """Yield the sound records of a page; one that looks like none is tried as each kind."""
    if len(data) < PAGE:
        return
    likely = data[start]
    for kind in sorted(_KINDS, key=lambda kind: kind != likely):
        found = [values for values in _cells(data, start, kind, page) if sound(values)]
        yield from found
        if found or not any(data):
            return


def _cells(data: bytes, start: int, kind: int, page: Callable[[int], bytes]) -> Iterator[Values]:
    first, before, numbered, most = _KINDS[kind]
    (count,) = struct.unpack_from(">H", data, start + 3)
    for at in range(start + first, min(start + first + 2 * count, PAGE - 1), 2):
        (cell,) = struct.unpack_from(">H", data, at)
        try:
            size, body = _varint(data, cell + before)
            if numbered:
                _, body = _varint(data, body)
            yield _values(_payload(data, body, size, most, page))
        except (IndexError, ValueError, struct.error):  # no record: something is damaged here
            continue


def _payload(data: bytes, body: int, size: int, most: int, page: Callable[[int], bytes]) -> bytes:
    """Return the bytes of a record, those on its overflow pages too."""
    if size <= most:
        return data[body : body + size]
    local = _LEAST + (size - _LEAST) % (PAGE - 4)
    local = local if local <= most else _LEAST
    payload = data[body : body + local]
    (following,) = struct.unpack_from(">I", data, body + local)
    while len(payload) < size:
        overflow = page(following) if following else b""
        if len(overflow) < PAGE:
            raise ValueError
        (following,) = struct.unpack_from(">I", overflow)
        payload += overflow[4:]
    return payload[:size]


def _values(payload: bytes) -> Values:
    """Return the values of a record: first come their types, then they themselves."""
    end, at = _varint(payload, 0)
    body, found = end, []
    while at < end:
        kind, at = _varint(payload, at)
        value, size = _value(payload, body, kind)
        found.append(value)
        body += size
    if body != len(payload):
        raise ValueError
    return tuple(found)


_INTEGERS = (0, 1, 2, 3, 4, 6, 8)  # bytes of the integers of types 0 (none at all) to 6


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    """Return a value of a type, and its size."""
    if kind <= 6:
        size = _INTEGERS[kind]
        number = int.from_bytes(payload[at : at + size], "big", signed=True)
        return (number if kind else None), size
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], 8
    if kind in (8, 9):
        return kind - 8, 0
    size = (kind - 12) // 2
    if size < 0:
        raise ValueError
    data = payload[at : at + size]
    return (data.decode() if kind % 2 else data), size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of 1 to 9 bytes, seven bits in each, and where it ends."""
    number = 0
    for place in range(at, at + 8):
        byte = data[place]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, place + 1
    return number << 8 | data[at + 8], at + 9
