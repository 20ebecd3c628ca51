"""Arguments and options that several commands share, written once."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "AsJson",
    "BookFile",
    "FromPosition",
    "NoBook",
    "PositionText",
    "ShowOutput",
    "SizeText",
    "VariantName",
]

FORMS = "moves such as 4453, a drawn board, a game, a file, or - for standard input"

PositionText = Annotated[
    str,
    typer.Argument(
        metavar="[POSITION]",
        help=f"The position: {FORMS}. Left out, it is the empty board.",
        show_default=False,
    ),
]
FromPosition = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="POSITION",
        help=f"The position to begin with: {FORMS}.",
        show_default=False,
    ),
]
SizeText = Annotated[str, typer.Option("--size", metavar="WxH", help="Columns and rows.")]
VariantName = Annotated[
    str, typer.Option("--variant", metavar="NAME", help="The rules: standard, fill or slip.")
]
ShowOutput = Annotated[
    bool, typer.Option("--show-output", help="Show what agents print, on standard error.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
BookFile = Annotated[
    Path | None,
    typer.Option("--book", metavar="FILE", help="An opening book; else the shipped one counts."),
]
NoBook = Annotated[bool, typer.Option("--no-book", help="Prove everything, look nothing up.")]
