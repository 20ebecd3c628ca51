"""From the steps that need kernels to a shared library with all of them."""

import json
import os
import shutil
import sys
from collections import deque
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from fourscore.errors import FourscoreError
from fourscore.jit import cache
from fourscore.jit.native import BUILT, REBUILD, SOURCES, digest_of
from fourscore.runtime.workers import ProcessPool, run_tasks
from scripts.kernels import HOST, LIBRARY, MADE_BY, PLATFORMS, builder
from scripts.kernels.linking import emit_for, has_linker, link

__all__ = ["build"]

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = BUILT.parents[1]
COMPILER = [f"jit/{name}" for name in cache.COMPILER]


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
        """Keep no record."""

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
    before = {name: digest_of(name) for name in sources_in(PACKAGE)}
    files: dict[str, Path] = {}
    sources = set(COMPILER)
    for made in run_tasks(run_step, Steps(labels), ProcessPool(os.cpu_count() or 1)):
        files |= {entry: Path(path) for entry, path in made.objects.items()}
        sources |= set(made.sources)
    new = BUILT.with_name("built.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    if platform != HOST:
        code = {entry: emit_for(platform, read(file, ".bc")) for entry, file in files.items()}
        link(platform, code, new / LIBRARY.name)
    else:
        code = {entry: read(file, ".o") for entry, file in files.items()}
        if platform in PLATFORMS and has_linker():
            link(platform, code, new / LIBRARY.name)
        else:
            for entry, content in code.items():
                (new / f"{entry}.o").write_bytes(content)
        made_of = {name: before[name] for name in sorted(sources)}
        (new / SOURCES).write_text(json.dumps(made_of, indent=1), encoding="utf-8")
        (new / MADE_BY).write_text(builder(), encoding="utf-8")
    shutil.rmtree(BUILT, ignore_errors=True)
    new.rename(BUILT)
    return len(code), LIBRARY


def sources_in(package: Path) -> list[str]:
    """Return the Python files of a package, by their place in it."""
    return [path.relative_to(package).as_posix() for path in package.rglob("*.py")]


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
    modules = [sys.modules[name] for name in cache.Used.modules if name in sys.modules]
    files = {getattr(each, "__file__", None) for each in (*modules, *_imported_by(modules))}
    own = [Path(each) for each in files if each and Path(each).is_relative_to(PACKAGE)]
    return Made(
        label,
        {entry: str(path) for entry, path in cache.Used.files.items()},
        sorted(each.relative_to(PACKAGE).as_posix() for each in own),
    )


def _imported_by(modules: list[ModuleType]) -> list[ModuleType]:
    """Return the modules from which they import: their constants may be part of the code."""
    values = [value for module in modules for value in vars(module).values()]
    names = {getattr(value, "__module__", None) for value in values}
    found = [sys.modules[name] for name in names if isinstance(name, str) and name in sys.modules]
    return [*found, *(value for value in values if isinstance(value, ModuleType))]
