"""Read games as other programs, sites and people write them.

`read_pasted` takes what `reader` takes and, where that is not valid, tries these forms; the first
that fits counts:

    a link                 ?moves=… of fourscore, ?pos=… of a solver's page
    JSON                   a list of columns, of cells or of rows, or an object with moves
    a board                rows of other symbols (r y, 1 2, discs), also of another size, or on one
                           line with numbers for empty cells: 7/7/7/7/3r3/2yry2
    columns from 0         digits with a 0 among them
    columns as letters     d1 d2 e1, D D E
    columns                with any separators, move numbers and players: 1) Red 4 2) Yellow 4

What is read says in which form it was, so that people can see whether they were understood.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from fourscore.core.conversion import convert
from fourscore.core.game import Game
from fourscore.core.notation import empty_board, plural, quoted, read_board
from fourscore.core.position import EMPTY, Position
from fourscore.core.reader import read_game, read_line
from fourscore.core.variants import Variant
from fourscore.errors import InputError, NotationError

__all__ = ["Pasted", "read_pasted"]

SYMBOLS = dict.fromkeys("-._·0⚪⚫🔵🟦⬜⬛", EMPTY)
SYMBOLS |= dict.fromkeys("XxRr1🔴🟥", "X") | dict.fromkeys("OoYy2🟡🟨", "O")
"""The cells of a board as others write them."""
BETWEEN = re.compile(r"[\s,;:|/\\()\[\]{}\"'\u2013\u2014→-]+")
"""What may stand between columns."""
PLAYERS = re.compile(r"\b(red|yellow)\b", re.IGNORECASE)
"""Who moves, where that stands before each column."""
NUMBERING = re.compile(r"(?<![^\s])(\d{1,3})[.)]+\s*")
LINK = re.compile(r"\w+://\S+|www\.\S+|\S*\?\w+=\S*")
CELL_NAME = re.compile(r"([A-Za-z])(\d?)")
FORMS = "columns such as 4 4 5 3, a board, a link or a whole game"
NAMES = {"red": "First", "yellow": "Second"}


class Pasted(NamedTuple):
    """A game, and the form it was written in."""

    game: Game
    form: str
    """Such as "columns counted from 0"; empty if it was one of fourscore's own."""


def read_pasted(text: str, start: Position | None = None) -> Pasted:
    """Read a game in any of the forms above; moves are played from `start`.

    Raises `NotationError`, which says what was found and where.

    >>> read_pasted("1. d1 d2 2. e1").game
    Game("445")
    >>> read_pasted("https://connect4.gamesolver.org/?pos=4455").form
    'a link'
    """
    start = start or Position.empty()
    for form in (_read_link, _read_json):
        if (found := form(text, start)) is not None:
            return found
    try:
        return Pasted(read_game(text, start), "")
    except NotationError as error:
        own = error
    for form in (_read_symbols, _read_letters, _read_digits):
        if (found := form(text, start)) is not None:
            return found
    raise _explain(text, own)


# Links and JSON


def _read_link(text: str, start: Position) -> Pasted | None:
    match = LINK.fullmatch(text.strip())
    if match is None:
        return None
    try:
        parts = urlsplit(match[0])
    except ValueError:
        raise NotationError(f"{quoted(match[0])} is not a valid link") from None
    query = {**parse_qs(parts.fragment.partition("?")[2]), **parse_qs(parts.query)}
    values = {name: value[-1] for name, value in query.items()}
    if not values.keys() & {"moves", "pos", "start"}:
        raise NotationError("the link has no game: neither moves=, pos= nor start= is in it")
    return Pasted(_of_values(values, start, "the link"), "a link")


def _of_values(values: Mapping[str, str], start: Position, where: str) -> Game:
    try:
        if values.keys() & {"size", "variant"} or "pos" in values:
            begin = empty_board(values.get("size", "7x6"), values.get("variant", "standard"))
        else:
            begin = empty_board(start.size, start.variant.name)
        if values.get("start"):
            size = {"width": begin.width, "height": begin.height}
            begin = read_board(values["start"], variant=begin.variant, **size)
        moves = values.get("moves") or values.get("pos") or ""
        game = read_line("" if moves == "-" else moves, begin)
    except InputError as error:
        raise NotationError(f"in {where}: {error.for_people}") from None
    game.tags |= {tag: values[name] for name, tag in NAMES.items() if values.get(name)}
    return game


def _read_json(text: str, start: Position) -> Pasted | None:
    if not text.strip().startswith(("[", "{")):
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, dict):
        return _of_object(data, start)
    if not isinstance(data, list) or not data:
        return None
    if all(isinstance(row, list) for row in data):
        rows = ["".join(SYMBOLS.get(str(cell), "?") for cell in row) for row in data]
        return Pasted(Game(_board(rows, start.variant)), "a list of rows")
    numbers = [int(each) for each in data if re.fullmatch(r"\d{1,2}", str(each))]
    if len(numbers) != len(data):
        odd = next(each for each in data if not re.fullmatch(r"\d{1,2}", str(each)))
        raise NotationError(f"the list has {odd!r:.40} where a column is wanted")
    if len(numbers) == start.width * start.height and max(numbers) <= 2:
        size = (start.width, start.height)
        return Pasted(Game(convert(numbers, start.variant, size)), "a list of cells")
    return _play(numbers, start, "a list of columns")


