"""`fourscore tournament`: agents against agents, with a ledger from which it can be resumed."""

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourscore.cli.options import AsJson, ShowOutput, SizeText, VariantName
from fourscore.cli.workers import ClusterAddress, WorkerCount, open_pool
from fourscore.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fourscore.agents.output import Output
    from fourscore.arena.ledger import GameRow, Ledger
    from fourscore.arena.sprt import Sprt
    from fourscore.arena.tournament import Pair, Settings
    from fourscore.runtime.workers import WorkerPool

__all__ = ["tournament"]

REDRAW = 1.0
"""Seconds between two drawings of the table; the bar moves more often."""


def tournament(
    specs: Annotated[
        list[str], typer.Argument(metavar="SPEC…", help="Two agents or more; see fourscore agents.")
    ],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="round-robin, gauntlet (the first against all) or ladder (each against two).",
        ),
    ] = "round-robin",
    games: Annotated[
        int, typer.Option(metavar="N", help="Games for each pairing, an even number.")
    ] = 100,
    openings: Annotated[
        str,
        typer.Option(
            metavar="WHICH", help="empty, random:PLIES, balanced, balanced:PLIES, or a file."
        ),
    ] = "random:4",
    size: SizeText = "7x6",
    variant: VariantName = "standard",
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Time for a decision, for all agents.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Nodes for a decision, for all agents.")
    ] = None,
    move_time: Annotated[
        float | None, typer.Option(metavar="S", help="Time for a move; who exceeds it loses.")
    ] = None,
    bank: Annotated[
        float | None, typer.Option(metavar="S", help="Time for a game; who exceeds it loses.")
    ] = None,
    increment: Annotated[
        float, typer.Option(metavar="S", help="What the bank gains with each move.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same games.")] = 0,
    workers: WorkerCount = None,
    cluster: ClusterAddress = "",
    ledger: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Store all games; an existing one is resumed."),
    ] = None,
    sprt: Annotated[
        str, typer.Option(metavar="TEST", help="Stop when it is settled: elo0=0,elo1=20.")
    ] = "",
    show_output: ShowOutput = False,
    json: AsJson = False,
) -> None:
    """Let agents play each other in pairs of games with colours swapped.

    Stop it with Ctrl-C; the same command with the same --ledger resumes it.
    """
    from fourscore.agents.output import Output
    from fourscore.arena.clock import TimeControl
    from fourscore.arena.tournament import Settings, open_ledger
    from fourscore.cli.progress import interruptible
    from fourscore.core.notation import parse_size
    from fourscore.search.types import Limit

    limit = Limit(seconds=seconds, nodes=nodes)
    settings = Settings(
        agents=tuple(specs),
        games=games,
        form=form,
        openings=openings,
        size=parse_size(size),
        variant=variant,
        limit=limit or None,
        control=TimeControl(move_time, bank, increment),
        seed=seed,
    )
    test = _Test(settings, sprt) if sprt else None
    output = Output.SHOWN if show_output else Output.HIDDEN
    with open_ledger(settings, ledger) as book:
        with interruptible() as interruption:
            _run(settings, book, open_pool(workers, cluster), test, output)
        _print(settings, book, test, json)
    interruption.exit_if_happened(
        "run the same command again to resume" if ledger else "with --ledger it could be resumed"
    )


class _Test:
    """An SPRT of the first agent against the second, and its state."""

    def __init__(self, settings: "Settings", text: str) -> None:
        from fourscore.arena.sprt import parse

        if len(settings.specs) != 2:
            raise InputError("--sprt compares two agents, no more")
        self._name = settings.names[0]
        self._sprt: Sprt = parse(text)
        self._scores: list[float] = []

    def settled_by(self, pair: "Pair") -> bool:
        points = pair.points(self._name)
        if points is not None:
            self._scores.append(points)
        return self.verdict.accepted is not None

    @property
    def verdict(self) -> Any:
        from fourscore.arena.sprt import count_pairs

        return self._sprt.judge(count_pairs(self._scores))


# Running


def _run(
    settings: "Settings", ledger: "Ledger", pool: "WorkerPool", test: _Test | None, output: "Output"
) -> None:
    from fourscore.arena.tournament import run

    stop = test.settled_by if test else None
    with (
        _Screen(settings, ledger, test) as screen,
        closing(run(settings, ledger, pool, stop, output)) as events,
    ):
        for event in events:
            screen.show(event.games, event.done, event.total)


class _Screen:
    """The bar and the live table, on a terminal; nothing elsewhere."""

    def __init__(self, settings: "Settings", ledger: "Ledger", test: _Test | None) -> None:
        from rich.live import Live
        from rich.progress import TextColumn

        from fourscore.cli import console
        from fourscore.cli.progress import draw_progress

        self._agents, self._test = ledger.agents, test
        self._rows: list[GameRow] = []
        self._bar = draw_progress(TextColumn("{task.fields[rate]}"))
        self._task = self._bar.add_task("", total=settings.total, rate="starting")
        self._began, self._drawn, self._before = time.monotonic(), 0.0, 0
        errors = console.errors()
        self._shown = errors.is_terminal
        self._live = Live(self._bar, console=errors, transient=True, auto_refresh=self._shown)

    def __enter__(self) -> "_Screen":
        if self._shown:
            self._live.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.__exit__(None, None, None)

    def show(self, games: "tuple[GameRow, ...]", done: int, total: int) -> None:
        """Count new games, and redraw if it is time."""
        if not self._shown:
            return
        now = time.monotonic()
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

        lines = [self._test.verdict.status] if self._test else []
        return Group(standings(add_up(self._agents, self._rows)), *lines, self._bar)


# Output


def _print(settings: "Settings", ledger: "Ledger", test: _Test | None, json: bool) -> None:
    from fourscore.arena.summary import summarise
    from fourscore.cli import console
    from fourscore.cli.standings import print_summary

    summary = summarise(ledger)
    verdict = test.verdict if test else None
    if not json:
        print_summary(summary)
        if verdict:
            console.output().print(f"SPRT {settings.names[0]}: {verdict.status}")
        return
    from fourscore.schemas.tournaments import ledger_view

    console.print_json(ledger_view(ledger, summary, settings, verdict))
