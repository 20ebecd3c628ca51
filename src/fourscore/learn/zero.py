"""Policy iteration by self-play, in the manner of AlphaZero, from nothing.

Both sides choose their moves by PUCT, guided by the network as it is. What the search finds is
better than what the network thought, so the network learns from it: its policy head the shares of
the visits, its value head what the search found every move to be worth. After a game, every
position on the way learns from the result too, mixed with the searches that followed.

Some moves are drawn from the visits or at random, so that games differ. After such a move the
result says little about the position before it; there the target is what the search found.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import LOSS, ONGOING, WIN, Rules, landing_cell, result
from fourscore.jit.kernel import inlined, kernel, popcount
from fourscore.learn.held_out import is_held_out
from fourscore.learn.learner import UNIT, Learner, correct, new_learner
from fourscore.learn.self_play import SelfPlay, SelfPlayTrainer, chance, random_column
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import read_options
from fourscore.search.control import NODE_LIMIT, Counters, as_struct
from fourscore.search.puct.guide import Guide
from fourscore.search.puct.selection import Puct
from fourscore.search.puct.tree import PuctRoot, PuctTree, plant, reset, simulate
from fourscore.search.randomness import below
from fourscore.search.tuples.sums import (
    change_at,
    column_states,
    move_indices,
    squash,
    sum_of,
)

__all__ = ["ZeroTrainer"]

USUAL = {
    "playouts": 32,
    "c": 1.0,
    "step": 3.0,
    "policy": 3.0,
    "trace": 0.7,
    "explore": 0.2,
    "drawn": 6,
    "opening": 12,
}
"""The options of the method: those of `Rates`, and `c` of PUCT."""
UNLIMITED = 1 << 62
ENOUGH = 4
"""Visits after which a move is worth what the search found."""


class Rates(NamedTuple):
    """How to play and to learn."""

    playouts: int
    """Simulations a move."""
    step: float
    """How far one correction moves the value of a position towards its target, before the rates."""
    policy: float
    """The same for the preference of a move."""
    trace: float
    """λ: how much of a target comes from far ahead."""
    explore: float
    """The share of random moves."""
    drawn: int
    """After the opening, so many moves are drawn from the visits."""
    opening: int
    """At most so many random moves begin a game."""


class Searcher(NamedTuple):
    """What one thread needs to search."""

    tree: PuctTree
    counters: Counters
    shares: NDArray[np.float64]
    """By column: its share of the visits."""
    after: NDArray[np.int32]
    """Scratch: the indices of the position after a move."""


# One game after the other


@kernel
def learn_from_searches(
    heads: tuple[Learner, Learner],
    play: SelfPlay,
    searcher: Searcher,
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
        count, outcome = _play(heads, play, searcher, rates, rules)
        _learn(heads[0], play, rates, count, outcome)
        game.games += 1


@inlined
def _play(
    heads: tuple[Learner, Learner],
    play: SelfPlay,
    searcher: Searcher,
    rates: Rates,
    rules: Rules,
) -> tuple[int, float]:
    """Play a game; return how many positions count, and the result for the first player."""
    game, indices, history = play
    geometry = searcher.tree.guide.geometry
    for at in range(len(indices)):
        indices[at] = geometry.empty[at]
    opening = below(game.random, rates.opening + 1)
    mine = filled = ply = count = 0
    held_out = False
    while True:
        player = ply & 1
        sign = 1.0 - 2.0 * player
        states = column_states(mine if player == 0 else mine ^ filled, filled, rules)
        if ply < opening:
            drawn = random_column(game.random, filled, rules)
        else:
            column, value = _search(searcher, mine, filled, rates, rules)
            if not held_out:
                _learn_moves(heads, play, searcher, rates, (mine, filled, states), rules)
            drawn = column
            if chance(game.random) < rates.explore:
                drawn = random_column(game.random, filled, rules)
            elif ply < opening + rates.drawn:
                drawn = _draw(searcher.shares, chance(game.random), column, rules)
            game.explored[count] = drawn != column
            game.choices[count] = sign * value
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
        was_held_out, held_out = held_out, is_held_out(mine, filled, rules)
        if ply >= opening:
            game.movers[count] = 2 if held_out or was_held_out else player
            for at in range(len(indices)):
                history[count, at] = indices[at]
            count += 1


# The search


@inlined
def _search(
    searcher: Searcher, mine: int, filled: int, rates: Rates, rules: Rules
) -> tuple[int, float]:
    """Search a position; return the best column, and its value for the mover, from -1 to 1.

    The shares of the visits are left in `Searcher.shares`.
    """
    tree = searcher.tree
    nodes = tree.nodes
    reset(nodes, tree.growing)
    simulate(tree, PuctRoot(mine, filled, rules, 0), rates.playouts, searcher.counters, None)
    for column in range(rules.width):
        searcher.shares[column] = 0.0
    first: int = nodes[0].first
    best, most, total = first, -np.inf, 0
    for child in range(first, first + nodes[0].count):
        rank = float(nodes[child].visits)
        if nodes[child].proof == WIN:
            rank = 1e9 - nodes[child].plies
        elif nodes[child].proof == LOSS:
            rank = nodes[child].plies - 1e9
        else:
            searcher.shares[nodes[child].column] = rank
            total += nodes[child].visits
        if rank > most:
            most, best = rank, child
    for column in range(rules.width):
        searcher.shares[column] /= max(1, total)
    return int(nodes[best].column), _worth(nodes[best].mean)


@inlined
def _worth(mean: float) -> float:
    """Return a mean between 0 and 1, which is infinite for a proven result, from -1 to 1."""
    return 2.0 * min(1.0, max(0.0, mean)) - 1.0


@inlined
def _draw(shares: NDArray[np.float64], ticket: float, column: int, rules: Rules) -> int:
    """Draw a column by its share; the best one if there are no shares."""
    for each in range(rules.width):
        ticket -= shares[each]
        if ticket < 0.0:
            return each
    return column


# Learning from it


@inlined
def _learn_moves(
    heads: tuple[Learner, Learner],
    play: SelfPlay,
    searcher: Searcher,
    rates: Rates,
    board: tuple[int, int, int],
    rules: Rules,
) -> None:
    """Learn from a search what each move is worth, and how much to look at it."""
    mine, filled, states = board
    nodes, geometry = searcher.tree.nodes, searcher.tree.guide.geometry
    player = popcount(filled) & 1
    after = searcher.after
    for child in range(nodes[0].first, nodes[0].first + nodes[0].count):
        column = nodes[child].column
        cell = landing_cell(filled, column, rules)
        is_over = nodes[child].proof != ONGOING and nodes[child].plies == 0
        if is_over or is_held_out(mine ^ filled, filled | cell, rules):
            continue
        for at in range(len(after)):
            after[at] = play.indices[at]
        move_indices(geometry, after, change_at(states, column, rules), player)
        # What the rules decide at once has no prior, and needs none.
        if nodes[0].visits > 0 and nodes[child].prior > 0.0:
            error = searcher.shares[column] - nodes[child].prior
            correct(heads[1], player, after, error, rates.policy)
        if nodes[child].visits >= ENOUGH or nodes[child].proof != ONGOING:
            target = _worth(nodes[child].mean)
            _approach(heads[0], player, after, target if player == 0 else -target, rates.step)


@inlined
def _approach(
    learner: Learner, mover: int, indices: NDArray[np.int32], target: float, step: float
) -> None:
    """Move the value of a position towards a target, which speaks for the first player."""
    value = squash(sum_of(learner.weights[mover], indices) / UNIT)
    correct(learner, mover, indices, (target - value) * (1.0 - value * value), step)


@inlined
def _learn(learner: Learner, play: SelfPlay, rates: Rates, count: int, outcome: float) -> None:
    """Move the value of every position of a game towards its target, the last one first."""
    game, _, history = play
    target = outcome
    for at in range(count - 1, -1, -1):
        found = game.choices[at + 1]
        target = found if game.explored[at + 1] else found + rates.trace * (target - found)
        if game.movers[at] < 2:
            _approach(learner, game.movers[at], history[at], target, rates.step)


# The training


class ZeroTrainer(SelfPlayTrainer):
    """Learns by policy iteration; a `Trainer`."""

    def __init__(self, settings: TrainingSettings, workers: int = 1, stream: int = 0) -> None:
        options = read_options(settings.options, USUAL, "zero")
        heads = new_learner(settings.layout), new_learner(settings.layout)
        super().__init__(settings, heads, workers, stream)
        self._rates = Rates(
            int(options["playouts"]),
            float(options["step"]),
            float(options["policy"]),
            float(options["trace"]),
            float(options["explore"]),
            int(options["drawn"]),
            int(options["opening"]),
        )
        self._searchers = [self._new_searcher(float(options["c"])) for _ in self._threads]

    def _new_searcher(self, c: float) -> Searcher:
        """Return what a thread searches with: the tables that learn are its guide."""
        geometry, (values, preferences) = self._layout.geometry, self.heads
        indices = np.zeros(len(geometry.empty), np.int32)
        tables = values.weights, preferences.weights
        guide = Guide(geometry, *tables, 1, float(UNIT), 1.0, indices)
        counters = np.zeros(3, np.int64)
        counters[NODE_LIMIT] = UNLIMITED
        room = 1 + self._rules.width * (2 + self._rates.playouts)
        return Searcher(
            plant(room, Puct(c), guide),
            as_struct(counters),
            np.zeros(self._rules.width),
            indices.copy(),
        )

    def _play(self, number: int, goal: int, stop: NDArray[np.int64]) -> None:
        play, searcher = self._threads[number], self._searchers[number]
        values, preferences = self.heads
        heads = values, preferences
        learn_from_searches(heads, play, searcher, self._rates, self._rules, goal, stop)
