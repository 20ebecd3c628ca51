"""Hypothesis strategies for the tests of the rules."""

from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS, Variant
from fourscore.errors import InputError, NotationError

Read = TypeVar("Read")
SIZES = ((7, 6), (4, 4), (9, 6), (7, 8), (6, 3), (1, 5), (3, 3), (31, 1), (12, 4), (3, 20), (1, 62))
"""Small and large, wide and tall; several use all 63 bits or nearly all."""

sizes = st.sampled_from(SIZES)
variants: st.SearchStrategy[Variant] = st.sampled_from(list(VARIANTS.values()))


@st.composite
def lines_of_play(draw: st.DrawFn, start: Position, most: int | None = None) -> list[int]:
    """Draw the columns of a game that may stop anywhere; replace full columns by open ones."""
    length = draw(st.integers(0, start.width * start.height if most is None else most))
    choices = draw(st.lists(st.integers(0, start.width - 1), min_size=length, max_size=length))
    columns = []
    position = start
    for choice in choices:
        legal = position.legal
        if not legal:
            break
        column = choice if choice in legal else legal[choice % len(legal)]
        columns.append(column)
        position = position.play(column)
    return columns


@st.composite
def positions(draw: st.DrawFn, size: tuple[int, int] | None = None) -> Position:
    """Draw a position that a game of some size and variant reaches."""
    width, height = draw(sizes) if size is None else size
    position = Position.empty(width, height, draw(variants))
    for column in draw(lines_of_play(position)):
        position = position.play(column)
    return position


def attempt(
    read: Callable[[], Read], refusal: type[InputError] = NotationError
) -> Read | InputError:
    """Return what was read, or how it was refused; any other error is a bug and propagates."""
    try:
        return read()
    except refusal as error:
        return error
