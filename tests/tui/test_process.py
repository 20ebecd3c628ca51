"""The real program in a real terminal: killed, hung up, resized, interrupted, it loses nothing."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PATIENCE = 90.0


class Terminal:
    """`fourscore play` in a pseudo-terminal of 80 by 24."""

    def __init__(self, *options: str) -> None:
        self.shown = ""
        self.process, self._screen = pty.fork()
        if self.process == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "COLORFGBG": "15;0"}
            command = [sys.executable, "-m", "fourscore.cli.main", "play", *options]
            os.execve(sys.executable, command, environment)
        self.resize(80, 24)

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def until(self, condition: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"{what} did not come about: {self.shown[-3000:]!r}"
            self._read()

    def says(self, words: str) -> None:
        self.until(lambda: words in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.shown), words)

    def _read(self) -> None:
        if select.select([self._screen], [], [], 0.05)[0]:
            try:
                self.shown += os.read(self._screen, 65536).decode(errors="replace")
            except OSError:
                time.sleep(0.05)

    def hang_up(self) -> None:
        os.close(self._screen)
        self._screen = -1

    def end(self) -> int:
        """Wait for the end and give how it came about."""
        code: list[int] = []

        def has_ended() -> bool:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                code.append(os.waitstatus_to_exitcode(status))
            return bool(process)

        if self._screen < 0:
            while not has_ended():
                time.sleep(0.05)
        else:
            self.until(has_ended, "the end")
        self.process = 0
        return code[0]

    def close(self) -> None:
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        if self._screen >= 0:
            os.close(self._screen)


@pytest.fixture
def start() -> Iterator[Callable[..., Terminal]]:
    made: list[Terminal] = []

    def begin(*options: str) -> Terminal:
        made.append(Terminal(*options))
        return made[-1]

    yield begin
    for each in made:
        each.close()


def kept_moves(state: Path) -> str:
    try:
        game = json.loads((state / "game-1.json").read_text())["game"]
    except FileNotFoundError:
        return ""
    return str(game).rpartition("\n\n")[2].strip()


def test_a_game_survives_whatever_ends_the_program(
    start: Callable[..., Terminal], state: Path
) -> None:
    screen = start("--agent", "human")
    screen.says("First player to move.")
    screen.type("4")
    screen.until(lambda: kept_moves(state) == "1. 4 *", "the first move")
    os.kill(screen.process, signal.SIGKILL)
    assert screen.end() == -signal.SIGKILL

    screen = start()
    screen.says("Your game continues where")
    screen.type("5")
    screen.until(lambda: kept_moves(state) == "1. 4 5 *", "the second move")
    screen.hang_up()
    assert screen.end() != 0

    screen = start()
    screen.says("Your game continues where")
    screen.resize(120, 40)
    screen.type("3")
    screen.until(lambda: kept_moves(state) == "1. 4 5 2. 3 *", "the third move")
    screen.type("\x03")
    assert screen.end() == 130

    screen = start()
    screen.says("Your game continues where")
    screen.type("q")
    assert screen.end() == 0
    assert "Traceback" not in screen.shown
    assert kept_moves(state) == "1. 4 5 2. 3 *"


def test_bad_options_are_said_before_the_screen_changes(start: Callable[..., Terminal]) -> None:
    screen = start("--agent", "alphabeto")
    assert screen.end() == 2
    assert "error: there is no agent 'alphabeto'" in screen.shown
    assert "\x1b[?1049h" not in screen.shown
