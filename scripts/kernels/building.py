"""From the steps that need kernels to a shared library with all of them."""

import json
import os
import shutil
import sys
from collections import deque
from pathlib import Path
from typing import NamedTuple

from fourscore.errors import FourscoreError
from fourscore.jit import cache
from fourscore.jit.native import BUILT, REBUILD, SOURCES, digest_of
from fourscore.runtime.workers import ProcessPool, run_tasks
from scripts.kernels import HOST, LIBRARY, PLATFORMS
from scripts.kernels.linking import emit_for, has_linker, link

__all__ = ["build"]

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = BUILT.parents[1]
COMPILER = ("jit/arguments.py", "jit/compiling.py", "jit/kernel.py", "jit/native.py")
"""What decides how all kernels are called."""


class Made(NamedTuple):
    """What a step has needed."""

    label: str
    objects: dict[str, str]
    """The files of object code, by entry point."""
    sources: list[str]


class Steps:
    """The labels of the steps to run."""

    def __init__(self, labels: list[str]) -> None:
        self._labels = deque(labels)

    def next_task(self) -> str | None:
        return self._labels.popleft() if self._labels else None

    def task_done(self, result: Made) -> None:
        """Need no record."""

    def requeue(self, task: str) -> None:
        self._labels.appendleft(task)

    def on_worker_death(self, task: str) -> Made | None:
        raise FourscoreError(f"a worker died while it compiled {task}")


def build(platform: str) -> tuple[int, Path]:
    """Compile what has changed, and link it; return the number of kernels and the library."""
    os.environ |= {
        REBUILD: "1",
        "PYTHONHASHSEED": "0",  # so that the same sources give the same library
        "FOURSCORE_CACHE": str(ROOT / "build"),
        "NUMBA_CPU_NAME": PLATFORMS[HOST].processor if HOST in PLATFORMS else "generic",
        "NUMBA_CPU_FEATURES": "",
    }
    from scripts.kernels.steps import steps

    labels = [label for label, _ in steps()]
    files: dict[str, Path] = {}
    sources = set(COMPILER)
    for made in run_tasks(run_step, Steps(labels), ProcessPool(os.cpu_count() or 1)):
        files |= {entry: Path(path) for entry, path in made.objects.items()}
        sources |= set(made.sources)
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir()
    if platform != HOST:
        code = {entry: emit_for(platform, read(file, ".bc")) for entry, file in files.items()}
        link(platform, code, LIBRARY)
        return len(code), LIBRARY
    code = {entry: read(file, ".o") for entry, file in files.items()}
    if has_linker() and platform in PLATFORMS:
        link(platform, code, LIBRARY)
    else:
        for entry, content in code.items():
            (BUILT / f"{entry}.o").write_bytes(content)
    made_of = {name: digest_of(name) for name in sorted(sources)}
    (BUILT / SOURCES).write_text(json.dumps(made_of, indent=1), encoding="utf-8")
    return len(code), LIBRARY


def read(path: Path, suffix: str) -> bytes:
    """Return what was compiled."""
    code = cache.read(path.with_suffix(suffix))
    if code is None:
        raise FourscoreError(f"{path} is missing or damaged")
    return code


def run_step(label: str) -> Made:
    """Run a step; return what has been needed in this process so far."""
    from scripts.kernels.steps import steps

    dict(steps())[label]()
    modules = cache.Used.modules
    files = [getattr(sys.modules.get(name), "__file__", None) for name in modules]
    own = [Path(each) for each in files if each and Path(each).is_relative_to(PACKAGE)]
    return Made(
        label,
        {entry: str(path) for entry, path in cache.Used.files.items()},
        sorted(each.relative_to(PACKAGE).as_posix() for each in own),
    )
