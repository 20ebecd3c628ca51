"""The networks of a run: a folder with what a training has learned, at several ages.

fourscore has a run of its own. A run of somebody else is named by the path of its folder, or by
its name in the folder of runs, where `FOURSCORE_RUNS` says, or beside the user's games.
"""

import os
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from fourscore.errors import InputError
from fourscore.runtime.paths import state_folder
from fourscore.search.tuples.file import SUFFIX, read_network
from fourscore.search.tuples.network import Network

__all__ = [
    "NETWORKS",
    "ages",
    "find_network",
    "find_run",
    "is_run_name",
    "network_path",
    "run_name",
    "runs_folder",
    "shipped_run",
    "stored_network",
]

NETWORKS = "networks"
"""The folder of the networks in that of a run."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
REMEMBERED = 4
"""Networks that stay in memory."""


def runs_folder() -> Path:
    """Return the folder where runs are found by their name."""
    chosen = os.environ.get("FOURSCORE_RUNS")
    return Path(chosen) if chosen else state_folder() / "runs"


def shipped_run() -> Path:
    """Return the folder of fourscore's own run."""
    return Path(str(files("fourscore.data").joinpath("learned")))


def is_run_name(text: str) -> bool:
    """Return whether a text can be the name of a run, rather than a path.

    >>> is_run_name("monday"), is_run_name("../monday")
    (True, False)
    """
    return NAME.fullmatch(text) is not None


def run_name(folder: Path) -> str:
    """Return how a spec names a run: by its name among the runs, or by its folder."""
    named = folder.parent == runs_folder() and is_run_name(folder.name)
    return folder.name if named else str(folder)


def find_run(run: str) -> Path:
    """Return the folder of a run by its name or path, or fourscore's own for an empty text.

    Raises `InputError` if there is none.
    """
    if not run:
        return shipped_run()
    named = runs_folder() / run
    folder = named if is_run_name(run) and named.is_dir() else Path(run)
    if not folder.is_dir():
        raise InputError(
            f"there is no run '{run}': no folder has that name, here or among your runs"
        )
    return folder


def network_path(folder: Path, games: int) -> Path:
    """Return where a run stores its network of an age."""
    return folder / NETWORKS / f"{games:012}{SUFFIX}"


def ages(folder: Path) -> list[int]:
    """Return the ages, in games, at which a run has stored its network, the youngest first."""
    found = (folder / NETWORKS).glob(f"*{SUFFIX}")
    return sorted(int(path.stem) for path in found if path.stem.isdigit())


def find_network(run: str = "", age: int | None = None) -> Network:
    """Return the network of a run: the newest, or the last one up to an age in games.

    Raises `InputError` if there is no such run, or it has no network so young.
    """
    return stored_network(find_run(run), age)


def stored_network(folder: Path, age: int | None = None) -> Network:
    """Return the same for the run in a folder."""
    known = ages(folder)
    if not known:
        raise InputError(f"'{run_name(folder)}' has no networks: it is not a run of fourscore, or "
                         "has only just started")  # fmt: skip
    young = [each for each in known if age is None or each <= age]
    if not young:
        raise InputError(f"the run has no network that learned from {age:,} games or fewer; its "
                         f"youngest learned from {known[0]:,}")  # fmt: skip
    path = network_path(folder, young[-1])
    try:
        return _read(path, _say_run(folder), path.stat().st_mtime_ns)
    except FileNotFoundError:
        # A training that goes on replaces its newest network.
        raise InputError("the network has just been replaced by a newer one; try again") from None


@lru_cache(REMEMBERED)
def _read(path: Path, run: str, modified: int) -> Network:  # noqa: ARG001
    """Read a network once, unless its file changes."""
    return read_network(path, f"the network {path.stem.lstrip('0') or '0'} of {run}")


def _say_run(folder: Path) -> str:
    """Name a run without saying where on this machine it is, unless that is how it is named."""
    return "fourscore's own run" if folder == shipped_run() else f"the run '{run_name(folder)}'"
