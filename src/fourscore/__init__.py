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
    from fourscore.agents import agent, register_agent
    from fourscore.agents.base import Agent
    from fourscore.arena.match import match
    from fourscore.arena.results import MatchResult, TournamentResult
    from fourscore.arena.tournament import tournament
    from fourscore.book.solving import analyse, analyse_many, columns, solve, solve_many
    from fourscore.core.game import Game, Move
    from fourscore.core.position import Cell, Outcome, Position, PositionLike
    from fourscore.core.reader import load_game, load_games, read_game, read_games
    from fourscore.core.variants import VARIANTS, Variant
    from fourscore.errors import (
        AgentDied,
        AgentError,
        AgentIllegal,
        AgentTimeout,
        Cancelled,
        FourscoreError,
        IllegalMoveError,
        InputError,
        NotationError,
        SpecError,
        UnsupportedError,
    )
    from fourscore.insight.datasets.building import dataset
    from fourscore.insight.datasets.dataset import Dataset
    from fourscore.insight.explain.explanation import Explanation, explain
    from fourscore.insight.learning.training import train
    from fourscore.insight.openings.explorer import Opening, explore
    from fourscore.insight.openings.own_games import GamesReport, study_games
    from fourscore.insight.puzzles import Puzzle, PuzzleGame, daily_puzzle, puzzles
    from fourscore.insight.review.review import Review, review
    from fourscore.insight.suites.result import SuiteResult
    from fourscore.insight.suites.running import suite
    from fourscore.insight.trace.trace import Trace
    from fourscore.insight.trace.tracing import trace
    from fourscore.jit.kernel import kernel
    from fourscore.learn.run import Run
    from fourscore.notebook import board
    from fourscore.search.control import Cancel
    from fourscore.search.evaluation.registry import evaluation, register_evaluation
    from fourscore.search.types import Limit, Report
    from fourscore.solver import Analysis, Bounds, Score, Solver

    __version__: str

__all__ = [
    "VARIANTS",
    "Agent",
    "AgentDied",
    "AgentError",
    "AgentIllegal",
    "AgentTimeout",
    "Analysis",
    "Bounds",
    "Cancel",
    "Cancelled",
    "Cell",
    "Dataset",
    "Explanation",
    "FourscoreError",
    "Game",
    "GamesReport",
    "IllegalMoveError",
    "InputError",
    "Limit",
    "MatchResult",
    "Move",
    "NotationError",
    "Opening",
    "Outcome",
    "Position",
    "PositionLike",
    "Puzzle",
    "PuzzleGame",
    "Report",
    "Review",
    "Run",
    "Score",
    "Solver",
    "SpecError",
    "SuiteResult",
    "TournamentResult",
    "Trace",
    "UnsupportedError",
    "Variant",
    "agent",
    "analyse",
    "analyse_many",
    "board",
    "columns",
    "daily_puzzle",
    "dataset",
    "evaluation",
    "explain",
    "explore",
    "kernel",
    "load_game",
    "load_games",
    "match",
    "puzzles",
    "read_game",
    "read_games",
    "register_agent",
    "register_evaluation",
    "review",
    "solve",
    "solve_many",
    "study_games",
    "suite",
    "tournament",
    "trace",
    "train",
]

# Names are loaded when they are used, so that `fourscore --help` loads little.
_HOMES = {
    "agents": ("agent", "register_agent"),
    "agents.base": ("Agent",),
    "arena.match": ("match",),
    "arena.results": ("MatchResult", "TournamentResult"),
    "arena.tournament": ("tournament",),
    "book.solving": ("analyse", "analyse_many", "columns", "solve", "solve_many"),
    "core.game": ("Game", "Move"),
    "jit.kernel": ("kernel",),
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
    "insight.learning.training": ("train",),
    "insight.openings.explorer": ("Opening", "explore"),
    "insight.openings.own_games": ("GamesReport", "study_games"),
    "insight.puzzles": ("Puzzle", "PuzzleGame", "daily_puzzle", "puzzles"),
    "insight.review.review": ("Review", "review"),
    "insight.suites.result": ("SuiteResult",),
    "insight.suites.running": ("suite",),
    "insight.trace.trace": ("Trace",),
    "insight.trace.tracing": ("trace",),
    "learn.run": ("Run",),
    "notebook": ("board",),
    "search.control": ("Cancel",),
    "search.evaluation.registry": ("evaluation", "register_evaluation"),
    "search.types": ("Limit", "Report"),
    "solver": ("Analysis", "Bounds", "Score", "Solver"),
}
_home = {name: home for home, names in _HOMES.items() for name in names}


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
