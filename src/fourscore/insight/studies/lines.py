"""How the evaluation `lines` is learned, and how well evaluations predict the result.

The sampler plays from the empty board to a ply drawn uniformly from `PLIES`. Each column is drawn
uniformly from those that block a four or, if there is none to block, from those that do not let the
enemy make a four on top. Games in which the side to move can win at once are left out: a search
sees such wins anyway. The rest is labelled with exact scores.

The table is fitted by logistic regression: the sum of a position's line weights is the log-odds
that X wins, a draw counting as half a win, with a ridge that keeps rare patterns near zero. A
pattern and its reversal share a weight, so that left and right do not matter.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.arena.openings import draw_openings
from fourscore.arena.play import Finish, play
from fourscore.arena.rating import Tally
from fourscore.core.bitboard import Rules, landing_cells, winning_cells
from fourscore.core.game import Game
from fourscore.core.position import PLAYERS, Position
from fourscore.errors import InputError
from fourscore.jit.kernel import kernel, popcount
from fourscore.search.alphabeta import alphabeta
from fourscore.search.evaluation.base import Evaluation, evaluate_position
from fourscore.search.evaluation.lines import (
    LENGTHS,
    TABLE_SIZE,
    LineWeights,
    line_weights,
    read_pattern,
)
from fourscore.search.randomness import Randomness, below, seeded
from fourscore.search.types import Limit, Report
from fourscore.solver.solver import Solver

__all__ = [
    "PLIES",
    "Labels",
    "PredictionAccuracy",
    "fit_lines",
    "fitted_evaluation",
    "play_match",
    "prediction_accuracy",
    "sample",
]

PLIES = range(12, 37)
POINTS_PER_LOGIT = 100
BATCH = 500
RIDGE = 3.0
ROUNDS = 8
Floats = NDArray[np.float64]
Weights = NDArray[np.int32]
Labelled = tuple[list[Position], list[int]]
"""Positions and their exact scores."""


def sample(count: int, seed: int) -> list[Position]:
    """Draw distinct positions in which the game is not over."""
    start = Position.empty()
    state = seeded(seed)
    found: dict[Position, None] = {}
    while len(found) < count:
        plies = PLIES[below(state, len(PLIES))]
        mine, filled = _play_carefully(state, plies, start.rules)
        if filled:
            found[Position.from_bitboards(mine, filled, start.rules)] = None
    return list(found)


@kernel
def _play_carefully(state: Randomness, plies: int, rules: Rules) -> tuple[int, int]:
    """Play random columns that neither miss a block nor open a cell where the enemy wins.

    Return an empty board if a side can win at once before the last ply or after it.
    """
    mine = filled = 0
    for _ in range(plies):
        theirs = mine ^ filled
        landing = landing_cells(filled, rules)
        if winning_cells(mine, filled, rules) & landing:
            return 0, 0
        enemy = winning_cells(theirs, filled, rules)
        choice = landing & enemy
        if choice == 0:
            choice = landing & ~(enemy >> 1)
        if choice == 0:
            return 0, 0
        for _ in range(below(state, popcount(choice))):
            choice &= choice - 1
        mine, filled = theirs, filled | (choice & -choice)
    if winning_cells(mine, filled, rules) & landing_cells(filled, rules):
        return 0, 0
    return mine, filled


class Labels:
    """The exact scores of a sample, stored in a file line by line, so that work can resume."""

    def __init__(self, file: Path, positions: list[Position]) -> None:
        self.positions = positions
        self._file = file
        self.scores = self._read()

    def _read(self) -> list[int]:
        if not self._file.exists():
            return []
        lines = self._file.read_text().splitlines()
        try:
            known = [(int(key), int(score)) for key, score in (line.split() for line in lines)]
        except ValueError:
            raise InputError(f"{self._file} does not have a key and a score per line") from None
        keys = [position.key for position in self.positions[: len(known)]]
        if keys != [key for key, _ in known[: len(keys)]]:
            raise InputError(f"{self._file} belongs to a sample with another seed")
        return [score for _, score in known[: len(keys)]]

    def extend(self, solver: Solver, on_progress: Callable[[int], None]) -> None:
        """Solve what is missing, and write each batch before starting the next."""
        while len(self.scores) < len(self.positions):
            done = len(self.scores)
            batch = self.positions[done : done + BATCH]
            scores = [int(each.lower) for each in solver.solve_many(batch)]
            rows = zip(batch, scores, strict=True)
            with self._file.open("a") as file:
                file.write("".join(f"{each.key} {score}\n" for each, score in rows))
            self.scores += scores
            on_progress(len(self.scores))


# The fit


def fitted_evaluation(table: Weights) -> Evaluation:
    """Return the evaluation with a fitted table."""
    return Evaluation("lines", "as fitted", lambda rules: line_weights(rules, table))


def fit_lines(
    positions: list[Position],
    scores: list[int],
    on_round: Callable[[int], None] | None = None,
    rounds: int = ROUNDS,
) -> Weights:
    """Fit a table to exact scores by some rounds of Newton's method."""
    results = np.array([_result_for_first(p, s) for p, s in zip(positions, scores, strict=True)])
    tie = _tie()
    patterns, moves = _patterns(positions)
    patterns = tie[patterns]
    weights = np.zeros(tie.max() + 2)
    for round_number in range(rounds):
        gradient, hessian = np.zeros(len(weights)), np.zeros((len(weights), len(weights)))
        _newton(patterns, moves, results, weights, gradient, hessian)
        gradient -= RIDGE * weights
        hessian[np.diag_indices_from(hessian)] += RIDGE
        weights += np.linalg.solve(hessian, gradient)
        if on_round is not None:
            on_round(round_number + 1)
    table = np.append(weights[tie], weights[-1])
    return np.asarray(np.rint(table * POINTS_PER_LOGIT), dtype=np.int32)


