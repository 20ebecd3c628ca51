"""The JSON of ordinary positions, written at once.

`positions` and `truth` say what the JSON is, for every size, variant and start. Most requests are
about games on the usual board that go on, and for these the same bytes are written here without
making an object for every disc: it takes a tenth of the time. Tests compare the two.
"""

from functools import lru_cache

from fourscore.core import bitboard
from fourscore.core.plain import read_digits
from fourscore.core.position import PLAYERS, STANDARD_RULES, Position
from fourscore.schemas.positions import NO_MOVES
from fourscore.schemas.truth import column_view, score_view
from fourscore.search.types import Value
from fourscore.solver import Book, score_of

__all__ = ["known_analysis_json", "plain_position", "position_json"]

WIDTH, HEIGHT = STANDARD_RULES.width, STANDARD_RULES.height


def plain_position(moves: str) -> Position | None:
    """Return the position after moves on the usual board, or None if they are not plain digits.

    >>> plain_position("4453").ply, plain_position("4x"), plain_position("4444444")
    (4, None, None)
    """
    found = read_digits("" if moves == NO_MOVES else moves, STANDARD_RULES)
    return None if found is None else Position.from_bitboards(*found, STANDARD_RULES)


def position_json(moves: str) -> bytes | None:
    """Return the JSON of a `PositionView`, or None unless it is a plain game that goes on.

    >>> position_json("44")[:60]
    b'{"moves":"44","start":null,"size":"7x6","variant":"standard"'
    """
    position = plain_position(moves)
    if position is None or not position.legal:
        return None
    digits = "" if moves == NO_MOVES else moves
    heights, played, board = _replay(digits)
    turn = position.turn
    landings = ",".join(_landing(column, heights[column]) for column in position.legal)
    threats = ",".join(f'"{player}":[{_threats(position, player)}]' for player in PLAYERS)
    return (
        f'{{"moves":"{digits or NO_MOVES}","start":null,"size":"{WIDTH}x{HEIGHT}",'
        f'"variant":"standard","columns":{WIDTH},"rows":{HEIGHT},"ply":{len(digits)},'
        f'"turn":"{turn}","says":"{turn} to move","board":[{board}],'
        f'"legal":[{_columns(position.legal)}],"landings":{{{landings}}},"played":[{played}],'
        f'"outcome":null,"winning":[{_columns(position.winning_columns)}],'
        f'"threats":{{{threats}}},"fours":{{"X":0,"O":0}},"game":"{_game(digits)}"}}'
    ).encode()


def _replay(digits: str) -> tuple[list[int], str, str]:
    """Return the height of each column, the moves and the board."""
    heights, played = [0] * WIDTH, []
    board = [["-"] * WIDTH for _ in range(HEIGHT)]
    for ply, digit in enumerate(digits):
        column = ord(digit) - 49
        row = heights[column]
        heights[column] = row + 1
        board[-1 - row][column] = PLAYERS[ply & 1]
        played.append(_disc(column, row, ply & 1))
    return heights, ",".join(played), ",".join([f'"{"".join(row)}"' for row in board])


@lru_cache(1024)
def _disc(column: int, row: int, player: int) -> str:
    place = f'"column":{column + 1},"row":{row + 1}'
    return f'{{{place},"player":"{PLAYERS[player]}","aim":{column + 1}}}'


@lru_cache(1024)
def _landing(column: int, row: int) -> str:
    place = f'"column":{column + 1},"row":{row + 1}'
    return f'"{column + 1}":[{{{place},"probability":1.0}}]'


@lru_cache(1024)
def _columns(columns: tuple[int, ...]) -> str:
    return ",".join(str(column + 1) for column in columns)


def _threats(position: Position, player: str) -> str:
    cells = bitboard.winning_cells(position.discs(player), position.filled, STANDARD_RULES)
    return ",".join(
        f'{{"column":{column + 1},"row":{row + 1},'
        f'"now":{"true" if row == position.column_height(column) else "false"}}}'
        for column, row in position.cells(cells)
    )


def _game(digits: str) -> str:
    """Return the game as text, as JSON writes it."""
    pairs = [
        f"{number}. {' '.join(digits[2 * number - 2 : 2 * number])} "
        for number in range(1, (len(digits) + 3) // 2)
    ]
    tags = rf"[Variant \"standard\"]\n[Size \"{WIDTH}x{HEIGHT}\"]\n[Result \"*\"]\n\n"
    return rf"{tags}{''.join(pairs)}*\n"


# Analyses


def known_analysis_json(position: Position, book: Book) -> bytes | None:
    """Return the JSON of an analysis from the book alone, or None if the book does not have it."""
    values = []
    for column in position.legal:
        known = book.lookup(position.play(column))
        if known is None:
            return None
        values.append((column, -known))
    if not values:
        return None
    ply, rules = position.ply, position.rules
    floor = max(value for _, value in values)
    columns = [_column(column, value, value == floor, ply, rules) for column, value in values]
    best = _columns(tuple(column for column, value in values if value == floor))
    return (
        f'{{"complete":true,"score":{_score(floor, ply, rules)},"columns":[{",".join(columns)}],'
        f'"best":[{best}]}}'
    ).encode()


@lru_cache(8192)
def _column(column: int, value: int, is_best: bool, ply: int, rules: bitboard.Rules) -> str:
    floor = value if is_best else value + 1
    return column_view(_any_at(ply, rules), column, Value(value), floor).model_dump_json()


@lru_cache(1024)
def _score(value: int, ply: int, rules: bitboard.Rules) -> str:
    return score_view(score_of(value, _any_at(ply, rules))).model_dump_json()


@lru_cache(64)
def _any_at(ply: int, rules: bitboard.Rules) -> Position:
    """Return a board with some discs: what a score says depends on nothing else."""
    full, left = 0, ply
    for column in range(rules.width):
        discs = min(left, rules.height)
        full |= ((1 << discs) - 1) << column * rules.stride
        left -= discs
    return Position.from_bitboards(0, full, rules)
