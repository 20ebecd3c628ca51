"""Compiling with Numba: from a kernel and its arguments to object code that stands alone.

The object code of a kernel holds everything it calls, and an entry point that Python can call
as a built-in function of its own. That entry point takes the arguments as a flat list (integers,
addresses, floats; see `arguments.flatten`), releases the interpreter lock, and returns an integer,
a float, a bool, None, or a tuple of integers.

This is the only module that imports Numba.
"""

from collections.abc import Callable, Iterator
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import njit, typeof, types
from numba.core import sigutils
from numba.core.callconv import RETCODE_NONE, RETCODE_OK
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.extending import intrinsic as numba_intrinsic
from numba.extending import overload

from fourscore.errors import UnsupportedError
from fourscore.jit.arguments import flatten, plain_number
from fourscore.jit.kernel import Compilable, Implementations, Intrinsic, Kernel, constant_text
from fourscore.jit.native import ERROR, provide_symbols

__all__ = ["compile_kernel", "emit", "start_runtime", "type_of_intrinsic", "type_of_kernel"]

_dispatchers: dict[Any, Any] = {}
_intrinsics: dict[Intrinsic, Any] = {}
_introduced = 0
"""How many of the known implementations Numba has been told of."""

BYTE, INT, LONG, DOUBLE, VOID = (
    ir.IntType(8),
    ir.IntType(32),
    ir.IntType(64),
    ir.DoubleType(),
    ir.VoidType(),
)
POINTER = BYTE.as_pointer()


# What Numba takes our things for


def type_of_kernel(kernel: Kernel) -> Any:
    """Return the type of a kernel in other kernels."""
    return types.Dispatcher(_dispatcher(kernel))


def _dispatcher(kernel: Kernel) -> Any:
    if kernel not in _dispatchers:
        only_inside: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        if kernel.inline:
            only_inside["forceinline"] = True
        if _is_own(kernel.function):
            only_inside["_nrt"] = False
        options = {"nogil": True, "error_model": "numpy", **only_inside}
        _dispatchers[kernel] = njit(**options)(kernel.function)
    return _dispatchers[kernel]


def _is_own(function: Callable[..., Any]) -> bool:
    """Return whether a function is fourscore's: those make no arrays, and count no references."""
    return function.__module__.partition(".")[0] == "fourscore"


def type_of_intrinsic(operation: Intrinsic) -> Any:
    """Return the type of an intrinsic in kernels."""
    context = cpu_target.typing_context
    if operation not in _intrinsics:
        _intrinsics[operation] = _make_intrinsic(operation)
        context.refresh()
    return context.resolve_value_type(_intrinsics[operation])


def _make_intrinsic(operation: Intrinsic) -> Any:
    if callable(operation.signature):
        signature = operation.signature()
    else:
        arguments, result = sigutils.normalize_signature(operation.signature)
        signature = result(*arguments)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        value = operation.generate(builder, arguments)
        return context.get_dummy_value() if value is None else value

    names = "".join(f", a{place}" for place in range(len(signature.args)))
    scope: dict[str, Any] = {"signature": signature, "generate": generate}
    exec(f"def typer(context{names}):\n    return signature, generate", scope)
    return numba_intrinsic(scope["typer"])


def _introduce() -> None:
    """Make what has been declared since the last time known to Numba."""
    while Compilable.functions:
        function = Compilable.functions[0]
        options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True}
        dispatcher = njit(no_cfunc_wrapper=True, _nrt=not _is_own(function), **options)(function)
        _dispatchers[function] = dispatcher
        function._numba_type_ = types.Dispatcher(dispatcher)  # type: ignore[attr-defined]
        Compilable.functions.remove(function)
    global _introduced
    for stub, kind, compiled in Implementations.known[_introduced:]:
        overload(stub, strict=False)(_chooser(kind, compiled))
        _introduced += 1


def _chooser(kind: type, compiled: Any) -> Callable[..., Any]:
    def choose(*arguments: Any) -> Any:
        if getattr(arguments[0], "instance_class", None) is kind:
            return getattr(compiled, "function", compiled)
        return None

    return choose


def start_runtime() -> None:
    """Let machine code find what Numba allocates memory with."""
    cpu_target.target_context.refresh()


# Object code


