"""How is a board drawn as SVG?

From back to front: squares, attacked and blocked squares, marks, queens, lines
of attack, numbers at the edges, title. Read png.py next.

Representation: a square is 60 units wide and (0, 0) is the board's upper left
corner, so the viewBox starts left of it and above, where numbers and title are.
A unit is a pixel up to n = 16; larger boards shrink, so that letters and the
frame, which must not, are measured in pixels: `frame.pixel` units each.
All shapes are written out, without ids: many pictures can share one page.
Differences do not rest on colour: fixed queens are hollow, blocked squares
hatched, attacked ones dotted, marks are rings.

Elements for scripts and tests, all counted from 1: data-queen="r,c" on queens,
data-square="r,c" on attacked, blocked and marked squares, data-attack="row",
"column", "falling" or "rising" with data-squares="r,c r,c" on lines of attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from huisu.queens.board import Clash, Square
from huisu.views.picture import BoardPicture
from huisu.views.svg_parts import FONTS, INK, PAPER, QUIET, clean, ems, group, path

__all__ = ["Frame", "attack_svg", "board_svg", "frame_of", "ground_svg", "queen_svg", "tried_svg"]

_CELL = 60
_WIDEST = 960  # pixels that a board takes on the page at most
_LABEL, _HEADING, _PAD = 24, 30, 14  # pixels
_LABEL_STEPS = (1, 5, 10, 20)  # every row and column is numbered, or every fifth, ...

_LIGHT, _DARK, _BLOCKED = "#f3f6f9", "#a9bfd4", "#5c6975"
_ATTACKED, _MARK, _CLASH = "#f28c28", "#a3195b", "#d3202a"

#: A crown of five points on a base, drawn round the middle of its square.
_CROWN = "M-15 9-22-10-11-1-12-16-5-4 0-20 5-4 12-16 11-1 22-10 15 9 17 21H-17Z" + "".join(
    f"M{x - 4} {y}a4 4 0 1 1 8 0a4 4 0 1 1-8 0Z"
    for x, y in ((-22, -11), (-12, -17), (0, -21), (12, -17), (22, -11))
)
_FULL = f'class="queens" fill="{INK}" stroke="{PAPER}" stroke-width="4" paint-order="stroke"'
_HOLLOW = f'class="fixed" fill="{PAPER}" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"'
_HATCH = "m0 20l20-20m-20 40l40-40m-40 60l60-60m0 20l-40 40m20 0l20-20"


def board_svg(picture: BoardPicture) -> str:
    """Return the picture as one SVG document.

    >>> board_svg(BoardPicture(4, queens=((0, 1),))).count("data-queen")
    1
    """
    frame = frame_of(picture)
    left, top, width, height, pixel = frame
    box = f"{-left:g} {-top:g} {width:g} {height:g}"
    says = "; ".join(picture.description() + picture.clashes_in_words())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" xml:lang="{picture.language}"'
        f' viewBox="{box}" width="{width / pixel:.0f}" height="{height / pixel:.0f}"'
        f' font-family="{FONTS}">',
        f"<title>{clean(picture.name)}</title>",
        f"<desc>{clean(says)}</desc>",
        f'<path fill="{PAPER}" d="M{-left:g} {-top:g}h{width:g}v{height:g}h{-width:g}Z"/>',
        *_squares(picture),
        *_attacked(picture),
        *_blocked(picture),
        *_edge(picture, frame),
        *_marks(picture),
        *_queens(picture),
        *_attacks(picture.clashes, frame),
        *_coordinates(picture, frame),
        *_title(picture, frame),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class Frame(NamedTuple):
    """The picture's edges, and how many units a pixel is."""

    left: float
    top: float
    width: float
    height: float
    pixel: float


def frame_of(picture: BoardPicture) -> Frame:
    """Return the room that a picture takes."""
    side = picture.n * _CELL
    pixel = max(1.0, side / _WIDEST)
    left = top = right = bottom = _PAD * pixel
    if picture.coordinates:
        width = _label_width(picture.n) * pixel
        left += width + 0.3 * _LABEL * pixel
        right = max(right, width / 2)
        top += 1.1 * _LABEL * pixel
    if picture.title:
        top += 1.4 * _HEADING * pixel
        beside = (_HEADING * ems(picture.title) * pixel - side) / 2 + bottom
        left, right = max(left, beside), max(right, beside)
    width, height = left + side + right, top + side + bottom
    return Frame(*(round(x, 2) for x in (left, top, width, height, pixel)))


