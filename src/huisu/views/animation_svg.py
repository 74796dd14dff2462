"""How does one SVG show all frames in turn, without a script?

A part that never changes is there once. One that does is there once for each of
its looks, and a rule of CSS says at which times each of them is visible. What a
renderer without animation shows is the end of the search. Read animation_gif.py
next, which makes a GIF of the frames.

Representation: the look of a part is visible in some spans of frames, such as
[(3, 5), (9, 10)], the last of each excluded. Looks with the same spans share one
rule, @keyframes named by a letter and a number. `step-end` keeps what a key says until
the next one, so that nothing fades.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from huisu.views.animation_parts import Item, Part

__all__ = ["Clock", "moving_svg"]

Span = tuple[int, int]


@dataclass(frozen=True)
class Clock:
    """When which frame is shown: each for `pace` seconds, the last for `hold`."""

    frames: int
    pace: float
    hold: float

    @property
    def seconds(self) -> float:
        """How long a round takes."""
        return (self.frames - 1) * self.pace + self.hold

    def percent(self, frame: int) -> str:
        """Return when a frame begins, in percent of a round."""
        return f"{100 * frame * self.pace / self.seconds:.4f}".rstrip("0").rstrip(".") + "%"


@dataclass
class _Looks:
    """One part in all frames: its last element, and each body with its spans."""

    part: Part
    spans: dict[str, list[Span]] = field(default_factory=dict)

    def add(self, part: Part, frame: int) -> None:
        """Add what the next frame has."""
        self.part = part
        spans = self.spans.setdefault(part.body, [])
        if spans and spans[-1][1] == frame:
            spans[-1] = (spans[-1][0], frame + 1)
        else:
            spans.append((frame, frame + 1))


def moving_svg(frames: Iterable[Iterable[Item]], clock: Clock) -> Iterator[str]:
    """Yield the elements of a moving picture; every frame has its parts in the same order."""
    items = _compared(frames)
    names: dict[tuple[Span, ...], str] = {}
    drawn = [item if isinstance(item, str) else _alternatives(item, clock, names) for item in items]
    yield from _style(names, clock)
    yield from (element for element in drawn if element)


def _compared(frames: Iterable[Iterable[Item]]) -> list[str | _Looks]:
    """Return what stays, and the looks of what may change."""
    found: list[str | _Looks] = []
    for number, frame in enumerate(frames):
        items = list(frame)
        if not number:
            found = [item if isinstance(item, str) else _Looks(item) for item in items]
        for item, looks in zip(items, found, strict=True):
            if isinstance(looks, _Looks) and isinstance(item, Part):
                looks.add(item, number)
            else:
                assert item == looks, "what is no part stays the same"
    return found


def _alternatives(looks: _Looks, clock: Clock, names: dict[tuple[Span, ...], str]) -> str:
    """Return a part with all its looks; those that the end does not have are hidden."""
    bodies = []
    for body, spans in looks.spans.items():
        if not body:
            continue
        if spans == [(0, clock.frames)]:
            bodies.append(body)
            continue
        name = names.setdefault(tuple(spans), f"t{len(names)}")
        hidden = "" if spans[-1][1] == clock.frames else ' visibility="hidden"'
        bodies.append(f'<g class="t {name}"{hidden}>{body}</g>')
    return looks.part.around("".join(bodies)) if bodies else ""


def _style(names: dict[tuple[Span, ...], str], clock: Clock) -> Iterator[str]:
    """Yield the rules: when what is visible, and that all stands still for who asks for that."""
    yield "<style>"
    yield f".t{{animation:{clock.seconds:g}s step-end infinite}}"
    for spans, name in names.items():
        yield f".{name}{{animation-name:{name}}}@keyframes {name}{{{_keys(spans, clock)}}}"
    yield "svg:active .t{animation-play-state:paused}"
    yield "@media (prefers-reduced-motion:reduce){.t{animation:none!important}}"
    yield "</style>"


def _keys(spans: Sequence[Span], clock: Clock) -> str:
    keys = [] if spans[0][0] == 0 else ["0%{visibility:hidden}"]
    for start, end in spans:
        keys.append(f"{clock.percent(start)}{{visibility:visible}}")
        if end < clock.frames:
            keys.append(f"{clock.percent(end)}{{visibility:hidden}}")
    return "".join(keys)
