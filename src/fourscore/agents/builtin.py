"""fourscore's own agents: each a search, its options and its default budget."""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from fourscore.agents.entry import Entry, Option
from fourscore.agents.registry import register
from fourscore.errors import SpecError
from fourscore.search.types import Search

if TYPE_CHECKING:
    from fourscore.search.evaluation.base import Evaluation

__all__: list[str] = []


def _evaluations() -> tuple[str, ...]:
    from fourscore.search.evaluation.registry import evaluation_names

    return evaluation_names()


EVALUATION = Option(
    *(
        "eval",
        "windows",
        "how undecided positions are valued",
        str,
        ("windows", "centre", "lines", "tuples"),
    ),
    find_more=_evaluations,
)
WEIGHTS = Option(
    "weights", None, "other points for eval=windows or centre, as in twos:2/threes:5", str
)
RUN = Option("run", None, "the training that taught it: a name or a folder", str, is_run=True)
AGE = Option("age", None, "how many games its network had learned from", least=0)
ORDER = Option("order", "centre", "the order in which columns are tried", str, ("centre", "left"))
SEED = Option("seed", 0, "the same seed gives the same game", least=0, most=2**62)


def _random(seed: int) -> Search:
    from fourscore.search.random import random_move

    return partial(random_move, seed=seed)


def _astar(heuristic: str) -> Search:
    from fourscore.search.astar import astar

    return partial(astar, heuristic=heuristic)


def _tree_search(
    name: str,
    eval: str,  # noqa: A002
    run: str | None = None,
    age: int | None = None,
    weights: str | None = None,
    **options: str,
) -> Search:
    """Make a search that values leaves: a function in the module of its name."""
    search = getattr(import_module(f"fourscore.search.{name}"), name)
    evaluation = _evaluation(eval, run, age)
    if weights is not None:
        from fourscore.search.evaluation.windows import reweighted

        evaluation = reweighted(evaluation, weights)
    return partial(search, evaluation=evaluation, **options)


def _evaluation(name: str, run: str | None, age: int | None) -> "Evaluation":
    if run is None and age is None:
        from fourscore.search.evaluation.registry import find_evaluation

        return find_evaluation(name)
    if name != "tuples":
        raise SpecError(f"run and age are for eval=tuples, not for eval={name}")
    from fourscore.search.evaluation.tuples import network_evaluation
    from fourscore.search.tuples.runs import find_network

    return network_evaluation(find_network(run or "", age))


def _tuples(run: str | None, age: int | None) -> Search:
    from fourscore.search.tuples.player import TuplePlayer
    from fourscore.search.tuples.runs import find_network

    return TuplePlayer(find_network(run or "", age))


def _mcts(c: float, expand: str, reuse: bool, seed: int) -> Search:
    from fourscore.search.mcts.search import MonteCarlo

    return MonteCarlo(c=c, expand=expand, reuse=reuse, seed=seed)


def _zero(c: float, temperature: float, reuse: bool, run: str | None, age: int | None) -> Search:
    from fourscore.search.puct.search import PuctSearch
    from fourscore.search.tuples.runs import find_network

    network = find_network(run or "", age)
    return PuctSearch(network, c=c, temperature=temperature, reuse=reuse)


def _perfect(tiebreak: str, book: bool, seed: int) -> Search:
    from fourscore.agents.perfect import Perfect

    return Perfect(tiebreak=tiebreak, book=book, seed=seed)


def _level(argument: str, seed: int) -> Search:
    from fourscore.agents.levels import level_player

    return level_player(argument, seed)


register(
    Entry("random", "a random legal column", _random, (SEED,), title="Random"),
    Entry(
        "astar",
        "the shortest way to a four, as if the opponent never moved",
        _astar,
        (
            Option(
                "heuristic",
                "gap",
                "how the distance to a four is estimated",
                str,
                ("zero", "gap", "gravity"),
            ),
        ),
        ("nodes", "seconds"),
        (("nodes", 1_000_000),),
        ("standard",),
        title="A*",
    ),
    Entry(
        "minimax",
        "every line of play to a fixed depth",
        partial(_tree_search, "minimax"),
        (EVALUATION, WEIGHTS, ORDER, RUN, AGE),
        ("depth", "nodes", "seconds"),
        (("depth", 5),),
        ("standard", "fill"),
        title="Minimax",
    ),
    Entry(
        "alphabeta",
        "minimax that skips what cannot change the result",
        partial(_tree_search, "alphabeta"),
        (EVALUATION, WEIGHTS, ORDER, RUN, AGE),
        ("depth", "nodes", "seconds"),
        (("depth", 8),),
        ("standard", "fill"),
        title="Alpha-beta",
    ),
    Entry(
        "deepening",
        "alpha-beta, deeper and deeper until time is up",
        partial(_tree_search, "deepening"),
        (EVALUATION, WEIGHTS, RUN, AGE),
        ("depth", "nodes", "seconds"),
        (("seconds", 1.0),),
        ("standard", "fill"),
        title="Iterative deepening",
    ),
    Entry(
        "expectiminimax",
        "minimax that averages over chance",
        partial(_tree_search, "expectiminimax"),
        (EVALUATION, WEIGHTS, ORDER),
        ("depth", "nodes", "seconds"),
        (("depth", 4),),
        title="Expectiminimax",
    ),
    Entry(
        "mcts",
        "the column that does best in random games",
        _mcts,
        (
            Option("c", 1.4, "how much to explore", float, least=0, most=1000),
            Option(
                "expand", "random", "which new moves are tried first", str, ("random", "heuristic")
            ),
            Option("reuse", True, "keep the tree for the next move", bool),
            SEED,
        ),
        ("playouts", "nodes", "seconds"),
        (("playouts", 100_000),),
        title="Monte Carlo tree search (MCTS)",
    ),
    Entry(
        "tuples",
        "what a network has taught itself, without any search",
        _tuples,
        (RUN, AGE),
        variants=("standard",),
        title="n-tuple network",
    ),
    Entry(
        "zero",
        "tree search guided by a network that has taught itself",
        _zero,
        (
            Option("c", 1.0, "how much to explore", float, least=0, most=1000),
            Option(
                "temperature",
                1.0,
                "how much to explore moves that the network dislikes",
                float,
                least=0.001,
                most=1000,
            ),
            Option("reuse", True, "keep the tree for the next move", bool),
            RUN,
            AGE,
        ),
        ("playouts", "nodes", "seconds"),
        (("playouts", 20_000),),
        ("standard",),
        title="PUCT",
    ),
    Entry(
        "perfect",
        "what the solver proves to be best",
        _perfect,
        (
            Option(
                "tiebreak",
                "centre",
                "which of equally good columns to play",
                str,
                ("centre", "random"),
            ),
            Option("book", True, "use the opening book", bool),
            SEED,
        ),
        ("nodes", "seconds"),
        variants=("standard",),
        title="Perfect",
    ),
    Entry(
        "level",
        "a strength from 1, near-random, to 10, perfect",
        _level,
        (SEED,),
        argument="N",
        title="Level",
    ),
)
