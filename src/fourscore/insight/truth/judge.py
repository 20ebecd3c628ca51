"""Moves compared with perfect play: the only place where moves are judged.

    judge = Judge()
    judgement = judge.judge(position, column)
    print(judgement.kind, judgement)        # win to draw: draws, could have won in 5

A move is worth the negated score of the position after it. So a game of n moves needs only n + 1
solved positions: the score of a position is both the best that its mover can do and what the move
before was worth. `Judge` solves each position once, together with its mirror image, and caches it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from fourscore.book.solving import shared_solver
from fourscore.core.bitboard import Rules
from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.errors import Cancelled
from fourscore.search.control import Cancel
from fourscore.search.types import Limit
from fourscore.solver import Score, Solver, score_of
from fourscore.solver.solver import OnCount, require_solvable

__all__ = ["Judge", "Judgement", "MoveKind", "OnCount", "blunder_of", "shared_judge"]

_Key = tuple[Rules, int]
_Scores = dict[_Key, int]

MANY = 30
"""With up to this many free cells a position is solved in milliseconds, many of them in parallel;
with more, all threads work on one."""
MAX_CACHED = 1_000_000
"""Scores to cache; when there are more and new ones are needed, the cache is cleared."""


class MoveKind(StrEnum):
    """What a move did, in the words that are shown everywhere."""

    explanation: str
    """What it means, in one sentence."""

    def __new__(cls, words: str, explanation: str = "") -> "MoveKind":
        self = str.__new__(cls, words)
        self._value_ = words
        self.explanation = explanation
        return self

    FORCED = "only column", "There was no other column."
    BEST = (
        "best",
        "No column is worth more: it is the fastest win, a draw, or the slowest loss.",
    )
    SLOWER_WIN = "slower win", "It still wins, but another column wins sooner."
    FASTER_LOSS = "sooner loss", "The game was lost, but another column holds out longer."
    WIN_TO_DRAW = "win to draw", "Another column wins; this one draws."
    WIN_TO_LOSS = "win to loss", "Another column wins; this one loses."
    DRAW_TO_LOSS = "draw to loss", "Another column draws; this one loses."

    @property
    def is_blunder(self) -> bool:
        """Whether the move changes the result with perfect play."""
        return self in _BLUNDERS.values()


_BLUNDERS = {
    (1, 0): MoveKind.WIN_TO_DRAW,
    (1, -1): MoveKind.WIN_TO_LOSS,
    (0, -1): MoveKind.DRAW_TO_LOSS,
}


def blunder_of(best: int, played: int) -> MoveKind:
    """Return what a move is that turns one result into another; a win is 1, a loss -1.

    >>> print(blunder_of(1, 0))
    win to draw
    """
    return _BLUNDERS[best, played]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move and what it was worth to its mover.

    >>> from fourscore.core.notation import read_moves
    >>> judgement = Judge().judge(read_moves("44444455555526"), 0)
    >>> str(judgement.kind), judgement.points_lost, str(judgement)
    ('slower win', 12, 'wins in 13, could have won in 1')
    """

    position: Position
    """The board before the move."""
    column: int
    """The column played."""
    score: Score
    """What the move is worth."""
    best: Score
    """What the best move is worth, which is what the position is worth."""
    columns: Mapping[int, Score] | None = None
    """What every column is worth, if they were all scored."""

    @property
    def player(self) -> str:
        """Who moved."""
        return self.position.turn

    @property
    def points_lost(self) -> int:
        """How far the move's score falls below the best."""
        return self.best.value - self.score.value

    @property
    def is_optimal(self) -> bool:
        """Whether no other column is worth more."""
        return self.points_lost == 0

    @property
    def keeps_result(self) -> bool:
        """Whether a win stays a win, a draw a draw and a loss a loss."""
        return self.score.sign == self.best.sign

    @property
    def is_blunder(self) -> bool:
        """Whether the move changed the result."""
        return not self.keeps_result

    @property
    def is_forced(self) -> bool:
        """Whether only one column was open."""
        return len(self.position.legal) == 1

    @property
    def can_blunder(self) -> bool:
        """Whether there was a result to spoil: a choice, in a game not yet lost."""
        return self.best.sign >= 0 and not self.is_forced

    @property
    def kind(self) -> MoveKind:
        """What the move did."""
        if self.is_forced:
            return MoveKind.FORCED
        if self.is_optimal:
            return MoveKind.BEST
        if self.keeps_result:
            return MoveKind.SLOWER_WIN if self.best.sign > 0 else MoveKind.FASTER_LOSS
        return blunder_of(self.best.sign, self.score.sign)

    @property
    def best_columns(self) -> tuple[int, ...] | None:
        """The best columns, from left to right; None unless all columns were scored."""
        if self.columns is None:
            return None
        return tuple(c for c, score in self.columns.items() if score.value == self.best.value)

    @property
    def saving_columns(self) -> tuple[int, ...] | None:
        """The columns that keep the result; None unless all columns were scored."""
        if self.columns is None:
            return None
        return tuple(c for c, score in self.columns.items() if score.sign == self.best.sign)

    @property
    def is_only_move(self) -> bool | None:
        """Whether it alone keeps the result; None unless all columns were scored."""
        return None if self.columns is None else self.saving_columns == (self.column,)

    def __str__(self) -> str:
        """Describe what the move does, and what it missed."""
        return f"{self.score}{_missed(self)}"


