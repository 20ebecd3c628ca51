"""Openings: the positions from which a tournament's games start.

    empty             the empty board
    random:PLIES      drawn positions, no two alike (mirror images count as alike), in which
                      neither side could complete a four with its next disc
    balanced[:PLIES]  of these, the positions whose exact score is even or nearly so: a draw, or
                      a win with one of the winner's last `NEARLY` discs
    suite:NAME        the positions of a shipped suite, in an order that the seed draws
    FILE              one position a line, as moves or as a board with rows separated by "/";
                      blank lines and lines that start with # are skipped

The same seed draws the same openings in the same order, however many are taken.
"""

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from fourscore.core import bitboard
from fourscore.core.position import Position
from fourscore.core.reader import read_file, read_game
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.solver import Solver

__all__ = ["BALANCED_PLIES", "NEARLY", "draw_openings", "play_random"]

NEARLY = 2
"""The largest exact score, either way, that counts as nearly even."""
BALANCED_PLIES = 12
"""Discs on the board of balanced openings, if not given."""
PATIENCE = 3000
"""Draws in a row without a new position before giving up."""
CHUNK = 16
"""Candidates solved at a time."""
FORMS = "openings are empty, random:PLIES, balanced, balanced:PLIES, suite:NAME or a file"


def draw_openings(
    text: str, board: Position, seed: int = 0, solver: "Solver | None" = None
) -> Iterator[Position]:
    """Return the openings that `text` describes; those that are drawn are all different.

    `board` is the empty board of the wanted size and variant, and `solver` scores balanced
    openings, by default the shared one: up to 12 plies on 7x6 it looks them up in the book.
    Raises `InputError` at once if the text makes no sense. There may be fewer positions than
    wanted.

    >>> [next(draw_openings("empty", Position.empty())).ply]
    [0]
    >>> [each.ply for each in islice(draw_openings("balanced:4", Position.empty()), 3)]
    [4, 4, 4]
    """
    kind, colon, amount = text.strip().partition(":")
    if kind == "empty" and not colon:
        return iter((board,))
    if kind == "random":
        return _at_least_one(_candidates(board, _plies(text, amount, board), seed), text)
    if kind == "balanced":
        if board.variant.name != "standard":
            raise InputError(f"balanced openings need the standard rules, not {board.variant}")
        plies = _plies(text, amount, board) if colon else BALANCED_PLIES
        return _at_least_one(_balanced(board, plies, seed, solver), text)
    if kind == "suite" and colon:
        return iter(_of_suite(amount, board, seed))
    return iter(_read_file(Path(text), board))


def _of_suite(name: str, board: Position, seed: int) -> list[Position]:
    # Imported here because NumPy takes long to load.
    from fourscore.book.columns import boards_as_positions
    from fourscore.book.suites import SIZE, shipped_suite

    if (board.width, board.height) != SIZE or board.variant.name != "standard":
        raise InputError(
            f"suites are for 7x6 and the standard rules, not {board.size} {board.variant}"
        )
    suite = shipped_suite(name)
    positions = boards_as_positions(suite.mine, suite.filled, board.rules)
    random.Random(f"{seed} suite").shuffle(positions)
    return positions


def _plies(text: str, amount: str, board: Position) -> int:
    cells = board.width * board.height
    if not re.fullmatch(r"[0-9]{1,2}", amount) or int(amount) >= cells:
        raise InputError(f"{text!r}: PLIES is a number from 0 to {cells - 1}; {FORMS}")
    return int(amount)


def _at_least_one(found: Iterator[Position], text: str) -> Iterator[Position]:
    for first in found:
        yield first
        yield from found
        return
    raise InputError(f"{text!r}: no such position was found")


def _candidates(board: Position, plies: int, seed: int) -> Iterator[Position]:
    """Draw positions until no new one has turned up for `PATIENCE` draws."""
    draw = random.Random(f"{seed} openings")
    seen: set[Position] = set()
    tries = 0
    while tries < PATIENCE:
        tries += 1
        position = play_random(board, plies, draw)
        if position in seen or not _is_quiet(position):
            continue
        tries = 0
        seen |= {position, position.mirror()}
        yield position


def play_random(position: Position, plies: int, draw: random.Random) -> Position:
    """Play random moves, fewer if the game ends before."""
    for _ in range(plies):
        if not (legal := position.legal):
            break
        position = position.play(draw.choice(legal))
    return position


def _is_quiet(position: Position) -> bool:
    """Return whether the game is not over and neither side could complete a four with one disc."""
    mine, filled, rules = position.mine, position.filled, position.rules
    return not position.is_over and not any(
        bitboard.has_four(discs, rules) or bitboard.immediate_wins(discs, filled, rules)
        for discs in (mine, mine ^ filled)
    )


def _balanced(
    board: Position, plies: int, seed: int, solver: "Solver | None"
) -> Iterator[Position]:
    # Imported here because most tournaments need no solver.
    from fourscore.book.solving import shared_solver

    solver = solver or shared_solver()
    candidates = _candidates(board, plies, seed)
    while chunk := list(islice(candidates, CHUNK)):
        scores = solver.solve_many(chunk)
        for position, score in zip(chunk, scores, strict=True):
            if abs(score.lower) <= NEARLY:
                yield position


def _read_file(path: Path, board: Position) -> list[Position]:
    try:
        lines = read_file(path).splitlines()
    except InputError as error:
        raise InputError(f"{error}; {FORMS}") from None
    found = []
    for count, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found.append(_read_line(line, f"line {count} of '{path}'", board))
    if not found:
        raise InputError(f"the file '{path}' has no openings")
    return found


def _read_line(line: str, where: str, board: Position) -> Position:
    try:
        position = read_game(line, board).position
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if position.is_over:
        raise InputError(f"{where}: the game is over: {position.outcome}")
    return position
