"""`fourscore move`: the move of an agent in a position, and its value of each column."""

from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, PositionText, SizeText, VariantName

if TYPE_CHECKING:
    from rich.console import Console

    from fourscore.core.position import Position
    from fourscore.search.types import Report

__all__ = ["move", "with_limits"]


def move(
    position: PositionText = "",
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Who chooses; see fourscore agents.")
    ] = "alphabeta",
    depth: Annotated[int | None, typer.Option(metavar="N", help="Plies to look ahead.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Positions to visit.")] = None,
    playouts: Annotated[int | None, typer.Option(metavar="N", help="Games to play out.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Time for it.")] = None,
    seed: Annotated[
        int,
        typer.Option(metavar="S", min=0, help="For agents that use chance, and where discs slip."),
    ] = 0,
    size: SizeText = "",
    variant: VariantName = "",
    json: AsJson = False,
) -> None:
    """Choose a move, and show the value of each column."""
    from fourscore.agents import agent as make_agent
    from fourscore.cli import console, positions
    from fourscore.runtime.interrupt import call_in_thread

    game = positions.read_game(position, size, variant)
    limits = {"depth": depth, "nodes": nodes, "playouts": playouts, "seconds": seconds}
    spec = make_agent(with_limits(agent, limits)).spec
    player = make_agent(spec, seed=seed)
    report = call_in_thread(lambda: player.choose(game.position))
    if json:
        from fourscore.arena.play import land
        from fourscore.schemas.agents import move_view

        game.play(report.column, land(game.position, report.column, seed))
        console.print_json(move_view(spec, seed, report, game))
    else:
        _print(game.position, spec, report)


def with_limits(spec: str, limits: dict[str, int | float | None]) -> str:
    """Write limits into a spec, so that one place knows which agent takes which.

    >>> with_limits("mcts:c=2", {"depth": None, "playouts": 500})
    'mcts:c=2,playouts=500'
    """
    given = ",".join(f"{key}={value}" for key, value in limits.items() if value is not None)
    if not given:
        return spec
    return f"{spec}{',' if ':' in spec else ':'}{given}"


def _print(position: "Position", spec: str, report: "Report") -> None:
    from rich.text import Text

    from fourscore.cli import console, draw
    from fourscore.core.notation import write_column
    from fourscore.search.words import say_result

    out = console.output()
    out.print(draw.board(position, out))
    chosen = report.values.get(report.column)
    result = say_result(chosen) if chosen else ""
    out.print(
        Text.assemble(
            draw.player(position.turn, out),
            f" to move; {spec} plays ",
            (f"column {write_column(report.column)}", "bold"),
            f", which {result}" if result else "",
        )
    )
    if report.values:
        _print_values(report, out)
    _print_effort(report, out)


def _print_values(report: "Report", out: "Console") -> None:
    from fourscore.cli import console
    from fourscore.search.words import value_table

    headers, rows = value_table(report)
    table = console.quiet_table(*headers)
    for row in rows:
        table.add_row(*row, style="bold" if row[-1] else "")
    out.print()
    console.print_table(table)


def _print_effort(report: "Report", out: "Console") -> None:
    from fourscore.cli import console
    from fourscore.search.words import effort_table

    facts = console.quiet_table("", "")
    facts.show_header = False
    for row in effort_table(report):
        facts.add_row(*row)
    out.print()
    console.print_table(facts)
