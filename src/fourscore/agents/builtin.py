"""fourscore's own agents: each a search, its options and its default budget."""

from functools import partial
from importlib import import_module

from fourscore.agents.entry import Entry, Option
from fourscore.agents.registry import register
from fourscore.search.types import Search

__all__: list[str] = []


def _evaluations() -> tuple[str, ...]:
    from fourscore.search.evaluation.registry import evaluation_names

    return evaluation_names()


EVALUATION = Option(
    *("eval", "windows", "how leaves are valued", str, ("windows", "centre", "lines")),
    find_more=_evaluations,
)
ORDER = Option("order", "centre", "the order in which columns are tried", str, ("centre", "left"))
SEED = Option("seed", 0, "the same seed gives the same game", least=0, most=2**62)


def _random(seed: int) -> Search:
    from fourscore.search.random import random_move

    return partial(random_move, seed=seed)


def _astar(heuristic: str) -> Search:
    from fourscore.search.astar import astar

    return partial(astar, heuristic=heuristic)


def _tree_search(name: str, eval: str, **options: str) -> Search:  # noqa: A002
    """Make a search that values leaves: a function in the module of its name."""
    from fourscore.search.evaluation.registry import find_evaluation

    search = getattr(import_module(f"fourscore.search.{name}"), name)
    return partial(search, evaluation=find_evaluation(eval), **options)


def _mcts(c: float, expand: str, reuse: bool, seed: int) -> Search:
    from fourscore.search.mcts.search import MonteCarlo

    return MonteCarlo(c=c, expand=expand, reuse=reuse, seed=seed)


def _perfect(tiebreak: str, book: bool, seed: int) -> Search:
    from fourscore.agents.perfect import Perfect

    return Perfect(tiebreak=tiebreak, book=book, seed=seed)


def _level(argument: str, seed: int) -> Search:
    from fourscore.agents.levels import LevelPlayer, find_level

    return LevelPlayer(find_level(argument).skill, seed=seed)


register(
    Entry("random", "any legal column", _random, (SEED,)),
    Entry(
        "astar",
        "A*: the shortest way to a four if nobody answered",
        _astar,
        (Option("heuristic", "gap", "the guess of the way left", str, ("zero", "gap", "gravity")),),
        ("nodes", "seconds"),
        (("nodes", 1_000_000),),
        ("standard",),
    ),
    Entry(
        "minimax",
        "every line of play to a fixed depth",
        partial(_tree_search, "minimax"),
        (EVALUATION, ORDER),
        ("depth", "nodes", "seconds"),
        (("depth", 5),),
        ("standard", "fill"),
    ),
    Entry(
        "alphabeta",
        "minimax without what cannot matter",
        partial(_tree_search, "alphabeta"),
        (EVALUATION, ORDER),
        ("depth", "nodes", "seconds"),
        (("depth", 8),),
        ("standard", "fill"),
    ),
    Entry(
        "deepening",
        "alpha-beta deeper and deeper until time is up",
        partial(_tree_search, "deepening"),
        (EVALUATION,),
        ("depth", "nodes", "seconds"),
        (("seconds", 1.0),),
        ("standard", "fill"),
    ),
    Entry(
        "expectiminimax",
        "minimax that reckons with chance",
        partial(_tree_search, "expectiminimax"),
        (EVALUATION, ORDER),
        ("depth", "nodes", "seconds"),
        (("depth", 4),),
    ),
    Entry(
        "mcts",
        "Monte Carlo tree search: the column that wins most playouts",
        _mcts,
        (
            Option("c", 1.4, "how much to explore", float, least=0, most=1000),
            Option("expand", "random", "which new moves come first", str, ("random", "heuristic")),
            Option("reuse", True, "keep the tree for the next move", bool),
            SEED,
        ),
        ("playouts", "nodes", "seconds"),
        (("playouts", 100_000),),
    ),
    Entry(
        "perfect",
        "what the solver has proved to be best",
        _perfect,
        (
            Option("tiebreak", "centre", "which of equal columns", str, ("centre", "random")),
            Option("book", True, "look the opening up", bool),
            SEED,
        ),
        ("nodes", "seconds"),
        variants=("standard",),
    ),
    Entry("level", "a strength from 1, near-random, to 10, perfect", _level, (SEED,), argument="N"),
)