@global_compiler_lock  # type: ignore[untyped-decorator]
def compile_kernel(kernel: Kernel, arguments: tuple[Any, ...], entry: str) -> bytes:
    """Compile a kernel for arguments of these types, with an entry point for Python, to bitcode."""
    provide_symbols()  # Numba links what it compiles, too
    _introduce()
    dispatcher = _dispatcher(kernel)
    signature = tuple(numba_type for each in arguments for numba_type in _types_of(each))
    try:
        dispatcher.compile(signature)
    except NumbaError as error:
        raise UnsupportedError(f"{kernel!r} cannot be compiled: {_reason(error)}") from error
    result: CompileResult = dispatcher.overloads[signature]
    library = result.target_context.codegen().create_library(f"{kernel.__name__} for Python")
    library.add_ir_module(_entry_module(result, arguments, entry, kernel.holds_gil))
    library.add_linking_library(result.library)
    library.finalize()
    module = library._final_module
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name != entry:
            each.linkage = "internal"  # nobody else sees it
    return bytes(module.as_bitcode())


def emit(bitcode: bytes) -> bytes:
    """Return position-independent object code for the processor that Numba compiles for."""
    codegen = cpu_target.target_context.codegen()
    module = llvm.parse_bitcode(bitcode)
    machine = llvm.Target.from_triple(module.triple).create_target_machine(
        cpu=codegen._get_host_cpu_name(),
        features=codegen._get_host_cpu_features(),
        opt=3,
        reloc="pic",
        codemodel="default",
    )
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    return bytes(machine.emit_object(module))


def _reason(error: Exception) -> str:
    """Return the sentence of a long message that says what is wrong in the user's own code."""
    lines = [" ".join(line.split()) for line in str(error).splitlines() if line.strip()]
    told = [each for each in lines if not each.startswith(("Failed in", "During:", "File"))]
    return (told or lines or ["Numba refuses it"])[0]


def _types_of(argument: Any) -> Iterator[Any]:
    if isinstance(argument, str):
        yield from (types.int64, types.int64)
    else:
        yield typeof(_with_arrays(argument))


def _with_arrays(argument: Any) -> Any:
    """Show Numba arrays where there are views of memory, and numbers as they are passed."""
    if isinstance(argument, memoryview):
        return np.asarray(argument)
    if isinstance(argument, tuple):
        items = [_with_arrays(each) for each in argument]
        return tuple(items) if type(argument) is tuple else type(argument)(*items)
    if argument is None or type(argument) in (bool, int, float):
        return argument
    number = plain_number(argument)
    return argument if number is None else number


def _entry_module(
    result: CompileResult, arguments: tuple[Any, ...], name: str, holds_gil: bool
) -> ir.Module:
    """Write the entry point: a function of Python's own calling convention METH_FASTCALL."""
    context, descriptor = result.target_context, result.fndesc
    module = ir.Module("entry")
    convention = context.call_conv.get_function_type(descriptor.restype, descriptor.argtypes)
    native = ir.Function(module, convention, descriptor.llvm_func_name)
    entry = ir.Function(module, ir.FunctionType(POINTER, [POINTER, POINTER, LONG]), name)
    _Entry(module, entry, arguments).write(native, types.unliteral(descriptor.restype), holds_gil)
    return module


