"""The values of a position's columns, made when they are asked for.

A tournament plays thousands of moves a second and looks at no value; making seven objects for
each move took a tenth of its time.
"""

from collections.abc import Iterator, Mapping, Sequence

from fourscore.search.evaluation.base import UNSETTLED, WIN_VALUE, proven_result
from fourscore.search.types import Bound, Value

__all__ = ["ColumnValues"]


class ColumnValues(Mapping[int, Value]):
    """The values by column, as a search left them; equal to a dict of the same values.

    >>> ColumnValues((0, 1), [5.0, UNSETTLED], [0, 0])
    {0: Value(value=5, bound=<Bound.EXACT: 'exact'>, result=None, plies=None, visits=None, \
wins=None)}
    """

    __slots__ = ("_bounds", "_legal", "_made", "_values")

    def __init__(
        self, legal: Sequence[int], values: Sequence[float], bounds: Sequence[int]
    ) -> None:
        """Take the legal columns, and by column the values and whether they are upper bounds."""
        self._legal, self._values, self._bounds = legal, values, bounds
        self._made: dict[int, Value] | None = None

    @property
    def _all(self) -> dict[int, Value]:
        if self._made is None:
            self._made = {
                column: _value(self._values[column], upper=bool(self._bounds[column]))
                for column in self._legal
                if self._values[column] != UNSETTLED
            }
        return self._made

    def __getitem__(self, column: int) -> Value:
        return self._all[column]

    def __iter__(self) -> Iterator[int]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return repr(self._all)

    def __reduce__(self) -> tuple[type[dict[int, Value]], tuple[dict[int, Value]]]:
        """Pickle and copy it as the dict that it stands for."""
        return dict, (self._all,)


def _value(value: float, *, upper: bool) -> Value:
    result = proven_result(value)
    plies = None if result is None else round(WIN_VALUE - abs(value))
    points = int(value) if value.is_integer() else value
    return Value(points, Bound.UPPER if upper else Bound.EXACT, result, plies)
