"""Machine code that Python can call: shipped with fourscore, or compiled on this machine.

`make` and the build of a wheel compile every kernel ahead of time into a library beside this file
(`scripts/kernels`), which has one entry point for each kernel and signature. Its name is derived
from both, so the system's own loader finds it. What is not there, such as an evaluation that a user
wrote, is compiled when it is first called, and linked by llvmlite.

An entry point follows the convention METH_FASTCALL of Python's stable C API, so that Python makes a
built-in function of it.
"""

import ctypes
import hashlib
import json
import os
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from fourscore.errors import UnsupportedError
from fourscore.jit.arguments import Signature, describe
from fourscore.jit.kernel import Kernel

__all__ = [
    "BUILT",
    "CHECK",
    "ERROR",
    "LIBRARY",
    "REBUILD",
    "SOURCES",
    "digest_of",
    "entry_name",
    "find",
    "load",
]

BUILT = Path(__file__).with_name("built")
"""Where the build puts the library, or the object code where there is no linker."""
LIBRARY = "kernels.so"
"""Its name on every system."""
SOURCES = "sources.json"
"""Digests of the sources of the library, in a checkout only, where they may change."""
ERROR, CHECK = "fourscore_error", "fourscore_check"
"""The library's pointer to the class that kernels raise, and its test of the processor."""
REBUILD = "FOURSCORE_REBUILD"
"""The variable by which the build has everything compiled anew."""
METH_FASTCALL = 0x80
ALLOCATORS = (b"NRT_Allocate", b"NRT_MemInfo_alloc", b"NRT_MemInfo_new")
"""What kernels call that make lists or arrays of their own; Numba's runtime has it."""
PACKAGE = Path(__file__).parents[1]

_lock = threading.RLock()


class _Method(ctypes.Structure):
    """How Python's C API describes a built-in function."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("entry", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_kept: list[Any] = []
"""What must live as long as the process: machine code and descriptions of methods."""


def entry_name(kernel: Kernel, signature: Signature) -> str:
    """Return the name of a kernel's entry point for arguments of a signature."""
    text = f"{kernel.__module__}.{kernel.__name__} {kernel.label} {describe(signature)}"
    return f"fourscore_{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"


def load(kernel: Kernel, signature: Signature, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """Return a kernel's machine code as a function, compiled now if it is not shipped."""
    with _lock:
        if (found := find(kernel, signature)) is not None:
            return found
        from fourscore.jit.cache import object_code

        entry = entry_name(kernel, signature)
        code = object_code(kernel, signature, arguments, entry)
        return _make_function(kernel, _link(entry, code))


def find(kernel: Kernel, signature: Signature) -> Callable[..., Any] | None:
    """Return a kernel's machine code if it is shipped, else None."""
    if not _is_current():
        return None
    entry = entry_name(kernel, signature)
    library = _library()
    if library is None:
        file = BUILT / f"{entry}.o"
        return _make_function(kernel, _link(entry, file.read_bytes())) if file.exists() else None
    try:
        function = library[entry]
    except AttributeError:
        return None
    return _make_function(kernel, ctypes.cast(function, ctypes.c_void_p).value)


def _make_function(kernel: Kernel, address: int | None) -> Callable[..., Any]:
    method = _Method(kernel.__name__.encode(), address, METH_FASTCALL, None)
    _kept.append(method)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.POINTER(_Method), ctypes.c_void_p, ctypes.c_void_p)
    function: Callable[..., Any] = make(ctypes.byref(method), None, None)
    return function


# What is shipped


@cache
def _library() -> ctypes.PyDLL | None:
    path = BUILT / LIBRARY
    if not path.exists():
        return None
    library = ctypes.PyDLL(str(path))
    if not library[CHECK]():
        raise UnsupportedError(
            "this processor lacks instructions that fourscore needs: SSE4.2 and POPCNT (x86-64-v2)"
        )
    ctypes.c_void_p.in_dll(library, ERROR).value = id(UnsupportedError)
    return library


@cache
def _is_current() -> bool:
    """Return whether what is shipped was made of the sources as they are."""
    if REBUILD in os.environ:
        return False
    sources = BUILT / SOURCES
    if not sources.exists():
        return True
    made_of: dict[str, str] = json.loads(sources.read_bytes())
    return all(digest_of(name) == digest for name, digest in made_of.items())


def digest_of(name: str) -> str:
    """Digest a source file of the package."""
    try:
        return hashlib.blake2b((PACKAGE / name).read_bytes(), digest_size=12).hexdigest()
    except OSError:
        return ""


# What is compiled on this machine


def _link(entry: str, code: bytes) -> int:
    """Link object code into the process; return the address of its entry point."""
    import llvmlite.binding as llvm

    provide_symbols()
    if any(name in code for name in ALLOCATORS):
        from fourscore.jit.compiling import start_runtime

        start_runtime()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _kept.append(engine)
    return int(engine.get_function_address(entry))


@cache
def provide_symbols() -> None:
    """Define the class that kernels raise, and what frees arrays of Numba: ours are Python's."""
    import llvmlite.binding as llvm

    error = ctypes.c_void_p(id(UnsupportedError))
    nothing = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
    _kept.extend((error, nothing))
    llvm.add_symbol(ERROR, ctypes.addressof(error))
    if llvm.address_of_symbol("NRT_MemInfo_call_dtor") is None:
        llvm.add_symbol("NRT_MemInfo_call_dtor", ctypes.cast(nothing, ctypes.c_void_p).value)
