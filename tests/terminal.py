"""A real program in a real terminal, for tests."""

import os
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence

import pytest

pytest.importorskip("pty", reason="needs a pseudo-terminal")
import fcntl
import pty
import termios

__all__ = ["Terminal"]

PATIENCE = 90.0


class Terminal:
    """`fourscore play`, or another command, in a pseudo-terminal of 80 by 24."""

    def __init__(
        self,
        *options: str,
        command: str = "play",
        program: Sequence[str] = (sys.executable, "-m", "fourscore"),
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.shown = ""
        self.process, self._screen = pty.fork()
        if self.process == 0:
            environment = {**environment, "TERM": "xterm-256color", "COLORFGBG": "15;0"}
            os.execve(program[0], [*program, command, *options], environment)
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

    @property
    def text(self) -> str:
        """What was shown, without colours and movements."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.shown)

    def says(self, words: str) -> None:
        self.until(lambda: words in self.text, words)

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
