"""What workers do: each job takes what was asked and gives a shape of the API.

To add a job, write a function and name it in `JOBS`. It must look at `cancel` now and then, or
hand it down to whatever computes; a job that does not is ended together with its worker.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from fourscore.agents import agent
from fourscore.arena.match import land
from fourscore.book.solving import shared_solver
from fourscore.insight.explain import explanation as insight
from fourscore.insight.review.review import review_game
from fourscore.insight.truth.hint import find_hint
from fourscore.insight.truth.judge import shared_judge
from fourscore.schemas.agents import MoveView, move_view
from fourscore.schemas.review import ReviewView, review_view
from fourscore.schemas.search import report_view
from fourscore.schemas.truth import (
    AnalysisView,
    ExplanationView,
    HintView,
    analysis_view,
    explanation_view,
    final_analysis,
    hint_view,
)
from fourscore.search.types import Limit, Report
from fourscore.solver.solver import require_solvable
from fourscore.web.puzzles import jobs as jobs_puzzles
from fourscore.web.races import jobs as jobs_compare
from fourscore.web.settings import Caps
from fourscore.web.tournaments import jobs as jobs_tournaments
from fourscore.web.traces import jobs as jobs_traces
from fourscore.web.workers.context import Desk, read_game

__all__ = ["JOBS"]


def analysis(ask: dict[str, Any], desk: Desk) -> AnalysisView:
    """Prove every column, as far as the seconds go."""
    position = read_game(ask).position
    require_solvable(position)
    if position.is_over():
        return final_analysis(shared_solver().solve(position))
    prover = agent("perfect")
    prover.prepare()
    desk.begin()
    report = prover.choose(
        position,
        Limit(seconds=ask["seconds"]),
        cancel=desk.cancel,
        on_progress=lambda so_far: desk.tell(lambda: analysis_view(position, so_far, final=False)),
    )
    return analysis_view(position, report)


def explain(ask: dict[str, Any], desk: Desk) -> ExplanationView:
    """Say why, or what a column does."""
    column = None if ask["column"] is None else ask["column"] - 1
    shared_solver().warm()
    desk.begin()
    found = insight.explain(
        read_game(ask).position, column, shared_solver(), desk.count, cancel=desk.cancel
    )
    return explanation_view(found)


def review(ask: dict[str, Any], desk: Desk) -> ReviewView:
    """Hold every move of a game against the truth."""
    shared_solver().warm()
    desk.begin()
    return review_view(review_game(read_game(ask), shared_judge(), desk.cancel, desk.count))


def hint(ask: dict[str, Any], desk: Desk) -> HintView:
    """Recommend a column, under any rules."""
    desk.begin()
    return hint_view(find_hint(read_game(ask).position, desk.cancel))


def move(ask: dict[str, Any], desk: Desk) -> MoveView:
    """Let an agent choose, and play what it chose."""
    game = read_game(ask)
    # A draw of the server's own: the client asked for no particular one.
    seed = random.SystemRandom().getrandbits(32) if ask["seed"] is None else ask["seed"]
    player = agent(ask["agent"], seed=seed, external=False)

    def tell(report: Report) -> None:
        desk.tell(lambda: report_view(report))

    player.prepare()
    desk.begin()
    limit = replace(player.limit, **ask["limit"]) if ask["limit"] else player.limit
    limit = Caps(**ask["caps"]).cut(limit, player.limit)
    report = player.choose(game.position, limit, cancel=desk.cancel, on_progress=tell)
    game.play(report.column, land(game.position, report.column, seed))
    return move_view(agent(ask["agent"], external=False).spec, seed, report, game)


JOBS: dict[str, Callable[[dict[str, Any], Desk], BaseModel]] = {
    "analysis": analysis,
    "explain": explain,
    "hint": hint,
    "move": move,
    "review": review,
    **jobs_compare.JOBS,
    **jobs_puzzles.JOBS,
    **jobs_tournaments.JOBS,
    **jobs_traces.JOBS,
}
