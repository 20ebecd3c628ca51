"""A Connect Four laboratory: play it, watch search algorithms think, measure them.

>>> import fourscore as fs
>>> fs.solve("4453")
Score(-2)
>>> fs.agent("alphabeta:depth=6").choose("4453").column
3

Columns count from 0. Wherever a position is taken, so is whatever makes one: moves such as
"4453", a drawn board, a list of cells, an array, a key.
"""

import importlib
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
    from fourscore.book.solving import columns as columns
    from fourscore.book.solving import solve as solve
    from fourscore.book.solving import solve_many as solve_many
    from fourscore.core.game import Game as Game
    from fourscore.core.game import Move as Move
    from fourscore.core.kernel import kernel as kernel
    from fourscore.core.position import Cell as Cell
    from fourscore.core.position import Outcome as Outcome
    from fourscore.core.position import Position as Position
    from fourscore.core.position import PositionLike as PositionLike
    from fourscore.core.reader import load_game as load_game
    from fourscore.core.reader import load_games as load_games
    from fourscore.core.reader import read_game as read_game
    from fourscore.core.reader import read_games as read_games
    from fourscore.core.variants import VARIANTS as VARIANTS
    from fourscore.core.variants import Variant as Variant
    from fourscore.errors import AgentDied as AgentDied
    from fourscore.errors import AgentError as AgentError
    from fourscore.errors import AgentIllegal as AgentIllegal
    from fourscore.errors import AgentTimeout as AgentTimeout
    from fourscore.errors import Cancelled as Cancelled
    from fourscore.errors import FourscoreError as FourscoreError
    from fourscore.errors import IllegalMoveError as IllegalMoveError
    from fourscore.errors import InputError as InputError
    from fourscore.errors import NotationError as NotationError
    from fourscore.errors import SpecError as SpecError
    from fourscore.errors import UnsupportedError as UnsupportedError
    from fourscore.insight.datasets.building import dataset as dataset
    from fourscore.insight.datasets.dataset import Dataset as Dataset
    from fourscore.insight.explain.explanation import Explanation as Explanation
    from fourscore.insight.explain.explanation import explain as explain
    from fourscore.insight.puzzles import Puzzle as Puzzle
    from fourscore.insight.puzzles import puzzles as puzzles
    from fourscore.insight.review.review import Review as Review
    from fourscore.insight.review.review import review as review
    from fourscore.insight.trace.trace import Trace as Trace
    from fourscore.insight.trace.tracing import trace as trace
    from fourscore.notebook import board as board
    from fourscore.search.control import Cancel as Cancel
    from fourscore.search.evaluation.registry import evaluation as evaluation
    from fourscore.search.evaluation.registry import register_evaluation as register_evaluation
    from fourscore.search.types import Limit as Limit
    from fourscore.search.types import Report as Report
    from fourscore.solver import Analysis as Analysis
    from fourscore.solver import Bounds as Bounds
    from fourscore.solver import Score as Score
    from fourscore.solver import Solver as Solver

    __version__: str

# Names are loaded when they are used, so that `fourscore --help` does not wait for Numba.
_HOMES = {
    "agents": ("agent", "register_agent"),
    "agents.base": ("Agent",),
    "arena.match": ("match",),
    "arena.results": ("MatchResult", "TournamentResult"),
    "arena.tournament": ("tournament",),
    "book.solving": ("analyse", "analyse_many", "columns", "solve", "solve_many"),
    "core.game": ("Game", "Move"),
    "core.kernel": ("kernel",),
    "core.position": ("Cell", "Outcome", "Position", "PositionLike"),
    "core.reader": ("load_game", "load_games", "read_game", "read_games"),
    "core.variants": ("VARIANTS", "Variant"),
    "errors": (
        "AgentDied",
        "AgentError",
        "AgentIllegal",
        "AgentTimeout",
        "Cancelled",
        "FourscoreError",
        "IllegalMoveError",
        "InputError",
        "NotationError",
        "SpecError",
        "UnsupportedError",
    ),
    "insight.datasets.building": ("dataset",),
    "insight.datasets.dataset": ("Dataset",),
    "insight.explain.explanation": ("Explanation", "explain"),
    "insight.puzzles": ("Puzzle", "puzzles"),
    "insight.review.review": ("Review", "review"),
    "insight.trace.trace": ("Trace",),
    "insight.trace.tracing": ("trace",),
    "notebook": ("board",),
    "search.control": ("Cancel",),
    "search.evaluation.registry": ("evaluation", "register_evaluation"),
    "search.types": ("Limit", "Report"),
    "solver": ("Analysis", "Bounds", "Score", "Solver"),
}
_home = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_home)


def __getattr__(name: str) -> Any:
    if name in _home:
        value = getattr(importlib.import_module(f"fourscore.{_home[name]}"), name)
    elif name == "envs":
        value = importlib.import_module("fourscore.envs")
    elif name == "__version__":
        from importlib.metadata import version

        value = version("fourscore")
    else:
        raise AttributeError(f"module 'fourscore' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_home, "__doc__", "__file__", "__name__", "__path__", "__version__", "envs"})
