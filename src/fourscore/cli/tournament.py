"""`fourscore tournament`: agents against agents, with a ledger from which it can be resumed."""

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
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.arena.ledger import Ledger
    from fourscore.arena.tournament import Settings
    from fourscore.cli.arena_run import SprtRun
    from fourscore.search.types import Limit

__all__ = ["tournament"]


def tournament(
    specs: Annotated[
        list[str], typer.Argument(metavar="SPEC…", help="Two agents or more; see fourscore agents.")
    ],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="round-robin, gauntlet (the first against all), ladder (each against two), "
            "swiss or knockout.",
        ),
    ] = "round-robin",
    games: Annotated[
        int, typer.Option(metavar="N", help="Games for each pairing, an even number.")
    ] = 100,
    openings: Openings = "random:4",
    size: SizeText = "7x6",
    variant: VariantName = "standard",
    seconds: TimeLimit = None,
    nodes: NodeLimit = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help="Plies for a decision, for all agents.")
    ] = None,
    playouts: Annotated[
        int | None, typer.Option(metavar="N", help="Playouts for a decision, for all agents.")
    ] = None,
    most: Annotated[
        str,
        typer.Option(
            metavar="LIMITS",
            help="Cut every budget down to this, also the agents' own: nodes=5000,seconds=2.",
        ),
    ] = "",
    move_time: MoveTime = None,
    bank: Bank = None,
    increment: Increment = 0.0,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help="Rounds of a Swiss tournament.")
    ] = None,
    adjudicate: Annotated[
        int | None,
        typer.Option(
            metavar="CELLS",
            help="With so many empty cells, end a game with its exact result. This hides mistakes "
            "in the end game.",
        ),
    ] = None,
    seed: GamesSeed = 0,
    workers: WorkerCount = None,
    cluster: ClusterAddress = "",
    ledger: LedgerFile = None,
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
    from fourscore.cli.arena_run import play_out
    from fourscore.cli.progress import interruptible
    from fourscore.core.notation import parse_size
    from fourscore.search.types import Limit

    limit = Limit(depth, nodes, playouts, seconds)
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
        most=_read_limits(most),
        rounds=rounds,
        adjudicate=adjudicate,
    )
    test = _test(settings, sprt) if sprt else None
    output = Output.SHOWN if show_output else Output.HIDDEN
    with open_ledger(settings, ledger) as book:
        with interruptible() as interruption:
            play_out(settings, book, open_pool(workers, cluster), test, output)
        _print(settings, book, test, json)
    interruption.exit_if_happened(
        "run the same command again to resume" if ledger else "with --ledger it could be resumed"
    )


def _read_limits(text: str) -> "Limit | None":
    """Read limits as --most has them.

    >>> _read_limits("depth=42,seconds=2")
    Limit(depth=42, nodes=None, playouts=None, seconds=2.0)
    """
    from fourscore.search.types import Limit

    kinds = {"depth": int, "nodes": int, "playouts": int, "seconds": float}
    amounts: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, amount = (each.strip() for each in part.partition("="))
        try:
            amounts[name] = kinds[name](amount)
        except (KeyError, ValueError):
            raise InputError(
                f"--most: {part!r} is not a limit; write depth=N, nodes=N, playouts=N or seconds=S"
            ) from None
    return Limit(**amounts) or None  # type: ignore[arg-type]


def _test(settings: "Settings", text: str) -> "SprtRun":
    from fourscore.arena.sprt import parse
    from fourscore.cli.arena_run import SprtRun

    return SprtRun(settings, parse(text))


def _print(settings: "Settings", ledger: "Ledger", test: "SprtRun | None", json: bool) -> None:
    from fourscore.arena.summary import summarise
    from fourscore.cli import console
    from fourscore.cli.standings import print_summary

    summary = summarise(ledger)
    verdict = test.state if test else None
    if not json:
        print_summary(summary, ledger)
        if verdict:
            console.output().print(f"SPRT {settings.names[0]}: {verdict.status}")
        return
    from fourscore.schemas.tournaments import ledger_view

    console.print_json(ledger_view(ledger, summary, settings, verdict))
