"""Openings: what is known of the first moves, who plays them, and where one's own games leave them.

>>> found = explore("44")
>>> str(found.score), found.keeping, found.orders
('wins in 20', (3,), 1)
"""

from fourscore.insight.openings.explorer import ColumnFacts, Opening, Replies, explore
from fourscore.insight.openings.own_games import Departure, GamesReport, study_games

__all__ = [
    "ColumnFacts",
    "Departure",
    "GamesReport",
    "Opening",
    "Replies",
    "explore",
    "study_games",
]
