"""The library of machine code: all that fourscore needs is in it, and it needs little itself."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.core.bitboard import perft
from fourscore.core.variants import make_rules
from fourscore.jit import native
from fourscore.jit.arguments import signature_of
from fourscore.jit.kernel import Kernel
from tests.jit.helpers import WITHOUT_NUMBA

LIBRARY = native.BUILT / native.LIBRARY
needs_library = pytest.mark.skipif(not LIBRARY.exists(), reason="no linker was there to make it")
STABLE = {
    *("PyBool_FromLong", "PyErr_CheckSignals", "PyErr_Occurred", "PyErr_SetString", "Py_DecRef"),
    *("PyEval_RestoreThread", "PyEval_SaveThread", "PyGILState_Ensure", "PyGILState_Release"),
    *("PyFloat_AsDouble", "PyFloat_FromDouble", "PyLong_AsLongLong", "PyLong_FromLongLong"),
    *("PyObject_CallFunction", "PyUnicode_AsUTF8AndSize", "Py_BuildValue"),
}
"""Functions of Python's stable C API."""
FOREIGN = re.compile(
    r"\b[yz]mm\d|\b(andn|bextr|bls[ir]|blsmsk|bzhi|lzcnt|mulx|pdep|pext|[rs]\wrx)\b"
)
"""Registers and instructions that x86-64-v2 does not have."""


def tool(name: str, *arguments: str) -> str:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    done = subprocess.run([name, *arguments, str(LIBRARY)], capture_output=True, text=True)
    return done.stdout


def test_every_command_runs_without_numba(tmp_path: Path) -> None:
    """Also in the processes that commands start."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_NUMBA)
    commands = (
        "solve 44444455555526 --all",
        "solve 4453 --size 5x5",
        "move 44 --agent level:10 --variant slip",
        "race 4453 --agent astar --runs 1 --seconds 1",
        "tournament mcts:playouts=9 zero:playouts=9 --games 2 --workers 1",
        "tree 4453 --agent deepening:depth=3,eval=lines --out tree.html",
        "train --size 4x4 --games 2 --out run",
        "dataset --positions 10 --plies 30-36 --out positions.npz",
        "book build --plies 2 --size 4x4 --out book.bin",
        "book verify book.bin",
        "bench",
    )
    script = "from fourscore.cli.main import main; import sys; main(sys.argv[1:])"
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-c", script, *command.split()],
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (command, done.stderr)


@needs_library
def test_the_library_calls_the_stable_interface_alone() -> None:
    needed = {line.split()[-1] for line in tool("nm", "-D", "--undefined-only").splitlines()}
    assert needed <= STABLE | {"exp", "log", "memset"}
    shown = {line.split()[-1] for line in tool("nm", "-D", "--defined-only").splitlines()}
    assert all(name.startswith("fourscore_") for name in shown)


@needs_library
@pytest.mark.skipif(platform.machine() != "x86_64", reason="other processors have no versions")
def test_the_library_runs_on_old_processors() -> None:
    code = tool("objdump", "-d", "--no-show-raw-insn")
    assert "popcnt" in code
    assert not FOREIGN.search(code)


def test_a_library_of_other_sources_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(native.BUILT, tmp_path / "built")
    monkeypatch.setattr(native, "BUILT", tmp_path / "built")
    kernel: Kernel = perft  # type: ignore[assignment]
    signature = signature_of((0, 0, 1, make_rules()))

    def find() -> object:
        native._is_current.cache_clear()
        return native.find(kernel, signature)

    try:
        assert find() is not None
        sources = tmp_path / "built" / native.SOURCES
        made_of = json.loads(sources.read_bytes())
        assert {"core/bitboard.py", "core/variants.py", "search/trace_columns.py"} <= made_of.keys()
        sources.write_text(json.dumps({**made_of, "core/bitboard.py": "edited"}))
        assert find() is None
        sources.unlink()  # as in a wheel
        assert find() is not None
    finally:
        native._is_current.cache_clear()
