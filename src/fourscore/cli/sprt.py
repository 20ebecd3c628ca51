"""`fourscore sprt`: is a new agent stronger than an old one? One command, for people and CI."""

from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.arena_options import (
    Bank,
    GamesSeed,
    Increment,
    LedgerFile,
    MoveTime,
    NodeLimit,
    Openings,
    TimeLimit,
)
from fourscore.cli.options import AsJson, ShowOutput, SizeText, VariantName
from fourscore.cli.workers import ClusterAddress, WorkerCount, open_pool

if TYPE_CHECKING:
    from fourscore.arena.ledger import Ledger
    from fourscore.arena.sprt import Sprt
    from fourscore.arena.tournament import Settings
    from fourscore.cli.arena_run import SprtRun

__all__ = ["sprt"]

REFUTED, UNDECIDED = 1, 3
"""The exit codes if NEW is refuted, and if the games did not decide it."""
Spec = Annotated[str, typer.Argument(help="An agent; see fourscore agents.")]


def sprt(
    new: Spec,
    old: Spec,
    elo0: Annotated[
        float, typer.Option(metavar="E", help="NEW is refuted if it is no stronger than this.")
    ] = 0.0,
    elo1: Annotated[
        float, typer.Option(metavar="E", help="NEW is accepted if it is as strong as this.")
    ] = 20.0,
    alpha: Annotated[
        float, typer.Option(metavar="P", help="How often a NEW that is elo0 may be accepted.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(metavar="P", help="How often a NEW that is elo1 may be refuted.")
    ] = 0.05,
    games: Annotated[
        int, typer.Option(metavar="N", help="Stop undecided after so many games, an even number.")
    ] = 20_000,
    openings: Openings = "random:8",
    size: SizeText = "7x6",
    variant: VariantName = "standard",
    seconds: TimeLimit = None,
    nodes: NodeLimit = None,
    move_time: MoveTime = None,
    bank: Bank = None,
    increment: Increment = 0.0,
    seed: GamesSeed = 0,
    workers: WorkerCount = None,
    cluster: ClusterAddress = "",
    ledger: LedgerFile = None,
    show_output: ShowOutput = False,
    json: AsJson = False,
) -> None:
    """Test whether NEW is stronger than OLD, by pairs of games until that is decided.

    The exit code is 0 if NEW is accepted, 1 if it is refuted, and 3 if --games did not decide.
    """
    from fourscore.agents.output import Output
    from fourscore.arena.clock import TimeControl
    from fourscore.arena.sprt import Sprt
    from fourscore.arena.tournament import Settings, open_ledger
    from fourscore.cli.arena_run import SprtRun, play_out
    from fourscore.cli.progress import interruptible
    from fourscore.core.notation import parse_size
    from fourscore.search.types import Limit

    settings = Settings(
        agents=(new, old),
        games=games,
        openings=openings,
        size=parse_size(size),
        variant=variant,
        limit=Limit(seconds=seconds, nodes=nodes) or None,
        control=TimeControl(move_time, bank, increment),
        seed=seed,
    )
    test = SprtRun(settings, Sprt(elo0, elo1, alpha, beta))
    if not json:
        _announce(settings, test.test)
    output = Output.SHOWN if show_output else Output.HIDDEN
    with open_ledger(settings, ledger) as book:
        with interruptible() as interruption:
            play_out(settings, book, open_pool(workers, cluster), test, output, talk=True)
        _print(settings, book, test, json)
    interruption.exit_if_happened(
        "run the same command again to resume" if ledger else "with --ledger it could be resumed"
    )
    code = {"H1": 0, "H0": REFUTED, None: UNDECIDED}[test.state.accepted]
    if code:
        raise typer.Exit(code)


def _announce(settings: "Settings", test: "Sprt") -> None:
    """Say what is tested, and how long that may take."""
    from fourscore.cli import console

    new, old = settings.names
    ends = max(test.expected_pairs(test.elo0), test.expected_pairs(test.elo1))
    between = test.expected_pairs((test.elo0 + test.elo1) / 2)
    console.output().print(
        f"Is {new} stronger than {old}? H0: {test.elo0:+g} Elo, H1: {test.elo1:+g} Elo, "
        f"alpha {test.alpha:g}, beta {test.beta:g}.\n"
        f"The test ends when the LLR leaves {test.lower:.2f} to {test.upper:.2f}: on average after "
        f"some {_round(2 * ends):,} games if either is true, {_round(2 * between):,} in between, "
        f"and less beyond; undecided after {settings.games:,}.\n",
        soft_wrap=True,
    )


def _round(number: float) -> int:
    """Return a number with two digits that count.

    >>> _round(1283.4)
    1300
    """
    return int(float(f"{number:.1e}"))


def _print(settings: "Settings", ledger: "Ledger", test: "SprtRun", json: bool) -> None:
    from fourscore.arena.summary import summarise
    from fourscore.cli import console
    from fourscore.core.notation import plural

    summary, state, counts = summarise(ledger), test.state, test.counts
    if json:
        from fourscore.schemas.tournaments import ledger_view

        console.print_json(ledger_view(ledger, summary, settings, state))
        return
    from fourscore.insight.reports.words import say_elo, say_summary

    new, old = settings.names
    tally = test.tally
    elo, low, high = map(say_elo, counts.elo) if counts.pairs else ("-", "-", "-")
    verdict = {
        "H1": f"Accepted: {new} is stronger. {state.status}.",
        "H0": f"Refuted: {new} is not stronger. {state.status}.",
        None: f"Undecided: {state.figures}. Raise --games to go on.",
    }[state.accepted]
    more = summary.games - tally.games
    meanwhile = f"With {plural(more, 'game')} that ended meanwhile: " if more else ""
    out = console.output()
    for line in (
        f"{new} against {old}: {tally.wins:,} won, {tally.draws:,} drawn, {tally.losses:,} lost.",
        f"Pairs with 0, ½, 1, 1½ and 2 points: {counts}; {elo} Elo ({low} to {high}).",
        f"{meanwhile}{say_summary(summary)}",
        *(f"{each}." for each in summary.forfeit_counts),
        verdict,
    ):
        out.print(line, soft_wrap=True)
