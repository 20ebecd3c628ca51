"""What a tournament has played, and what it would have played undisturbed."""

import json
from pathlib import Path
from typing import Any

from fourscore.arena.ledger import Ledger
from fourscore.arena.tournament import open_ledger, run
from fourscore.runtime.workers import SerialPool
from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.tournaments.setup import arena_settings

__all__ = ["games_of", "play_at_one_go"]


def games_of(ledger: Ledger) -> list[Any]:
    """Return every game with its moves, times aside."""
    return [
        (
            row._replace(seconds=0, ended=""),
            [move._replace(seconds=0) for move in ledger.moves(row.number)],
        )
        for row in ledger.games()
    ]


def play_at_one_go(setup: dict[str, Any], path: Path | None = None) -> list[Any]:
    """Play here what is not played yet, and return all games."""
    settings = arena_settings(TournamentRequest.model_validate_json(json.dumps(setup)))
    with open_ledger(settings, path) as ledger:
        for _ in run(settings, ledger, SerialPool()):
            pass
        return games_of(ledger)
