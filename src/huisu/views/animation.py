"""How is a whole recorded search drawn as a moving picture, and one step of it as a still?

One function, `animate`, says what to show; the Animation that it returns is
asked for the form. Read animation_tree.py next, and from there on.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from huisu.errors import InputError
from huisu.files import whole_file
from huisu.queens.board import Board
from huisu.trace import Replay, Trace
from huisu.trace.lists import KILLED
from huisu.tree import FORMS, Form
from huisu.views.animation_board import SearchBoard
from huisu.views.animation_gif import check_pillow, gif_bytes
from huisu.views.animation_parts import Part
from huisu.views.animation_stage import Stage
from huisu.views.animation_svg import Clock, moving_svg
from huisu.views.animation_texts import sentence
from huisu.views.animation_tree import moving_tree
from huisu.views.picture import BoardPicture
from huisu.views.player_board import is_board
from huisu.views.tree_drawing import png_of
from huisu.words import Language, word

__all__ = ["ANIMATION_SUFFIXES", "MAX_FRAMES", "Animation", "animate", "check_suffix"]

ANIMATION_SUFFIXES = (".gif", ".svg", ".png")
MAX_FRAMES = 600  #: who would look at more, one after another?
PACES = (0.02, 60.0)  #: seconds; browsers show a GIF no faster

_GIF_WIDTH = 1_600  # pixels, unless another width is asked for


@dataclass(frozen=True)
class Animation:
    """A search as pictures: one for each step, and one for its end.

    A notebook shows it moving. Its length is the number of frames.
    """

    trace: Trace
    form: Form | None = None
    language: Language = "en"
    title: str | None = None
    pace: float = 0.8
    board: Board | None = None

    def __len__(self) -> int:
        """Return the number of frames."""
        return len(self._replay) + 1

    def frame_svg(self, step: int | None = None) -> str:
        """Return the picture after a step, counted from 0 as in Replay, or that of the end."""
        items = self._stage.items(self._checked(step))
        drawn = (item.svg() if isinstance(item, Part) else item for item in items)
        picture = self._stage.at(step)
        head = self._stage.head(f"{sentence(picture)}; {picture.figures}")
        return "\n".join([*head, *filter(None, drawn), "</svg>"]) + "\n"

    def frame_png(self, step: int | None = None, *, width: int | None = None) -> bytes:
        """Return the same as PNG, `width` pixels wide; raise InputError without resvg_py."""
        return png_of(self.frame_svg(step), width)

    def gif(
        self, *, width: int | None = None, on_progress: Callable[[float], object] | None = None
    ) -> bytes:
        """Return all frames as a GIF that loops and rests at the end.

        It is at most 1,600 pixels wide unless another width is asked for. `on_progress` is
        told the share done, 0 to 1. Raises InputError for more than 600 frames,
        and without resvg_py and pillow.
        """
        self._check_frames()
        check_pillow()
        wide = min(self._stage.size[0], _GIF_WIDTH) if width is None else width
        clock = self._clock
        times = [round(100 * clock.pace) * 10] * (len(self) - 1) + [round(1000 * clock.hold)]
        return gif_bytes(
            (self.frame_png(step, width=wide) for step in self._samples()),
            (self.frame_png(step, width=wide) for step in self.steps()),
            times,
            lambda done: on_progress(done / len(self)) if on_progress else None,
        )

    def svg(self) -> str:
        """Return all frames as one SVG document that moves by itself, without a script.

        It needs nothing from elsewhere, stands still where less motion is asked
        for, and while a mouse button is held down on it. Raises InputError for
        more than 600 frames.
        """
        self._check_frames()
        described = word("animation.held", self.language, frames=len(self), pace=f"{self.pace:g}")
        head = self._stage.head(described)
        frames = (self._stage.items(step, titles=step is None) for step in self.steps())
        return "\n".join([*head, *moving_svg(frames, self._clock), "</svg>"]) + "\n"

    def steps(self) -> Iterator[int | None]:
        """Yield the step of each frame in order; None is the end."""
        yield from range(len(self._replay))
        yield None

    def save(self, path: str | Path, *, step: int | None = None) -> None:
        """Write the search to a file, in the form that the end of its name says.

        A .gif or .svg has all frames, and an .svg or .png one step if that is
        given; a .png without a step has the end. Raises InputError for another
        end of the name.
        """
        data = self.encoded(path, step=step)
        with whole_file(path) as write:
            write(data)

    def encoded(
        self,
        path: str | Path,
        *,
        step: int | None = None,
        on_progress: Callable[[float], object] | None = None,
    ) -> bytes:
        """Return what `save` writes."""
        suffix = check_suffix(path, step)
        if suffix == ".png":
            return self.frame_png(step)
        if suffix == ".gif":
            return self.gif(on_progress=on_progress)
        return (self.svg() if step is None else self.frame_svg(step)).encode()

    def _repr_svg_(self) -> str:
        """Return the moving picture; of a search that is too long for one, its end."""
        return self.svg() if len(self) <= MAX_FRAMES else self.frame_svg()

    def _check_frames(self) -> None:
        if len(self) > MAX_FRAMES:
            raise InputError(
                "error.animation.frames", frames=f"{len(self):,}", most=f"{MAX_FRAMES:,}"
            )

    def _checked(self, step: int | None) -> int | None:
        if step is not None:
            self._replay.at(step)
        return step

    @cached_property
    def _clock(self) -> Clock:
        return Clock(len(self), self.pace, max(3.0, 3 * self.pace))

    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.trace)

    @cached_property
    def _stage(self) -> Stage:
        tree = moving_tree(self.trace, self.form, self.language, self.title)
        if not is_board(self.trace):
            return Stage(*tree, board=None, ground=None)
        on = self.board or Board(self.trace.depth)
        ground = BoardPicture(on.n, fixed=on.fixed, blocked=tuple(sorted(on.blocked)))
        return Stage(*tree, SearchBoard(self.trace), ground)

    def _samples(self) -> list[int | None]:
        """Return steps whose pictures have all the colours that frames have."""
        replay = self._replay
        refused = [node for node, fate in enumerate(self.trace.fate) if fate == KILLED]
        found = {0, len(replay) // 2, len(replay) - 1}
        found |= {step for step in (replay.next("answered", -1),) if step is not None}
        if refused:
            found.add(next(s for s in range(len(replay)) if replay.node(s) == refused[0]))
        return [*sorted(found), None]


def check_suffix(path: str | Path, step: int | None = None) -> str:
    """Return the end of a file's name; raise InputError if nothing can be saved under it.

    >>> check_suffix("search.GIF")
    '.gif'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in ANIMATION_SUFFIXES:
        suffixes = ", ".join(ANIMATION_SUFFIXES)
        raise InputError("error.animation.suffix", path=str(path), suffixes=suffixes)
    if suffix == ".gif" and step is not None:
        raise InputError("error.animation.step", path=str(path))
    return suffix


