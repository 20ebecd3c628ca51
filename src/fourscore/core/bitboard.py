"""The rulebook on 64-bit boards: the one place that knows how lines are found.

A board is two signed 64-bit integers: ``mine``, the discs of the side to move, and
``filled``, the discs of both. Cells are numbered column by column from the bottom, with
one spare bit on top of each column, so that no line runs from one column into the next.
On 7x6, ``stride`` is 7:

     6 13 20 27 34 41 48     <- spare, never filled
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Lines run along four steps: 1 (up), stride - 1, stride and stride + 1.

Python runs these functions as they are; kernels call them compiled. None of them checks its
arguments: `Position` does.
"""

from typing import NamedTuple

from fourscore.jit.kernel import compilable, kernel, popcount, trailing_zeros

__all__ = [
    "DRAW",
    "LOSS",
    "ONGOING",
    "WIN",
    "Rules",
    "cells_of_fours",
    "column_of",
    "count_fours",
    "has_four",
    "immediate_wins",
    "key",
    "landing_cell",
    "landing_cells",
    "landing_weight",
    "line_from",
    "line_starts",
    "mirror",
    "perft",
    "playable_cell",
    "result",
    "steps",
    "winning_cells",
]

WIN, DRAW, LOSS, ONGOING = 1, 0, -1, 2
"""What `result` returns, as the side to move sees it."""


class Rules(NamedTuple):
    """A board's size and variant as the numbers that kernels take."""

    width: int
    """Columns."""
    height: int
    """Rows."""
    stride: int
    """Bits per column: height + 1."""
    bottom: int
    """The lowest cell of each column."""
    full: int
    """Every cell."""
    plays_on: int
    """1 if play continues after a four until the board is full, and the most fours win."""
    slips: int
    """1 if a disc may land beside the column it is aimed at."""


@compilable
def steps(rules: Rules) -> tuple[int, int, int, int]:
    """Return the four steps along which lines run: up, down right, right, up right.

    A line of four spans three steps. Where that would exceed 63 bits, on tall and narrow
    boards, there is no such line; a step of 21 finds none and leaves every shift defined.
    """
    stride = rules.stride
    return (1, min(stride - 1, 21), min(stride, 21), min(stride + 1, 21))


@compilable
def has_four(discs: int, rules: Rules) -> bool:
    """Return whether these discs include four in a line."""
    found = 0
    for step in steps(rules):
        pairs = discs & (discs >> step)
        found |= pairs & (pairs >> (2 * step))
    return found != 0


@compilable
def count_fours(discs: int, rules: Rules) -> int:
    """Count the lines of four cells that these discs fill; five in a row count as two."""
    total = 0
    for step in steps(rules):
        pairs = discs & (discs >> step)
        total += popcount(pairs & (pairs >> (2 * step)))
    return total


@compilable
def cells_of_fours(discs: int, rules: Rules) -> int:
    """Return the cells that belong to a four of these discs."""
    cells = 0
    for step in steps(rules):
        pairs = discs & (discs >> step)
        starts = pairs & (pairs >> (2 * step))
        cells |= line_from(starts, step)
    return cells


@compilable
def line_starts(step: int, rules: Rules) -> int:
    """Return the cells where a line of four along `step` can start."""
    full = rules.full
    return full & (full >> step) & (full >> (2 * step)) & (full >> (3 * step))


@compilable
def line_from(start: int, step: int) -> int:
    """Return the four cells of the line that starts at a cell."""
    pair = start | (start << step)
    return pair | (pair << (2 * step))


@compilable
def winning_cells(discs: int, filled: int, rules: Rules) -> int:
    """Return the empty cells, reachable or not, where one more disc completes a four.

    Discs rest on discs, so in a vertical line the empty cell is always the top one.
    """
    cells = (discs << 1) & (discs << 2) & (discs << 3)
    for step in steps(rules)[1:]:
        below = (discs << step) & (discs << (2 * step))
        above = (discs >> step) & (discs >> (2 * step))
        cells |= below & ((discs << (3 * step)) | (discs >> step))
        cells |= above & ((discs >> (3 * step)) | (discs << step))
    return cells & rules.full & ~filled


@compilable
def landing_cells(filled: int, rules: Rules) -> int:
    """Return the cell where the next disc would land in each open column."""
    return (filled + rules.bottom) & rules.full


@compilable
def landing_cell(filled: int, column: int, rules: Rules) -> int:
    """Return the cell where the next disc would land in a column, or 0 if it is full."""
    bottom = 1 << (column * rules.stride)
    return (filled + bottom) & (bottom * ((1 << rules.height) - 1))


@compilable
def immediate_wins(discs: int, filled: int, rules: Rules) -> int:
    """Return the reachable cells where one more disc completes a four."""
    return winning_cells(discs, filled, rules) & landing_cells(filled, rules)


@compilable
def column_of(cell: int, rules: Rules) -> int:
    """Return the column of a single cell."""
    return trailing_zeros(cell) // rules.stride


@compilable
def result(mine: int, filled: int, rules: Rules) -> int:
    """Return WIN, DRAW, LOSS or ONGOING, as the side to move sees it."""
    theirs = mine ^ filled
    if rules.plays_on:
        if filled != rules.full:
            return ONGOING
        ahead = count_fours(mine, rules) - count_fours(theirs, rules)
        return WIN if ahead > 0 else LOSS if ahead < 0 else DRAW
    if has_four(theirs, rules):
        return LOSS
    return DRAW if filled == rules.full else ONGOING


@compilable
def playable_cell(mine: int, filled: int, column: int, rules: Rules) -> int:
    """Return the cell where a move lands, or 0 if the column is full or the game is over."""
    if result(mine, filled, rules) != ONGOING:
        return 0
    return landing_cell(filled, column, rules)


@compilable
def landing_weight(filled: int, aim: int, target: int, rules: Rules) -> int:
    """Return the weight with which a disc aimed at an open column lands in `target`.

    Where discs slip, the aim weighs 3 of 5 and its one or two neighbours share the other 2.
    Full and missing columns weigh 0; divide by the sum of the weights for probabilities.
    """
    if target == aim:
        return 3
    if not rules.slips or target < 0 or target >= rules.width:
        return 0
    if landing_cell(filled, target, rules) == 0:
        return 0
    return 2 if aim == 0 or aim == rules.width - 1 else 1


@compilable
def key(mine: int, filled: int) -> int:
    """Return a number unique among the positions of a size."""
    return mine + filled


@compilable
def mirror(discs: int, rules: Rules) -> int:
    """Swap left and right."""
    column = (1 << rules.stride) - 1
    swapped = 0
    for _ in range(rules.width):
        swapped = (swapped << rules.stride) | (discs & column)
        discs >>= rules.stride
    return swapped


@kernel
def perft(mine: int, filled: int, depth: int, rules: Rules) -> int:
    """Count the move sequences of `depth` plies; there are none after the end of a game."""
    if depth == 0:
        return 1
    if result(mine, filled, rules) != ONGOING:
        return 0
    total = 0
    cells = landing_cells(filled, rules)
    while cells:
        cell = cells & -cells
        cells ^= cell
        total += perft(mine ^ filled, filled | cell, depth - 1, rules)
    return total
