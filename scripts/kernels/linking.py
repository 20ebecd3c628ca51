"""Bitcode into a shared library, for this platform or another one."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import llvmlite.binding as llvm

from scripts.kernels import HOST, PLATFORMS, Platform

__all__ = ["emit_for", "has_linker", "link"]


RUNTIME = "@fourscore_error = global ptr null\n"
"""The class that kernels raise, which is set when the library is loaded."""
WINDOWS = """
@_fltused = global i32 0
define void @__chkstk() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}
"""
"""What Windows wants: a mark of floats, and a function for frames of many pages, which we lack."""
ANY = "define i32 @fourscore_check() { ret i32 1 }"
X86 = """
define i32 @fourscore_check() {
  %found = call { i32, i32, i32, i32 } asm sideeffect "cpuid",
           "={ax},={bx},={cx},={dx},{ax},{cx}"(i32 1, i32 0)
  %flags = extractvalue { i32, i32, i32, i32 } %found, 2
  %there = and i32 %flags, 9961985
  %all = icmp eq i32 %there, 9961985
  %answer = zext i1 %all to i32
  ret i32 %answer
}
"""
"""Whether the processor has what x86-64-v2 needs: SSE3, SSSE3, SSE4.1, SSE4.2 and POPCNT are bits
0, 9, 19, 20 and 23."""

# Object code


def emit_for(name: str, bitcode: bytes) -> bytes:
    """Return object code for a platform, made of what was compiled for this one."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    text = str(llvm.parse_bitcode(bitcode))
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = re.sub(r'(?m)^target (triple|datalayout) = ".*"$', "", text)
    platform = PLATFORMS[name]
    machine = _machine(platform, platform.processor)
    module = llvm.parse_assembly(f'target triple = "{platform.triple}"\n{text}')
    module.data_layout = str(machine.target_data)
    return bytes(machine.emit_object(module))


def _runtime(platform: Platform) -> bytes:
    """Return what kernels and `fourscore.jit.native` need besides, for any processor."""
    check = X86 if platform.triple.startswith("x86_64") else ANY
    more = WINDOWS if "windows" in platform.triple else ""
    return _assemble(platform, f"{RUNTIME}{more}{check}")


def _assemble(platform: Platform, text: str) -> bytes:
    """Return the object code of LLVM's own language."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()
    module = llvm.parse_assembly(f'target triple = "{platform.triple}"\n{text}')
    return bytes(_machine(platform).emit_object(module))


def _machine(platform: Platform, processor: str = "") -> Any:
    target = llvm.Target.from_triple(platform.triple)
    return target.create_target_machine(cpu=processor, opt=3, reloc="pic", codemodel="default")


# Linking


def has_linker() -> bool:
    """Return whether a library can be linked for this platform."""
    linkers = {"darwin": "cc", "win32": _lld("lld-link")}
    return shutil.which(linkers.get(sys.platform, "ld")) is not None


def link(name: str, objects: dict[str, bytes], library: Path) -> None:
    """Link object code, known by entry point; the same objects give the same library."""
    platform = PLATFORMS[name]
    with TemporaryDirectory() as folder:
        files = []
        for entry, code in sorted({**objects, "runtime": _runtime(platform)}.items()):
            files.append(f"{entry}.o")
            (Path(folder) / files[-1]).write_bytes(code)
        out = str(library.absolute())
        for command in _commands(name, files, out, objects, Path(folder)):
            subprocess.run(command, cwd=folder, check=True)


def _commands(
    name: str, files: list[str], out: str, entries: Iterable[str], folder: Path
) -> list[list[str]]:
    """Return the commands of a linker, which find the files in the current folder."""
    system, _, processor = name.partition("-")
    if system == "linux":
        linker = "ld" if name == HOST else _lld("ld.lld")
        options = ["-shared", "--strip-all", "--build-id=none", "-z", "noexecstack"]
        return [[linker, *options, "-o", out, *files]]
    if system == "macosx":
        options = ["-undefined", "dynamic_lookup", "-o", out, *files]
        if name == HOST:
            version = ["-mmacosx-version-min=11.0", "-Wl,-install_name,kernels.so"]
            return [["cc", "-dynamiclib", *version, *options]]
        (folder / "libSystem.tbd").write_text(TBD)
        version = ["-arch", processor, "-platform_version", "macos", "11.0", "11.0"]
        return [[_lld("ld64.lld"), *version, "-dylib", *options, "libSystem.tbd"]]
    platform = PLATFORMS[name]
    made = [
        _import_library(platform, folder, dll, names.split()) for dll, names in IMPORTED.items()
    ]
    shown = [f"/export:{entry}" for entry in (*entries, "fourscore_check")]
    data = ["/export:fourscore_error,DATA", "/dll", "/noentry", "/brepro", f"/out:{out}"]
    return [*made, [_lld("lld-link"), *data, *shown, *files, *(f"{dll}.lib" for dll in IMPORTED)]]


def _lld(name: str) -> str:
    """Return one of LLVM's linkers, whose names may end with its version."""
    found = [shutil.which(each) for each in (name, *(f"{name}-{version}" for version in VERSIONS))]
    return next(filter(None, found), name)


VERSIONS = range(30, 13, -1)


def _import_library(platform: Platform, folder: Path, dll: str, names: list[str]) -> list[str]:
    """Return the command that makes what Windows finds in a DLL: a DLL with nothing behind."""
    module = "\n".join(f"define void @{name}() {{ ret void }}" for name in names)
    (folder / f"{dll}.o").write_bytes(_assemble(platform, module))
    shown = [f"/export:{name}" for name in names]
    return [_lld("lld-link"), "/dll", "/noentry", *shown, f"/out:{dll}.dll", f"{dll}.o"]


IMPORTED = {
    "msvcrt": "exp log memset",
    "python3": """
        PyBool_FromLong PyErr_CheckSignals PyErr_Occurred PyErr_SetString PyEval_RestoreThread
        PyEval_SaveThread PyFloat_AsDouble PyFloat_FromDouble PyGILState_Ensure PyGILState_Release
        PyLong_AsLongLong PyLong_FromLongLong PyObject_CallFunction PyUnicode_AsUTF8AndSize
        Py_BuildValue Py_DecRef
    """,
}
"""Where Windows finds what machine code calls; the second is Python's stable interface."""
TBD = """--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '/usr/lib/libSystem.B.dylib'
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ _exp, _log, _memset, dyld_stub_binder ]
...
"""
"""What macOS has in its C library."""
