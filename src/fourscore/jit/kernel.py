"""How fourscore declares a function that runs as machine code.

A kernel is written in Python. The machine code of fourscore's own comes with it (`native`); other
people's is compiled by Numba when it is first called, and stored on disk (`cache`). Kernels run
without the interpreter lock.

    @kernel       called from Python or from other kernels, always as machine code
    @gil_kernel   the same, but it holds the interpreter lock
    @inlined      part of the kernels that call it; Python cannot call it
    @compilable   plain Python when Python calls it, compiled when a kernel does: for a few
                  operations on integers, a call of machine code would not pay
    intrinsic     an instruction of the processor, with its equivalent in Python

Nothing here imports Numba: `compiling` does, and is imported when something has to be compiled.
"""

import sys
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any, ClassVar, TypeVar, cast

from fourscore.errors import InputError

__all__ = [
    "Intrinsic",
    "Kernel",
    "compilable",
    "constant_text",
    "gil_kernel",
    "implement",
    "inlined",
    "interrupted",
    "intrinsic",
    "kernel",
    "popcount",
    "trailing_zeros",
]

Function = TypeVar("Function", bound=Callable[..., Any])


class Kernel:
    """A function that runs as machine code; one build for each signature.

    `label` tells closures apart that are made by the same function.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        label: str = "",
        *,
        inline: bool = False,
        holds_gil: bool = False,
    ) -> None:
        self.function = function
        self.label = label
        self.inline = inline
        self.holds_gil = holds_gil
        """Whether it holds the interpreter lock, since it is over before another thread gets it."""
        self.__name__: str = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.builds: dict[Any, Callable[..., Any]] = {}
        """The machine code that this process has loaded, by signature."""

    def __call__(self, *arguments: Any) -> Any:
        from fourscore.jit.arguments import flatten

        return self.build(*arguments)(*flatten(arguments))

    def build(self, *arguments: Any) -> Callable[..., Any]:
        """Return the machine code for arguments like these, loaded or compiled.

        It is called with the arguments as `arguments.flatten` lists them.
        """
        from fourscore.jit.arguments import signature_of

        signature = signature_of(arguments)
        if (call := self.builds.get(signature)) is None:
            from fourscore.jit.native import load

            if self.inline:
                raise TypeError(f"{self.__name__} is part of other kernels; Python cannot call it")
            call = self.builds[signature] = load(self, signature, arguments)
        return call

    def bind(self, *first: Any, rest: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the machine code with its first arguments filled in.

        `rest` stands for those that follow in every call, which are given flat. Looking at
        arguments takes longer than a short search. Arrays among the first must be kept alive.
        """
        from fourscore.jit.arguments import flatten

        return partial(self.build(*first, *rest), *flatten(first))

    def find(self, *arguments: Any) -> Callable[..., Any] | None:
        """Return the machine code if it need not be compiled, else None."""
        from fourscore.jit.arguments import signature_of
        from fourscore.jit.native import find

        return find(self, signature_of(arguments))

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes it for when it meets it in another kernel."""
        from fourscore.jit.compiling import type_of_kernel

        return type_of_kernel(self)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle it by its name where that can be imported, else by its function."""
        module = sys.modules.get(self.__module__)
        if self.__module__ != "__main__" and getattr(module, self.__name__, None) is self:
            return str(self.__name__)
        return _restore, (self.function, self.label, self.inline, self.holds_gil)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}>"


def _restore(function: Callable[..., Any], label: str, inline: bool, holds_gil: bool) -> Kernel:
    return Kernel(function, label, inline=inline, holds_gil=holds_gil)


def kernel(function: Function) -> Function:
    """Compile a function on its first call, with Numba, and store the machine code on disk.

    This needs the extra `kernels`. Use it as a decorator, for an evaluation that becomes part of a
    search's machine code. The function may use integers, floats, arrays and other kernels: what
    Numba can compile. Raises `InputError` if it is not a function.
    """
    if not isinstance(function, FunctionType):
        raise InputError(f"{function!r:.60} is not a function, which a kernel is made of")
    return cast("Function", Kernel(function))


def gil_kernel(function: Function) -> Function:
    """Do the same for a function that takes less than a microsecond."""
    return cast("Function", Kernel(function, holds_gil=True))


