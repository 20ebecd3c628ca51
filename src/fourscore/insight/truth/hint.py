"""A hint for the side to move, the same in every face."""

from fourscore.agents.registry import agent
from fourscore.core.notation import write_column
from fourscore.core.position import Position
from fourscore.search.control import Cancel
from fourscore.search.types import Limit, Report
from fourscore.search.words import say_result

__all__ = ["advise", "say_hint"]

TRUTH, PATIENCE = "perfect", Limit(seconds=1.5)
"""Who knows, and how long one waits for a proof before a good guess will do."""
GUESSES = {"slip": "expectiminimax:depth=4"}
GUESS = "alphabeta:depth=10"


def advise(position: Position, cancel: Cancel | None = None) -> Report:
    """Find a column to recommend: the best if that is proved soon, else a strong agent's."""
    name = position.variant.name
    if name == "standard":
        report = agent(TRUTH).choose(position, PATIENCE, cancel=cancel)
        if report.complete:
            return report
    return agent(GUESSES.get(name, GUESS)).choose(position, cancel=cancel)


def say_hint(report: Report) -> str:
    """Return which column is recommended, and what it brings if that is proved.

    >>> from fourscore.core.notation import read_moves
    >>> say_hint(advise(read_moves("44444455555526")))
    'Try column 3, which wins in 1.'
    """
    value = report.values.get(report.column)
    result = say_result(value) if value else ""
    return f"Try column {write_column(report.column)}{f', which {result}' if result else ''}."
