"""Temporal difference learning by self-play.

A player looks at the positions after each of its moves and takes the one it thinks best; now and
then it moves at random. After a game, every position on the way learns from the ones that
followed: its target is the result, mixed with the values of its successors (TD(λ), as λ-returns).
After a random move the result says little about the position before it, so there the target is
the value of the move that was thought best.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import ONGOING, Rules, landing_cell, result
from fourscore.jit.kernel import inlined, kernel
from fourscore.learn.held_out import is_held_out
from fourscore.learn.learner import UNIT, Learner, correct, correct_evenly, new_learner
from fourscore.learn.self_play import SelfPlay, SelfPlayTrainer, chance, random_column
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import read_options
from fourscore.search.randomness import below
from fourscore.search.tuples.layout import Geometry
from fourscore.search.tuples.sums import (
    change_at,
    column_states,
    move_indices,
    squash,
    sum_after,
    sum_of,
)

__all__ = ["TdTrainer"]

USUAL = {"step": 3.0, "trace": 0.7, "explore": 0.2, "opening": 12, "coherence": 1, "hold_out": 1}
"""The options of the method: those of `Rates`."""


class Rates(NamedTuple):
    """How to learn."""

    step: float
    """How far one correction moves the value of a position towards its target, before the rates."""
    trace: float
    """λ: how much of a target comes from far ahead."""
    explore: float
    """The share of random moves."""
    opening: int
    """At most so many random moves begin a game."""
    coherence: int
    """Whether each weight has a rate of its own."""
    hold_out: int
    """Whether some positions are never learned, so that tests can use them."""


# One game after the other


@kernel
def learn_from_games(
    geometry: Geometry,
    learner: Learner,
    play: SelfPlay,
    rates: Rates,
    rules: Rules,
    games: int,
    stop: NDArray[np.int64],
) -> None:
    """Play games against oneself until there are `games` in all, and learn from each.

    Another thread can set one of the two numbers in `stop` to end after the current game.
    """
    game = play.game
    while game.games < games and stop[0] == 0 and stop[1] == 0:
        count, outcome = _play(geometry, learner, play, rates, rules)
        _learn(learner, play, rates, count, outcome)
        game.games += 1


@inlined
def _play(
    geometry: Geometry, learner: Learner, play: SelfPlay, rates: Rates, rules: Rules
) -> tuple[int, float]:
    """Play a game; return how many positions count, and the result for the first player."""
    game, indices, history = play
    for at in range(len(indices)):
        indices[at] = geometry.empty[at]
    opening = below(game.random, rates.opening + 1)
    mine = filled = ply = count = 0
    held_out = False
    while True:
        player = ply & 1
        sign = 1.0 - 2.0 * player
        first = mine if player == 0 else mine ^ filled
        states = column_states(first, filled, rules)
        if ply < opening:
            drawn = random_column(game.random, filled, rules)
        else:
            board = (mine, filled, states)
            column, choice = _choose(geometry, learner, play, board, player, rules)
            drawn = column
            if chance(game.random) < rates.explore:
                drawn = random_column(game.random, filled, rules)
            game.explored[count] = drawn != column
            game.choices[count] = choice
        move_indices(geometry, indices, change_at(states, drawn, rules), player)
        cell = landing_cell(filled, drawn, rules)
        mine ^= filled
        filled |= cell
        game.columns[ply] = drawn
        ply += 1
        game.length = ply
        outcome = result(mine, filled, rules)
        if outcome != ONGOING:
            return (count if ply > opening else 0), -sign * outcome
        # A position that is held out is not learned, and neither is the move that was made in it.
        was_held_out = held_out
        held_out = rates.hold_out != 0 and is_held_out(mine, filled, rules)
        if ply >= opening:
            game.movers[count] = 2 if held_out or was_held_out else player
            game.values[count] = squash(sum_of(learner.weights[player], indices) / UNIT)
            for at in range(len(indices)):
                history[count, at] = indices[at]
            count += 1


@inlined
def _choose(
    geometry: Geometry,
    learner: Learner,
    play: SelfPlay,
    board: tuple[int, int, int],
    player: int,
    rules: Rules,
) -> tuple[int, float]:
    """Return the column after which the mover stands best, and its value for the first player."""
    mine, filled, states = board
    indices = play.indices
    table = learner.weights[player]
    before = sum_of(table, indices)
    best_column, best, value = -1, -math.inf, 0.0
    turn = below(play.game.random, rules.width)
    for number in range(rules.width):
        column = number + turn
        if column >= rules.width:
            column -= rules.width
        cell = landing_cell(filled, column, rules)
        if cell == 0:
            continue
        outcome = result(mine ^ filled, filled | cell, rules)
        if outcome == ONGOING:
            change = change_at(states, column, rules)
            total = sum_after(geometry, table, indices, change, player, before)
            worth = float(total if player == 0 else -total)
        else:
            worth = -outcome * 1e12
        if worth > best:
            best_column, best = column, worth
    value = squash(best / UNIT)
    return best_column, (value if player == 0 else -value)


# Learning from it


@inlined
def _learn(learner: Learner, play: SelfPlay, rates: Rates, count: int, outcome: float) -> None:
    """Move the value of every position of a game towards its target, the last one first."""
    game, _, history = play
    target, after = outcome, outcome
    for at in range(count - 1, -1, -1):
        if game.explored[at + 1]:
            target = game.choices[at + 1]
        else:
            target = (1 - rates.trace) * after + rates.trace * target
        after = game.values[at]
        mover = game.movers[at]
        if mover < 2:
            error = (target - after) * (1.0 - after * after)
            if rates.coherence:
                correct(learner, mover, history[at], error, rates.step)
            else:
                correct_evenly(learner, mover, history[at], error, rates.step)


# The training


class TdTrainer(SelfPlayTrainer):
    """Learns by temporal differences; a `Trainer`."""

    def __init__(self, settings: TrainingSettings, workers: int = 1, stream: int = 0) -> None:
        options = read_options(settings.options, USUAL, "td")
        super().__init__(settings, (new_learner(settings.layout),), workers, stream)
        self._rates = Rates(
            float(options["step"]),
            float(options["trace"]),
            float(options["explore"]),
            int(options["opening"]),
            int(options["coherence"]),
            int(options["hold_out"]),
        )

    def _play(self, number: int, goal: int, stop: NDArray[np.int64]) -> None:
        geometry, play = self._layout.geometry, self._threads[number]
        learn_from_games(geometry, self.heads[0], play, self._rates, self._rules, goal, stop)
