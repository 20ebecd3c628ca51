"""What the terminal app keeps between two starts: the running game, the last choices, old games.

Everything lies in one folder, `FOURSCORE_STATE` if that is set, else where the system keeps such
things. A file is written whole or not at all. The running game belongs to one program at a time:
whoever starts a second one beside it gets a place of its own.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fourscore.core.game import Game, read_game, read_games, write_game
from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.paths import state_folder, write_atomically
from fourscore.tui.setup import Setup, read_setup

__all__ = ["Kept", "Settings", "Store"]

MOST_PLACES = 20
"""Programs that may each keep a game of their own at the same time."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that can go on, with all that belongs to it."""

    game: Game
    """With the moves that were taken back, so that redo works."""
    setup: Setup
    seats: Mapping[str, str]
    seed: int
    ended: str = ""
    """Why the game has ended, if it was not by the rules."""

    @property
    def is_running(self) -> bool:
        return self.game.outcome is None and not self.ended


@dataclass(slots=True)
class Settings:
    """What is remembered beside the game."""

    setup: Setup = field(default_factory=Setup)
    theme: str = ""
    motion: bool = True
    evaluation: bool = False
    speed: int = 2
    file: str = ""
    """Where a game was saved or opened last."""


class Store:
    """The folder, and the place in it that belongs to this program."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder()
        self.troubles: list[str] = []
        """Sentences about what could not be read or written, for the screen to show."""
        self._lock: int | None = None
        self._place = self._claim()

    @property
    def history(self) -> Path:
        """The file with the games that were left."""
        return self.folder / "games.txt"

    def close(self) -> None:
        """Let another program have the place."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # The running game

    def load(self) -> Kept | None:
        """Return the game that was running, if there is one."""
        content = self._read(self._place)
        try:
            return None if content is None else _read_kept(content)
        except (FourscoreError, KeyError, TypeError, ValueError) as error:
            self._set_aside(self._place, error)
            return None

    def keep(self, kept: Kept) -> None:
        """Remember a game as it stands."""
        self._write(self._place, _write_kept(kept))

    def leave(self, kept: Kept | None) -> None:
        """Put a game to the old ones; nothing runs any more."""
        if kept is not None and kept.game.moves:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                with self.history.open("a", encoding="utf-8") as file:
                    file.write(f"{write_game(kept.game)}\n")
            except OSError as error:
                self._complain("keep the game", self.history, error)
                return
        with suppress(OSError):
            self._place.unlink()

    def old_games(self) -> list[Game]:
        """Return the games that were left, the last one first."""
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
        """Return what was remembered, or the usual."""
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

    def keep_settings(self, settings: Settings) -> None:
        """Remember the settings."""
        self._write(self.folder / "settings.json", asdict(settings))

    # Files

    def _claim(self) -> Path:
        """Take the first place that no other running program has."""
        for number in range(1, MOST_PLACES + 1):
            place = self.folder / f"game-{number}.json"
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._lock = _lock(place.with_suffix(".lock"))
                return place
            except BlockingIOError:
                continue
            except OSError as error:
                self._complain("keep anything", self.folder, error)
                break
        return self.folder / f"game-{os.getpid()}.json"

    def _read(self, path: Path) -> dict[str, Any] | None:
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(content, dict):
                raise InputError("it holds something else")
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
            self._complain("write", path, error)

    def _set_aside(self, path: Path, error: Exception) -> None:
        """Move a file that cannot be read out of the way, and say so."""
        aside = path.with_name(f"{path.name}.broken")
        why = error.strerror if isinstance(error, OSError) else str(error)
        try:
            path.replace(aside)
        except OSError:
            self.troubles.append(f"'{path}' cannot be read ({why}).")
        else:
            self.troubles.append(f"'{path.name}' could not be read and is now '{aside}'.")

    def _complain(self, what: str, path: Path, error: OSError) -> None:
        sentence = f"Cannot {what} in '{path}': {error.strerror}."
        if sentence not in self.troubles:
            self.troubles.append(sentence)


def _lock(path: Path) -> int | None:
    """Lock a file for as long as this program lives; raises BlockingIOError if it is locked."""
    try:
        import fcntl
    except ImportError:
        return None
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _write_kept(kept: Kept) -> dict[str, Any]:
    """Write the game with what was taken back, and how much of it is on the board."""
    whole = read_game(write_game(kept.game))
    game = kept.game
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
        "setup": asdict(kept.setup),
        "seats": dict(kept.seats),
        "seed": kept.seed,
        "ended": kept.ended,
    }


def _read_kept(content: Mapping[str, Any]) -> Kept:
    game = read_game(content["game"])
    for _ in range(int(content["undone"])):
        game.undo()
    seats = {mark: str(content["seats"][mark]) for mark in ("X", "O")}
    setup = read_setup(content["setup"])
    return Kept(game, setup, seats, int(content["seed"]), str(content["ended"]))


def _checked(settings: Settings) -> Settings:
    for name, usual in asdict(Settings()).items():
        value = getattr(settings, name)
        if name != "setup" and type(value) is not type(usual):
            raise InputError(f"{name} is {value!r}")
    return settings