class _Entry:
    """Writes the instructions of one entry point."""

    def __init__(self, module: ir.Module, entry: ir.Function, arguments: tuple[Any, ...]) -> None:
        self._module, self._entry = module, entry
        self._arguments = arguments
        self._builder = ir.IRBuilder(entry.append_basic_block())
        self._failed = entry.append_basic_block("failed")
        with self._builder.goto_block(self._failed):
            self._builder.ret(POINTER(None))

    def write(self, native: ir.Function, kind: Any, holds_gil: bool) -> None:
        builder = self._builder
        wanted = native.function_type.args
        flat = self._flat(wanted[2:])
        found = builder.alloca(LONG, size=INT(max(1, _count(kind))))
        problem = builder.alloca(POINTER)
        self._fail_if_raised()
        state = None if holds_gil else self._call("PyEval_SaveThread", POINTER)
        given = [builder.bitcast(found, wanted[0]), builder.bitcast(problem, wanted[1]), *flat]
        status = builder.call(native, given)
        if state is not None:
            self._call("PyEval_RestoreThread", VOID, state)
            self._fail_if_raised()  # a handler of signals, meanwhile: Ctrl-C
        self._fail_if_refused(status)
        builder.ret(self._to_python(found, kind))

    def _flat(self, wanted: tuple[Any, ...]) -> list[Any]:
        """Read the arguments, which lie in an array of objects."""
        builder, objects = self._builder, self._entry.args[1]
        flat: list[Any] = []
        place = 0
        texts = _text_places(self._arguments)
        while len(flat) < len(wanted):
            at = builder.gep(objects, [INT(8 * place)], source_etype=BYTE)
            value = builder.load(at, typ=POINTER)
            if place in texts:
                flat.extend(self._text(value))
            else:
                flat.append(self._from_python(value, wanted[len(flat)]))
            place += 1
        return flat

    def _from_python(self, value: Any, kind: Any) -> Any:
        builder = self._builder
        if isinstance(kind, ir.DoubleType):
            return self._call("PyFloat_AsDouble", DOUBLE, value)
        number = self._call("PyLong_AsLongLong", LONG, value)
        if isinstance(kind, ir.PointerType):
            return builder.inttoptr(number, kind)
        return number if kind == LONG else builder.trunc(number, kind)

    def _text(self, value: Any) -> Iterator[Any]:
        """Pass a text as the address and the number of its bytes."""
        builder = self._builder
        size = builder.alloca(LONG)
        text = self._call("PyUnicode_AsUTF8AndSize", POINTER, value, builder.bitcast(size, POINTER))
        self._fail_if(builder.icmp_unsigned("==", text, POINTER(None)))
        yield builder.ptrtoint(text, LONG)
        yield builder.load(size, typ=LONG)

    def _to_python(self, found: Any, kind: Any) -> Any:
        builder = self._builder
        if kind == types.none:
            return self._call("Py_BuildValue", POINTER, constant_text(self._module, b""))
        if kind == types.boolean:
            byte = builder.load(builder.bitcast(found, POINTER), typ=BYTE)
            return self._call("PyBool_FromLong", POINTER, builder.zext(byte, LONG))
        if kind == types.float64:
            return self._call("PyFloat_FromDouble", POINTER, builder.load(found, typ=DOUBLE))
        if kind in (types.int64, types.uint64):
            return self._call("PyLong_FromLongLong", POINTER, builder.load(found, typ=LONG))
        if not isinstance(kind, types.UniTuple) or kind.dtype != types.int64:
            raise TypeError(f"Python cannot take {kind} from a kernel")
        words = [
            builder.load(builder.gep(found, [INT(8 * place)], source_etype=BYTE), typ=LONG)
            for place in range(_count(kind))
        ]
        layout = constant_text(self._module, b"(" + b"L" * len(words) + b")")
        return self._call("Py_BuildValue", POINTER, layout, *words, variable=1)

    def _fail_if_raised(self) -> None:
        raised = self._call("PyErr_Occurred", POINTER)
        self._fail_if(self._builder.icmp_unsigned("!=", raised, POINTER(None)))

    def _fail_if_refused(self, status: Any) -> None:
        """Raise an error if the kernel has raised one; nothing says which."""
        builder = self._builder
        is_bad = builder.icmp_signed("!=", status, RETCODE_OK)
        is_bad = builder.and_(is_bad, builder.icmp_signed("!=", status, RETCODE_NONE))
        with builder.if_then(is_bad, likely=False):
            kind = builder.load(ir.GlobalVariable(self._module, POINTER, ERROR), typ=POINTER)
            sentence = constant_text(self._module, b"a kernel raised an exception")
            self._call("PyErr_SetString", VOID, kind, sentence)
            builder.branch(self._failed)

    def _fail_if(self, condition: Any) -> None:
        going_on = self._entry.append_basic_block()
        self._builder.cbranch(condition, self._failed, going_on)
        self._builder.position_at_end(going_on)

    def _call(self, name: str, result: Any, *arguments: Any, variable: int = 0) -> Any:
        """Call a function of Python's C API."""
        fixed = [each.type for each in arguments[:1] if variable] or [
            each.type for each in arguments
        ]
        kind = ir.FunctionType(result, fixed, var_arg=name == "Py_BuildValue")
        function = self._module.globals.get(name) or ir.Function(self._module, kind, name)
        return self._builder.call(function, arguments)


def _text_places(arguments: tuple[Any, ...]) -> set[int]:
    """Return which of the flat arguments are texts."""
    return {place for place, each in enumerate(flatten(arguments)) if isinstance(each, str)}


def _count(kind: Any) -> int:
    """Return how many words a result takes."""
    return len(kind) if isinstance(kind, types.BaseTuple) else 1
