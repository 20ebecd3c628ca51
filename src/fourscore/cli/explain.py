"""`fourscore explain`: why a position is won, drawn or lost, in plain words."""

from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, PositionText, SizeText, VariantName

if TYPE_CHECKING:
    from fourscore.core.position import Position
    from fourscore.insight.explain.explanation import Explanation

__all__ = ["explain"]


def explain(
    position: PositionText = "",
    move: Annotated[
        str | None,
        typer.Option("--move", metavar="COLUMN", help="Explain this move instead of the best."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Print every sentence.")] = False,
    size: SizeText = "",
    variant: VariantName = "",
    json: AsJson = False,
) -> None:
    """Explain why a position is won, drawn or lost, and what a move does."""
    from fourscore.cli import console, positions
    from fourscore.core.notation import parse_column

    game = positions.read_game(position, size, variant)
    column = None if move is None else parse_column(move, game.position.width)
    found = _explain(game.position, column)
    if json:
        from fourscore.schemas.positions import position_view
        from fourscore.schemas.truth import explanation_view

        console.print_json(explanation_view(found), position=position_view(game))
    else:
        _print(found, every)


def _explain(board: "Position", column: int | None) -> "Explanation":
    from fourscore.cli import progress
    from fourscore.insight.explain.explanation import explain as explain_position
    from fourscore.runtime.interrupt import call_in_thread

    with progress.counted("columns") as show:
        return call_in_thread(lambda: explain_position(board, column, on_progress=show))


def _print(found: "Explanation", every: bool) -> None:
    from rich.text import Text

    from fourscore.cli import console, draw

    out = console.output()
    out.print(draw.board(found.position, out))
    if not found.position.is_over:
        out.print(Text.assemble(draw.player(found.position.turn, out), " to move"))
    out.print()
    texts = [each.text for each in found.sentences] if every else list(found.brief)
    for count, text in enumerate(texts + [found.note] * bool(found.note)):
        style = "bold" if count == 0 and not found.note else ""
        out.print(Text(text, style), soft_wrap=not out.is_terminal)
    left = len(found.sentences) - len(texts)
    if left and out.is_terminal:
        out.print(Text(f"\n--all says {left} more.", "dim"))
