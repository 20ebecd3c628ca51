"""Kernels that are chosen by the type of their first argument, at compile time.

A search that is given a bundle of numbers (a NamedTuple) calls a stub with it; the type of the
bundle selects the kernel. So a search is compiled once for each kind of bundle, with no call in
between, and its machine code can be stored on disk, which Numba cannot do for a search that is
given a function.
"""

from collections.abc import Callable
from typing import Any

from numba.extending import overload

__all__ = ["implement"]


def implement(stub: Callable[..., Any], kind: type, compiled: Callable[..., Any]) -> None:
    """Let kernels that call `stub` run `compiled` when its first argument is of a kind."""

    def choose(*arguments: Any) -> Any:
        if getattr(arguments[0], "instance_class", None) is kind:
            return compiled.py_func  # type: ignore[attr-defined]
        return None

    overload(stub, strict=False)(choose)
