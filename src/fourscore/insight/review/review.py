"""A game compared with perfect play, move by move.

    found = review("435357352645243654")
    print(found.accuracy, found.turning_point)
    for sentence in found.story: ...

**Accuracy** of a side, in per cent: a best move counts 1, a move that keeps the result but wins
later or loses sooner counts one half, and a move that changes the result counts 0; accuracy is the
mean. Moves in the only open column are not counted. The plain share of best moves is there too.

Under other rules than the standard ones, and for positions whose proof takes longer than allowed,
moves are estimated (`estimate`). A move that seems best counts 1, one that seems weaker one half,
and one that seems a mistake 0; the accuracy is then an estimate too.

**The turning point** is the last move that changed the result: from then on the result with perfect
play stays the same. A game in which no move changes the result has none.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from fourscore.core.game import Game
from fourscore.core.notation import write_column
from fourscore.core.position import PLAYERS, Position, PositionLike
from fourscore.errors import UnsupportedError
from fourscore.insight.review.estimate import (
    EstimatedKind,
    EstimatedMove,
    Estimation,
    Expectation,
    estimate_columns,
    estimate_position,
    estimation_for,
)
from fourscore.insight.truth.judge import Judge, Judgement, MoveKind, OnCount, shared_judge
from fourscore.runtime.extras import is_installed
from fourscore.search.control import Cancel
from fourscore.search.types import Limit
from fourscore.solver import Score
from fourscore.solver.solver import require_solvable

__all__ = [
    "PATIENCE",
    "JudgedMove",
    "Review",
    "Side",
    "Worth",
    "is_solvable",
    "review",
    "say_worth",
]

JudgedMove = Judgement | EstimatedMove
"""A move and what it was worth, or seemed to be."""
Worth = Score | Expectation
"""What a column or a position is worth: proved, or estimated."""
HALF = (MoveKind.SLOWER_WIN, MoveKind.FASTER_LOSS, EstimatedKind.WEAKER)
PATIENCE = Limit(nodes=20_000_000)
"""What one proof may take where people wait; positions that need more are estimated."""
FEW = 3
"""How many moves that seem mistakes the story has."""


@dataclass(frozen=True, slots=True)
class Side:
    """The moves of one side."""

    player: str
    """"X" or "O"."""
    name: str
    """From the game's tags, or empty."""
    kinds: Counter[MoveKind | EstimatedKind]
    """How often the side made each kind of move."""
    points_lost: int
    """Of all moves together."""

    @property
    def moves(self) -> int:
        """How many moves the side made."""
        return self.kinds.total()

    @property
    def counted(self) -> int:
        """Moves that were a choice."""
        return self.moves - self.kinds[MoveKind.FORCED]

    @property
    def best(self) -> int:
        """How many of them were best."""
        return self.kinds[MoveKind.BEST] + self.kinds[EstimatedKind.BEST]

    @property
    def blunders(self) -> int:
        """Moves that changed the result."""
        return sum(count for kind, count in self.kinds.items() if kind.is_blunder)

    @property
    def accuracy(self) -> float | None:
        """From 0 to 100; None if there was no choice."""
        if not self.counted:
            return None
        half = sum(self.kinds[kind] for kind in HALF)
        return 100 * (self.best + half / 2) / self.counted

    @property
    def best_share(self) -> float | None:
        """The share of best moves, from 0 to 1; None if there was no choice."""
        return self.best / self.counted if self.counted else None


