"""`fourscore show`: a position drawn, with who moves, threats and legal columns."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, PositionText, SizeText, VariantName

if TYPE_CHECKING:
    from fourscore.core.position import Position

__all__ = ["show"]

SvgFile = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Also write a picture.")
]


def show(
    position: PositionText = "",
    size: SizeText = "",
    variant: VariantName = "",
    json: AsJson = False,
    svg: SvgFile = None,
) -> None:
    """Draw a position, with who moves, threats and legal columns."""
    from fourscore.cli import console, positions

    game = positions.read_game(position, size, variant)
    if svg is not None:
        from fourscore.runtime.files import write_text

        write_text(svg, game.position._repr_svg_())
    if json:
        from fourscore.schemas.positions import position_view

        console.print_json(position_view(game))
    else:
        _print(game.position)


def _print(position: "Position") -> None:
    from rich.text import Text

    from fourscore.cli import console, draw

    out = console.output()
    outcome = position.outcome
    out.print(draw.board(position, out))
    facts = console.quiet_table("", "")
    facts.show_header = False
    facts.add_row("state", draw.standing(position, out))
    if outcome and outcome.cells:
        facts.add_row("with", draw.cell_words(position, outcome.cells))
    if outcome is None:
        facts.add_row("columns", draw.columns_words(position.legal))
        for mark in ("X", "O"):
            threats = draw.cell_words(position, position.threats(mark))
            facts.add_row(Text.assemble("threats of ", draw.player(mark, out)), threats)
    if position.variant.name != "standard":
        facts.add_row("variant", f"{position.variant}: {position.variant.summary}")
    console.print_table(facts)
