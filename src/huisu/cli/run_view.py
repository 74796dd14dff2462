"""How does a run look in the terminal, while it goes and afterwards?

`status_lines` is the page of `huisu status`: a Status in, lines of text out. A
RunDisplay shows a run that goes: one live display on a terminal; in a log a line
now and then, and one for each event. Read run.py next.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from types import TracebackType
from typing import Any

from huisu.cli.say import say
from huisu.cli.terminal import duration, remark
from huisu.queens.board import Square
from huisu.runs.status import Status

__all__ = [
    "LIVE_AFTER",
    "RunDisplay",
    "events",
    "live_lines",
    "plain",
    "progress_line",
    "rich_picture",
    "run_line",
    "status_lines",
    "title",
    "units_named",
]

LIVE_AFTER = 0.5  #: seconds: a run that ends sooner needs no live display
_BAR = 30  # columns
_NAMED = 5  # so many workers or units are named; of more only some
_LINE_AFTER = 10.0  # seconds from one line of a log to the next at the beginning; later ...
_LINE_SHARE = 1 / 60  # ... this share of the time so far, so that no log fills up, ...
_LINE_MOST = 600.0  # ... but never more


def title(status: Status) -> str:
    """Return what a run counts: its number, its board, its plan and its kernel."""
    board = say("runs.jobs" if status.plan == "jobs" else "runs.board", n=status.n)
    for key, squares in (("runs.fixed", status.fixed), ("runs.blocked", status.blocked)):
        if squares:
            board += say(key, squares=_named([_square(square) for square in squares]))
    return say(
        "runs.title", run=status.run, board=board, plan=status.plan, kernel=plain(status.kernel)
    )


def _square(square: Square) -> str:
    return f"({square[0] + 1},{square[1] + 1})"


def status_lines(status: Status, *, now: float | None = None) -> list[str]:
    """Return all that is known of a run, a fact a line; `now` is the Unix time."""
    lines = [
        title(status),
        _state(status, time.time() if now is None else now),
        say("runs.units", done=f"{status.done:,}", units=f"{status.units:,}", share=_share(status)),
    ]
    if status.state == "complete":
        lines.append(say("runs.count", count=status.partial))
    else:
        lines.append(say("runs.partial", partial=f"{status.partial:,}"))
    if status.state == "running":
        lines += [say("runs.left", left=_left(status)), *_rate(status)]
    lines += [_workers(status), _audits(status)]
    return [*lines, *_troubles(status)]


def run_line(status: Status) -> str:
    """Return a run in one line, for a list of those in a ledger."""
    state = say(f"runs.in_list.{status.state}")
    return say("runs.in_list", title=title(status), state=state, share=_share(status))


def live_lines(status: Status) -> list[str]:
    """Return what stands below the bar of a run that goes."""
    units = say("runs.live.units", done=f"{status.done:,}", units=f"{status.units:,}")
    return [
        " · ".join([units, *_rate(status)]),
        _workers(status),
        _audits(status),
        *_troubles(status),
    ]


def progress_line(status: Status) -> str:
    """Return how far a run is in one line, for a log."""
    return say(
        "runs.progress", share=_share(status), done=f"{status.done:,}", units=f"{status.units:,}",
        left=_left(status), workers=len(_here(status)),
    )  # fmt: skip


def events(before: Status, now: Status) -> Iterator[str]:
    """Yield a sentence for each thing that happened between two looks at a run."""
    was, still = set(_here(before)), set(_here(now))
    if came := sorted(still - was):
        yield say("runs.event.came", number=len(came), names=_named(came))
    if went := sorted(was - still - _quarantined(now)):
        yield say("runs.event.went", number=len(went), names=_named(went))
    for name in sorted(_quarantined(now) - _quarantined(before)):
        yield say("runs.event.quarantined", name=plain(name))
    if now.mismatches > before.mismatches:
        yield say("runs.event.mismatch", number=now.mismatches - before.mismatches)
    if parked := sorted(set(now.parked) - set(before.parked)):
        yield say("runs.event.parked", number=len(parked), units=units_named(parked))
    if now.waiting_for != before.waiting_for and (now.waiting_for or now.state == "running"):
        yield say(f"runs.waiting.{now.waiting_for or 'over'}")


def units_named(units: Iterable[int]) -> str:
    """Return the numbers of some units, at most a few of them.

    >>> units_named([3, 17]), units_named(range(100))
    ('3, 17', '0, 1, 2, 3, 4, …')
    """
    return _named([str(unit) for unit in units])


def _named(names: list[str]) -> str:
    """Return names in a row, not more than can be read."""
    shown = ", ".join(plain(name) for name in names[:_NAMED]) or "–"
    return shown if len(names) <= _NAMED else f"{shown}, …"


def plain(text: str) -> str:
    """Return a text that came from a worker or a file without signs that would steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _here(status: Status) -> list[str]:
    return [worker.name for worker in status.workers if worker.state == "here"]


def _quarantined(status: Status) -> set[str]:
    return {worker.name for worker in status.workers if worker.state == "quarantined"}


def _share(status: Status) -> str:
    """Return the share done in per cent, which is 100 only when nothing is left."""
    most = 1.0 if status.done == status.units else 0.999
    return f"{100 * min(status.share, most):.1f} %"


