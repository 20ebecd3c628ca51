"""Object code into a shared library, with a linker of the system."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import llvmlite.binding as llvm

__all__ = ["find_linker", "link"]

RUNTIME = """
@fourscore_error = global ptr null
define hidden void @NRT_MemInfo_call_dtor(ptr %unused) { ret void }
"""
"""The class that kernels raise, which is set when the library is loaded; and what frees arrays of
Numba, which is never called: ours belong to Python."""
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


def find_linker() -> list[str] | None:
    """Return the command that links a shared library, or None if there is none."""
    if sys.platform == "darwin":
        return ["cc", "-dynamiclib", "-undefined", "dynamic_lookup"] if shutil.which("cc") else None
    for name in ("ld", "ld.lld"):
        if shutil.which(name):
            return [name, "-shared", "--strip-all", "--build-id=none", "-z", "noexecstack"]
    return None


def link(linker: list[str], objects: dict[str, bytes], library: Path) -> None:
    """Link object code, known by entry point; the same objects give the same library."""
    with TemporaryDirectory() as folder:
        files = []
        for name, code in sorted({**objects, "runtime": _runtime()}.items()):
            files.append(f"{name}.o")
            (Path(folder) / files[-1]).write_bytes(code)
        command = [*linker, "-o", str(library.absolute()), *files]
        subprocess.run(command, cwd=folder, check=True)


def _runtime() -> bytes:
    """Return what kernels and `fourscore.jit.native` need besides."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    triple = llvm.get_default_triple()
    check = X86 if triple.startswith(("x86_64", "amd64")) else ANY
    module = llvm.parse_assembly(f'target triple = "{triple}"\n{RUNTIME}{check}')
    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(opt=2, reloc="pic", codemodel="default")
    return bytes(machine.emit_object(module))