@dataclass(frozen=True)
class Review:
    """A game and what its moves were worth.

    Moves are numbered from 1, as in the game's own record; `judgements[n - 1]` is move n's.
    """

    game: Game
    """The game that is reviewed."""
    judgements: tuple[Judgement | EstimatedMove, ...]
    """Of each move, with what every column was worth if `alternatives` were asked for."""
    last: Score | Expectation
    """What the last position is worth to the side to move."""
    last_columns: Mapping[int, Score] | Mapping[int, Expectation] | None = None
    """What every column is worth there, if the others were asked for."""
    estimation: Estimation | None = None
    """How moves were estimated; None if every move is compared with perfect play."""

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """What each position was worth to the first player, starting with the first one.

        In a review with estimates, these are per cent: 100 wins, 0 is level, -100 loses.
        """
        plies = enumerate(self.worths, start=self.game.start.ply)
        scores = ((ply, self._points(each)) for ply, each in plies)
        return tuple(-each if ply % 2 else each for ply, each in scores)

    @property
    def worths(self) -> tuple[Score | Expectation, ...]:
        """What each position was worth to the side to move, starting with the first one."""
        return (*(judgement.best for judgement in self.judgements), self.last)

    @property
    def columns(self) -> tuple[Mapping[int, Score] | Mapping[int, Expectation], ...]:
        """What every column was worth to the side to move, starting with the first position.

        Empty for positions whose other columns were not scored.
        """
        return (*(each.columns or {} for each in self.judgements), self.last_columns or {})

    def _points(self, worth: Worth) -> int:
        if self.estimation is None and isinstance(worth, Score):
            return worth.value
        return round(100 * (worth.sign if isinstance(worth, Score) else worth.value))

    @cached_property
    def blunders(self) -> tuple[int, ...]:
        """The numbers of the moves that changed the result."""
        return self._numbers(MoveKind.WIN_TO_DRAW, MoveKind.WIN_TO_LOSS, MoveKind.DRAW_TO_LOSS)

    @cached_property
    def inaccuracies(self) -> tuple[int, ...]:
        """The numbers of the moves that won later or lost sooner than they could have."""
        return self._numbers(*HALF)

    @property
    def turning_point(self) -> int | None:
        """The number of the last move that changed the result, if there is one."""
        return self.blunders[-1] if self.blunders else None

    @cached_property
    def doubtful(self) -> tuple[int, ...]:
        """The numbers of the moves that seem mistakes, without proof."""
        return self._numbers(EstimatedKind.MISTAKE)

    def _numbers(self, *kinds: MoveKind | EstimatedKind) -> tuple[int, ...]:
        return tuple(n for n, each in enumerate(self.judgements, start=1) if each.kind in kinds)

    def side(self, player: str) -> Side:
        """Return the moves of "X" or "O", counted."""
        own = [each for each in self.judgements if each.player == player]
        name = self.game.tags.get(("First", "Second")[PLAYERS.index(player)], "")
        kinds = Counter(each.kind for each in own)
        return Side(player, name, kinds, sum(each.points_lost for each in own))

    @property
    def sides(self) -> tuple[Side, Side]:
        """The moves of "X" and of "O", counted."""
        return self.side("X"), self.side("O")

    @property
    def accuracy(self) -> dict[str, float | None]:
        """The accuracy of "X" and "O", from 0 to 100; None for a side that had no choice."""
        return {side.player: side.accuracy for side in self.sides}

    def key_moments(self, most: int = 12, least: int = 3) -> tuple[int, ...]:
        """Return the numbers of the moves that changed the result.

        If there are fewer than `least`, the most costly other moves are added.
        """
        rest = self._by_cost(self.doubtful + self.inaccuracies)
        chosen = [*self.blunders, *rest[: max(0, least - len(self.blunders))]]
        return tuple(sorted(chosen[:most]))

    def _by_cost(self, numbers: Sequence[int]) -> list[int]:
        return sorted(numbers, key=lambda n: (-self.judgements[n - 1].points_lost, n))

    # In words

    @property
    def story(self) -> list[str]:
        """The game in a few sentences."""
        worst = sorted([*self.blunders, *self._by_cost(self.doubtful)[:FEW]])
        return [self._beginning(), *map(self.say_move, worst), *self._turn(), self._end()]

    @property
    def frame(self) -> list[str]:
        """The story without its moves: how the game began, turned and ended."""
        return [self._beginning(), *self._turn(), self._end()]

    def _beginning(self) -> str:
        start = self.game.start
        if not self.judgements:
            return "There is no move to review."
        best = self.judgements[0].best
        if isinstance(best, Score):
            return f"With perfect play {start.turn} {best} from the start."
        return f"From the start {start.turn} {say_worth(best)}."

    def say_move(self, number: int) -> str:
        """Describe what a move did, and what would have been better."""
        each = self.judgements[number - 1]
        place = f"Move {number}, {each.player} in column {write_column(each.column)}"
        better = f" with {say_columns(each.best_columns)}" if each.best_columns else ""
        return f"{place}: {each}{better if not each.is_optimal else ''}."

    def _turn(self) -> list[str]:
        if self.estimation is not None and self.judgements:
            return [f"What is not proved is estimated by {self.estimation}."]
        if self.turning_point is None:
            return ["No move changed the result."] if self.judgements else []
        if len(self.blunders) == 1:
            return ["No other move changed the result."]
        return [f"Move {self.turning_point} was the turning point: the last to change the result."]

    def _end(self) -> str:
        outcome = self.game.outcome
        if outcome is not None:
            return f"{outcome.winner} won." if outcome.winner else "The game was a draw."
        turn = self.game.position.turn
        return f"The game is not finished: {turn} is to move and {say_worth(self.last)}."

    def _repr_html_(self) -> str | None:
        if not is_installed("matplotlib"):
            return None  # a notebook then shows the repr
        from fourscore.insight.review.page import review_fragment

        return review_fragment(self)


