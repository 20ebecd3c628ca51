"""What the commands that play games share: a live table and bar, and sequential tests."""

import time
from contextlib import closing
from typing import TYPE_CHECKING

from fourscore.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fourscore.agents.output import Output
    from fourscore.arena.ledger import GameRow, Ledger
    from fourscore.arena.pentanomial import Pentanomial
    from fourscore.arena.rating import Tally
    from fourscore.arena.sprt import Sprt, SprtState
    from fourscore.arena.tournament import Pair, Settings
    from fourscore.runtime.workers import WorkerPool

__all__ = ["SprtRun", "play_out"]

REDRAW = 1.0
"""Seconds between two drawings of the table; the bar moves more often."""
FIRST_LINE, GROWTH = 20.0, 1.6
"""Off a terminal, a test says how it stands after so many seconds, then so many times later."""


class SprtRun:
    """An SPRT of the first agent against the second, and its state."""

    def __init__(self, settings: "Settings", test: "Sprt") -> None:
        if len(settings.specs) != 2:
            raise InputError("--sprt compares two agents, no more")
        self.test = test
        self._name = settings.names[0]
        self._results: list[tuple[float, float]] = []

    def settled_by(self, pair: "Pair") -> bool:
        """Take a pair. Return whether the test is decided."""
        results = pair.results(self._name)
        if results is not None:
            self._results.append(results)
        return self.state.accepted is not None

    @property
    def counts(self) -> "Pentanomial":
        """The pairs by their points."""
        from fourscore.arena.pentanomial import Pentanomial
        from fourscore.arena.sprt import count_pairs

        return Pentanomial(*count_pairs(map(sum, self._results)))

    @property
    def tally(self) -> "Tally":
        """The games that the test has seen, as the first agent sees them."""
        from fourscore.arena.rating import Tally

        points = [each for pair in self._results for each in pair]
        return Tally(*(points.count(each) for each in (1, 0.5, 0)))

    @property
    def state(self) -> "SprtState":
        """How the test stands."""
        return self.test.judge(self.counts)


def play_out(
    settings: "Settings",
    ledger: "Ledger",
    pool: "WorkerPool",
    test: SprtRun | None,
    output: "Output",
    *,
    talk: bool = False,
) -> None:
    """Play what is left of a tournament, and show how it goes.

    With `talk`, a test says from time to time how it stands where no table can be drawn.
    """
    from fourscore.arena.tournament import run

    stop = test.settled_by if test else None
    with (
        _Screen(settings, ledger, test, talk) as screen,
        closing(run(settings, ledger, pool, stop, output)) as events,
    ):
        for event in events:
            screen.show(event.games, event.done, event.total)


class _Screen:
    """The bar and the live table on a terminal; lines elsewhere, if they are wanted."""

    def __init__(
        self, settings: "Settings", ledger: "Ledger", test: SprtRun | None, talk: bool
    ) -> None:
        from rich.live import Live
        from rich.progress import TextColumn

        from fourscore.cli import console
        from fourscore.cli.progress import draw_progress

        self._agents, self._test = ledger.agents, test
        self._rows: list[GameRow] = []
        self._bar = draw_progress(TextColumn("{task.fields[rate]}"))
        self._task = self._bar.add_task("", total=settings.total, rate="starting")
        self._began, self._drawn, self._before = time.monotonic(), 0.0, 0
        self._next_line = FIRST_LINE
        self._errors = console.errors()
        self._shown = self._errors.is_terminal
        self._talks = talk and not self._shown
        self._live = Live(self._bar, console=self._errors, transient=True,
                          auto_refresh=self._shown)  # fmt: skip

    def __enter__(self) -> "_Screen":
        if self._shown:
            self._live.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.__exit__(None, None, None)

    def show(self, games: "tuple[GameRow, ...]", done: int, total: int) -> None:
        """Count new games, and redraw if it is time."""
        now = time.monotonic()
        if self._talks and self._test and now - self._began > self._next_line:
            self._next_line = GROWTH * (now - self._began)
            self._errors.print(f"{done:,} games, {self._test.state.status}")
        if not self._shown:
            return
        if not self._rows and len(games) == done:
            self._began, self._before = now, done
        self._rows.extend(games)
        self._bar.update(self._task, completed=done, total=total, rate=self._rate(done, now))
        if now - self._drawn > REDRAW:
            self._live.update(self._picture())
            # Rating many agents takes time, which must stay a small share of the whole.
            self._drawn = now + 10 * (time.monotonic() - now)

    def _rate(self, done: int, now: float) -> str:
        seconds = now - self._began
        if done == self._before or seconds <= 0:
            return "starting"
        return f"{(done - self._before) / seconds:.1f} games/s"

    def _picture(self) -> "RenderableType":
        from rich.console import Group

        from fourscore.arena.summary import add_up
        from fourscore.cli.standings import standings

        lines = [self._test.state.status] if self._test else []
        return Group(standings(add_up(self._agents, self._rows)), *lines, self._bar)
