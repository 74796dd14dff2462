"""How does a recorded search play on the whole screen of a terminal?

The terminal is prompt_toolkit's, which is imported only when the player starts;
what stands on the screen is views/player_frame.py, what a key does is
views/player_view.py. Read the first of these next.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from huisu.cli.terminal import coloured
from huisu.trace import Trace
from huisu.views.player_frame import PLAIN_STYLES, STYLES, frame
from huisu.views.player_scene import Film
from huisu.views.player_view import STEPS_A_SECOND, View, bound_keys, press
from huisu.words import Language

if TYPE_CHECKING:
    import asyncio

    from prompt_toolkit.application import Application
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

__all__ = ["Clock", "Player", "can_play", "play"]

_FRAME = 1 / 30  # seconds: more pictures than that nobody sees
_ESCAPE = 0.1  # seconds to wait whether Esc is the beginning of an arrow key
_INTERRUPTED, _TERMINATED = 130, 143  # the exit codes for SIGINT and SIGTERM


def can_play() -> bool:
    """Return whether a person sits at a terminal on which a full screen can be drawn."""
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM") not in ("dumb", "unknown")


def play(trace: Trace, language: Language = "en") -> None:
    """Show a recorded search on the whole screen until the user has had enough.

    Ctrl-C raises KeyboardInterrupt. Either way the terminal is left as it was.
    """
    Player(Film(trace, language)).run()


@dataclass(frozen=True)
class Clock:
    """Which position playing has got to: a function of the time alone, so it cannot drift.

    At a high speed positions are skipped; none are ever queued.

    >>> clock = Clock(position=3, began=100.0, speed=2.0)
    >>> clock.at(100.4), clock.at(100.5), clock.at(110.0), clock.due(100.4)
    (3, 4, 23, 100.5)
    """

    position: float
    began: float
    speed: float
    """Steps a second."""

    def at(self, now: float) -> int:
        """Return the position at a time."""
        return int(self._exact(now) + 1e-6)  # a timer may be early by a little

    def due(self, now: float) -> float:
        """Return when the next position is due."""
        return self.began + (self.at(now) + 1 - self.position) / self.speed

    def changed(self, speed: float, now: float) -> Clock:
        """Return the clock at another speed, without a jump."""
        return Clock(self._exact(now), now, speed)

    def _exact(self, now: float) -> float:
        return self.position + (now - self.began) * self.speed


class Player:
    """A film, how it is seen at the moment, and the clock if it is playing.

    `now` is the time of the clock; tests give their own.
    """

    def __init__(self, film: Film, now: Callable[[], float] = time.monotonic) -> None:
        """Show the first step."""
        self.film, self.view = film, View()
        self._now = now
        self._clock: Clock | None = None
        self._timer: asyncio.TimerHandle | None = None

    def press(self, name: str) -> bool:
        """Do what a key does; return False when it ends the player."""
        self.tick()
        view = press(self.film, self.view, name)
        if view is not None:
            self._keep_time(view)
            self.view = view
        return view is not None

    def _keep_time(self, view: View) -> None:
        """Start, stop or change the clock, as the view says."""
        speed = STEPS_A_SECOND * view.speed
        if not view.is_playing:
            self._clock = None
        elif self._clock is None:
            self._clock = Clock(view.position, self._now(), speed)
        elif speed != self._clock.speed:
            self._clock = self._clock.changed(speed, self._now())

    def tick(self) -> None:
        """Go where the clock is; stop when the search is over."""
        if self._clock is None:
            return
        position = min(self._clock.at(self._now()), self.film.over)
        is_over = position >= self.film.over
        self.view = replace(self.view, position=position, is_playing=not is_over)
        if is_over:
            self._clock = None

    def wait(self) -> float | None:
        """Return how many seconds there are to the next picture; None when nothing is playing."""
        if self._clock is None:
            return None
        now = self._now()
        return max(self._clock.due(now) - now, _FRAME)

    def run(self) -> None:
        """Take over the terminal until a key ends the player."""
        application = self.application()
        code = application.run(pre_run=lambda: _obey_termination(application))
        if code == _INTERRUPTED:
            raise KeyboardInterrupt
        if code:
            raise SystemExit(code)

    def application(self, **settings: Any) -> Application[int]:
        """Return the program of prompt_toolkit; `settings` may name other input and output."""
        from prompt_toolkit.application import Application
        from prompt_toolkit.layout import Layout, Window
        from prompt_toolkit.layout.controls import FormattedTextControl
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.styles import Style

        screen = FormattedTextControl(lambda: self._text(application), show_cursor=False)
        application: Application[int] = Application(
            layout=Layout(Window(screen, always_hide_cursor=True)),
            key_bindings=self._bindings(),
            style=Style.from_dict(STYLES if coloured() else PLAIN_STYLES),
            color_depth=None if coloured() else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
            **settings,
        )
        application.ttimeoutlen = _ESCAPE
        return application

    def _text(self, application: Application[int]) -> StyleAndTextTuples:
        """Return the screen as prompt_toolkit wants it: spans with their classes."""
        size = application.output.get_size()
        spans: StyleAndTextTuples = []
        for line in frame(self.film, self.view, size.columns, size.rows):
            if spans:
                spans.append(("", "\n"))
            spans += [(_classes(style), text) for style, text in line]
        return spans

    def _bindings(self) -> KeyBindings:
        from prompt_toolkit.key_binding import KeyBindings

        bindings = KeyBindings()
        for name in bound_keys():
            bindings.add(name, eager=True)(self._handler(name))
        bindings.add("<any>")(self._handler(""))  # closes what is open above the search
        for name in ("c-c", "<sigint>"):
            bindings.add(name, eager=True)(lambda event: event.app.exit(result=_INTERRUPTED))
        bindings.add("c-z", eager=True)(lambda event: event.app.suspend_to_background())
        return bindings

    def _handler(self, name: str) -> Callable[[KeyPressEvent], None]:
        def handle(event: KeyPressEvent) -> None:
            if self.press(name):
                self._schedule(event.app)
            else:
                event.app.exit(result=0)

        return handle

    def _schedule(self, application: Application[int]) -> None:
        """Draw, and have the next picture drawn in time; there is one timer at most."""
        from asyncio import get_running_loop

        application.invalidate()
        if self._timer is not None:
            self._timer.cancel()
        wait = self.wait()
        if wait is not None:
            self._timer = get_running_loop().call_later(wait, self._on_time, application)

    def _on_time(self, application: Application[int]) -> None:
        self.tick()
        self._schedule(application)


def _classes(style: str) -> str:
    return " ".join(f"class:{name}" for name in style.split())


def _obey_termination(application: Application[int]) -> None:
    """Leave the terminal as it was also when the program is told to end."""
    from asyncio import get_running_loop

    with suppress(NotImplementedError):  # Windows
        get_running_loop().add_signal_handler(
            signal.SIGTERM, lambda: application.exit(result=_TERMINATED)
        )
