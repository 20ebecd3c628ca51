"""A board to play on, against any agent or on both sides."""

import operator
import random
import threading
from collections.abc import Mapping
from typing import Any

import traitlets

from fourscore.agents import Agent, AgentFactory
from fourscore.arena.play import land
from fourscore.arena.undo import undo_turn
from fourscore.core.game import Game
from fourscore.core.picture import name_colours
from fourscore.core.position import PLAYERS, Position, PositionLike, as_column, opponent
from fourscore.core.reader import read_game
from fourscore.core.variants import Variant
from fourscore.errors import FourscoreError, IllegalMoveError, InputError
from fourscore.insight.truth.judge import shared_judge
from fourscore.notebook.game_view import GameView, is_scored
from fourscore.notebook.widget import BoardWidget
from fourscore.search.background import LatestTask
from fourscore.search.control import Cancel
from fourscore.solver.score import Score, score_of

__all__ = ["PlayBoard", "play_board"]


def play_board(
    start: PositionLike,
    *,
    variant: Variant | str | None,
    size: tuple[int, int] | str | None,
    opponent: Any,
    side: str | None,
    show_scores: bool,
    seed: int | None,
) -> "PlayBoard":
    """Make a board to play on; `fourscore.notebook.board` says what the arguments mean."""
    game = _game_of(start, variant, size)
    make_opponent = None if opponent is None else AgentFactory(opponent)
    if make_opponent is not None:
        make_opponent.require_variant(game.position)
    if side not in (None, *PLAYERS):
        raise InputError(f"{side!r} is not a side; the sides are 'X' and 'O'")
    draw = random.getrandbits(32) if seed is None else seed
    return PlayBoard(game, make_opponent, side or game.position.turn, show_scores, draw)