def _left(status: Status) -> str:
    """Return the time left with its error, or that nobody can say."""
    if status.left is None or status.state != "running":
        return say("runs.left.unknown")
    if not status.left_error:
        return duration(status.left)
    return f"{duration(status.left)} ± {duration(status.left_error)}"


def _rate(status: Status) -> Iterator[str]:
    """Yield how fast a run goes: in units, and in nodes where the plan has them."""
    if status.rate is None:
        return
    rate = _figure(status.rate)
    if status.node_rate is None or status.plan == "halves":
        yield say("runs.rate", rate=rate)
    else:
        yield say("runs.rate.nodes", rate=rate, millions=_figure(status.node_rate / 1e6))


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _workers(status: Status) -> str:
    """Return who counts now, or who has counted a run that does not go."""
    if status.state != "running":
        names = [worker.name for worker in status.workers if worker.rows]
        return say("runs.workers.were", number=len(names), names=_named(names))
    here = _here(status)
    if not here:
        return say("runs.workers.none")
    return say("runs.workers", number=len(here), names=_named(here))


def _audits(status: Status) -> str:
    return say(
        "runs.audits", done=f"{status.audits_done:,}", planned=f"{status.audits_planned:,}",
        mismatches=status.mismatches,
    )  # fmt: skip


def _troubles(status: Status) -> Iterator[str]:
    """Yield what keeps a run from its end."""
    if quarantined := sorted(_quarantined(status)):
        yield say("runs.quarantined", names=_named(quarantined))
    if status.parked:
        yield say("runs.parked", number=len(status.parked), units=units_named(status.parked))
    if status.waiting_for:
        yield say(f"runs.waiting.{status.waiting_for}")


def _state(status: Status, now: float) -> str:
    """Return what a run is doing, and who said so when."""
    when = datetime.fromtimestamp(status.updated).strftime("%Y-%m-%d %H:%M:%S")
    ago = duration(max(0.0, now - status.updated))
    return say(
        f"runs.state.{status.state}", host=plain(status.host), pid=status.pid, when=when, ago=ago
    )


class RunDisplay:
    """Shows a run on standard error while it goes; a context manager that cleans up behind it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Show nothing yet; a test may bring its own clock."""
        self.last: Status | None = None
        self._clock = clock
        self._started = clock()
        self._next_line = _LINE_AFTER
        self._live: Any = None
        self._on_terminal = sys.stderr.isatty() and os.environ.get("TERM") not in _WITHOUT_CURSOR

    def __enter__(self) -> RunDisplay:
        """Begin with the first status shown."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the live display; the events stay."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def cut(self, units: int) -> None:
        """Show how many units there are so far."""
        if not self._on_terminal:
            if self._line_is_due():
                remark(say("runs.cutting", units=f"{units:,}"))
        elif self._begin_live():
            from rich.text import Text

            self._live.update(Text(say("runs.cutting", units=f"{units:,}")), refresh=True)

    def show(self, status: Status) -> None:
        """Show how far the run is, and say what has happened since the status before."""
        if self.last is None:
            said = [title(status)]
            if status.waiting_for:
                said.append(say(f"runs.waiting.{status.waiting_for}"))
        else:
            said = list(events(self.last, status))
        self.last = status
        if self._on_terminal:
            self._show_live(status, said)
        else:
            self._write_lines(status, said)

    def _write_lines(self, status: Status, said: list[str]) -> None:
        for line in said:
            remark(line)
        if status.state == "running" and self._line_is_due():
            remark(progress_line(status))

    def _line_is_due(self) -> bool:
        """Return whether the log has had no line for a while; then it gets one now."""
        seconds = self._clock() - self._started
        if seconds < self._next_line:
            return False
        self._next_line = seconds + min(max(_LINE_AFTER, seconds * _LINE_SHARE), _LINE_MOST)
        return True

    def _show_live(self, status: Status, said: list[str]) -> None:
        shows = self._begin_live()
        for line in said:
            if shows:
                self._live.console.print(line, markup=False, highlight=False, emoji=False)
            else:
                remark(line)
        if shows:
            self._live.update(rich_picture(status, self._live.console.width), refresh=True)

    def _begin_live(self) -> bool:
        """Return whether the live display is there; it comes once the run has lasted a while."""
        if self._live is None and self._clock() - self._started >= LIVE_AFTER:
            self._live = _rich_live()
            self._live.start()
        return self._live is not None


#: Kinds of terminal that cannot move their cursor back: they get the lines of a log.
_WITHOUT_CURSOR = ("dumb", "unknown")


def _rich_live() -> Any:
    from rich.console import Console
    from rich.live import Live

    return Live(
        console=Console(stderr=True), auto_refresh=False, transient=True,
        redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip


def rich_picture(status: Status, width: int) -> Any:
    """Return the bar with the share and the time left, and the lines below it.

    On a narrow terminal the words around the bar are lines of their own.
    """
    from rich.cells import cell_len
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    label, left = say("count.label", n=status.n), say("runs.live.left", left=_left(status))
    share, bar = (
        _share(status),
        ProgressBar(total=1.0, completed=min(status.share, 1.0), width=_BAR),
    )
    row, lines = Table.grid(padding=(0, 1)), [Text(line) for line in live_lines(status)]
    if cell_len(f"{label} {share} {left} ") + _BAR > width:
        row.add_row(bar, share)
        return Group(Text(label), row, Text(left), *lines)
    row.add_row(label, bar, share, left)
    return Group(row, *lines)