def _result_for_first(position: Position, score: int) -> float:
    """Return 1, 0.5 or 0, what X scores with perfect play."""
    sign = (score > 0) - (score < 0)
    return 0.5 + 0.5 * (sign if position.turn == "X" else -sign)


def _tie() -> NDArray[np.int64]:
    """Number the weights, a pattern and its reversal the same."""
    numbers: dict[tuple[int, ...], int] = {}
    return np.array([numbers.setdefault(form, len(numbers)) for form in _forms()], dtype=np.int64)


def _forms() -> Iterator[tuple[int, ...]]:
    """Yield each pattern of the table as digits, or its reversal if that is smaller."""
    for length in LENGTHS:
        for index in range(3**length):
            digits = tuple(index // 3**place % 3 for place in range(length))
            yield min(digits, digits[::-1])


def _patterns(positions: list[Position]) -> tuple[NDArray[np.int64], Floats]:
    """Return the table's indices for each position's lines, and 1 or -1 for the side to move."""
    blank = line_weights(positions[0].rules, np.zeros(TABLE_SIZE + 1, dtype=np.int32))
    first = np.array([position.discs("X") for position in positions], dtype=np.int64)
    second = np.array([position.discs("O") for position in positions], dtype=np.int64)
    moves = np.array([1.0 if position.turn == "X" else -1.0 for position in positions])
    found = np.empty((len(first), len(blank.lines)), dtype=np.int64)
    _read_all(first, second, blank, found)
    return found, moves


@kernel
def _read_all(first: Any, second: Any, weights: LineWeights, found: Any) -> None:
    for at in range(len(first)):
        for line in range(len(weights.lines)):
            found[at, line] = read_pattern(first[at], second[at], line, weights)


@kernel
def _newton(
    patterns: Any, moves: Any, results: Any, weights: Any, gradient: Any, hessian: Any
) -> None:
    """Add up the gradient and the negative Hessian of the log-likelihood."""
    size, lines = len(weights), patterns.shape[1]
    for at in range(len(results)):
        logit = moves[at] * weights[size - 1]
        for line in range(lines):
            logit += weights[patterns[at, line]]
        chance = 1.0 / (1.0 + np.exp(-logit))
        miss, spread = results[at] - chance, chance * (1.0 - chance)
        gradient[size - 1] += miss * moves[at]
        hessian[size - 1, size - 1] += spread
        for line in range(lines):
            one = patterns[at, line]
            gradient[one] += miss
            hessian[one, size - 1] += spread * moves[at]
            hessian[size - 1, one] += spread * moves[at]
            for other in range(lines):
                hessian[one, patterns[at, other]] += spread


# How well an evaluation predicts the result


@dataclass(frozen=True, slots=True)
class PredictionAccuracy:
    """How well an evaluation predicts win, draw or loss with perfect play."""

    name: str
    results: float
    """Share of held-out positions whose result it predicts, with the best two thresholds."""
    decided: float
    """Share of the decided ones for which its sign is right."""


def prediction_accuracy(
    evaluation: Evaluation, known: Labelled, held_out: Labelled
) -> PredictionAccuracy:
    """Choose loss/draw/win thresholds on known positions, and count on held-out ones."""
    values, results = _values(evaluation, *known)
    low, high = _thresholds(values, results)
    values, results = _values(evaluation, *held_out)
    predicted = np.where(values > high, 1, np.where(values < low, -1, 0))
    decided = results != 0
    return PredictionAccuracy(
        evaluation.name,
        float(np.mean(predicted == results)),
        float(np.mean(np.sign(values[decided]) == results[decided])),
    )


def _values(
    evaluation: Evaluation, positions: list[Position], scores: list[int]
) -> tuple[Floats, NDArray[np.int64]]:
    values = [evaluate_position(position, evaluation) for position in positions]
    return np.array(values, dtype=np.float64), np.sign(np.array(scores))


def _thresholds(values: Floats, results: NDArray[np.int64]) -> tuple[float, float]:
    """Return the two values between which "draw" is the best prediction."""
    order = np.argsort(values, kind="stable")
    at = np.concatenate([[-np.inf], values[order]])
    lost, drawn, won = (
        np.concatenate([[0], np.cumsum(results[order] == kind)]) for kind in (-1, 0, 1)
    )
    # Calling the first i lost, those up to j drawn and the rest won is right this often:
    # (lost - drawn)[i] + (drawn - won)[j] + all won, with i <= j. Equal values stay together.
    apart = np.append(at[1:] != at[:-1], True)
    gain_low = np.where(apart, lost - drawn, -len(values) - 1)
    gain_high = np.where(apart, drawn - won, -len(values) - 1)
    high = int(np.argmax(np.maximum.accumulate(gain_low) + gain_high))
    low = int(np.argmax(gain_low[: high + 1]))
    return float(np.nextafter(at[low], np.inf)), float(at[high])


# A match at equal depth


class _AlphaBeta:
    """Alpha-beta with an evaluation, as a player."""

    def __init__(self, evaluation: Evaluation, depth: int) -> None:
        self._evaluation = evaluation
        self._limit = Limit(depth=depth)

    def choose(self, game: Game) -> Report:
        return alphabeta(game.position, self._limit, evaluation=self._evaluation)


def play_match(one: Evaluation, other: Evaluation, depth: int, games: int, seed: int = 0) -> Tally:
    """Play pairs of games with colours swapped, each pair from a different opening."""
    results: Counter[str] = Counter()
    openings = draw_openings("random:6", Position.empty(), seed)
    for start in islice(openings, (games + 1) // 2):
        for mark, enemy in (PLAYERS, PLAYERS[::-1]):
            players = {mark: _AlphaBeta(one, depth), enemy: _AlphaBeta(other, depth)}
            *_, finish = play(Game(start), players)
            assert isinstance(finish, Finish)
            results[{mark: "win", enemy: "loss"}.get(finish.winner or "", "draw")] += 1
    return Tally(results["win"], results["draw"], results["loss"])
