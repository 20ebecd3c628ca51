"""`Run`: a training in a folder, with what was learned at several ages.

    run.json           the settings, where it came from, and how far it is
    networks/N.net     the network after N games
    curve.jsonl        how well it played on the way, measured against the truth
    state.npz          all that is needed to go on; fourscore's own run is shipped without it
    run.lock           held by the process that trains

Files are replaced as a whole, so a run can be killed at any moment: the next training goes on from
the last state, and what was written after that is made again.
"""

import json
import platform
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import numpy as np

from fourscore.agents.base import Agent
from fourscore.agents.registry import agent
from fourscore.errors import InputError
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import State, Trainer
from fourscore.runtime.files import make_folder, replacing, write_atomically, writing
from fourscore.runtime.system import lock_file
from fourscore.search.tuples.file import write_network
from fourscore.search.tuples.network import Network
from fourscore.search.tuples.runs import (
    NETWORKS,
    ages,
    find_run,
    network_path,
    run_name,
    runs_folder,
    stored_network,
)

__all__ = ["AGES", "CURVE", "RECORD", "Run", "RunBusy", "age_passed", "new_run_folder"]

FORMAT = "fourscore run 1"
AGES = tuple(digit * 10**power for power in range(2, 10) for digit in (1, 3))
"""The games after which a network is stored, besides the newest."""
STATE, RECORD, CURVE, LOCK = "state.npz", "run.json", "curve.jsonl", "run.lock"


class RunBusy(InputError):  # noqa: N818
    """Another process trains the same run."""