def _label_width(n: int) -> float:
    return 0.6 * _LABEL * len(str(n))


def _id(square: Square) -> str:
    return f"{square[0] + 1},{square[1] + 1}"


def _middle(square: Square) -> tuple[int, int]:
    return square[1] * _CELL + _CELL // 2, square[0] * _CELL + _CELL // 2


def _corner(square: Square) -> str:
    return f"M{square[1] * _CELL} {square[0] * _CELL}"


def ground_svg(picture: BoardPicture, frame: Frame) -> Iterator[str]:
    """Yield what stays while queens come and go: squares, blocked and fixed ones, coordinates."""
    yield from _squares(picture)
    yield from _blocked(picture)
    yield from _edge(picture, frame)
    yield from group(_HOLLOW, map(_crown, picture.fixed))
    yield from _coordinates(picture, frame)


def _squares(picture: BoardPicture) -> Iterator[str]:
    n, side = picture.n, picture.n * _CELL
    yield f'<path fill="{_LIGHT}" d="{_whole(side)}"/>'
    # A row's dark squares are the dashes of one line, as wide as a square is high.
    rows = (f"M{(1 - r % 2) * _CELL} {r * _CELL + _CELL // 2}H{side}" for r in range(n))
    yield from path(f'stroke="{_DARK}" stroke-width="{_CELL}" stroke-dasharray="{_CELL}"', rows)


def _attacked(picture: BoardPicture) -> Iterator[str]:
    squares = sorted(picture.under_attack - set(picture.blocked))
    taken = {*picture.standing, *picture.marks}
    dots = ("M{} {}h0".format(*_middle(square)) for square in squares if square not in taken)
    yield from _covered(f'class="attacked" fill="{_ATTACKED}" fill-opacity=".36"', squares)
    yield from path(f'stroke="{INK}" stroke-width="9" stroke-linecap="round"', dots)


def _blocked(picture: BoardPicture) -> Iterator[str]:
    hatches = (_corner(square) + _HATCH for square in picture.blocked)
    yield from _covered(f'class="blocked" fill="{_BLOCKED}"', picture.blocked)
    yield from path(f'fill="none" stroke="{_LIGHT}" stroke-width="3"', hatches)


def _covered(attributes: str, squares: Iterable[Square]) -> Iterator[str]:
    return group(
        attributes,
        (f'<path data-square="{_id(at)}" d="{_corner(at)}h60v60h-60Z"/>' for at in squares),
    )


def _edge(picture: BoardPicture, frame: Frame) -> Iterator[str]:
    style = f'fill="none" stroke="{INK}" stroke-width="{2.5 * frame.pixel:g}"'
    yield f'<path {style} d="{_whole(picture.n * _CELL)}"/>'


def _whole(side: int) -> str:
    return f"M0 0h{side}v{side}h-{side}Z"


def _marks(picture: BoardPicture) -> Iterator[str]:
    """Return rings on free squares, and wide frames round the crowns of queens."""
    rings = []
    for square in picture.marks:
        (x, y), (half, bend) = _middle(square), (26, 9) if square in picture.standing else (13, 13)
        rings.append(
            f'<rect data-square="{_id(square)}" x="{x - half}" y="{y - half}"'
            f' width="{2 * half}" height="{2 * half}" rx="{bend}"/>'
        )
    return group(f'class="marks" fill="none" stroke="{_MARK}" stroke-width="6"', rings)


def _queens(picture: BoardPicture) -> Iterator[str]:
    """Return full crowns, hollow ones for fixed queens, and their numbers."""
    crowns: dict[bool, list[str]] = {False: [], True: []}
    numbers = []
    for number, square in enumerate(picture.standing, 1):
        is_fixed = square in picture.fixed
        crowns[is_fixed].append(_crown(square))
        numbers.append(_number(square, number, INK if is_fixed else PAPER))
    yield from group(_FULL, crowns[False])
    yield from group(_HOLLOW, crowns[True])
    if picture.numbers:
        yield from group(_number_style(len(numbers)), numbers)


