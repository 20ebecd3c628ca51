"""Evaluation by whole lines: each row, column and diagonal is looked up as one pattern.

Every line of 4 to 7 cells is read as a number in base 3 (empty, X, O), from the bottom or the
left, and has one weight in a table for lines of its length: 3^4 + 3^5 + 3^6 + 3^7 weights in
all, learned from exact scores (`fourscore study lines`). A position's value for X is the sum
over its 25 lines, and what the side to move is worth.

The table speaks of X and O, not of own and enemy, because the two differ: with the same
pattern, X profits from odd rows and O from even ones.
"""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from fourscore.core.bitboard import Rules, steps
from fourscore.errors import UnsupportedError
from fourscore.jit.kernel import kernel, popcount
from fourscore.search.evaluation.base import Evaluation, register

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LINES", "TABLE_SIZE", "LineWeights", "evaluate_lines", "line_weights", "read_pattern"]

LENGTHS = (4, 5, 6, 7)
TABLE_SIZE = sum(3**length for length in LENGTHS)
DATA = "lines.npy"


class LineWeights(NamedTuple):
    """The learned table, and where the board's lines lie."""

    table: "NDArray[np.int32]"
    """Weights for X: the patterns of 4 cells first, then 5, 6 and 7; last the move's worth."""
    lines: "NDArray[np.int64]"
    """A row a line: first cell, mask, multiplier, shift, bits, place of its patterns."""
    ternary: "NDArray[np.int64]"
    """Bits read as digits in base 3."""


def line_weights(rules: Rules, table: "NDArray[np.int32]") -> LineWeights:
    """Bind a table to a board of 7x6."""
    import numpy as np

    if (rules.width, rules.height) != (7, 6):
        raise UnsupportedError(
            f"the evaluation lines is learned for 7x6; the board is {rules.width}x{rules.height}"
        )
    ternary = [int(f"{bits:b}", 3) for bits in range(2 ** LENGTHS[-1])]
    return LineWeights(table, _geometry(rules), np.array(ternary, dtype=np.int64))


def _geometry(rules: Rules) -> "NDArray[np.int64]":
    """Find every whole line of four cells and more, and how its cells are gathered.

    The cells of a line lie `step` bits apart. Multiplying by a number with bits `step - 1`
    apart moves cell i to bit i above a shift; no two products fall on the same bit, so that
    nothing carries.
    """
    import numpy as np

    places = {length: sum(3**less for less in LENGTHS if less < length) for length in LENGTHS}
    rows = []
    for step in steps(rules):
        for start in range(rules.width * rules.stride):
            length = _length(start, step, rules)
            if length >= LENGTHS[0] and not _on_board(start - step, rules):
                mask = sum(1 << (i * step) for i in range(length))
                shift = (length - 1) * (step - 1)
                magic = sum(1 << (shift - i * (step - 1)) for i in range(length)) if shift else 1
                rows.append((start, mask, magic, shift, (1 << length) - 1, places[length]))
    return np.array(rows, dtype=np.int64)


def _on_board(cell: int, rules: Rules) -> bool:
    return cell >= 0 and bool(rules.full >> cell & 1)


def _length(start: int, step: int, rules: Rules) -> int:
    length = 0
    while _on_board(start + length * step, rules):
        length += 1
    return length


@kernel
def read_pattern(first: int, second: int, line: int, weights: LineWeights) -> int:
    """Return the table's index for one line of a board, X's discs and O's discs."""
    lines = weights.lines
    start, mask, magic, shift, bits = (
        lines[line, 0],
        lines[line, 1],
        lines[line, 2],
        lines[line, 3],
        lines[line, 4],
    )
    one = ((((first >> start) & mask) * magic) >> shift) & bits
    two = ((((second >> start) & mask) * magic) >> shift) & bits
    return int(lines[line, 5] + weights.ternary[one] + 2 * weights.ternary[two])


@kernel
def evaluate_lines(
    weights: LineWeights,
    own: int,
    enemy: int,
    own_moves: int,
    rules: Rules,  # noqa: ARG001
) -> int:
    """Sum the weights of all lines for `own`."""
    first_moves = popcount(own | enemy) & 1 == 0
    own_is_first = first_moves == (own_moves != 0)
    first, second = (own, enemy) if own_is_first else (enemy, own)
    points = int(weights.table[-1] if first_moves else -weights.table[-1])
    for line in range(len(weights.lines)):
        points += weights.table[read_pattern(first, second, line, weights)]
    return points if own_is_first else -points


register(LineWeights, evaluate_lines)


@cache
def _shipped() -> "NDArray[np.int32]":
    import numpy as np

    with files("fourscore.data").joinpath(DATA).open("rb") as file:
        table: NDArray[np.int32] = np.load(file, allow_pickle=False)
    return table.astype(np.int32)


@cache
def _weights(rules: Rules) -> LineWeights:
    """Bind the shipped table to a board, once: a small search has no time for it."""
    return line_weights(rules, _shipped())


LINES = Evaluation(
    "lines",
    "learned weights for whole rows, columns and diagonals (7x6)",
    _weights,
)
