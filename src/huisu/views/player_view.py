"""What does each key of the player do?

A key turns a view of a search into another; nothing here knows of a terminal
or of time. One table names the keys, what they do, and the text that says so,
for the program and its help alike. Read player_frame.py next, which draws a view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from huisu.trace import Kind
from huisu.views.player_scene import Film, Scene
from huisu.views.player_tree import LABELS, Labels
from huisu.words import word

__all__ = ["KEYS", "QUIT", "SPEEDS", "STEPS_A_SECOND", "Key", "View", "bound_keys", "press"]

SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
STEPS_A_SECOND = 2  #: at speed 1, as on the page

_DIGITS = 9  # of a step that is typed


@dataclass(frozen=True)
class View:
    """How a search is shown: where, how fast it plays, and what is open above it."""

    position: int = 0
    is_playing: bool = False
    speed: float = 1.0
    labels: Labels = "both"
    is_folded: bool = False
    entry: str | None = None
    """The digits of a step being typed; None when none is."""
    help: int | None = None
    """The first line of the help that is seen; None when it is closed."""
    note: str = ""
    """What to say once, such as that there is no further answer."""


Action = Callable[[Film, View], View]


class Key(NamedTuple):
    """Some keys, how people call them, and what they do."""

    names: tuple[str, ...]
    """As prompt_toolkit names them."""
    shown: str
    text: str
    """The key of its text."""
    action: Action


def press(film: Film, view: View, name: str) -> View | None:
    """Return the view after a key; None when it ends the player. A key without a name is any other.

    >>> from huisu.classics import Queens
    >>> from huisu.trace import trace
    >>> film = Film(trace(Queens(n=4).problem()))
    >>> press(film, View(), "p") == View(note="there is no answer before this step")
    True
    >>> press(film, View(), "n").position
    27
    """
    view = replace(view, note="")
    if view.entry is not None:
        return _typed(film, view, name)
    if view.help is not None and name not in QUIT[:1]:
        return _read(view, name)
    if name in QUIT:
        return None
    action = _ACTIONS.get(name)
    return action(film, view) if action else view


def _typed(film: Film, view: View, name: str) -> View:
    """Return the view after a key while a step is typed."""
    entry = view.entry or ""
    if name.isdecimal():
        return replace(view, entry=(entry + name)[:_DIGITS])
    if name == "backspace":
        return replace(view, entry=entry[:-1])
    closed = replace(view, entry=None)
    if name != "enter" or not entry:
        return closed
    if int(entry) > film.last:
        last = f"{film.last:,}"
        note = word("player.none.step", film.language, step=f"{int(entry):,}", last=last)
        return replace(closed, note=note)
    return _go(closed, int(entry))


def _read(view: View, name: str) -> View:
    """Return the view after a key while the help is read: it moves, or closes."""
    top = view.help or 0
    moves = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, " ": 8}
    return replace(view, help=max(0, top + moves[name]) if name in moves else None)


def _go(view: View, position: int) -> View:
    """Return the view at another position; who goes there by hand wants to look, so it pauses."""
    return replace(view, position=position, is_playing=False)


def _step(by: int) -> Action:
    def action(film: Film, view: View) -> View:
        return _go(view, min(max(0, view.position + by), film.over))

    return action


def _jump(way: Literal["next", "previous"], kind: Kind) -> Action:
    def action(film: Film, view: View) -> View:
        find = film.replay.next if way == "next" else film.replay.previous
        step = find(kind, view.position)
        if step is None:
            return replace(view, note=word(f"player.none.{way}.{kind}", film.language))
        return _go(view, step)

    return action


def _play(film: Film, view: View) -> View:
    """Play or pause; from the end, play again from the start."""
    if view.is_playing:
        return replace(view, is_playing=False)
    position = 0 if view.position >= film.over else view.position
    return replace(view, position=position, is_playing=True)


def _start(film: Film, view: View) -> View:
    return _go(view, 0)


def _end(film: Film, view: View) -> View:
    return _go(view, film.over)


def _current(film: Film, view: View) -> int:
    """Return the node that something happened to last; the root when the search is over."""
    return 0 if view.position >= film.over else Scene(film, view.position).moment.node


def _parent(film: Film, view: View) -> View:
    node = _current(film, view)
    if node == 0:
        return replace(view, note=word("player.none.parent", film.language))
    return _go(view, film.born(film.trace.parent[node]))


def _child(film: Film, view: View) -> View:
    children = film.children(_current(film, view))
    if not children:
        return replace(view, note=word("player.none.child", film.language))
    return _go(view, film.born(children[0]))


def _speed(up: bool) -> Action:
    steps = dict(pairwise(SPEEDS))
    if not up:
        steps = {high: low for low, high in steps.items()}

    def action(film: Film, view: View) -> View:
        return replace(view, speed=steps.get(view.speed, view.speed))

    return action


def _labels(film: Film, view: View) -> View:
    return replace(view, labels=LABELS[(LABELS.index(view.labels) + 1) % len(LABELS)])


def _fold(film: Film, view: View) -> View:
    return replace(view, is_folded=not view.is_folded)


def _unfold(film: Film, view: View) -> View:
    return replace(view, is_folded=False)


def _enter(film: Film, view: View) -> View:
    return replace(view, entry="", is_playing=False)


def _help(film: Film, view: View) -> View:
    return replace(view, help=0, is_playing=False)


QUIT = ("q", "Q", "escape")  #: The keys that end the player.

KEYS = (
    Key(("right",), "→", "player.key.forward", _step(1)),
    Key(("left",), "←", "player.key.back", _step(-1)),
    Key((" ",), "Space", "player.key.play", _play),
    Key(("n", "N", "s-right"), "n, Shift+→", "player.key.next", _jump("next", "answered")),
    Key(("p", "P", "s-left"), "p, Shift+←", "player.key.previous", _jump("previous", "answered")),
    Key(("b",), "b", "player.key.backtrack", _jump("next", "died")),
    Key(("B",), "B", "player.key.backtracked", _jump("previous", "died")),
    Key(("up",), "↑", "player.key.parent", _parent),
    Key(("down",), "↓", "player.key.child", _child),
    Key(("home", "r", "R"), "Home, r", "player.key.start", _start),
    Key(("end",), "End", "player.key.end", _end),
    Key(("g", "G"), "g", "player.key.goto", _enter),
    Key(("+", "="), "+", "player.key.faster", _speed(True)),
    Key(("-", "_"), "-", "player.key.slower", _speed(False)),
    Key(("l", "L"), "l", "player.key.labels", _labels),
    Key(("f", "F"), "f", "player.key.fold", _fold),
    Key(("u", "U"), "u", "player.key.unfold", _unfold),
    Key(("?", "h"), "?", "player.key.help", _help),
)

_ACTIONS = {name: key.action for key in KEYS for name in key.names}


def bound_keys() -> list[str]:
    """Return the names of all keys that `press` knows."""
    typing = [*"0123456789", "backspace", "enter", "pageup", "pagedown"]
    return [*_ACTIONS, *QUIT, *typing]