@dataclass
class Run:
    """A training that is stored in a folder."""

    folder: Path
    """Where it is stored."""
    settings: TrainingSettings
    """What was asked for."""
    games: int = 0
    """Games it has learned from."""
    seconds: float = 0.0
    """Time it has learned for, without the measuring."""
    provenance: dict[str, Any] = field(default_factory=dict)
    """The command, the machine, the versions, and when it was started."""

    # Opening

    @classmethod
    def create(cls, folder: Path, settings: TrainingSettings, command: str = "") -> "Run":
        """Start a run in a folder that has none. Raises `InputError` if it cannot be written."""
        if (folder / RECORD).exists():
            raise InputError(f"'{folder}' is a run already")
        if folder.is_dir() and any(folder.iterdir()):
            raise InputError(f"the folder '{folder}' is not empty, and not a run")
        make_folder(folder / NETWORKS)
        run = cls(folder, settings, provenance=_provenance(command))
        run.write()
        return run

    @classmethod
    def open(cls, where: str | Path) -> "Run":
        """Open a run by its name or folder, fourscore's own for an empty text.

        Raises `InputError` if it is none, or damaged.
        """
        folder = where if isinstance(where, Path) else find_run(where)
        try:
            content = json.loads((folder / RECORD).read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise ValueError
            settings = TrainingSettings.from_json(content["settings"])
            return cls(folder, settings, int(content["games"]), float(content["seconds"]),
                       dict(content["provenance"]))  # fmt: skip
        except FileNotFoundError:
            raise InputError(f"'{folder}' is not a run of fourscore: it has no {RECORD}") from None
        except OSError as error:
            raise InputError(f"cannot read the run '{folder}': {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise InputError(
                f"cannot read the run '{folder}': its {RECORD} is damaged, or of another version"
            ) from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from training the same run while the block runs."""
        path = self.folder / LOCK
        with writing(path), path.open("a+b") as file:
            try:
                lock_file(file.fileno(), blocking=False)
            except OSError:
                raise RunBusy(f"the run '{self.folder}' is being trained already") from None
            yield

    # What has been learned

    @property
    def name(self) -> str:
        """How a spec names it: by its name among the runs, or by its folder."""
        return run_name(self.folder)

    @property
    def ages(self) -> list[int]:
        """The games after which its network was stored, the youngest first."""
        return ages(self.folder)

    def network(self, age: int | None = None) -> Network:
        """Return the last network up to an age in games, or the newest."""
        return stored_network(self.folder, age)

    def agent(self, spec: str = "tuples") -> Agent:
        """Return an agent that plays with the network of this run.

        The spec is that of any agent which takes a run, such as "tuples:age=1000" or
        "alphabeta:depth=5,eval=tuples".
        """
        return agent(f"{spec}{',' if ':' in spec else ':'}run={self.name}")

    @property
    def curve(self) -> list[dict[str, Any]]:
        """What was measured on the way, a point each, the earliest first.

        A point has the games and the seconds of training so far, and for each class of positions
        the share of moves that keep the result (`kept`, between `low` and `high` with 95 %
        certainty, of `count` moves) and of those that no other beats (`best`).
        """
        try:
            text = (self.folder / CURVE).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return []
        # The last line may be that of a process that was killed.
        return list(takewhile(_is_point, map(_read_line, text.splitlines())))

    # Writing

    def write(self) -> None:
        """Write what describes the run."""
        content = {
            "format": FORMAT,
            "settings": self.settings.to_json(),
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "provenance": self.provenance,
        }
        path = self.folder / RECORD
        with writing(path):
            write_atomically(path, json.dumps(content, indent=1) + "\n", mode=0o644)

    def add_point(self, point: dict[str, Any]) -> None:
        """Add a point to the curve."""
        path = self.folder / CURVE
        with writing(path), path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(point) + "\n")

    def store_network(self, trainer: Trainer) -> None:
        """Store the network as it is now, and drop the last one unless it was the first of its age.

        On a cluster, games come by the thousand, so a network may be older than its age in `AGES`.
        """
        network = trainer.network()
        network.meta.update(self.describe(trainer.games))
        write_network(network, network_path(self.folder, trainer.games))
        stored = self.ages
        for before, age in pairwise(stored):
            if age != stored[-1] and age_passed(before) == age_passed(age):
                with suppress(OSError):  # Windows: somebody is reading it
                    network_path(self.folder, age).unlink(missing_ok=True)

    def describe(self, games: int) -> dict[str, Any]:
        """Return what a network says of its training."""
        return {
            "method": self.settings.method,
            "variant": self.settings.variant,
            "seed": self.settings.seed,
            "games": games,
            "seconds": round(self.seconds, 3),
        }

    def store_state(self, trainer: Trainer) -> None:
        """Store all that is needed to go on from here."""
        state: dict[str, Any] = {**trainer.state(), "seconds": np.float64(self.seconds)}
        with replacing(self.folder / STATE) as beside, beside.open("wb") as file:
            np.savez(file, **state)
        self.games = trainer.games
        self.write()

    def restore(self, trainer: Trainer) -> None:
        """Let a trainer go on from the stored state, if there is one.

        What was written after that state is removed. Raises `InputError` if it is damaged.
        """
        path = self.folder / STATE
        if not path.exists():
            if self.games:
                raise InputError(f"cannot resume the run '{self.folder}': it has no {STATE}")
            self._forget_after(0)
            return
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                state: State = {name: arrays[name] for name in arrays.files}
            self.seconds = float(state.pop("seconds"))
            trainer.restore(state)
        except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError):
            raise InputError(
                f"cannot resume the run '{self.folder}': its {STATE} is damaged"
            ) from None
        self._forget_after(trainer.games)

    def _forget_after(self, games: int) -> None:
        """Remove networks and points that are newer than the state."""
        for age in self.ages:
            if age > games:
                network_path(self.folder, age).unlink(missing_ok=True)
        kept = [point for point in self.curve if point["games"] <= games]
        path = self.folder / CURVE
        if path.exists():
            text = "".join(json.dumps(point) + "\n" for point in kept)
            with writing(path):
                write_atomically(path, text, mode=0o644)
        self.games = games


def age_passed(games: int) -> int:
    """Return the last of `AGES` that so many games have reached; 0 if none.

    >>> age_passed(99), age_passed(100), age_passed(2_000_000)
    (0, 100, 1000000)
    """
    return max((age for age in AGES if age <= games), default=0)


def new_run_folder(method: str) -> Path:
    """Return a folder among the runs that does not exist yet."""
    number = 1
    while (folder := runs_folder() / f"{method}-{number}").exists():
        number += 1
    return folder


def _read_line(line: str) -> Any:
    """Return what a line of JSON holds; None if it is not JSON."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def _is_point(content: Any) -> bool:
    return isinstance(content, dict) and {"games", "seconds", "classes"} <= content.keys()


def _provenance(command: str) -> dict[str, Any]:
    from fourscore import __version__

    return {
        "command": command,
        "fourscore": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "machine": f"{platform.machine()} {platform.system()}",
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