def _missed(judgement: Judgement) -> str:
    if judgement.is_optimal:
        return ""
    best = judgement.best
    if best.sign > 0:
        return f", could have won in {best.moves}"
    return ", could have drawn" if best.sign == 0 else f", could have held out for {best.moves}"


class Judge:
    """Judges moves with a solver, and caches every score.

    It may be shared by threads. It raises `UnsupportedError` unless the rules are standard.
    """

    def __init__(self, solver: Solver | None = None) -> None:
        self.solver: Solver = solver or shared_solver()
        self._known: _Scores = {}

    def score(self, position: Position, cancel: Cancel | None = None) -> Score:
        """Return the exact score of a position; raise `Cancelled` if it is cancelled."""
        return self._scores([position], cancel)[0]

    def columns(self, position: Position, cancel: Cancel | None = None) -> dict[int, Score]:
        """Return what each legal column is worth to the side to move, from left to right."""
        legal = position.legal
        after = self._scores([position.play(column) for column in legal], cancel)
        return {c: _turned(each, position) for c, each in zip(legal, after, strict=True)}

    def columns_within(
        self, position: Position, limit: Limit, cancel: Cancel | None = None
    ) -> dict[int, Score] | None:
        """Return the same, or None if a proof takes more than the limit allows for one."""
        for column in position.legal:
            child = position.play(column)
            if _key(child) in self._known:
                continue
            result = self.solver.solve(child, limit, cancel=cancel)
            _refuse_cancelled(cancel)
            if not isinstance(result, Score):
                return None
            self._known[_key(child)] = result.value
        return self.columns(position, cancel)

    def judge(
        self,
        position: Position,
        column: int,
        every: bool = False,
        cancel: Cancel | None = None,
    ) -> Judgement:
        """Judge one move; with `every`, score every other column too.

        Raises `IllegalMoveError` if the move is illegal and `Cancelled` if it is cancelled.
        """
        after, best = self._scores([position.play(column), position], cancel)
        columns = self.columns(position, cancel) if every else None
        return Judgement(position, column, _turned(after, position), best, columns)

    def judge_game(
        self, game: Game, cancel: Cancel | None = None, on_progress: OnCount | None = None
    ) -> list[Judgement]:
        """Judge every move of a game, solving each of its positions once."""
        self.learn(game.positions, cancel, on_progress)
        pairs = zip(game.positions, game.columns, strict=False)
        return [self.judge(position, column) for position, column in pairs]

    def learn(
        self,
        positions: Iterable[Position],
        cancel: Cancel | None = None,
        on_progress: OnCount | None = None,
    ) -> _Scores:
        """Solve what is not cached yet, so that judging it takes no time.

        Return a cache with all of these positions, regardless of what other threads do meanwhile.
        Raises `Cancelled` if it is cancelled; what is solved by then stays cached.
        """
        wanted: dict[_Key, Position] = {}
        for position in positions:
            require_solvable(position)
            wanted.setdefault(_key(position), position)
        left = {key: each for key, each in wanted.items() if key not in self._known}
        if left and len(self._known) > MAX_CACHED:
            self._known, left = {}, wanted
        scores = self._known
        known = len(wanted) - len(left)

        def report(done: int) -> None:
            if on_progress is not None:
                on_progress(known + done, len(wanted))

        self._solve(left, scores, cancel, report)
        return scores

    def _solve(
        self,
        left: Mapping[_Key, Position],
        scores: _Scores,
        cancel: Cancel | None,
        report: Callable[[int], None],
    ) -> None:
        """Solve positions, the late ones first, since their proofs help the others."""
        order = sorted(left.items(), key=lambda item: -item[1].ply)
        late = [item for item in order if _free(item[1]) <= MANY]
        results = self.solver.solve_many(
            [each for _, each in late], cancel=cancel, on_progress=lambda done, _: report(done)
        )
        # A cancelled proof ends with bounds instead of a score.
        exact = zip(late, results, strict=True)
        scores.update({key: each.value for (key, _), each in exact if isinstance(each, Score)})
        _refuse_cancelled(cancel)
        report(len(late))
        for done, (key, position) in enumerate(order[len(late) :], start=len(late) + 1):
            result = self.solver.solve(position, cancel=cancel)
            _refuse_cancelled(cancel)
            scores[key] = result.lower
            report(done)

    def _scores(self, positions: list[Position], cancel: Cancel | None) -> list[Score]:
        scores = self.learn(positions, cancel)
        return [score_of(scores[_key(position)], position) for position in positions]


def _refuse_cancelled(cancel: Cancel | None) -> None:
    if cancel is not None and cancel.cancelled:
        raise Cancelled("stopped before every position was solved")


def _key(position: Position) -> _Key:
    """Return a key that a position shares with its mirror image."""
    return position.rules, min(position.key, position.mirror().key)


def _free(position: Position) -> int:
    return position.width * position.height - position.ply


def _turned(after: Score, position: Position) -> Score:
    """Return the score after a move from the view of the side that made it."""
    return score_of(-after.value, position)


@cache
def shared_judge() -> Judge:
    """Return the judge that all callers share, with the shipped book."""
    return Judge()
