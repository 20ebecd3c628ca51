"""Output: rich consoles that print plain text off a terminal or under NO_COLOR.

Rich is loaded where something is drawn; plain lines and JSON do without it.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from fourscore.schemas.base import Schema

__all__ = [
    "errors",
    "filled_table",
    "is_lively",
    "may_draw",
    "output",
    "print_json",
    "print_line",
    "print_table",
    "quiet_table",
]


def output() -> "Console":
    """Return the console for results."""
    return _console(stderr=False)


def errors() -> "Console":
    """Return the console for progress, so that results can be piped on."""
    return _console(stderr=True)


def _console(stderr: bool) -> "Console":
    from rich.console import Console

    plain = bool(os.environ.get("NO_COLOR"))
    stream = sys.stderr if stderr else sys.stdout
    # Off a terminal there is no width to wrap to.
    width = None if stream.isatty() or "COLUMNS" in os.environ else 120
    return Console(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        width=width,
        color_system=None if plain else "auto",
    )


def may_draw() -> bool:
    """Return whether standard error may be a terminal, which only rich can say for certain."""
    wishes = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    return sys.stderr.isatty() or any(os.environ.get(wish) for wish in wishes)


def is_lively(console: "Console") -> bool:
    """Return whether this console can be redrawn, as for a progress bar."""
    return console.is_terminal and console.color_system is not None


def quiet_table(*headers: str) -> "Table":
    """Make a table with hairlines only; a header that begins with ">" right-aligns figures."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for header in headers:
        right = header.startswith(">")
        table.add_column(header.lstrip(">"), justify="right" if right else "left", no_wrap=right)
    return table


def filled_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> "Table":
    """Make such a table and fill its rows."""
    table = quiet_table(*headers)
    for row in rows:
        table.add_row(*row)
    return table


def print_table(table: "Table") -> None:
    """Print a table, off a terminal without blanks at the ends of lines."""
    out = output()
    if out.is_terminal:
        out.print(table)
        return
    with out.capture() as drawn:
        out.print(table)
    for line in drawn.get().splitlines():
        out.out(line.rstrip(), highlight=False)


def print_line(text: str) -> None:
    """Print text as it is, without looking at the width of a terminal."""
    typer.echo(text)


def print_json(answer: "Schema | dict[str, Any]", **more: "Schema | None") -> None:
    """Print JSON for other programs; additional fields come first."""
    whole = {name: each.model_dump(mode="json") for name, each in more.items() if each}
    whole |= answer if isinstance(answer, dict) else answer.model_dump(mode="json")
    print_line(json.dumps(whole, indent=2, ensure_ascii=False))
