"""A player's own games: where they leave the winning path, how often, and what it cost.

A departure is a move that gives up a win or a draw. Departures are grouped by the position, whose
mirror image and other orders of moves count as the same.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fourscore.core.game import Game
from fourscore.core.notation import write_moves
from fourscore.core.position import Position
from fourscore.core.reader import IN_GAMES, read_game, read_line
from fourscore.errors import InputError, NotationError
from fourscore.insight.openings.folding import canonical_name, fold, mirror_column
from fourscore.insight.truth.judge import Judge, MoveKind, shared_judge
from fourscore.runtime.progress import OnCount
from fourscore.search.control import Cancel
from fourscore.solver import Score
from fourscore.solver.solver import require_solvable

__all__ = ["Choice", "Departure", "GamesReport", "ReadGame", "Side", "read_own", "study_games"]

COSTS = {MoveKind.WIN_TO_LOSS: 2, MoveKind.WIN_TO_DRAW: 1, MoveKind.DRAW_TO_LOSS: 1}
"""Half points that a departure costs, if both play perfectly afterwards."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game of a file, with the line it begins at, counted from 1."""

    game: Game
    """The game."""
    line: int
    """The line of the file that it begins at."""

    @property
    def moves(self) -> str:
        """The moves, as people write them."""
        return write_moves(self.game.columns, self.game.start.width)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was played at a departure."""

    column: int
    """The column that was played, counted from 0."""
    kind: MoveKind
    """What the move did to the result."""
    score: Score
    """What the column is worth to its mover."""
    games: tuple[int, ...]
    """The numbers of the games, from 1."""

    @property
    def count(self) -> int:
        """How often it was played."""
        return len(self.games)


@dataclass(frozen=True)
class Departure:
    """A position in which games left the path."""

    position: Position
    """The position, in the orientation of the first game that came here."""
    moves: str
    """The moves of the first game that came here."""
    score: Score
    """What the position was worth to the side to move."""
    keeping: tuple[int, ...]
    """The columns that keep the result."""
    best: tuple[int, ...]
    """The best columns."""
    choices: tuple[Choice, ...]
    """What was played instead, the most frequent first."""
    reached: int
    """How many games came here with this side to move."""

    @property
    def count(self) -> int:
        """How many games left the path here."""
        return sum(each.count for each in self.choices)

    @property
    def cost(self) -> float:
        """Points that were given away here in all: a win for a loss is 1, a draw is half."""
        return sum(COSTS[each.kind] * each.count for each in self.choices) / 2

    @property
    def canonical(self) -> str:
        """The name of the position."""
        return canonical_name(self.position)


@dataclass(frozen=True, slots=True)
class Side:
    """How one colour did."""

    player: str
    """The colour: "X" or "O"."""
    games: int
    """Games in which it played."""
    left: int
    """Games in which it gave up a win or a draw."""
    gave_win: int
    """How often it gave up a win."""
    gave_draw: int
    """How often it gave up a draw."""

    @property
    def kept(self) -> int:
        """Games in which it gave nothing away."""
        return self.games - self.left


@dataclass(frozen=True)
class GamesReport:
    """Where games leave the winning path."""

    games: tuple[ReadGame, ...]
    """The games, in the order of the file."""
    sides: tuple[Side, ...]
    """How each colour did."""
    departures: tuple[Departure, ...]
    """By what they cost in all, the dearest first."""
    by_game: tuple[tuple[tuple[int, int, MoveKind], ...], ...]
    """The departures of each game: discs on the board before it, the column, what it did."""

    @property
    def moves(self) -> int:
        """How many moves were judged."""
        return sum(len(each.game.moves) for each in self.games)


# Reading


def read_own(text: str) -> list[ReadGame]:
    """Read games: in the text format, one after the other, or one move string a line.

    Empty lines, and lines of moves that begin with "#", are skipped. Raises `NotationError`, which
    names the line.

    >>> [(each.line, each.moves) for each in read_own("4453\\n\\n44")]
    [(1, '4453'), (3, '44')]
    >>> read_own("4453\\n4444444")
    Traceback (most recent call last):
    ...
    fourscore.errors.NotationError: line 2: move 7 of '4444444': column 4 is full after '444444'
    """
    lines = text.replace("\r\n", "\n").split("\n")
    games = _read_tagged(lines) if IN_GAMES.search(text) else _read_lines(lines)
    if not games:
        raise InputError("there is no game in the text")
    for each in games:
        _require_opening(each)
    return games


def _read_lines(lines: Sequence[str]) -> list[ReadGame]:
    return [
        ReadGame(_located(number, lambda line=line: read_line(line.strip())), number)
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


def _read_tagged(lines: Sequence[str]) -> list[ReadGame]:
    """Begin a new game with each tag that follows moves, and after each empty line behind moves."""
    games: list[ReadGame] = []
    part: list[str] = []
    begin, in_moves = 1, False
    for number, line in enumerate([*lines, "["], start=1):
        is_tag = line.lstrip().startswith("[")
        if (is_tag or not line.strip()) and in_moves:
            text = "\n".join(part)
            games.append(ReadGame(_located(begin, lambda text=text: read_game(text)), begin))
            part, in_moves = [], False
        if line.strip():
            begin = begin if part else number
            part.append(line)
            in_moves = not is_tag
    left = "\n".join(part[:-1]).strip()
    if left:
        games.append(ReadGame(_located(begin, lambda: read_game(left)), begin))
    return games


def _located(line: int, read: "object") -> Game:
    try:
        game: Game = read()  # type: ignore[operator]
    except InputError as error:
        words = re.sub(r"^line \d+", "the line", error.for_people)
        raise NotationError(f"line {line}: {words}") from None
    return game


def _require_opening(found: ReadGame) -> None:
    try:
        require_solvable(found.game.start)
    except InputError as error:
        raise NotationError(f"line {found.line}: {error.for_people}") from None


# Judging


@dataclass
class _Place:
    """A position as it is met in games, in the orientation of the first."""

    position: Position
    moves: str
    reached: int = 0
    games: dict[int, list[int]] = field(default_factory=dict)
    """The numbers of the games that left the path here, by column."""


def study_games(
    games: Iterable[ReadGame | Game],
    player: str | None = None,
    name: str = "",
    judge: Judge | None = None,
    on_progress: OnCount | None = None,
    *,
    cancel: Cancel | None = None,
) -> GamesReport:
    """Find where games leave the winning path.

    `player` is "X" or "O" for one colour only, and `name` one of the players named in the games:
    then only that player's moves count, whatever the colour. Raises `InputError` if nobody has
    this name, and `Cancelled` if cancelled before all games are judged.

    >>> report = study_games([Game("43")])
    >>> [(each.moves, each.count, str(each.choices[0].kind)) for each in report.departures]
    []
    >>> report = study_games([Game("33"), Game("5")])
    >>> [(each.moves, each.count, str(each.choices[0].kind)) for each in report.departures]
    [('', 2, 'win to draw')]
    """
    found = tuple(each if isinstance(each, ReadGame) else ReadGame(each, 0) for each in games)
    judge = judge or shared_judge()
    sides = [_sides(each.game, player, name) for each in found]
    if name and not any(sides):
        raise InputError(f"no game names {name!r} as one of its players")
    places: dict[int, _Place] = {}
    by_game = []
    for number, (each, colours) in enumerate(zip(found, sides, strict=True), start=1):
        by_game.append(_judge_game(number, each, colours, places, judge, cancel))
        if on_progress:
            on_progress(number, len(found))
    left = [place for place in places.values() if place.games]
    departures = [_departure(each, judge, cancel) for each in left]
    departures.sort(key=lambda each: (-each.cost, -each.count, each.position.ply, each.moves))
    tally = tuple(_tally(colour, found, sides, by_game) for colour in "XO")
    return GamesReport(
        found, tuple(each for each in tally if each.games), tuple(departures), tuple(by_game)
    )


def _sides(game: Game, player: str | None, name: str) -> str:
    """Return whose moves count in a game: "X", "O", "XO" or nobody's."""
    wanted = player or "XO"
    if not name:
        return wanted
    names = {"X": game.tags.get("First"), "O": game.tags.get("Second")}
    return "".join(each for each in wanted if (names[each] or "").lower() == name.lower())


