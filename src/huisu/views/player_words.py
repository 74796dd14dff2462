"""What does the player say: title, sentence, figures, and what a search came to?

Read player_frame.py next, which lays it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from huisu.classics import CLASSICS
from huisu.trace import Replay, Trace
from huisu.trace.data import amount_text
from huisu.views.player_board import is_board
from huisu.views.player_scene import Scene
from huisu.views.player_text import columns
from huisu.views.svg_parts import printable
from huisu.views.tree_picture import count_text, shortened
from huisu.words import Language, word

__all__ = ["figures", "position_text", "sentences", "summary", "title"]

_NAME = 60  # letters of a problem's name


def title(trace: Trace, language: Language) -> str:
    """Return which problem's search it is, and on which tree."""
    if is_board(trace) and trace.tree in ("permutation", "n-ary"):
        return word(f"tree.queens.{trace.tree}", language, n=trace.depth)
    name = trace.problem.split(" ")[0]
    problem = CLASSICS[name]().title(language) if name in CLASSICS else trace.problem
    problem = shortened(printable(problem), _NAME)
    said = word(f"tree.name.{trace.tree or 'unknown'}", language, problem=problem)
    # A blank stands between Chinese and other letters only.
    return said.replace(f"{problem} 的", f"{problem}的") if columns(problem[-1:]) > 1 else said


def position_text(scene: Scene) -> str:
    """Return which step is shown, of how many."""
    film = scene.film
    if scene.is_over:
        return word("player.over", film.language, last=f"{film.last:,}")
    step, last = f"{scene.position:,}", f"{film.last:,}"
    return word("player.step", film.language, step=step, last=last)


def sentences(scene: Scene) -> list[str]:
    """Return what happened at the step; at the end, what the search came to."""
    film = scene.film
    if scene.is_over:
        return list(summary(film.replay, film.language))
    return [printable(film.replay.sentence(scene.position, film.language))]


def figures(scene: Scene) -> list[tuple[str, str]]:
    """Return the figures so far, each a name and a number.

    >>> from huisu.classics import Queens
    >>> from huisu.trace import trace
    >>> from huisu.views.player_scene import Film
    >>> dict(figures(Scene(Film(trace(Queens(n=4).problem())), 8)))["generated"]
    '6/65'
    """
    moment, trace, language = scene.moment, scene.film.trace, scene.film.language
    size = f"/{count_text(trace.sizes[0])}" if trace.sizes else ""
    found = [("generated", f"{moment.generated:,}{size}"), ("killed", f"{moment.killed:,}")]
    if trace.goal == "best":
        found.append(("cut", f"{moment.cut:,}"))
    found += [("backtracks", f"{moment.backtracks:,}"), ("answers", f"{moment.answers:,}")]
    if trace.goal == "best" and moment.answers:
        best = trace.amount[trace.answers[moment.answers - 1]]
        found.append(("best", amount_text(best)))
    return [(word(f"player.figure.{name}", language), number) for name, number in found]


def summary(replay: Replay, language: Language = "en") -> Iterator[str]:
    """Yield what a search came to, and that it was stopped if it was."""
    search, end = replay.trace, replay.at(len(replay) - 1)
    key = "watch.generated" if search.sizes is None else "watch.generated.of"
    size = f"{(search.sizes or [0])[0]:,}"
    yield word(key, language, generated=f"{end.generated:,}", size=size)
    yield word(
        "watch.counts", language,
        killed=f"{end.killed:,}", cut=f"{end.cut:,}",
        backtracks=f"{end.backtracks:,}", answers=f"{end.answers:,}",
    )  # fmt: skip
    if search.outcome != "complete":
        yield word(f"watch.stopped.{search.outcome}", language, answers=f"{end.answers:,}")
