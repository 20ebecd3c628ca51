"""`Game`: a start and its moves, with undo and redo, and its text format.

The format is PGN's in small. Tags come first, one a line, then the moves as columns counted
from 1 with move numbers, then the result (``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the
game goes on). Text in braces is a comment and is read over. A disc aimed at one column that
slipped into another is written ``4>5``.

    [First "alphabeta:depth=8"]
    [Second "human"]
    [Date "2026.01.31"]
    [Variant "standard"]
    [Size "7x6"]
    [Result "1-0"]

    1. 4 5 2. 4 5 3. 4 5 4. 4 1-0

A game that does not begin with the empty board has a tag ``Start`` with its rows from the
top, parted by "/". Other tags are kept as they are.
"""

import re
from typing import NamedTuple

from fourscore.core.notation import (
    follow_moves,
    parse_column,
    parse_moves,
    quoted,
    read_board,
    write_board,
    write_column,
)
from fourscore.core.position import Outcome, Position
from fourscore.core.variants import variant
from fourscore.errors import IllegalMoveError, InputError, NotationError

__all__ = ["Game", "Move", "read_game", "read_games", "read_line", "write_game", "write_line"]

ONGOING = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", ONGOING)
OWN_TAGS = ("Variant", "Size", "Start", "Result")
TAG_NAME = r"\w+"


class Move(NamedTuple):
    """A column aimed at and the one where the disc landed; they differ only in `slip`."""

    aim: int
    landing: int

    def __str__(self) -> str:
        if self.aim == self.landing:
            return write_column(self.aim)
        return f"{write_column(self.aim)}>{write_column(self.landing)}"


class Game:
    """A start position and the moves played from it; owns undo and redo.

    >>> game = Game()
    >>> _ = game.play(3), game.play(2)
    >>> game.undo()
    Move(aim=2, landing=2)
    >>> str(game.redo()), game.position.ply
    ('3', 2)
    """

    def __init__(self, start: Position | None = None, tags: dict[str, str] | None = None) -> None:
        self.tags = dict(tags or {})
        self._positions = [start or Position.empty()]
        self._moves: list[Move] = []
        self._undone: list[Move] = []

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position on the board now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns where the discs landed."""
        return tuple(move.landing for move in self._moves)

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome()

    @property
    def result(self) -> str:
        """The result as the text format writes it."""
        return self.outcome.result if self.outcome else ONGOING

    def play(self, aim: int, landing: int | None = None) -> Position:
        """Play a move; what was undone before is gone. `landing` is for discs that slip.

        Raises `IllegalMoveError` and leaves the game as it was if the rules forbid it.
        """
        move = Move(aim, aim if landing is None else landing)
        self._push(move)
        self._undone.clear()
        return self.position

    def _push(self, move: Move) -> None:
        if move.landing not in [each.column for each in self.position.landings(move.aim)]:
            raise IllegalMoveError(
                f"a disc aimed at column {write_column(move.aim)} "
                f"cannot land in column {write_column(move.landing)}"
            )
        self._positions.append(self.position.play(move.landing))
        self._moves.append(move)

    def undo(self) -> Move:
        """Take the last move back."""
        if not self._moves:
            raise IllegalMoveError("there is no move to undo")
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back and none was played since."""
        return bool(self._undone)

    def redo(self) -> Move:
        """Play the move that was taken back last."""
        if not self._undone:
            raise IllegalMoveError("there is no move to redo")
        self._push(self._undone.pop())
        return self._moves[-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.start, self.moves, self.tags) == (other.start, other.moves, other.tags)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return write_game(self)

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


def write_game(game: Game) -> str:
    """Write a game in the text format; `read_game` gives it back."""
    tags = {name: value for name, value in game.tags.items() if name not in OWN_TAGS}
    tags["Variant"] = game.start.variant.name
    tags["Size"] = game.start.size
    if game.start.ply:
        tags["Start"] = write_board(game.start)
    tags["Result"] = game.result
    for name in tags:
        if not re.fullmatch(TAG_NAME, name):
            raise NotationError(f"{name!r} cannot name a tag; letters, digits and _ can")
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


def read_game(text: str) -> Game:
    """Read a game in the text format; raises `NotationError` with the place of what is wrong."""
    tags, body = _split(text)
    try:
        start = _start(tags)
    except InputError as error:
        raise NotationError(f"in the tags: {error}") from None
    game = Game(start, {k: v for k, v in tags.items() if k not in OWN_TAGS})
    result = None
    for word in re.sub(r"\{[^}]*\}", " ", body).split():
        if result is not None:
            raise NotationError(f"{quoted(word)} stands after the result {result}")
        if word in RESULTS:
            result = word
        elif move := re.sub(r"^\d+\.+", "", word):
            _read_move(game, move)
    for said in (result, tags.get("Result")):
        if said is not None and said != game.result:
            raise NotationError(
                f"the result is given as {quoted(said)} but the moves say {game.result}"
            )
    return game


