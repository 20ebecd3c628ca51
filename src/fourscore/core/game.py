"""`Game`: a start and its moves, with undo and redo, and its text format.

The format is a small PGN. Tags come first, one per line, then the moves as columns counted
from 1 with move numbers, then the result (``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` for a game
that is not over). Text in braces is a comment and is skipped. A disc aimed at one column that
slipped into another is written ``4>5``.

    [First "alphabeta:depth=8"]
    [Second "human"]
    [Date "2026.01.31"]
    [Variant "standard"]
    [Size "7x6"]
    [Result "1-0"]

    1. 4 5 2. 4 5 3. 4 5 4. 4 1-0

A game that does not start from the empty board has a tag ``Start`` with its rows from the
top, separated by "/". Other tags are preserved.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from fourscore.core.notation import write_board, write_column
from fourscore.core.position import Outcome, Position, PositionLike
from fourscore.errors import IllegalMoveError, NotationError

__all__ = ["OWN_TAGS", "RESULTS", "TAG_NAME", "Game", "Move", "write_game", "write_line"]

ONGOING = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", ONGOING)
OWN_TAGS = ("Variant", "Size", "Start", "Result")
"""The tags that are written from the game itself."""
TAG_NAME = r"\w+"


class Move(NamedTuple):
    """The column aimed at and the one where the disc landed; they differ only in `slip`."""

    aim: int
    """The column aimed at."""
    landing: int
    """The column where the disc landed."""

    def __str__(self) -> str:
        if self.aim == self.landing:
            return write_column(self.aim)
        return f"{write_column(self.aim)}>{write_column(self.landing)}"


class Game:
    """A start position and the moves played from it; owns undo and redo.

    A text is a game, in any notation: `Game("4453")` has four moves. Anything else that makes a
    position is the start of a new game.

    >>> game = Game()
    >>> _ = game.play(3), game.play(2)
    >>> game.undo()
    Move(aim=2, landing=2)
    >>> str(game.redo()), game.position.ply
    ('3', 2)
    """

    def __init__(
        self, start: PositionLike | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        self.tags: dict[str, str] = dict(tags or {})
        """What else is known of the game, such as the names of the players."""
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        if isinstance(start, str):
            self._read(start)
        else:
            self._positions = [Position() if start is None else Position(start)]

    def _read(self, text: str) -> None:
        """Play the moves of a text, and take over its start and tags."""
        from fourscore.core.reader import read_game

        game = read_game(text)
        self._positions, self._moves = game._positions, game._moves
        self.tags = {**game.tags, **self.tags}

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions so far, from the start on."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, without those undone."""
        return tuple(self._moves)

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns where the discs landed."""
        return tuple(move.landing for move in self._moves)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.position.outcome

    @property
    def result(self) -> str:
        """The result as the text format writes it."""
        return self.outcome.result if self.outcome else ONGOING

    def play(self, aim: int, landing: int | None = None) -> Position:
        """Play a move and forget what was undone; `landing` is for discs that slip.

        Raises `IllegalMoveError` and leaves the game unchanged if the move is illegal.
        """
        move = Move(aim, aim if landing is None else landing)
        self._push(move)
        self._undone.clear()
        return self.position

    def _push(self, move: Move) -> None:
        slips = self.position.rules.slips
        landings = [each.column for each in self.position.landings(move.aim)] if slips else ()
        if move.landing not in (landings or (move.aim,)):
            self.position.play(move.aim)  # raises if the aim itself is illegal
            raise IllegalMoveError("a disc aimed at column {} cannot land in column {}", *move)
        self._positions.append(self.position.play(move.landing))
        self._moves.append(move)

    def undo(self) -> Move:
        """Undo the last move and return it."""
        if not self._moves:
            raise IllegalMoveError("there is no move to undo")
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    @property
    def can_redo(self) -> bool:
        """Whether a move was undone and none has been played since."""
        return bool(self._undone)

    def redo(self) -> Move:
        """Play the move that was undone last and return it."""
        if not self._undone:
            raise IllegalMoveError("there is no move to redo")
        self._push(self._undone.pop())
        return self._moves[-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.start, self.moves, self.tags) == (other.start, other.moves, other.tags)

    def __str__(self) -> str:
        return write_game(self)

    def __repr__(self) -> str:
        if self.start == Position():
            return f'Game("{write_line(self)}")'
        return f"<Game of {len(self.moves)} moves from {self.start!r}>"

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


def write_game(game: Game) -> str:
    """Write a game in the text format; `reader.read_game` reads it back."""
    tags = {name: value for name, value in game.tags.items() if name not in OWN_TAGS}
    tags["Variant"] = game.start.variant.name
    tags["Size"] = game.start.size
    if game.start.ply:
        tags["Start"] = write_board(game.start)
    tags["Result"] = game.result
    for name in tags:
        if not re.fullmatch(TAG_NAME, name):
            raise NotationError(f"{name!r} is not the name of a tag; use letters, digits and _")
    head = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{_movetext(game)}\n"


def _movetext(game: Game) -> str:
    words = []
    for ply, move in enumerate(game.moves, start=game.start.ply):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        elif not words:
            words.append(f"{ply // 2 + 1}...")
        words.append(str(move))
    return " ".join([*words, game.result])


def write_line(game: Game) -> str:
    """Write the moves as a move string, with "4>5" for a disc that slipped.

    >>> game = Game()
    >>> _ = game.play(3), game.play(4)
    >>> write_line(game)
    '45'
    """
    return ("" if game.start.width <= 9 else " ").join(map(str, game.moves))


def _escape(value: str) -> str:
    marks = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"}
    return "".join(marks.get(letter, letter) for letter in value)
