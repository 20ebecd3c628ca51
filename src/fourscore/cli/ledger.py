"""`fourscore ledger`: what a tournament's ledger holds, for people and for other programs."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from fourscore.cli.options import AsJson
from fourscore.errors import InputError

__all__ = ["app"]

app = typer.Typer(help="Look into a tournament's ledger.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The ledger.")]


@app.command()
def show(file: File, json: AsJson = False) -> None:
    """Show the standings, who did what against whom, and what went wrong."""
    from fourscore.arena.ledger import Ledger
    from fourscore.arena.summary import summarise
    from fourscore.cli import console
    from fourscore.cli.standings import print_summary

    with Ledger.open(file) as ledger:
        summary = summarise(ledger)
        settings = ledger.settings
    if json:
        console.print_json({"settings": settings, **summary.as_dict()})
        return
    told = [f"{name} {value}" for name, value in settings.items() if value not in (None, "")]
    console.output().print(f"{', '.join(told)}\n")
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

    _check("format", form, exporting.FORMATS)
    _check("table", table, exporting.TABLES)
    with Ledger.open(file) as ledger:
        if form == "parquet":
            if out is None:
                raise InputError("Parquet is not text; name a file with --out")
            exporting.write_parquet(ledger, table, out)
        elif out is None:
            exporting.write(ledger, form, table, sys.stdout)
        else:
            try:
                with out.open("w", encoding="utf-8", newline="\n") as stream:
                    exporting.write(ledger, form, table, stream)
            except OSError as error:
                raise InputError(f"cannot write the file '{out}': {error.strerror}") from None


def _check(what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise InputError(f"there is no {what} {given!r}; there are {', '.join(known)}")