def inlined(function: Function) -> Function:
    """Make a function part of the kernels that call it; it cannot be called from Python.

    Passing arrays and named tuples to it costs nothing.
    """
    return cast("Function", Kernel(function, inline=True))


class Compilable:
    """The functions that kernels may call though they stay plain Python."""

    functions: ClassVar[list[Callable[..., Any]]] = []


def compilable(function: Function) -> Function:
    """Let kernels call a function, compiled; for Python it stays what it is."""
    Compilable.functions.append(function)
    return function


class Implementations:
    """Stubs, kinds of their first argument, and the kernels that `implement` chose for them."""

    known: ClassVar[list[tuple[Callable[..., Any], type, Any]]] = []


def implement(stub: Callable[..., Any], kind: type, compiled: Callable[..., Any]) -> None:
    """Let kernels that call `stub` run `compiled` when its first argument is of a kind.

    A search that is given a bundle of numbers (a NamedTuple) calls a stub with it; the type of
    the bundle selects the kernel. So a search is compiled once for each kind of bundle, with no
    call in between, and its machine code can be stored on disk.
    """
    Implementations.known.append((stub, kind, compiled))


class Intrinsic:
    """An operation that kernels write as LLVM instructions, and Python in its own way."""

    def __init__(
        self,
        signature: str | Callable[[], Any],
        generate: Callable[..., Any],
        python: Callable[..., Any] | None,
    ) -> None:
        self.signature, self.generate = signature, generate
        self._python = python

    def __call__(self, *arguments: Any) -> Any:
        if self._python is None:
            raise TypeError("only kernels can do this")
        return self._python(*arguments)

    @property
    def _numba_type_(self) -> Any:
        from fourscore.jit.compiling import type_of_intrinsic

        return type_of_intrinsic(self)


def intrinsic(
    signature: str | Callable[[], Any],
    generate: Callable[[Any, Any], Any],
    python: Callable[..., Any] | None = None,
) -> Any:
    """Return an operation whose instructions ``generate(builder, arguments)`` appends.

    `signature` is Numba's, as a text such as "int64(int64)" or as a function that returns it.
    """
    return Intrinsic(signature, generate, python)


def constant_text(module: Any, text: bytes) -> Any:
    """Return a pointer to a text that becomes part of the machine code."""
    from llvmlite import ir

    content = bytearray(text + b"\0")
    kind = ir.ArrayType(ir.IntType(8), len(content))
    constant = ir.GlobalVariable(module, kind, module.get_unique_name("text"))
    constant.linkage, constant.global_constant = "internal", True
    constant.initializer = ir.Constant(kind, content)
    return constant.bitcast(ir.IntType(8).as_pointer())


def _count_bits(builder: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


def _find_lowest(builder: Any, arguments: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))


popcount: Callable[[int], int] = intrinsic("int64(int64)", _count_bits, int.bit_count)
"""Count the set bits."""
trailing_zeros: Callable[[int], int] = intrinsic(
    "int64(int64)", _find_lowest, lambda bits: (bits & -bits).bit_length() - 1 if bits else 64
)
"""Return the index of the lowest set bit, or 64 if there is none."""


def _check_signals(builder: Any, _: Any) -> Any:
    """Take the interpreter lock, let Python handle signals, and release the lock again."""
    from llvmlite import ir

    number = ir.IntType(32)

    def call(name: str, result: Any, *arguments: Any) -> Any:
        kind = ir.FunctionType(result, [each.type for each in arguments])
        known = builder.module.globals.get(name)
        return builder.call(known or ir.Function(builder.module, kind, name), arguments)

    pointer = ir.IntType(8).as_pointer()
    state = call("PyGILState_Ensure", number)
    call("PyErr_CheckSignals", number)
    raised = builder.icmp_unsigned("!=", call("PyErr_Occurred", pointer), pointer(None))
    call("PyGILState_Release", ir.VoidType(), state)
    return builder.zext(raised, ir.IntType(64))


interrupted: Callable[[], int] = intrinsic("int64()", _check_signals)
"""Return 1 if a signal has raised an exception, such as Ctrl-C in the main thread.

The kernel should then return soon: its call raises the exception. It takes a microsecond or more,
so a search asks for it every few milliseconds.
"""