class PlayBoard(BoardWidget):
    """A game in a notebook: `board` makes one.

    The opponent thinks on a thread of its own, so that the notebook stays usable; `wait` waits
    for its move. `position`, `moves` and `game` change with every move and can be observed; the
    observers of an opponent's move are called on its thread.

    >>> from fourscore.notebook import board
    >>> live = board("1122", opponent="alphabeta:depth=2")
    >>> live.play(2)
    >>> live.wait()
    True
    >>> live.game.columns
    (0, 0, 1, 1, 2, 3)
    """

    moves = traitlets.Tuple(read_only=True)
    """The moves so far, as `Game.moves` has them."""
    game = traitlets.Instance(Game, read_only=True)
    """The game so far, in a copy of its own."""
    show_scores = traitlets.Bool(False)
    """Whether every column says what it is worth; set it as you like."""

    def __init__(
        self,
        game: Game,
        make_opponent: AgentFactory | None,
        side: str,
        show_scores: bool,
        seed: int,
    ) -> None:
        self._opponent = None if make_opponent is None else make_opponent()
        self._owns_opponent = make_opponent is not None and make_opponent.owns_agents
        self._side, self._seed = side, seed
        self._begin, self._game = game, _copy(game)
        self._lock, self._thinking = threading.RLock(), threading.Lock()
        self._reply, self._scoring = LatestTask(), LatestTask()
        self._idle = threading.Event()
        self._scores: dict[int, Score] = {}
        self._notice = ""
        super().__init__()
        self.show_scores = show_scores
        self._go_on()

    @property
    def opponent(self) -> Agent | None:
        """The agent that you play against, if there is one."""
        return self._opponent

    @property
    def side(self) -> str | None:
        """The player that you are, "X" or "O"; None if you play both."""
        return self._side if self._opponent else None

    @property
    def is_thinking(self) -> bool:
        """Whether the opponent has not answered yet."""
        return not self._idle.is_set()

    # What a person does

    def play(self, column: int) -> None:
        """Drop a disc into `column`, which counts from 0; the opponent then answers.

        Raises `IllegalMoveError` if the move is illegal or it is the opponent's turn.
        """
        with self._lock:
            if self._is_opponents_turn():
                raise IllegalMoveError("it is the opponent's turn")
            self._drop(as_column(column))
            self._go_on()

    def undo(self) -> None:
        """Take back your last move, and the opponent's answer with it."""
        with self._lock:
            undo_turn(self._game, self._people())
            self._go_on()

    def new_game(self) -> None:
        """Start again from the position that the board was made with."""
        with self._lock:
            self._game = _copy(self._begin)
            self._seed += 1
            self._go_on()

    def swap_sides(self) -> None:
        """Let the opponent play your side, and play its."""
        with self._lock:
            if self._opponent is None:
                raise InputError("there is no opponent to swap sides with")
            self._side = opponent(self._side)
            self._go_on()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is a person's turn or the game is over; return whether that is so."""
        return self._idle.wait(timeout)

    def close(self) -> None:
        """End the opponent's thought and remove the board; an object of yours stays open."""
        self._reply.cancel()
        self._scoring.cancel()
        if self._opponent is not None and self._owns_opponent:
            self._opponent.close()
        super().close()

    def handle(self, message: Mapping[str, Any]) -> None:
        """Do what a person asks for; what is not possible is said on the board."""
        actions = {"undo": self.undo, "new": self.new_game, "swap": self.swap_sides}
        try:
            if message.get("do") == "play":
                self.play(message["column"])
            elif message.get("do") == "scores":
                self.show_scores = bool(message["shown"])
            elif message.get("do") in actions:
                actions[message["do"]]()
        except FourscoreError as error:
            with self._lock:
                self._notice = _sentence(_words(error))
                self._show()

    # The game

    def _people(self) -> tuple[str, ...]:
        return PLAYERS if self._opponent is None else (self._side,)

    def _is_opponents_turn(self) -> bool:
        position = self._game.position
        return not position.is_over and position.turn not in self._people()

    def _drop(self, aim: int) -> None:
        position = self._game.position
        if aim in position.legal:
            self._game.play(aim, land(position, aim, self._seed))
        else:
            position.play(aim)  # raises, and says why

    def _go_on(self) -> None:
        """Show the game as it is now, and ask the opponent if it is its turn."""
        self._notice, self._scores = "", {}
        self._reply.cancel()
        asks = self._is_opponents_turn()
        if asks:
            self._idle.clear()
        try:
            with self.hold_trait_notifications():
                self.set_trait("position", self._game.position)
                self.set_trait("moves", self._game.moves)
                self.set_trait("game", _copy(self._game))
        finally:  # an observer may fail
            self._score()
            self._show()
            if asks:
                self._reply.start(self._answer)
            else:
                self._idle.set()

    def _answer(self, cancel: Cancel) -> None:
        """Let the opponent choose, on its own thread, one question at a time."""
        assert self._opponent is not None
        with self._thinking:
            if cancel.cancelled:
                return
            position, column, failure = self._game.position, None, None
            try:
                if position == self._begin.position:
                    self._opponent.new_game()
                column = self._opponent.choose(position, cancel=cancel).column
            except Exception as error:
                failure = error
        with self._lock:
            if not cancel.cancelled:
                self._take(column, failure)

    def _take(self, column: Any, failure: Exception | None) -> None:
        """Play what the opponent has chosen, or say why it cannot be played."""
        try:
            if failure is None:
                self._drop(operator.index(column))
        except (TypeError, IllegalMoveError) as error:
            failure = error
        if failure is None:
            self._go_on()
        else:
            self._notice = (
                _sentence(f"the opponent failed: {_words(failure)}") + " Undo to continue."
            )
            self._show()
            self._idle.set()

    # Scores

    @traitlets.observe("show_scores")
    def _on_show_scores(self, _change: object) -> None:
        with self._lock:
            self._score()
            self._show()

    def _score(self) -> None:
        """Score the columns on a thread, if that is wanted and not done."""
        self._scoring.cancel()
        position = self._game.position
        wanted = self.show_scores and is_scored(position) and not position.is_over
        if wanted and len(self._scores) < len(position.legal):
            self._scoring.start(lambda cancel: self._find_scores(position, cancel))

    def _find_scores(self, position: Position, cancel: Cancel) -> None:
        for column in position.legal_from_centre():
            after = shared_judge().score(position.play(column), cancel)
            with self._lock:
                if cancel.cancelled:
                    return
                self._scores[column] = score_of(-after, position)
                self._show()

    def _show(self) -> None:
        spec = self._opponent.spec if self._opponent else None
        scores = dict(self._scores) if self.show_scores else None
        picture = GameView(self._game, spec, self._side, scores, self._notice, self._begin)
        self.set_trait("view", picture.view())


def _game_of(
    start: PositionLike, variant: Variant | str | None, size: tuple[int, int] | str | None
) -> Game:
    """Return a text's moves or a game as they are, and any other position as a start."""
    if isinstance(start, Game):
        return _copy(start)
    if isinstance(start, str):
        return read_game(start, Position(variant=variant, size=size))
    return Game(Position(start, variant=variant, size=size))


def _copy(game: Game) -> Game:
    copy = Game(game.start, game.tags)
    for move in game.moves:
        copy.play(*move)
    return copy


def _words(error: Exception) -> str:
    """Return what went wrong, with columns counted from 1."""
    words = error.for_people if isinstance(error, FourscoreError) else str(error)
    return name_colours(" ".join(words.split())) or type(error).__name__


def _sentence(words: str) -> str:
    closed = words if words.endswith((".", "?", "!")) else f"{words}."
    return closed[0].upper() + closed[1:]
