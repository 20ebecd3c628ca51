"""An agent that notices when it is closed."""

import fourscore
from fourscore import Position

__all__ = ["Closable"]


class Closable:
    """Play the first open column, and count how often it is closed."""

    closed = 0

    def choose(self, position: Position, _limit: fourscore.Limit) -> int:
        return position.legal[0]

    def close(self) -> None:
        type(self).closed += 1
