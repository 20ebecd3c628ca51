"""What the terminal app saves between runs: the current game, the last choices, old games.

Everything is in one folder, `FOURSCORE_STATE` if that is set. A file is written completely or not
at all. The current game belongs to one program at a time: a second program that runs beside it
gets its own slot.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fourscore.core.game import Game, write_game
from fourscore.core.reader import read_game, read_games
from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.files import write_atomically
from fourscore.runtime.paths import state_folder
from fourscore.runtime.system import FileLock
from fourscore.tui.setup import Setup, read_setup

__all__ = ["SavedGame", "Settings", "Store"]

MAX_SLOTS = 20
"""Programs that can each save a game of their own at the same time."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that can be resumed, with everything that belongs to it."""

    game: Game
    """Including undone moves, so that redo works."""
    setup: Setup
    seats: Mapping[str, str]
    seed: int
    ended: str = ""
    """Why the game has ended, if not by the rules."""

    @property
    def is_running(self) -> bool:
        return self.game.outcome is None and not self.ended


@dataclass(slots=True)
class Settings:
    """What is remembered besides the game."""

    setup: Setup = field(default_factory=Setup)
    theme: str = ""
    motion: bool = True
    evaluation: bool = False
    speed: int = 2
    file: str = ""
    """Where a game was last saved or opened."""


class Store:
    """The folder, and the slot in it that belongs to this program."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder()
        self.problems: list[str] = []
        """Sentences about what could not be read or written, for the screen to show."""
        self._lock: FileLock | None = None
        self._slot = self._claim()

    @property
    def history(self) -> Path:
        """The file of finished and abandoned games."""
        return self.folder / "games.txt"

    def close(self) -> None:
        """Release the slot for another program."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # The running game

    def load(self) -> SavedGame | None:
        """Return the current game, if there is one."""
        content = self._read(self._slot)
        try:
            return None if content is None else _read_saved(content)
        except (FourscoreError, KeyError, TypeError, ValueError) as error:
            self._set_aside(self._slot, error)
            return None

    def save(self, saved: SavedGame) -> None:
        """Save a game as it stands."""
        self._write(self._slot, _write_saved(saved))

    def archive(self, saved: SavedGame | None) -> None:
        """Move a game to the old ones."""
        if saved is not None and saved.game.moves:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                with self.history.open("a", encoding="utf-8") as file:
                    file.write(f"{write_game(saved.game)}\n")
            except OSError as error:
                self._report("save the game", self.history, error)
                return
        with suppress(OSError):
            self._slot.unlink()

    def old_games(self) -> list[Game]:
        """Return the old games, the latest first."""
        try:
            text = self.history.read_text(encoding="utf-8")
            return read_games(text)[::-1] if text.strip() else []
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            self._set_aside(self.history, error)
            return []

    # Settings

    def load_settings(self) -> Settings:
        """Return the saved settings, or the defaults."""
        path = self.folder / "settings.json"
        content = self._read(path)
        if content is None:
            return Settings()
        try:
            known = {name: content[name] for name in Settings.__slots__ if name in content}
            setup = read_setup(known.pop("setup", {}))
            return _checked(Settings(setup=setup, **known))
        except (FourscoreError, TypeError, AttributeError) as error:
            self._set_aside(path, error)
            return Settings()

    def save_settings(self, settings: Settings) -> None:
        """Save the settings."""
        self._write(self.folder / "settings.json", asdict(settings))

    # Files

    def _claim(self) -> Path:
        """Claim the first slot that no other running program has."""
        for number in range(1, MAX_SLOTS + 1):
            slot = self.folder / f"game-{number}.json"
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                lock = FileLock(slot.with_suffix(".lock"))
                if lock.acquire(blocking=False):
                    self._lock = lock
                    return slot
            except OSError as error:
                self._report("save anything", self.folder, error)
                break
        return self.folder / f"game-{os.getpid()}.json"

    def _read(self, path: Path) -> dict[str, Any] | None:
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(content, dict):
                raise InputError("it contains something else")
            return content
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(path, error)
            return None

    def _write(self, path: Path, content: dict[str, Any]) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, json.dumps(content, indent=1))
        except OSError as error:
            self._report("write", path, error)

    def _set_aside(self, path: Path, error: Exception) -> None:
        """Move an unreadable file out of the way, and report it."""
        aside = path.with_name(f"{path.name}.broken")
        why = error.strerror if isinstance(error, OSError) else str(error)
        try:
            path.replace(aside)
        except OSError:
            self.problems.append(f"'{path}' cannot be read ({why}).")
        else:
            self.problems.append(f"'{path.name}' could not be read and is now '{aside}'.")

    def _report(self, what: str, path: Path, error: OSError) -> None:
        sentence = f"Cannot {what} in '{path}': {error.strerror}."
        if sentence not in self.problems:
            self.problems.append(sentence)


def _write_saved(saved: SavedGame) -> dict[str, Any]:
    """Write the game with its undone moves, and how many of them there are."""
    whole = read_game(write_game(saved.game))
    game = saved.game
    undone = 0
    while game.can_redo:
        move = game.redo()
        whole.play(*move)
        undone += 1
    for _ in range(undone):
        game.undo()
    return {
        "game": write_game(whole),
        "undone": undone,
        "setup": asdict(saved.setup),
        "seats": dict(saved.seats),
        "seed": saved.seed,
        "ended": saved.ended,
    }


def _read_saved(content: Mapping[str, Any]) -> SavedGame:
    game = read_game(content["game"])
    for _ in range(int(content["undone"])):
        game.undo()
    seats = {mark: str(content["seats"][mark]) for mark in ("X", "O")}
    setup = read_setup(content["setup"])
    return SavedGame(game, setup, seats, int(content["seed"]), str(content["ended"]))


def _checked(settings: Settings) -> Settings:
    for name, default in asdict(Settings()).items():
        value = getattr(settings, name)
        if name != "setup" and type(value) is not type(default):
            raise InputError(f"{name} is {value!r}")
    return settings
