"""A player that takes the column its network likes best, without any search."""

from fourscore.core.position import Position, require_ongoing
from fourscore.search.control import Cancel, Stopwatch
from fourscore.search.tuples.network import Network
from fourscore.search.types import Limit, OnProgress, Report, Value

__all__ = ["TuplePlayer"]


class TuplePlayer:
    """Values the position after each of its moves and plays the best; a `Search`.

    Of equal columns it plays the one nearest the centre, the left one of two.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.variants = (network.variant,)
        self.require_board = network.require_board

    def __call__(
        self,
        position: Position,
        limit: Limit,  # noqa: ARG002
        *,
        cancel: Cancel | None = None,  # noqa: ARG002
        on_progress: OnProgress | None = None,  # noqa: ARG002
    ) -> Report:
        require_ongoing(position)
        watch = Stopwatch()
        found = self.network.column_values(position)
        column = max(position.legal_from_centre(), key=found.__getitem__)
        return Report(
            column=column,
            values={each: _value(position, each, value) for each, value in found.items()},
            nodes=1 + len(found),
            depth=1,
            seconds=watch.seconds,
            line=(column,),
        )


def _value(position: Position, column: int, value: float) -> Value:
    """Return a value as the expected result, 0 to 1; one that ends the game is certain."""
    after = position.play(column)
    expected = (1 + value) / 2
    return Value(expected, result=round(value), plies=1) if after.is_over else Value(expected)
