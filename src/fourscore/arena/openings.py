"""Openings: the positions from which a tournament's games begin.

    empty             the empty board
    random:PLIES      drawn positions, no two alike (a mirror image counts as alike), in which
                      neither side could make a four with its next disc
    balanced[:PLIES]  of such positions, those that the solver proves even or nearly so: a
                      draw, or won with one of the winner's last `NEARLY` discs
    FILE              a position a line, as moves or as a board with rows parted by "/";
                      blank lines and lines that begin with # are skipped

The same seed draws the same openings in the same order, however many are taken.
"""

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from fourscore.core import bitboard
from fourscore.core.position import Position
from fourscore.core.reader import read_file, read_game
from fourscore.errors import InputError

__all__ = ["NEARLY", "draw_openings"]

NEARLY = 2
"""The largest exact score, either way, that still counts as nearly even."""
BALANCED_PLIES = 12
"""Enough for the solver to be quick."""
PATIENCE = 3000
"""Draws in a row without a new position after which there are taken to be no more."""
CHUNK = 16
"""Candidates that are given to the solver at a time."""
FORMS = "openings are empty, random:PLIES, balanced, balanced:PLIES or a file"


def draw_openings(text: str, board: Position, seed: int = 0) -> Iterator[Position]:
    """Return the openings that `text` stands for, all different if they are drawn.

    `board` is the empty board of the wanted size and variant. What is wrong with the text is
    said at once; there may be fewer positions than one would like.

    >>> [next(draw_openings("empty", Position.empty())).ply]
    [0]
    >>> [each.ply for each in islice(draw_openings("random:4", Position.empty()), 3)]
    [4, 4, 4]
    """
    kind, colon, amount = text.strip().partition(":")
    if kind == "empty" and not colon:
        return iter((board,))
    if kind == "random":
        return _at_least_one(_candidates(board, _plies(text, amount, board), seed), text)
    if kind == "balanced":
        if board.variant.name != "standard":
            raise InputError(f"balanced openings are for standard rules, not for {board.variant}")
        plies = _plies(text, amount, board) if colon else BALANCED_PLIES
        return _at_least_one(_balanced(board, plies, seed), text)
    return iter(_read_file(Path(text), board))


def _plies(text: str, amount: str, board: Position) -> int:
    cells = board.width * board.height
    if not re.fullmatch(r"[0-9]{1,2}", amount) or int(amount) >= cells:
        raise InputError(f"{text!r}: the plies are a number from 0 to {cells - 1}; {FORMS}")
    return int(amount)


def _at_least_one(found: Iterator[Position], text: str) -> Iterator[Position]:
    for first in found:
        yield first
        yield from found
        return
    raise InputError(f"{text!r}: no such position was found")


def _candidates(board: Position, plies: int, seed: int) -> Iterator[Position]:
    """Draw positions until no new one turns up for long."""
    draw = random.Random(f"{seed} openings")
    seen: set[Position] = set()
    tries = 0
    while tries < PATIENCE:
        tries += 1
        position = _wander(board, plies, draw)
        if position in seen or not _is_quiet(position):
            continue
        tries = 0
        seen |= {position, position.mirror()}
        yield position


def _wander(position: Position, plies: int, draw: random.Random) -> Position:
    for _ in range(plies):
        if not (legal := position.legal()):
            break
        position = position.play(draw.choice(legal))
    return position


def _is_quiet(position: Position) -> bool:
    """Return whether nobody has a four or could make one with the next disc."""
    mine, filled, rules = position.mine, position.filled, position.rules
    return not position.is_over() and not any(
        bitboard.has_four(discs, rules) or bitboard.immediate_wins(discs, filled, rules)
        for discs in (mine, mine ^ filled)
    )


def _balanced(board: Position, plies: int, seed: int) -> Iterator[Position]:
    # Loaded when it is used: most tournaments need no solver.
    from fourscore.solver import solve_many

    candidates = _candidates(board, plies, seed)
    while chunk := list(islice(candidates, CHUNK)):
        scores = solve_many(chunk)
        for position, score in zip(chunk, scores, strict=True):
            if abs(score.value) <= NEARLY:
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
    if position.is_over():
        raise InputError(f"{where}: the game is over: {position.outcome()}")
    return position
