"""Structs: small arrays and numbers that kernels share with their callers, as one pointer.

An array that is passed down a recursion or from function to function costs a record of seven
fields and a count of references at every call, which can be half the time of a search. A struct,
one row of a structured array, costs a single register.

The fields of a struct are written down twice, as a dtype for Numba and as a `Protocol` for
readers and mypy. Kernels write ``struct.field``, Python ``struct["field"]``.
"""

from typing import Any, Protocol

import numpy as np

__all__ = ["Struct", "new_struct"]


class Struct(Protocol):
    """What Python can do with a struct; its own protocol adds what kernels see."""

    def __getitem__(self, field: str) -> Any: ...
    def __setitem__(self, field: str, value: Any) -> None: ...


def new_struct(dtype: np.dtype[np.void]) -> Any:
    """Return a struct of zeros.

    >>> point = new_struct(np.dtype([("x", np.int64), ("y", np.int64)]))
    >>> point["x"] = 3
    >>> point.tolist()
    (3, 0)
    """
    return np.zeros(1, dtype)[0]
