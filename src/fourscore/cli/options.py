"""Arguments and options that several commands share, written once."""

from pathlib import Path
from typing import Annotated

import typer

from fourscore.errors import InputError

__all__ = [
    "AsJson",
    "BookFile",
    "FromPosition",
    "NoBook",
    "PositionText",
    "ShowOutput",
    "SizeText",
    "VariantName",
    "is_given",
    "refuse_given",
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
SizeText = Annotated[
    str, typer.Option("--size", metavar="WxH", help="Columns and rows.", show_default="7x6")
]
VariantName = Annotated[
    str,
    typer.Option(
        "--variant",
        metavar="NAME",
        help="The rules: standard, fill or slip.",
        show_default="standard",
    ),
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


def refuse_given(context: typer.Context, why: str, *names: str) -> None:
    """Refuse those of the named parameters that were given, since they would have no effect."""
    given = [
        (each.opts[0] if each.param_type_name == "option" else each.human_readable_name.strip("[]"))
        for each in context.command.params
        if each.name in names and is_given(context, each.name)
    ]
    if given:
        *most, last = given
        listed = f"{', '.join(most)} and {last}" if most else last
        raise InputError(f"{why}; leave {listed} out")


def is_given(context: typer.Context, name: str) -> bool:
    """Return whether a parameter was written on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
