"""`fourscore ledger`: the content of a tournament's ledger, for people and for other programs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.arena.ledger import Ledger
    from fourscore.insight.reports.accuracy import Accuracies

__all__ = ["app"]

app = typer.Typer(
    help="Look into a tournament's ledger.", no_args_is_help=True, add_completion=False
)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The ledger.")]


@app.command()
def show(file: File, json: AsJson = False) -> None:
    """Show the standings, the results of every pairing, and the faults."""
    from fourscore.arena.ledger import Ledger
    from fourscore.arena.summary import summarise
    from fourscore.cli import console
    from fourscore.cli.standings import print_summary

    with Ledger.open(file) as ledger:
        summary = summarise(ledger)
        settings = ledger.settings
        if json:
            from fourscore.schemas.tournaments import ledger_view

            console.print_json(ledger_view(ledger, summary))
            return
    shown = [f"{name} {value}" for name, value in settings.items() if value not in (None, "")]
    console.output().print(f"{', '.join(shown)}\n")
    print_summary(summary)


@app.command()
def export(
    file: File,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="csv, jsonl, parquet or games.")
    ] = "csv",
    table: Annotated[
        str, typer.Option(metavar="TABLE", help="For csv and parquet: games or moves.")
    ] = "games",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to; standard output if not given.")
    ] = None,
) -> None:
    """Write the games for other programs."""
    from fourscore.arena import export as exporting
    from fourscore.arena.ledger import Ledger
    from fourscore.runtime.files import writing
    from fourscore.schemas.games import FORMATS, write_ledger

    _check("format", form, FORMATS)
    _check("table", table, exporting.TABLES)
    with Ledger.open(file) as ledger:
        if form == "parquet":
            if out is None:
                raise InputError("Parquet is not text; name a file with --out")
            exporting.write_parquet(ledger, table, out)
        elif out is None:
            write_ledger(ledger, form, table, sys.stdout)
        else:
            with writing(out), out.open("w", encoding="utf-8", newline="\n") as stream:
                write_ledger(ledger, form, table, stream)


FromPly = Annotated[
    int | None,
    typer.Option(
        "--from-ply",
        metavar="N",
        min=0,
        help="Leave out moves made with fewer discs on the board. By default 0, or 8 on 7x6 "
        "without an opening book, since openings take long to prove.",
        show_default=False,
    ),
]
SampleSize = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        min=1,
        help="Judge only about this many games, spread over the ledger.",
        show_default=False,
    ),
]


@app.command()
def accuracy(
    file: File, from_ply: FromPly = None, games: SampleSize = None, json: AsJson = False
) -> None:
    """Compare every move with perfect play.

    Shows for each agent how often it kept the result, how often it found a best move, and how many
    points it lost a move, with 95 % intervals. Standard rules only.
    """
    from fourscore.arena.ledger import Ledger
    from fourscore.cli import console
    from fourscore.cli.standings import print_accuracies

    with Ledger.open(file) as ledger:
        found = _measure(ledger, from_ply, games)
    if json:
        from fourscore.schemas.review import accuracies_view

        console.print_json(accuracies_view(found))
    else:
        print_accuracies(found)


@app.command()
def report(
    file: File,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page, a name in .html.")],
    plots: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Also write each chart there, as PNG and SVG."),
    ] = None,
    accuracy: Annotated[
        bool, typer.Option("--accuracy/--no-accuracy", help="Compare moves with perfect play.")
    ] = True,
    from_ply: FromPly = None,
    games: SampleSize = None,
) -> None:
    """Write a self-contained page with tables and charts."""
    from fourscore.arena.ledger import Ledger
    from fourscore.cli import console
    from fourscore.errors import UnsupportedError
    from fourscore.insight.reports.report import make_report
    from fourscore.runtime.files import check_suffix

    check_suffix(out, (".html", ".htm"))
    found, note = None, "Accuracy was not measured."
    with Ledger.open(file) as ledger:
        if accuracy:
            try:
                found = _measure(ledger, from_ply, games)
            except UnsupportedError as error:
                note = f"There is no accuracy here: {error}."
        drawn = make_report(ledger, f"Tournament {file.stem}", found, note)
    drawn.write_page(out)
    written = [out, *(drawn.write_charts(plots) if plots else [])]
    console.output().print(f"Written: {', '.join(map(str, written))}", soft_wrap=True)


def _measure(ledger: "Ledger", from_ply: int | None, games: int | None) -> "Accuracies":
    from fourscore.cli.progress import counted
    from fourscore.insight.reports.accuracy import measure_accuracy
    from fourscore.runtime.interrupt import call_in_thread

    with counted("judging moves") as count:
        return call_in_thread(lambda: measure_accuracy(ledger, from_ply, games, on_progress=count))


def _check(what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise InputError(f"there is no {what} {given!r}; there are {', '.join(known)}")