def _judge_game(
    number: int,
    read: ReadGame,
    colours: str,
    places: dict[int, _Place],
    judge: Judge,
    cancel: Cancel | None,
) -> tuple[tuple[int, int, MoveKind], ...]:
    if not colours or not read.game.moves:
        return ()
    game, left = read.game, []
    judged = judge.judge_game(game, cancel)
    for index, judgement in enumerate(judged):
        at = judgement.position
        if at.turn not in colours:
            continue
        folded, mirrored = fold(at)
        moves = write_moves(game.columns[:index], at.width)
        place = places.setdefault(folded.key, _Place(at, moves))
        place.reached += 1
        if judgement.is_blunder:
            turned = mirrored != fold(place.position)[1]
            column = mirror_column(judgement.column, at) if turned else judgement.column
            place.games.setdefault(column, []).append(number)
            left.append((at.ply, judgement.column, judgement.kind))
    return tuple(left)


def _departure(place: _Place, judge: Judge, cancel: Cancel | None) -> Departure:
    at = place.position
    scores = judge.columns(at, cancel)
    best = max(scores.values())
    choices = [
        Choice(column, judge.judge(at, column, cancel=cancel).kind, scores[column], tuple(games))
        for column, games in place.games.items()
    ]
    return Departure(
        at,
        place.moves,
        best,
        tuple(column for column, score in scores.items() if score.sign == best.sign),
        tuple(column for column, score in scores.items() if score == best),
        tuple(sorted(choices, key=lambda each: (-each.count, each.column))),
        place.reached,
    )


def _tally(
    colour: str,
    games: Sequence[ReadGame],
    sides: Sequence[str],
    by_game: Sequence[tuple[tuple[int, int, MoveKind], ...]],
) -> Side:
    played = [index for index, each in enumerate(sides) if colour in each and games[index].moves]
    own = [[kind for ply, _, kind in by_game[index] if "XO"[ply % 2] == colour] for index in played]
    return Side(
        colour,
        len(played),
        sum(bool(kinds) for kinds in own),
        sum(kind is not MoveKind.DRAW_TO_LOSS for kinds in own for kind in kinds),
        sum(kind is MoveKind.DRAW_TO_LOSS for kinds in own for kind in kinds),
    )
