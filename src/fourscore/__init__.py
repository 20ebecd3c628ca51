"""A Connect Four laboratory: play it, watch search algorithms think, measure them.

>>> import fourscore
>>> position = fourscore.read_position("4453")
>>> fourscore.agent("alphabeta:depth=6").choose(position).column + 1
4
>>> print(fourscore.solve(fourscore.read_position("44444455555526")))
wins in 1
"""

import importlib
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fourscore import envs as envs
    from fourscore.agents import agent as agent
    from fourscore.agents import register_agent as register_agent
    from fourscore.agents.base import Agent as Agent
    from fourscore.arena.match import match as match
    from fourscore.arena.results import MatchResult as MatchResult
    from fourscore.arena.results import TournamentResult as TournamentResult
    from fourscore.arena.tournament import tournament as tournament
    from fourscore.book.solving import analyse as analyse
    from fourscore.book.solving import analyse_many as analyse_many
    from fourscore.book.solving import solve as solve
    from fourscore.book.solving import solve_many as solve_many
    from fourscore.core.game import Game as Game
    from fourscore.core.game import write_game as write_game
    from fourscore.core.notation import read_board as read_board
    from fourscore.core.notation import read_moves as read_moves
    from fourscore.core.position import Outcome as Outcome
    from fourscore.core.position import Position as Position
    from fourscore.core.reader import load_game as load_game
    from fourscore.core.reader import read_game as read_game
    from fourscore.core.reader import read_games as read_games
    from fourscore.core.reader import read_position as read_position
    from fourscore.core.variants import VARIANTS as VARIANTS
    from fourscore.errors import FourscoreError as FourscoreError
    from fourscore.errors import InputError as InputError
    from fourscore.insight.datasets.building import dataset as dataset
    from fourscore.insight.datasets.dataset import Dataset as Dataset
    from fourscore.insight.review.review import Review as Review
    from fourscore.insight.review.review import review_game as review_game
    from fourscore.insight.trace.trace import Trace as Trace
    from fourscore.insight.trace.tracing import trace as trace
    from fourscore.insight.truth.judge import Judge as Judge
    from fourscore.insight.truth.judge import Judgement as Judgement
    from fourscore.search.control import Cancel as Cancel
    from fourscore.search.types import Limit as Limit
    from fourscore.search.types import Report as Report
    from fourscore.solver import Analysis as Analysis
    from fourscore.solver import Bounds as Bounds
    from fourscore.solver import Score as Score
    from fourscore.solver import Solver as Solver

__version__ = version("fourscore")

# Names are loaded when they are used, so that `fourscore --help` does not wait for Numba.
_HOMES = {
    "agents": ("agent", "register_agent"),
    "agents.base": ("Agent",),
    "arena.match": ("match",),
    "arena.results": ("MatchResult", "TournamentResult"),
    "arena.tournament": ("tournament",),
    "book.solving": ("analyse", "analyse_many", "solve", "solve_many"),
    "core.game": ("Game", "write_game"),
    "core.notation": ("read_board", "read_moves"),
    "core.position": ("Outcome", "Position"),
    "core.reader": ("load_game", "read_game", "read_games", "read_position"),
    "core.variants": ("VARIANTS",),
    "errors": ("FourscoreError", "InputError"),
    "insight.datasets.building": ("dataset",),
    "insight.datasets.dataset": ("Dataset",),
    "insight.truth.judge": ("Judge", "Judgement"),
    "insight.review.review": ("Review", "review_game"),
    "insight.trace.trace": ("Trace",),
    "insight.trace.tracing": ("trace",),
    "search.control": ("Cancel",),
    "search.types": ("Limit", "Report"),
    "solver": ("Analysis", "Bounds", "Score", "Solver"),
}
_home = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_home)


def __getattr__(name: str) -> Any:
    if name == "envs":
        return importlib.import_module("fourscore.envs")
    if name not in _home:
        raise AttributeError(f"module 'fourscore' has no attribute {name!r}")
    return getattr(importlib.import_module(f"fourscore.{_home[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_home, "envs"])
