"""The job of an agent: choose a move."""

import random
from dataclasses import replace

from fourscore.agents import agent
from fourscore.arena.play import land
from fourscore.schemas.agents import MoveView, move_view
from fourscore.schemas.search import report_view
from fourscore.web.agents.schemas import MoveRequest
from fourscore.web.position_params import game_of
from fourscore.web.schemas import given_limits
from fourscore.web.workers.job import JobContext, job

__all__ = ["JOBS", "move"]


@job("move")
def move(request: MoveRequest, context: JobContext) -> MoveView:
    """Let an agent choose a move, and play it."""
    game = game_of(request)
    seed = random.SystemRandom().getrandbits(32) if request.seed is None else request.seed
    player = agent(request.agent, seed=seed, external=False)
    player.prepare(game.position)
    context.start()
    limit = replace(player.limit, **given_limits(request.limit))
    report = player.choose(
        game.position,
        limit.capped_at(context.settings.caps.limit, player.limit),
        cancel=context.cancel,
        on_progress=lambda so_far: context.report(lambda: report_view(so_far)),
    )
    game.play(report.column, land(game.position, report.column, seed))
    return move_view(agent(request.agent, external=False).spec, seed, report, game)


JOBS = (move,)
