"""`fourscore tune`: the numbers of an agent's spec, improved by games, and the gain proved."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.arena_options import ChartFile, GamesSeed, LedgerFile, Openings
from fourscore.cli.options import AsJson, ShowOutput, SizeText
from fourscore.cli.workers import ClusterAddress, WorkerCount, open_pool

if TYPE_CHECKING:
    from fourscore.agents.output import Output
    from fourscore.arena.sprt import Sprt, SprtState
    from fourscore.arena.tuning.running import TuneLedger, TuneSettings
    from fourscore.cli.arena_run import SprtRun
    from fourscore.runtime.workers import WorkerPool

__all__ = ["tune"]

REFUTED, UNDECIDED = 1, 3
"""The exit codes if the gain is refuted, and if the games of the test did not decide it."""


def tune(
    agent: Annotated[str, typer.Argument(help="The agent to start from; see fourscore agents.")],
    params: Annotated[
        str,
        typer.Option(metavar="RANGES", help="Numbers of its spec and their ranges: c=0.5..3,…"),
    ],
    games: Annotated[int, typer.Option(metavar="N", help="Games for tuning.")] = 4000,
    pairs: Annotated[int, typer.Option(metavar="N", help="Pairs of games in a step.")] = 8,
    openings: Openings = "random:8",
    size: SizeText = "7x6",
    seed: GamesSeed = 0,
    elo1: Annotated[
        float, typer.Option(metavar="E", help="The gain that the test at the end looks for.")
    ] = 20.0,
    test_games: Annotated[
        int, typer.Option(metavar="N", help="Games of the test at most; 0 for no test.")
    ] = 4000,
    workers: WorkerCount = None,
    cluster: ClusterAddress = "",
    ledger: LedgerFile = None,
    plot: ChartFile = None,
    show_output: ShowOutput = False,
    json: AsJson = False,
) -> None:
    """Tune numbers of an agent by SPSA, and test the result against the start.

    Stop it with Ctrl-C; the same command with the same --ledger resumes it. The exit code is that
    of the test: 0 if the gain is proved, 1 if it is refuted, 3 if --test-games did not decide.
    """
    from fourscore.agents.output import Output
    from fourscore.arena.sprt import Sprt
    from fourscore.arena.tuning.running import TuneSettings, open_tune_ledger
    from fourscore.cli.progress import interruptible
    from fourscore.core.notation import parse_size
    from fourscore.insight.drawing.suffixes import CHARTS
    from fourscore.runtime.extras import require
    from fourscore.runtime.files import check_target

    if plot is not None:
        check_target(plot, CHARTS)
        require("matplotlib", "a chart")
    settings = TuneSettings(agent, params, games, pairs, openings, parse_size(size), seed)
    sprt = Sprt(0, elo1)
    output = Output.SHOWN if show_output else Output.HIDDEN
    test = None
    with open_tune_ledger(settings, ledger) as book:
        with interruptible() as interruption:
            _tune(settings, book, open_pool(workers, cluster), output)
        leads = _in_order(book.leads())
        if plot is not None:
            from fourscore.insight.drawing.figures import save
            from fourscore.insight.reports.tuning_chart import draw_tuning

            save(draw_tuning(settings, leads), plot)
    tuned = settings.spec_at(settings.spsa.result(leads))
    if test_games and not interruption.happened and tuned != settings.start_spec:
        beside = None if ledger is None else ledger.with_name(f"{ledger.name}-test")
        with interruptible() as interruption:
            pool = open_pool(workers, cluster)
            test = _test(settings, tuned, sprt, test_games, beside, pool, output)
    _print(settings, leads, tuned, test, json)
    interruption.exit_if_happened(
        "run the same command again to resume" if ledger else "with --ledger it could be resumed"
    )
    code = {"H1": 0, "H0": REFUTED, None: UNDECIDED}[test.state.accepted] if test else 0
    if code:
        raise typer.Exit(code)


def _in_order(leads: dict[int, float]) -> list[float]:
    found: list[float] = []
    while len(found) in leads:
        found.append(leads[len(found)])
    return found


def _tune(
    settings: "TuneSettings", ledger: "TuneLedger", pool: "WorkerPool", output: "Output"
) -> None:
    from fourscore.arena.tuning.running import tune_steps
    from fourscore.cli.progress import make_progress

    with (
        make_progress() as bar,
        closing(tune_steps(settings, ledger, pool, output)) as steps,
    ):
        task = bar.add_task("tuning", total=settings.games)
        for leads in steps:
            here = settings.values_at(settings.spsa.way(leads)[-1])
            bar.update(
                task,
                completed=2 * settings.pairs * len(leads),
                description=", ".join(
                    f"{each.name}={value:g}"
                    for each, value in zip(settings.parameters, here, strict=True)
                ),
            )


def _test(
    settings: "TuneSettings",
    tuned: str,
    sprt: "Sprt",
    games: int,
    ledger: Path | None,
    pool: "WorkerPool",
    output: "Output",
) -> "SprtRun":
    """Play the tuned agent against the start, with other openings than those it was tuned on."""
    from fourscore.arena.tournament import Settings, open_ledger
    from fourscore.cli.arena_run import SprtRun, play_out

    arena = Settings(
        agents=(tuned, settings.start_spec),
        games=games + games % 2,
        openings=settings.openings,
        size=settings.size,
        seed=settings.seed + 1,
    )
    test = SprtRun(arena, sprt)
    with open_ledger(arena, ledger) as book:
        play_out(arena, book, pool, test, output, talk=True)
    return test


def _print(
    settings: "TuneSettings", leads: list[float], tuned: str, test: "SprtRun | None", json: bool
) -> None:
    from fourscore.cli import console

    result = settings.values_at(settings.spsa.result(leads))
    if json:
        from fourscore.schemas.tuning import tuning_view

        console.print_json(tuning_view(settings, leads, tuned, test.state if test else None))
        return
    rows = [
        [each.name, f"{each.low:g} to {each.high:g}", f"{each.start:g}", f"{value:g}"]
        for each, value in zip(settings.parameters, result, strict=True)
    ]
    headers = ["parameter", ">range", ">start", ">result"]
    console.print_table(console.filled_table(headers, rows))
    out = console.output()
    played = 2 * settings.pairs * len(leads)
    out.print(f"\n{len(leads):,} steps, {played:,} games. Tuned: {tuned}", soft_wrap=True)
    if test is None:
        return
    counts = test.counts
    elo, low, high = counts.elo
    out.print(
        f"Against the start: pairs with 0, ½, 1, 1½ and 2 points {counts}; "
        f"{elo:+.0f} Elo ({low:+.0f} to {high:+.0f}).\n{_verdict(test.state)}.",
        soft_wrap=True,
    )


def _verdict(state: "SprtState") -> str:
    if state.accepted is None:
        return f"The test has not decided whether there is a gain: {state.figures}"
    found = "The gain is proved" if state.accepted == "H1" else "There is no such gain"
    return f"{found}. {state.status}"