def _crown(square: Square) -> str:
    x, y = _middle(square)
    return f'<path data-queen="{_id(square)}" transform="translate({x} {y})" d="{_CROWN}"/>'


def _number(square: Square, number: int, colour: str) -> str:
    x, y = _middle(square)
    return f'<text x="{x}" y="{y + 18.5}" fill="{colour}">{number}</text>'


def _number_style(most: int) -> str:
    size = 20 if most < 100 else 13
    return f'class="numbers" font-size="{size}" font-weight="bold" text-anchor="middle"'


def queen_svg(square: Square, number: int) -> str:
    """Return one queen with its number, as a board's picture has it."""
    crown = group(_FULL, [_crown(square)])
    return "".join([*crown, *group(_number_style(number), [_number(square, number, PAPER)])])


def tried_svg(square: Square) -> str:
    """Return the star of a square that was tried and given up, as in the textbook's figure."""
    x, y = _middle(square)
    return (
        f'<path class="tried" data-square="{_id(square)}" stroke="{INK}" stroke-width="5"'
        f' stroke-linecap="round" d="M{x} {y - 13}v26M{x - 11} {y - 6.5}l22 13'
        f'M{x - 11} {y + 6.5}l22 -13"/>'
    )


def _attacks(clashes: Iterable[Clash], frame: Frame) -> Iterator[str]:
    """Return a red line on a white one along each clash, from each queen to the next."""
    for clash in clashes:
        yield from attack_svg(clash, frame)


def attack_svg(clash: Clash, frame: Frame) -> Iterator[str]:
    """Yield the elements of one line of attack."""
    width = max(7, 2 * frame.pixel)
    way = "".join(_between(*pair) for pair in pairwise(clash.squares))
    names = " ".join(map(_id, clash.squares))
    yield f'<path fill="none" stroke="{PAPER}" stroke-width="{1.7 * width:g}" d="{way}"/>'
    yield (
        f'<path fill="none" stroke="{_CLASH}" stroke-width="{width:g}"'
        f' data-attack="{clash.line}" data-squares="{names}" d="{way}"/>'
    )


def _between(first: Square, second: Square) -> str:
    """Return the path from the edge of one crown to the edge of the other."""
    (x, y), (to_x, to_y) = _middle(first), _middle(second)
    length = hypot(to_x - x, to_y - y)
    dx, dy = 24 * (to_x - x) / length, 24 * (to_y - y) / length
    return f"M{x + dx:.1f} {y + dy:.1f}L{to_x - dx:.1f} {to_y - dy:.1f}"


def _coordinates(picture: BoardPicture, frame: Frame) -> Iterator[str]:
    if not picture.coordinates:
        return
    n, size = picture.n, _LABEL * frame.pixel
    needed = 1.25 * _label_width(n) * frame.pixel / _CELL
    step = next(step for step in _LABEL_STEPS if step >= needed)
    shown = {k: _CELL * k - _CELL // 2 for k in range(1, n + 1) if k == 1 or k % step == 0}
    columns = (f'<text x="{at}" y="{-0.35 * size:g}">{k}</text>' for k, at in shown.items())
    rows = (
        f'<text x="{-0.3 * size:g}" y="{at + 0.36 * size:g}">{k}</text>' for k, at in shown.items()
    )
    style = f'fill="{QUIET}" font-size="{size:g}"'
    yield from group(f'class="columns" {style} text-anchor="middle"', columns)
    yield from group(f'class="rows" {style} text-anchor="end"', rows)


def _title(picture: BoardPicture, frame: Frame) -> Iterator[str]:
    if picture.title:
        size = _HEADING * frame.pixel
        x, y = picture.n * _CELL / 2, _PAD * frame.pixel + 0.9 * size - frame.top
        yield (
            f'<text class="title" x="{x:g}" y="{y:g}" fill="{INK}" font-weight="bold"'
            f' font-size="{size:g}" text-anchor="middle">{clean(picture.title)}</text>'
        )