def animate(
    trace: Trace,
    *,
    form: Form | None = None,
    language: Language = "en",
    title: str | None = None,
    pace: float = 0.8,
    board: Board | None = None,
) -> Animation:
    """Return a recorded search as pictures, a moving one of all steps or stills.

    A picture has the state-space tree; for n queens the board beside it, for
    another problem the solution vector below it; and in words what happened.
    Nothing that stays moves from frame to frame. `form` is that of `draw_tree`;
    without it the tree is whole if that can be read, else it has the nodes that
    were generated, or is collapsed. `pace` is in seconds a step. `board` has the
    fixed queens and blocked squares that the search was to keep to, which a
    record does not tell. Raises InputError for what is no record, and other
    forms and paces.

    >>> from huisu.classics import Queens
    >>> from huisu.trace import trace
    >>> search = animate(trace(Queens(n=4).problem()))
    >>> len(search)
    66
    >>> search.frame_svg(3).count("data-attack")
    1
    >>> search.svg().count('data-node="31"')
    1
    """
    if not isinstance(trace, Trace):
        raise InputError("error.trace.record", found=reprlib.repr(trace))
    if form is not None and form not in FORMS:
        raise InputError("error.tree.form", form=form, forms=", ".join(FORMS))
    if not PACES[0] <= pace <= PACES[1]:
        least, most = (f"{each:g}" for each in PACES)
        raise InputError("error.animation.pace", pace=pace, least=least, most=most)
    return Animation(trace, form, language, title, pace, board)