def read_games(text: str) -> list[Game]:
    """Read the games of a file that holds several, each with its tags before its moves.

    >>> len(read_games(write_game(Game()) + write_game(Game())))
    2
    """
    parts: list[list[str]] = [[]]
    in_moves = False
    for line in text.replace("\r\n", "\n").split("\n"):
        is_tag = line.lstrip().startswith("[")
        if is_tag and in_moves:
            parts.append([])
        in_moves = not is_tag and (in_moves or bool(line.strip()))
        parts[-1].append(line)
    games = []
    for count, part in enumerate(parts, start=1):
        try:
            games.append(read_game("\n".join(part)))
        except NotationError as error:
            raise NotationError(f"game {count} of {len(parts)}: {error}") from None
    return games


def write_line(game: Game) -> str:
    """Write the moves as a move string, with "4>5" for a disc that slipped.

    >>> write_line(read_line("4 4 5"))
    '445'
    """
    return ("" if game.start.width <= 9 else " ").join(map(str, game.moves))


def read_line(text: str, start: Position | None = None) -> Game:
    """Play a move string from a start; where discs slip, "4>5" aims at 4 and lands in 5.

    >>> from fourscore.core.variants import SLIP
    >>> read_line("44>5", Position.empty(variant=SLIP)).moves[-1]
    Move(aim=3, landing=4)
    """
    game = Game(start)
    column = r"\d" if game.start.width <= 9 else r"\d+"
    words = re.findall(rf"{column}(?:>{column})?|[^\s,]", text, re.ASCII)
    for count, word in enumerate(words, start=1):
        try:
            game.play(*_read_columns(word, game.start.width))
        except IllegalMoveError as error:
            after = f" after {write_line(game)!r}"
            raise NotationError(f"move {count} of {quoted(text)}: {error}{after}") from None
        except InputError as error:
            raise NotationError(f"move {count} of {quoted(text)}: {error}") from None
    return game


def _read_columns(word: str, width: int) -> list[int]:
    columns = [parse_column(part, width) for part in word.split(">")]
    if len(columns) > 2:
        raise NotationError("one landing is enough")
    return columns


def read_record(text: str, start: Position | None = None) -> list[Game]:
    """Read games however they are written: in the text format, one or several, or as moves.

    Moves alone, such as 4453, are played from `start`, else from the empty board of 7x6.

    >>> [game.columns for game in read_record("44 5")], len(read_record("1. 4 4 2. 5 *"))
    ([(3, 3, 4)], 1)
    """
    if re.search(r"\[|\*|\d\.|\d-\d|\{", text):
        return read_games(text)
    if re.search(r"[XOxo|/+.-]", text):
        raise NotationError(f"{quoted(text.lstrip('|'))} is a board, and a board has no moves")
    positions = follow_moves(text, start or Position.empty())
    game = Game(positions[0])
    for column in parse_moves(text, game.start.width):
        game.play(column)
    return [game]


def _read_move(game: Game, word: str) -> None:
    where = f"move {len(game.moves) + 1} ({quoted(word)})"
    try:
        game.play(*_read_columns(word, game.start.width))
    except InputError as error:
        raise NotationError(f"{where}: {error}") from None


def _split(text: str) -> tuple[dict[str, str], str]:
    tags: dict[str, str] = {}
    lines = text.replace("\r\n", "\n").split("\n")
    for count, line in enumerate(lines):
        if not line.strip():
            continue
        if not line.lstrip().startswith("["):
            return tags, "\n".join(lines[count:])
        match = re.fullmatch(rf'\s*\[({TAG_NAME}) "((?:[^"\\]|\\.)*)"\]\s*', line)
        if match is None:
            raise NotationError(
                f'line {count + 1} is not a tag of the form [Name "value"]: {quoted(line)}'
            )
        tags[match[1]] = re.sub(r"\\(.)", _unescape, match[2])
    return tags, ""


def _start(tags: dict[str, str]) -> Position:
    size = tags.get("Size", "7x6")
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", size)
    if match is None:
        raise NotationError(f"the size {quoted(size)} is not of the form 7x6")
    width, height = int(match[1]), int(match[2])
    rules = variant(tags.get("Variant", "standard"))
    if "Start" in tags:
        return read_board(tags["Start"], width=width, height=height, variant=rules)
    return Position.empty(width, height, rules)


def _escape(value: str) -> str:
    marks = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"}
    return "".join(marks.get(letter, letter) for letter in value)


def _unescape(match: re.Match[str]) -> str:
    return {"n": "\n", "r": "\r"}.get(match[1], match[1])
