"""Options that the commands share which let agents play: tournament, sprt, tune and suite."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Bank",
    "ChartFile",
    "GamesSeed",
    "Increment",
    "LedgerFile",
    "MoveTime",
    "NodeLimit",
    "Openings",
    "TimeLimit",
]

Openings = Annotated[
    str,
    typer.Option(
        "--openings",
        metavar="WHICH",
        help="empty, random:PLIES, balanced, balanced:PLIES, suite:NAME, or a file.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--seconds", metavar="S", help="Time for a decision, for all agents."),
]
NodeLimit = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help="Nodes for a decision, for all agents.")
]
MoveTime = Annotated[
    float | None,
    typer.Option("--move-time", metavar="S", help="Time for a move; who exceeds it loses."),
]
Bank = Annotated[
    float | None, typer.Option("--bank", metavar="S", help="Time for a game; who exceeds it loses.")
]
Increment = Annotated[
    float, typer.Option("--increment", metavar="S", help="What the bank gains with each move.")
]
GamesSeed = Annotated[
    int, typer.Option("--seed", metavar="S", help="The same seed, the same games.")
]
LedgerFile = Annotated[
    Path | None,
    typer.Option("--ledger", metavar="FILE", help="Store everything; an existing one is resumed."),
]
ChartFile = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw a chart, a name in .png or .svg."),
]
