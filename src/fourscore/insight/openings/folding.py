"""One name for a position, its mirror image, and every order of moves that leads to it."""

from collections.abc import Iterator
from math import prod

from fourscore.core.move_order import find_moves
from fourscore.core.notation import write_board, write_moves
from fourscore.core.position import Position

__all__ = ["canonical_name", "count_orders", "fold", "is_symmetric", "list_orders", "mirror_column"]

MAX_STACKS = 50_000
"""Ways to stop on the way to a position, beyond which the orders are not counted."""

_Heights = tuple[int, ...]


def fold(position: Position) -> tuple[Position, bool]:
    """Return the canonical one of a position and its mirror image, and whether it is the latter.

    The canonical one has the smaller key.

    >>> fold(Position("5")) == (Position("3"), True)
    True
    """
    other = position.mirror()
    return (other, True) if other.key < position.key else (position, False)


def mirror_column(column: int, position: Position) -> int:
    """Return a column as the mirror image has it."""
    return position.width - 1 - column


def is_symmetric(position: Position) -> bool:
    """Return whether left and right are alike."""
    return position.mirror() == position


def canonical_name(position: Position) -> str:
    """Write moves that lead to the canonical position: the same for all that it stands for.

    A board that no moves lead to is drawn instead.

    >>> canonical_name(Position("5344")), canonical_name(Position("4453"))
    ('4435', '4435')
    """
    at, _ = fold(position)
    found = find_moves(at)
    return write_board(at) if found is None else write_moves(found, at.width)


def count_orders(position: Position) -> int | None:
    """Count the orders of moves from the empty board that lead to an ongoing position.

    Returns None where there are too many to count quickly.

    >>> count_orders(Position("4453")), count_orders(Position("1234567"))
    (3, 144)
    """
    ways = _ways(position)
    return None if ways is None else ways.get(_heights(position), 0)


def list_orders(position: Position, most: int = 3) -> list[str]:
    """Return some orders of moves that lead to a position, as move strings.

    >>> list_orders(Position("4453"))
    ['4354', '4453', '5344']
    """
    ways = _ways(position)
    if ways is None or not ways.get(_heights(position)):
        return []
    found = []
    for columns in _walk_back(position, ways, _heights(position)):
        found.append(write_moves(columns, position.width))
        if len(found) == most:
            break
    return sorted(found)


def _heights(position: Position) -> _Heights:
    return tuple(position.column_height(column) for column in range(position.width))


def _ways(position: Position) -> dict[_Heights, int] | None:
    """Return in how many orders each stack beneath the position's discs can be reached."""
    goal = _heights(position)
    if prod(height + 1 for height in goal) > MAX_STACKS:
        return None
    level = {(0,) * position.width: 1}
    ways = dict(level)
    for ply in range(position.ply):
        mover = "XO"[ply % 2]
        following: dict[_Heights, int] = {}
        for heights, count in level.items():
            for column, height in enumerate(heights):
                if height < goal[column] and position.at(column, height) == mover:
                    after = (*heights[:column], height + 1, *heights[column + 1 :])
                    following[after] = following.get(after, 0) + count
        ways |= following
        level = following
    return ways


def _walk_back(
    position: Position, ways: dict[_Heights, int], heights: _Heights
) -> Iterator[tuple[int, ...]]:
    """Yield the orders that lead to a stack, by taking off one disc after the other."""
    ply = sum(heights)
    if ply == 0:
        yield ()
        return
    for column in range(position.width):
        height = heights[column]
        if height and position.at(column, height - 1) == "XO"[(ply - 1) % 2]:
            before = (*heights[:column], height - 1, *heights[column + 1 :])
            if before in ways:
                for columns in _walk_back(position, ways, before):
                    yield (*columns, column)
