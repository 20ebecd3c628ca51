"""`fourscore ledger`: the content of a tournament's ledger, for people and for other programs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from fourscore.cli.options import AsJson, refuse_given
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
    from fourscore.cli import console

    with Ledger.open(file) as ledger:
        from fourscore.arena.summary import summarise

        summary = summarise(ledger)
        if json:
            from fourscore.schemas.tournaments import ledger_view

            console.print_json(ledger_view(ledger, summary))
            return
        shown = [
            f"{name} {each}" for name, each in ledger.settings.items() if each not in (None, "")
        ]
        from fourscore.cli.standings import print_summary

        console.output().print(f"{', '.join(shown)}\n")
        print_summary(summary, ledger)


@app.command()
def export(
    context: typer.Context,
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
    from fourscore.runtime.files import check_target, writing

    _check("format", form, exporting.FORMATS)
    _check("table", table, exporting.TABLES)
    if form not in exporting.TABULAR:
        refuse_given(context, f"the format {form} has no tables", "table")
    if out is not None:
        check_target(out)
    elif form == "parquet":
        raise InputError("Parquet is not text; name a file with --out")
    with Ledger.open(file) as ledger:
        if out is None:
            _write(ledger, form, table, sys.stdout)
        elif form == "parquet":
            exporting.write_parquet(ledger, table, out)
        else:
            with writing(out), out.open("w", encoding="utf-8", newline="\n") as stream:
                _write(ledger, form, table, stream)


def _write(ledger: "Ledger", form: str, table: str, out: TextIO) -> None:
    """Write a ledger as text; only the format that needs the schemas loads them."""
    if form == "jsonl":
        from fourscore.schemas.games import write_ledger as write
    else:
        from fourscore.arena.export import write
    write(ledger, form, table, out)


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
    context: typer.Context,
    file: File,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The page, a name in .html; text if not given."),
    ] = None,
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
    """Write a self-contained page with tables, charts and boards, or print the text of it.

    It has the accuracy by phase of the game, the openings in which each agent loses, its worst
    blunders with explanations, and how it uses its time.
    """
    from fourscore.arena.ledger import Ledger
    from fourscore.cli import console
    from fourscore.errors import UnsupportedError
    from fourscore.insight.drawing.suffixes import PAGES
    from fourscore.runtime.extras import require
    from fourscore.runtime.files import check_target, make_folder

    if out is None:
        refuse_given(context, "charts belong to a page; name it with --out", "plots")
    else:
        check_target(out, PAGES)
        require("matplotlib", "the page of a tournament")
    if plots is not None:
        make_folder(plots)
    if not accuracy:
        refuse_given(context, "--no-accuracy compares no moves", "from_ply", "games")
    found, note = None, "Accuracy was not measured."
    with Ledger.open(file) as ledger:
        if accuracy:
            try:
                found = _measure(ledger, from_ply, games)
            except UnsupportedError as error:
                note = f"There is no accuracy here: {error}."
        if out is None:
            _print_report(ledger, found, note)
            return
        from fourscore.insight.reports.report import make_report

        drawn = make_report(ledger, f"Tournament {file.stem}", found, note)
    drawn.write_page(out)
    written = [out, *(drawn.write_charts(plots) if plots else [])]
    console.output().print(f"Written: {', '.join(map(str, written))}", soft_wrap=True)


def _print_report(ledger: "Ledger", found: "Accuracies | None", note: str) -> None:
    from fourscore.cli import console
    from fourscore.cli.standings import print_analysis

    print_analysis(ledger, found)
    if found is None:
        console.output().print(f"\n{note}", soft_wrap=True)


@app.command()
def merge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Ledgers of the same tournament.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The new ledger.")],
) -> None:
    """Put the games of several ledgers into one, as from several machines.

    Agents and settings must be the same. Give each machine a seed of its own: games of the same
    seed are the same games, and count once.
    """
    from fourscore.arena.merging import merge_ledgers
    from fourscore.cli import console
    from fourscore.core.notation import plural

    count = merge_ledgers(files, out)
    console.output().print(f"{out}: {plural(count, 'game')}", soft_wrap=True)


@app.command()
def query(
    file: File,
    sql: Annotated[str, typer.Argument(metavar="SQL", help="One SELECT.")],
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.001, help="Stop after this time.")
    ] = 30.0,
    json: AsJson = False,
) -> None:
    """Ask a ledger a question in SQL; it is only read.

    The documentation of the arena describes the tables. The view games has names.
    """
    from fourscore.arena.query import json_rows, plain_rows, query_ledger
    from fourscore.cli import console

    found = query_ledger(file, sql, seconds)
    if json:
        console.print_json({"complete": found.complete, "rows": list(json_rows(found))})
        return
    console.print_table(console.filled_table(*plain_rows(found)))
    if not found.complete:
        console.output().print(f"\nThese are the first {len(found.rows):,} rows.")


def _measure(ledger: "Ledger", from_ply: int | None, games: int | None) -> "Accuracies":
    from fourscore.cli.progress import counted
    from fourscore.insight.reports.accuracy import measure_accuracy
    from fourscore.runtime.interrupt import call_in_thread

    with counted("judging moves") as count:
        return call_in_thread(lambda: measure_accuracy(ledger, from_ply, games, on_progress=count))


def _check(what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise InputError(f"there is no {what} {given!r}; there are {', '.join(known)}")
