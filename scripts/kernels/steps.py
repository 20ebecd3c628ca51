"""What needs every kernel of fourscore: a little of everything that it does."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import product
from typing import cast

import numpy as np

from fourscore.agents.base import Agent
from fourscore.agents.entry import Entry, Option
from fourscore.agents.levels import level_table
from fourscore.agents.registry import agent, entries
from fourscore.book.plies import boards_of, propagate_scores, reach
from fourscore.book.ranking import make_ranking, unrank
from fourscore.core import bitboard
from fourscore.core.digits import open_bottoms, play_digits
from fourscore.core.planes import count_discs, planes_of
from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS, variant
from fourscore.envs.batch import Batch
from fourscore.errors import UnsupportedError
from fourscore.insight.learning.measuring import measure
from fourscore.insight.studies.lines import fit_lines, sample
from fourscore.insight.trace.cuts import count_saved
from fourscore.insight.trace.tracing import trace
from fourscore.insight.truth.suites import draw_suite
from fourscore.jit.kernel import Kernel
from fourscore.learn.settings import METHODS, TrainingSettings
from fourscore.learn.trainer import make_trainer
from fourscore.search.evaluation.base import evaluate_position
from fourscore.search.evaluation.registry import EVALUATIONS, register_evaluation
from fourscore.search.recording import Recorder
from fourscore.search.sampling import Sampler
from fourscore.search.types import Limit
from fourscore.solver import Solver

__all__ = ["steps"]

TINY = Limit(depth=1, nodes=10, playouts=2)
PLAIN = "plain"
"""The name of an evaluation that is a plain function, which all searches can call back."""
PLIES = 3
"""Plies to play: enough for what an agent does only from its second move on."""


def steps() -> list[tuple[str, Callable[[], None]]]:
    """Return the steps, each with a label, the longest first.

    >>> [label for label, _ in steps()][:2]
    ['solver', 'books']
    """
    register_evaluation(PLAIN, lambda _: 0)
    each = [(entry.name, partial(_run_agent, entry)) for entry in entries() if not entry.custom]
    return [
        ("solver", _run_solver),
        ("books", _run_books),
        ("learning", _run_learning),
        ("studies", _run_studies),
        ("insight", _run_insight),
        ("environments", _run_environments),
        ("levels", _run_levels),
        *reversed(each),
        ("rules", _run_rules),
    ]


def _run_solver() -> None:
    """Prove something small on the standard board and on another size."""
    solver = Solver(megabytes=1, threads=1)
    for board in (Position.empty(), Position.empty(4, 4)):
        solver.warm(board)


def _run_rules() -> None:
    cast("Kernel", play_digits).build("")
    cast("Kernel", open_bottoms).build(0, 0)
    position = Position.empty()
    bitboard.perft(0, 0, 1, position.rules)
    for evaluation in EVALUATIONS.values():
        evaluate_position(position, evaluation)


def _run_agent(entry: Entry) -> None:
    """Play a few plies with every build of an agent, under all rules it plays, and record it."""
    for spec, name in product(_specs(entry), entry.variants):
        # A network plays only what it has learned.
        with suppress(UnsupportedError):
            _play(agent(spec), Position.empty(variant=variant(name)))


def _play(player: Agent, position: Position) -> None:
    for _ in range(PLIES):
        position = position.play(player.choose(position, TINY).column)
    if player.is_recordable:
        player.choose(position, TINY, record=Recorder(10))


def _run_levels() -> None:
    """Let every level choose a move under all rules."""
    for name, level in product(VARIANTS, level_table()):
        agent(f"level:{level.number}").choose(Position.empty(variant=variant(name)), TINY)


def _run_environments() -> None:
    """Step a batch of one game, with all that can be asked of it."""
    games = Batch(1)
    games.step(games.sample())
    assert games.legal.all()
    assert games.observe().sum() == games.ply.sum()


def _run_insight() -> None:
    """Draw positions, and count what a cut-off saved."""
    rules = Position.empty().rules
    mine, filled = Sampler(rules, (1, 2), seed=0).draw(1)
    planes_of(mine, filled, rules)
    count_discs(filled)
    count_saved(trace("", "alphabeta:depth=2"))


def _run_studies() -> None:
    """Fit the evaluation of lines to a position."""
    fit_lines(sample(1, seed=0), [0], rounds=1)


def _run_learning() -> None:
    """Learn from a game or two by every method, and measure it."""
    suite = draw_suite((4, 4), 1)
    for method in METHODS:
        settings = TrainingSettings(method, size=(4, 4), tuples=1, length=2)
        with closing(make_trainer(settings)) as trainer:
            trainer.advance(1, np.zeros(2, np.int64))
            measure(trainer.network(), suite)


def _run_books() -> None:
    """Make the plies of a small book, without solving them."""
    ranking = make_ranking(Position.empty(4, 4).rules, 1)
    reached = reach(ranking)
    boards = np.zeros((2, len(reached.order)), np.int64)
    boards_of(reached.order, ranking, *boards)
    propagate_scores(reached.flags.copy(), reached.flags, ranking)
    unrank(0, ranking)


def _specs(entry: Entry) -> Iterator[str]:
    """Yield specs with every choice of the options that need separate builds."""
    choices = [
        [f"{option.name}={choice}" for choice in _choices(option)]
        for option in entry.options
        if option.listed or option.kind is bool
    ]
    for chosen in product(*choices):
        yield f"{entry.name}:{','.join(chosen)}"


def _choices(option: Option) -> tuple[str, ...]:
    if option.name == "eval":
        return (*option.listed, PLAIN)
    return option.listed or ("yes", "no")
