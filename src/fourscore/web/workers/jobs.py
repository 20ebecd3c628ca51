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
from fourscore.insight.explain import explanation as insight
from fourscore.insight.review.review import review_game
from fourscore.insight.truth.hint import find_hint, say_hint
from fourscore.search.types import Limit, Report
from fourscore.solver.solver import refuse
from fourscore.web.positions.review_view import review_view
from fourscore.web.positions.schemas import (
    AnalysisView,
    ExplanationView,
    HintView,
    ReviewView,
)
from fourscore.web.positions.views import (
    analysis_view,
    explanation_view,
    final_analysis,
    played_views,
    position_view,
    report_view,
)
from fourscore.web.puzzles import jobs as jobs_puzzles
from fourscore.web.races import jobs as jobs_compare
from fourscore.web.schemas import MoveView
from fourscore.web.settings import Caps
from fourscore.web.tournaments import jobs as jobs_tournaments
from fourscore.web.traces import jobs as jobs_traces
from fourscore.web.workers.context import Desk, own_judge, own_solver, read_game

__all__ = ["JOBS"]


def analysis(ask: dict[str, Any], desk: Desk) -> AnalysisView:
    """Prove every column, as far as the seconds go."""
    position = read_game(ask).position
    refuse(position)
    if position.is_over():
        return final_analysis(own_solver().solve(position))
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
    own_solver().warm()
    desk.begin()
    found = insight.explain(
        read_game(ask).position, column, own_solver(), desk.count, cancel=desk.cancel
    )
    return explanation_view(found)


def review(ask: dict[str, Any], desk: Desk) -> ReviewView:
    """Hold every move of a game against the truth."""
    own_solver().warm()
    desk.begin()
    return review_view(review_game(read_game(ask), own_judge(), desk.cancel, desk.count))


def hint(ask: dict[str, Any], desk: Desk) -> HintView:
    """Recommend a column, under any rules."""
    desk.begin()
    report = find_hint(read_game(ask).position, desk.cancel)
    value = report.values.get(report.column)
    proved = report.complete and value is not None and value.result is not None
    return HintView(column=report.column + 1, proved=proved, says=say_hint(report))


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
    return MoveView(
        agent=agent(ask["agent"], external=False).spec,
        seed=seed,
        played=played_views(game)[-1],
        report=report_view(report),
        position=position_view(game),
    )


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
