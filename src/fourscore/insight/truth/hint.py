"""A hint for the side to move, the same everywhere."""

from typing import TYPE_CHECKING

from fourscore.core.notation import write_column
from fourscore.core.position import Position
from fourscore.search.types import Limit, Report
from fourscore.search.words import say_result

if TYPE_CHECKING:
    from fourscore.search.control import Cancel

__all__ = ["find_hint", "say_hint"]

PERFECT, PATIENCE = "perfect", Limit(seconds=1.5)
"""The agent that proves the best move, and how long it may try before a guess is enough."""
GUESSES = {"slip": "expectiminimax:depth=4"}
GUESS = "alphabeta:depth=10"


def find_hint(position: Position, cancel: "Cancel | None" = None) -> Report:
    """Recommend a column: the best if that is proved soon, else a strong agent's choice."""
    from fourscore.agents.registry import agent

    name = position.variant.name
    if name == "standard":
        report = agent(PERFECT).choose(position, PATIENCE, cancel=cancel)
        if report.complete:
            return report
    return agent(GUESSES.get(name, GUESS)).choose(position, cancel=cancel)


def say_hint(report: Report) -> str:
    """Write which column is recommended, and its result if that is proved.

    >>> from fourscore.core.notation import read_moves
    >>> say_hint(find_hint(read_moves("44444455555526")))
    'Try column 3, which wins in 1.'
    >>> say_hint(find_hint(read_moves("44553")))
    'Try column 4: it loses in 1, and no column holds out longer.'
    """
    value = report.values.get(report.column)
    result = say_result(value) if value else ""
    advice = f"Try column {write_column(report.column)}"
    if value is None or not result:
        return f"{advice}."
    if report.complete and value.result == -1:
        return f"{advice}: it {result}, and no column holds out longer."
    return f"{advice}, which {result}."
