"""The jobs about openings: explore beyond the book, study games."""

from fourscore.book.solving import shared_solver
from fourscore.insight.openings.explorer import explore as explore_position
from fourscore.insight.openings.own_games import read_own, study_games
from fourscore.schemas.openings import OpeningView, OwnGamesView, games_view, opening_view
from fourscore.web.openings.schemas import GamesRequest
from fourscore.web.position_params import game_of
from fourscore.web.schemas import PositionRequest
from fourscore.web.workers.job import JobContext, job

__all__ = ["JOBS", "explore", "study"]


@job("explore")
def explore(request: PositionRequest, context: JobContext) -> OpeningView:
    """Prove everything the explorer shows."""
    game, solver = game_of(request), shared_solver()
    solver.warm(game.position)
    context.start()
    found = explore_position(game.position, solver, context.report_count, cancel=context.cancel)
    return opening_view(game, found)


@job("own games")
def study(request: GamesRequest, context: JobContext) -> OwnGamesView:
    """Find where games leave the winning path."""
    games = read_own(request.text)
    shared_solver().warm()
    context.start()
    found = study_games(
        games,
        request.player,
        request.name,
        on_progress=context.report_count,
        cancel=context.cancel,
    )
    return games_view(found)


JOBS = (explore, study)
