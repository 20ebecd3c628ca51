"""A real program in a real terminal, for tests."""

import codecs
import os
import re
import select
import signal
import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Self

import pytest

from tests.waiting import eventually

pytest.importorskip("pty", reason="needs a pseudo-terminal")
import fcntl
import pty
import termios

__all__ = ["Terminal"]


class Terminal:
    """`fourscore play`, or another command, in a pseudo-terminal of 80 by 24.

    As a context manager it ends the program with the block.
    """

    def __init__(
        self,
        *options: str,
        command: str = "play",
        program: Sequence[str] = (sys.executable, "-m", "fourscore"),
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.shown = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._said = 0
        self._is_over = False
        self.process, self._screen = pty.fork()
        if self.process == 0:
            environment = {**environment, "TERM": "xterm-256color", "COLORFGBG": "15;0"}
            os.execve(program[0], [*program, command, *options], environment)
        self.resize(80, 24)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait for a condition, and read meanwhile what the program shows."""

        def holds() -> object:
            self._read()
            return condition()

        try:
            eventually(holds, what)
        except AssertionError as error:
            error.add_note(f"shown: {self.shown[-3000:]!r}")
            raise

    @property
    def text(self) -> str:
        """What was shown, without colours and movements."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.shown)

    def says(self, words: str) -> None:
        """Wait for words, after those that were waited for before."""
        self.until(lambda: self._is_over or words in self.text[self._said :], words)
        assert words in self.text[self._said :], f"ended without {words!r}: {self.shown[-3000:]!r}"
        self._said = self.text.index(words, self._said) + len(words)

    def _read(self) -> None:
        while self._screen >= 0 and select.select([self._screen], [], [], 0)[0]:
            piece = b""
            with suppress(OSError):  # how Linux reports the end
                piece = os.read(self._screen, 65536)
            if not piece:
                self._is_over = True
                return
            self.shown += self._decoder.decode(piece)

    def hang_up(self) -> None:
        os.close(self._screen)
        self._screen = -1

    def end(self, key: str = "") -> int:
        """Wait for the end and return how it came about.

        A key is typed again and again: it may come before the program reads keys.
        """
        code: list[int] = []

        def has_ended() -> bool:
            if key:
                with suppress(OSError):
                    self.type(key)
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                code.append(os.waitstatus_to_exitcode(status))
            return bool(process)

        self.until(has_ended, "the end")
        self.process = 0
        self._read()
        return code[0]

    def close(self) -> None:
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            self.process = 0
        if self._screen >= 0:
            self.hang_up()
