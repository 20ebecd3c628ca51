"""`fourscore show`: a position drawn, with who moves, threats and legal columns."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourscore.cli.options import AsJson, PositionText, SizeText, VariantName

if TYPE_CHECKING:
    from fourscore.core.position import Position

__all__ = ["as_dict", "show"]

SvgFile = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Also write a picture.")
]


def show(
    position: PositionText = "",
    size: SizeText = "7x6",
    variant: VariantName = "standard",
    json: AsJson = False,
    svg: SvgFile = None,
) -> None:
    """Draw a position and say what stands on the board."""
    from fourscore.cli import console, positions
    from fourscore.runtime.files import write_text

    found = positions.read(position, size, variant)
    if svg is not None:
        write_text(svg, found._repr_svg_())
    if json:
        console.print_json(as_dict(found))
    else:
        _print(found)


def as_dict(position: "Position") -> dict[str, Any]:
    """Return plain types for JSON, columns and rows counted from 1, rows from the bottom."""
    from fourscore.core.notation import write_board

    outcome = position.outcome()

    def numbered(cells: Any) -> list[list[int]]:
        return [[cell.column + 1, cell.row + 1] for cell in cells]

    return {
        "board": write_board(position),
        "size": position.size,
        "variant": position.variant.name,
        "key": position.key,
        "ply": position.ply,
        "turn": None if outcome else position.turn,
        "legal": [column + 1 for column in position.legal()],
        "winning": [column + 1 for column in position.winning_columns()],
        "threats": {mark: numbered(position.threats(mark)) for mark in ("X", "O")},
        "result": outcome.result if outcome else "*",
        "winner": outcome.winner if outcome else None,
        "cells": numbered(outcome.cells) if outcome else [],
    }


def _print(position: "Position") -> None:
    from rich.text import Text

    from fourscore.cli import console, draw

    out = console.output()
    outcome = position.outcome()
    out.print(draw.board(position, out))
    facts = console.quiet_table("", "")
    facts.show_header = False
    facts.add_row("state", draw.standing(position, out))
    if outcome and outcome.cells:
        facts.add_row("with", draw.cell_words(position, outcome.cells))
    if outcome is None:
        facts.add_row("columns", draw.columns_words(position.legal()))
        for mark in ("X", "O"):
            threats = draw.cell_words(position, position.threats(mark))
            facts.add_row(Text.assemble("threats of ", draw.player(mark, out)), threats)
    if position.variant.name != "standard":
        facts.add_row("variant", f"{position.variant}: {position.variant.summary}")
    console.print_table(facts)