def _of_object(data: Mapping[str, Any], start: Position) -> Pasted:
    moves = data.get("moves", data.get("columns", data.get("pos")))
    if isinstance(moves, list):
        found = _read_json(json.dumps(moves), start)
        if found is not None:
            return found
    if isinstance(moves, str):
        names = ("start", "size", "variant")
        values = {name: data[name] for name in names if isinstance(data.get(name), str)}
        return Pasted(_of_values({"moves": moves, **values}, start, "the object"), "JSON")
    raise NotationError("the object has no moves: neither 'moves', 'columns' nor 'pos' is in it")


# Boards


def _read_symbols(text: str, start: Position) -> Pasted | None:
    rows = [row for line in re.split(r"[\n/]", text) if (row := _row(line))]
    if len(rows) < 2:
        return None
    known = set("".join(rows))
    if known <= set("0123456789") and not (known <= set("012") and "0" in known):
        return None  # moves on several lines
    if not known <= SYMBOLS.keys() | set("0123456789"):
        return None
    if not known <= SYMBOLS.keys() or len({len(row) for row in rows}) > 1:
        rows = [re.sub(r"\d", lambda count: EMPTY * int(count[0]), row) for row in rows]
    if len({len(row) for row in rows}) > 1:
        short = next(at for at, row in enumerate(rows) if len(row) != len(rows[0]))
        raise NotationError(
            f"the rows of the board differ in length: row 1 from the top has "
            f"{plural(len(rows[0]), 'cell')}, row {short + 1} has {len(rows[short])}"
        )
    if len(rows[0]) < 2:
        return None
    return Pasted(Game(_board(rows, start.variant)), f"a board of {len(rows[0])}x{len(rows)}")


def _row(line: str) -> str:
    """Return the cells of a line; nothing for a frame or a line of numbers."""
    row = re.sub(r"[\s|,;'\"\[\](){}\ufe0f]", "", line)
    is_frame = re.fullmatch(r"\+[-=+]*\+|[=+]+", row)
    is_numbers = row[:3] in ("123", "012") and row.isdigit() and row == _count(row)
    is_letters = row.lower() == "abcdefghi"[: len(row)]
    return "" if is_frame or is_numbers or is_letters else row


def _count(row: str) -> str:
    return "".join(str(int(row[0]) + place) for place in range(len(row)))[: len(row)]


def _board(rows: Sequence[str], variant: Variant) -> Position:
    marks = ["".join(SYMBOLS.get(mark, mark) for mark in row) for row in rows]
    width, height = len(marks[0]), len(marks)
    try:
        return read_board("/".join(marks), width=width, height=height, variant=variant)
    except InputError as error:
        raise NotationError(error.for_people) from None


# Columns


def _read_digits(text: str, start: Position) -> Pasted | None:
    if start.rules.slips and ">" in text:
        return None
    bare = BETWEEN.sub(" ", PLAYERS.sub(" ", _unnumbered(text))).strip()
    if not re.fullmatch(r"[\d\s]+", bare, re.ASCII):
        return None
    words = bare.split() if start.width > 9 else list(bare.replace(" ", ""))
    if any(len(word) > 2 for word in words):
        return None
    return _play([int(word) for word in words], start, "columns")


def _play(numbers: Sequence[int], start: Position, form: str) -> Pasted:
    """Play columns, counted from 0 if there is a 0 among them."""
    base = 0 if 0 in numbers else 1
    game = Game(start)
    for count, number in enumerate(numbers, start=1):
        try:
            game.play(number - base)
        except InputError as error:
            counted = "; columns count from 0 here" if base == 0 else ""
            why = error.for_people if base else f"column {number} cannot be played"
            raise NotationError(f"move {count} ({number}): {why}{counted}") from None
    return Pasted(game, form if base else f"{form}, counted from 0")


def _read_letters(text: str, start: Position) -> Pasted | None:
    words = BETWEEN.sub(" ", PLAYERS.sub(" ", _unnumbered(text))).split()
    joined = "".join(words)
    cells = CELL_NAME.findall(joined)
    if not cells or "".join(letter + row for letter, row in cells) != joined:
        return None
    if not (any(row for _, row in cells) or joined.isupper() or max(map(len, words)) == 1):
        return None  # a word, such as "cabbage"
    if not all(0 <= ord(letter.lower()) - ord("a") < start.width for letter, _ in cells):
        return None
    game = Game(start)
    for count, (letter, row) in enumerate(cells, start=1):
        column = ord(letter.lower()) - ord("a")
        at = game.position
        try:
            game.play(column)
        except InputError as error:
            raise NotationError(f"move {count} ({letter}{row}): {error.for_people}") from None
        if row and int(row) != (lands := at.column_height(column) + 1):
            raise NotationError(
                f"move {count} ({letter}{row}): the disc lands in row {lands}, not {row}"
            )
    return Pasted(game, "columns, written as letters")


def _unnumbered(text: str) -> str:
    """Leave out move numbers that count up."""
    numbers = [int(match[1]) for match in NUMBERING.finditer(text)]
    counts_up = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else False
    if not counts_up or not NUMBERING.match(text.strip()):
        return text
    return NUMBERING.sub(" ", text)


# What is wrong


def _explain(text: str, own: NotationError) -> NotationError:
    """Name the first thing that no game has, or say what `reader` says."""
    known = (
        set("".join(SYMBOLS))
        | set("0123456789>,;:|/\\()[]{}\"'\u2013\u2014→-+.*")
        | set("abcdefghi")
    )
    for count, line in enumerate(text.splitlines(), start=1):
        for word in line.split():
            if not set(word.lower()) <= known and '"' not in word:
                where = f" in line {count}" if "\n" in text.strip() else ""
                return NotationError(f"{quoted(word, 30)}{where} is not a move; give {FORMS}")
    return own
