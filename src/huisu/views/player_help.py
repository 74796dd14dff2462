"""What does the player's help say: which key does what, and which sign means what?

Read player_frame.py next, which shows it.
"""

from __future__ import annotations

from huisu.views.player_text import Line, beside, columns, wrapped
from huisu.views.player_view import KEYS
from huisu.words import Language, word

__all__ = ["help_lines", "hints"]

_WIDE = 100  # columns: from here on keys and signs stand side by side

#: A sign of the tree or the board, its style, and the text that explains it.
_SIGNS = (
    ("[8]", "e-node path", "player.sign.e-node"),
    ("(2)", "live path", "player.sign.live"),
    ("3 ↘", "killed", "player.sign.killed"),
    ("3 B", "cut", "player.sign.cut"),
    ("8 ✗", "dead", "player.sign.dead"),
    ("31 ✓", "answer", "player.sign.answer"),
    ("34", "ungenerated", "player.sign.ungenerated"),
    ("+3 ✗", "dead", "player.sign.folded"),
    ("1 2 3", "placed", "player.sign.queen"),
    ("*", "tried", "player.sign.tried"),
    ("[1] [*]", "refused", "player.sign.clash"),
    ("---|---", "answers", "player.sign.bar"),
)


def help_lines(language: Language, width: int, height: int, top: int) -> list[Line]:
    """Return the help from a line on, as much as fits, and below it how it goes on."""
    keys = [(key.shown, "key", word(key.text, language)) for key in KEYS]
    keys.append(("q, Esc", "key", word("player.key.quit", language)))
    signs = [(sign, style, word(text, language)) for sign, style, text in _SIGNS]
    if width >= _WIDE:
        half = width // 2 - 2
        lines = beside(
            _table("player.keys", keys, language, half),
            _table("player.signs", signs, language, half),
            half,
            4,
        )
    else:
        lines = [
            *_table("player.keys", keys, language, width),
            [],
            *_table("player.signs", signs, language, width),
        ]
    room = height - 2
    top = min(top, max(0, len(lines) - room))
    more = word("player.help.more" if len(lines) > room else "player.help.close", language)
    empty: list[Line] = [[]] * (room - len(lines[top : top + room]) + 1)
    return [*lines[top : top + room], *empty, [("dim", more)]]


def _table(
    heading: str, rows: list[tuple[str, str, str]], language: Language, width: int
) -> list[Line]:
    """Return a heading, and below it what each key or sign is for."""
    label = max(columns(shown) for shown, _, _ in rows) + 2
    lines: list[Line] = [[("title", word(heading, language))]]
    for shown, style, text in rows:
        first, *others = wrapped(text, width - label)
        lines.append([(style, shown), ("", " " * (label - columns(shown))), ("", first)])
        lines += [[("", " " * label + other)] for other in others]
    return lines


def hints(language: Language, width: int) -> Line:
    """Return the most important keys, as many as fit on a line."""
    line: Line = []
    for key in ("step", "play", "answer", "backtrack", "goto", "help", "quit"):
        shown, said = word(f"player.hint.{key}", language).split(" ", 1)
        item: Line = [("key", shown), ("dim", f" {said}   ")]
        if sum(columns(text) for _, text in (*line, *item)) > width + 3:
            continue
        line += item
    return line
