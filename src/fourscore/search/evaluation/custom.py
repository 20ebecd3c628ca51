"""Other people's evaluations: a function from a position to a number, as its mover sees it.

A plain function is called back at every leaf, which works but is slow. A kernel becomes part of
the search's machine code. A plain function takes a `Position`, a kernel a `Leaf`, which has the
same `mine`, `filled` and `rules`. Both return points for the side to move; fractions are rounded.
"""

from collections import namedtuple
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.jit.fingerprint import fingerprint
from fourscore.jit.kernel import Kernel, constant_text, intrinsic, kernel
from fourscore.search.control import fail_search
from fourscore.search.evaluation.base import WIN_VALUE, Evaluation, register

__all__ = ["Leaf", "make_evaluation"]

MOST = WIN_VALUE // 2
"""More points than this would look like a win."""


class Leaf(NamedTuple):
    """A position as kernels see it; the fields are those of `Position`."""

    mine: int
    filled: int
    rules: Rules


def make_evaluation(
    name: str, function: Callable[[Any], float], summary: str | None = None
) -> Evaluation:
    """Make an evaluation of a function or a kernel; the docstring is its summary by default."""
    if not callable(function):
        raise InputError(f"{function!r:.60} is not an evaluation: it cannot be called")
    words = (summary or function.__doc__ or "written in code").strip().splitlines()[0]
    weights = _kernel_weights if isinstance(function, Kernel) else _python_weights
    return Evaluation(name, words.rstrip("."), weights(name, function), function)


# Kernels


def _kernel_weights(name: str, function: Any) -> Callable[[Rules], NamedTuple]:
    """Make a type of weights that selects the kernel; they hold nothing else."""
    make: Any = namedtuple
    # The searches that are stored on disk are known by it.
    kind = make(f"{name}_{fingerprint(function)}", ["unused"])
    # What is compiled with it depends on that module.
    kind.__module__ = function.__module__

    def evaluate_leaf(weights: Any, own: int, enemy: int, own_moves: int, rules: Rules) -> int:  # noqa: ARG001
        mine = own if own_moves else enemy
        points: int = min(max(round(function(Leaf(mine, own | enemy, rules))), -MOST), MOST)
        return points if own_moves else -points

    register(kind, evaluate_leaf)
    weights: NamedTuple = kind(0)
    return lambda _: weights


# Plain functions


class PythonWeights(NamedTuple):
    """Where the function is that is called back."""

    address: int


def _call_back(builder: Any, arguments: Any) -> Any:
    """Take the interpreter lock, call a function with three integers, and release the lock.

    After an exception nothing is called.
    """
    from llvmlite import ir

    pointer, number, word = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)

    def call(name: str, result: Any, *given: Any, fixed: int | None = None) -> Any:
        kinds = [each.type for each in given[:fixed]]
        kind = ir.FunctionType(result, kinds, var_arg=fixed is not None)
        known = builder.module.globals.get(name)
        return builder.call(known or ir.Function(builder.module, kind, name), given)

    address, *values = arguments
    state = call("PyGILState_Ensure", number)
    start = builder.block
    with builder.if_then(_is_null(builder, call("PyErr_Occurred", pointer))):
        layout = constant_text(builder.module, b"LLL")
        function = builder.inttoptr(address, pointer)
        found = call("PyObject_CallFunction", pointer, function, layout, *values, fixed=2)
        called = builder.block
        with builder.if_then(builder.not_(_is_null(builder, found))):
            points = call("PyLong_AsLongLong", word, found)
            call("Py_DecRef", ir.VoidType(), found)
            read = builder.block
        answer = _choose(builder, {called: word(0), read: points})
        end = builder.block
    answer = _choose(builder, {start: word(0), end: answer})
    call("PyGILState_Release", ir.VoidType(), state)
    return answer


def _is_null(builder: Any, pointer: Any) -> Any:
    return builder.icmp_unsigned("==", pointer, pointer.type(None))


def _choose(builder: Any, values: dict[Any, Any]) -> Any:
    """Return the value that belongs to the block from which this one was reached."""
    chosen = builder.phi(next(iter(values.values())).type)
    for block, value in values.items():
        chosen.add_incoming(value, block)
    return chosen


call_back: Callable[[int, int, int, int], int] = intrinsic(
    "int64(int64, int64, int64, int64)", _call_back
)
"""Call the function at an address with three integers; it returns one.

If Ctrl-C gets in before the function does anything, this returns 0 from then on, and the search
learns of it by `interrupted`.
"""


@kernel
def evaluate_in_python(
    weights: PythonWeights,
    own: int,
    enemy: int,
    own_moves: int,
    rules: Rules,  # noqa: ARG001
) -> int:
    """Ask Python for the points of `own`."""
    return call_back(weights.address, own, enemy, own_moves)


register(PythonWeights, evaluate_in_python)


def _python_weights(name: str, function: Callable[[Any], float]) -> Callable[[Rules], NamedTuple]:
    @cache
    def evaluator(rules: Rules) -> _Evaluator:
        return _Evaluator(name, function, rules)

    return lambda rules: PythonWeights(id(evaluator(rules)))


class _Evaluator:
    """Calls a function about the boards that a search hands over."""

    def __init__(self, name: str, function: Callable[[Any], float], rules: Rules) -> None:
        self._name, self._function, self._rules = name, function, rules

    def __call__(self, own: int, enemy: int, own_moves: int) -> int:
        try:
            mine = own if own_moves else enemy
            position = Position.from_bitboards(mine, own | enemy, self._rules)
            points = self._read(self._function(position))
            return points if own_moves else -points
        except BaseException as error:
            fail_search(error)
            return 0

    def _read(self, answer: Any) -> int:
        try:
            points = round(answer)
        except (TypeError, ValueError, OverflowError):
            raise InputError(
                f"the evaluation {self._name} returned {answer!r:.40}, which is not a number"
            ) from None
        if abs(points) > MOST:
            raise InputError(
                f"the evaluation {self._name} returned {points:,}; the most is {MOST:,}"
            )
        return int(points)
