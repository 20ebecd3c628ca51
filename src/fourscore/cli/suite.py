"""`fourscore suite`: agents on positions whose exact scores are known."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.arena_options import ChartFile, LedgerFile, NodeLimit, TimeLimit
from fourscore.cli.default_command import DefaultGroup
from fourscore.cli.options import AsJson, ShowOutput, SizeText
from fourscore.cli.workers import ClusterAddress, WorkerCount, open_pool

if TYPE_CHECKING:
    from fourscore.agents.output import Output
    from fourscore.insight.suites.ledger import SuiteLedger
    from fourscore.insight.suites.positions import LabelledPositions
    from fourscore.insight.suites.result import SuiteResult
    from fourscore.insight.suites.running import SuiteSettings
    from fourscore.runtime.workers import WorkerPool

__all__ = ["app"]

app = typer.Typer(
    cls=DefaultGroup,
    help="Measure agents on positions whose exact scores are known.",
    no_args_is_help=True,
    add_completion=False,
)


@app.command()
def run(
    agents: Annotated[
        list[str], typer.Argument(metavar="AGENT…", help="One agent or more; see fourscore agents.")
    ],
    positions: Annotated[
        str,
        typer.Option(
            metavar="FILE|NAME", help="A file of labelled positions, or a suite; see suite list."
        ),
    ] = "sample",
    count: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only the first N of each class.")
    ] = None,
    draw: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Only N in all, drawn by the seed, of each class about as many.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Prove all labels again; name a wrong one.")
    ] = False,
    seconds: TimeLimit = None,
    nodes: NodeLimit = None,
    move_time: Annotated[
        float | None, typer.Option(metavar="S", help="Who takes longer has no answer.")
    ] = None,
    size: SizeText = "7x6",
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same answers.")] = 0,
    workers: WorkerCount = None,
    cluster: ClusterAddress = "",
    ledger: LedgerFile = None,
    plot: ChartFile = None,
    show_output: ShowOutput = False,
    json: AsJson = False,
) -> None:
    """Let agents choose a move in labelled positions, and compare with the exact scores.

    Stop it with Ctrl-C; the same command with the same --ledger resumes it.
    """
    from fourscore.agents.output import Output
    from fourscore.arena.clock import TimeControl
    from fourscore.cli.progress import interruptible
    from fourscore.core.notation import parse_size
    from fourscore.insight.drawing.suffixes import CHARTS
    from fourscore.insight.suites.running import SuiteSettings, open_suite_ledger
    from fourscore.runtime.extras import require
    from fourscore.runtime.files import check_target
    from fourscore.search.types import Limit

    if plot is not None:
        check_target(plot, CHARTS)
        require("matplotlib", "a chart")
    limit = Limit(seconds=seconds, nodes=nodes)
    settings = SuiteSettings(tuple(agents), limit or None, TimeControl(move_time), seed)
    names = settings.names
    labelled = _load(positions, parse_size(size), count, check)
    if draw is not None:
        labelled = labelled.draw(draw, seed)
    output = Output.SHOWN if show_output else Output.HIDDEN
    with open_suite_ledger(settings, labelled, ledger) as book:
        with interruptible() as interruption:
            _run(settings, labelled, book, open_pool(workers, cluster), output)
        from fourscore.insight.suites.result import SuiteResult

        found = SuiteResult.of(labelled, names, book.answers())
    _print(found, json)
    if plot is not None:
        from fourscore.insight.drawing.figures import save
        from fourscore.insight.suites.chart import draw_suite_chart

        save(draw_suite_chart(found), plot)
    interruption.exit_if_happened(
        "run the same command again to resume" if ledger else "with --ledger it could be resumed"
    )


def _load(
    positions: str, size: tuple[int, int], count: int | None, check: bool
) -> "LabelledPositions":
    from fourscore.cli.progress import counted
    from fourscore.insight.suites.positions import load_positions
    from fourscore.runtime.interrupt import call_in_thread

    with counted("proving labels") as report:
        return call_in_thread(
            lambda: load_positions(positions, size, count, check=check, report=report)
        )


def _run(
    settings: "SuiteSettings",
    labelled: "LabelledPositions",
    ledger: "SuiteLedger",
    pool: "WorkerPool",
    output: "Output",
) -> None:
    from fourscore.cli.progress import counted
    from fourscore.insight.suites.running import run_suite

    done, total = 0, len(settings.agents) * len(labelled)
    with (
        counted("answers") as report,
        closing(run_suite(settings, labelled, ledger, pool, output)) as batches,
    ):
        for batch in batches:
            done += len(batch)
            report(done, total)


def _print(found: "SuiteResult", json: bool) -> None:
    from fourscore.cli import console

    if json:
        from fourscore.schemas.suites import suite_view

        console.print_json(suite_view(found))
        return
    from fourscore.insight.suites.words import class_table, ply_table, say_suite, suite_table

    out = console.output()
    console.print_table(console.filled_table(*suite_table(found)))
    out.print("\nResult kept in % / points lost a move:")
    if len(found.labelled.kinds) > 1:
        console.print_table(console.filled_table(*class_table(found)))
        out.print()
    console.print_table(console.filled_table(*ply_table(found)))
    out.print(f"\n{say_suite(found)}", soft_wrap=True)
    for counted in found.faults:
        said = f"{counted}.".replace("game", "position", 1).replace("forfeited", "spoiled", 1)
        out.print(said, soft_wrap=True)


@app.command(name="list")
def list_suites() -> None:
    """List the suites that come with fourscore."""
    from fourscore.cli import console
    from fourscore.insight.suites.positions import NAMES

    rows = [[name, words] for name, words in NAMES.items()]
    console.print_table(console.filled_table(["suite", "positions"], rows))
    console.output().print(
        "\nEach has 1,000 positions of 7x6, with the exact score of every column."
    )


@app.command()
def make(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to, a name in .npz.")],
    classes: Annotated[
        str, typer.Option(metavar="NAMES", help="Which classes, separated by commas.")
    ] = "all",
    count: Annotated[int, typer.Option(metavar="N", min=1, help="Positions of each class.")] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same suite.")] = 0,
) -> None:
    """Draw a new suite: positions of random play, by class, with the score of every column."""
    from fourscore.runtime.files import check_target

    check_target(out, (".npz",))
    from fourscore.book.suites import SUITES
    from fourscore.cli import console
    from fourscore.cli.progress import counted
    from fourscore.insight.suites.making import make_suite
    from fourscore.runtime.interrupt import call_in_thread

    names = tuple(SUITES if classes == "all" else (each.strip() for each in classes.split(",")))
    with counted("drawing positions") as report:
        suite = call_in_thread(lambda: make_suite(names, count, seed, report=report))
    suite.write(out)
    counts = ", ".join(f"{len(suite.of(name)):,} {name}" for name in names)
    console.output().print(f"{out}: {counts}", soft_wrap=True)
