"""What a network thinks of a position, as the API has it."""

from fourscore.search.tuples.network import Network
from fourscore.web.position_params import game_of
from fourscore.web.schemas import PositionRequest
from fourscore.web.training.schemas import ColumnValueView, ValuesView

__all__ = ["values_of"]


def values_of(network: Network, moves: str, games: int) -> ValuesView:
    """Return the value of every column; none if the game is over."""
    position = game_of(PositionRequest(moves=moves)).position
    values = {} if position.is_over else network.column_values(position)
    return ValuesView(
        moves=moves,
        games=games,
        columns=[
            ColumnValueView(column=column, value=round(value, 4))
            for column, value in values.items()
        ],
    )