def say_columns(columns: Sequence[int]) -> str:
    """Name columns as people count them.

    >>> say_columns([2]), say_columns([0, 2, 3])
    ('column 3', 'column 1, 3 or 4')
    """
    *most, last = (write_column(column) for column in columns)
    return f"column {', '.join(most)} or {last}" if most else f"column {last}"


def say_worth(worth: Worth) -> str:
    """Say what a position is worth, after the name of a player.

    >>> say_worth(Expectation(0.2)), say_worth(Score(2))
    ('has about 60 % of the chances', 'wins')
    """
    is_chance = isinstance(worth, Expectation) and worth.sign is None
    return f"has {worth} of the chances" if is_chance else str(worth)


def review(
    game: Game | PositionLike,
    judge: Judge | None = None,
    cancel: Cancel | None = None,
    on_progress: OnCount | None = None,
    alternatives: bool = True,
    patience: Limit | None = None,
) -> Review:
    """Judge every move of a game, or of a text in any notation.

    A game of n moves takes n + 1 proofs and, with `alternatives`, one for every other column, to
    say what would have been better. With `patience`, a limit of nodes or seconds for one proof,
    positions whose proof takes longer are estimated, and so is everything before them. Under other
    rules than the standard ones every move is estimated. Raises `Cancelled` if it is cancelled.

    >>> found = review("435357352645243654")
    >>> found.accuracy  # doctest: +ELLIPSIS
    {'X': 16.6..., 'O': 27.7...}
    """
    if not isinstance(game, Game):
        game = Game(game if isinstance(game, str) else Position(game))
    if not is_solvable(game.start):
        return _estimate(game, [], None, cancel, on_progress)
    judge = judge or shared_judge()
    if patience is not None:
        return _judge_in_time(game, judge, patience, cancel, on_progress)
    if alternatives:
        children = [at.play(c) for at in game.positions for c in at.legal]
        judge.learn((*game.positions, *children), cancel, on_progress)
    first = judge.judge_game(game, cancel, None if alternatives else on_progress)
    last = judge.score(game.position, cancel)
    if not alternatives:
        return Review(game, tuple(first), last)
    every = tuple(judge.judge(each.position, each.column, every=True) for each in first)
    return Review(game, every, last, judge.columns(game.position))


def is_solvable(position: Position) -> bool:
    """Return whether there are exact scores for these rules."""
    try:
        require_solvable(position)
    except UnsupportedError:
        return False
    return True


def _judge_in_time(
    game: Game, judge: Judge, patience: Limit, cancel: Cancel | None, on_progress: OnCount | None
) -> Review:
    """Prove from the end on, as far as that can be done in time, and estimate the rest."""
    positions = game.positions
    proved: list[Mapping[int, Score]] = []
    for at in reversed(positions):
        columns = judge.columns_within(at, patience, cancel)
        if columns is None:
            break
        proved.append(columns)
        if on_progress is not None:
            on_progress(len(proved), len(positions))
    if len(proved) == len(positions):
        return review(game, judge, cancel)
    last = judge.score(game.position, cancel) if proved else None
    return _estimate(game, proved[::-1], last, cancel, on_progress)


def _estimate(
    game: Game,
    proved: Sequence[Mapping[int, Score]],
    last: Score | None,
    cancel: Cancel | None,
    on_progress: OnCount | None,
) -> Review:
    """Review a game of which only the last positions are proved, with the score of the very last.

    `proved` has the scores of their columns; all other positions are estimated.
    """
    positions, moves = game.positions, game.moves
    guessed: list[dict[int, Expectation]] = []
    for at in positions[: len(positions) - len(proved)]:
        guessed.append(estimate_columns(at, cancel))
        if on_progress is not None:
            on_progress(len(proved) + len(guessed), len(positions))
    count = len(guessed)
    judgements: list[JudgedMove] = [
        EstimatedMove(at, move.aim, columns)
        for at, move, columns in zip(positions, moves, guessed, strict=False)
    ]
    judgements += [
        Judgement(at, move.aim, columns[move.aim], max(columns.values()), columns)
        for at, move, columns in zip(positions[count:], moves[count:], proved, strict=False)
    ]
    if last is not None:
        return Review(game, tuple(judgements), last, proved[-1], estimation_for(game.start))
    worth = estimate_position(game.position, guessed[-1])
    return Review(game, tuple(judgements), worth, guessed[-1], estimation_for(game.start))
