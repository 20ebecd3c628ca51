"""A game compared with perfect play, move by move.

    found = review("435357352645243654")
    print(found.accuracy, found.turning_point)
    for sentence in found.story: ...

**Accuracy** of a side, in per cent: a best move counts 1, a move that keeps the result but wins
later or loses sooner counts one half, and a move that changes the result counts 0; accuracy is the
mean. Moves in the only open column are not counted. The plain share of best moves is there too.

**The turning point** is the last move that changed the result: from then on the result with perfect
play stays the same. A game in which no move changes the result has none.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fourscore.core.game import Game
from fourscore.core.notation import write_column
from fourscore.core.position import PLAYERS, Position, PositionLike
from fourscore.insight.truth.judge import Judge, Judgement, MoveKind, OnCount, shared_judge
from fourscore.runtime.extras import is_installed
from fourscore.search.control import Cancel
from fourscore.solver import Score, score_of
from fourscore.solver.solver import require_solvable

__all__ = ["Review", "Side", "review"]

HALF = (MoveKind.SLOWER_WIN, MoveKind.FASTER_LOSS)


@dataclass(frozen=True, slots=True)
class Side:
    """The moves of one side."""

    player: str
    """"X" or "O"."""
    name: str
    """From the game's tags, or empty."""
    kinds: Counter[MoveKind]
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
        return self.kinds[MoveKind.BEST]

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
    judgements: tuple[Judgement, ...]
    """Of each move; with every column's score for moves that were not best."""
    last: Score
    """What the last position is worth to the side to move."""

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """What each position was worth to the first player, starting with the first one."""
        scores = [judgement.best for judgement in self.judgements] + [self.last]
        plies = enumerate(scores, start=self.game.start.ply)
        return tuple(-each.value if ply % 2 else each.value for ply, each in plies)

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

    def _numbers(self, *kinds: MoveKind) -> tuple[int, ...]:
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

        If there are fewer than `least`, the most costly inaccuracies are added.
        """
        rest = sorted(self.inaccuracies, key=lambda n: (-self.judgements[n - 1].points_lost, n))
        chosen = [*self.blunders, *rest[: max(0, least - len(self.blunders))]]
        return tuple(sorted(chosen[:most]))

    # In words

    @property
    def story(self) -> list[str]:
        """The game in a few sentences."""
        return [self._beginning(), *map(self.say_move, self.blunders), *self._turn(), self._end()]

    def _beginning(self) -> str:
        start = self.game.start
        if not self.judgements:
            return "There is no move to review."
        score = score_of(self.judgements[0].best.value, start)
        return f"With perfect play {start.turn} {score} from the start."

    def say_move(self, number: int) -> str:
        """Describe what a move did, and what would have been better."""
        each = self.judgements[number - 1]
        place = f"Move {number}, {each.player} in column {write_column(each.column)}"
        better = f", with {say_columns(each.best_columns)}" if each.best_columns else ""
        return f"{place}: {each}{better if not each.is_optimal else ''}."

    def _turn(self) -> list[str]:
        if self.turning_point is None:
            return ["Nobody changed the result."] if self.judgements else []
        if len(self.blunders) == 1:
            return ["No other move changed the result."]
        return [f"Move {self.turning_point} was the turning point: the last to change the result."]

    def _end(self) -> str:
        outcome = self.game.outcome
        if outcome is not None:
            return f"{outcome.winner} won." if outcome.winner else "The game was a draw."
        return f"The game is not finished: {self.game.position.turn} is to move and {self.last}."

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


def review(
    game: Game | PositionLike,
    judge: Judge | None = None,
    cancel: Cancel | None = None,
    on_progress: OnCount | None = None,
    alternatives: bool = True,
) -> Review:
    """Judge every move of a game, or of a text in any notation.

    A game of n moves takes n + 1 proofs and, with `alternatives`, a few more for each move that was
    not best, to say what would have been. Raises `UnsupportedError` unless the rules are standard
    and `Cancelled` if it is cancelled.

    >>> found = review("435357352645243654")
    >>> found.accuracy  # doctest: +ELLIPSIS
    {'X': 16.6..., 'O': 27.7...}
    """
    if not isinstance(game, Game):
        game = Game(game if isinstance(game, str) else Position(game))
    require_solvable(game.start)
    judge = judge or shared_judge()
    known = len(game.positions)

    def count_from(before: int) -> OnCount | None:
        return on_progress and (lambda done, total: on_progress(before + done, before + total))

    first = judge.judge_game(game, cancel, count_from(0))
    last = judge.score(game.position, cancel)
    if not alternatives:
        return Review(game, tuple(first), last)
    rough = [each for each in first if not each.is_optimal]
    judge.learn(
        (each.position.play(column) for each in rough for column in each.position.legal),
        cancel,
        count_from(known),
    )
    judgements = tuple(
        each if each.is_optimal else judge.judge(each.position, each.column, every=True)
        for each in first
    )
    return Review(game, judgements, last)
