"""The terminal that a program runs in."""

import os
import sys
import threading
import time
from collections.abc import Callable

if sys.platform != "win32":
    import select
    import termios
    import tty

__all__ = ["ask_terminal", "end_with_terminal", "has_own_terminal", "reopen_terminal"]

HUNG_UP = 129
"""The exit code of a program whose terminal is gone, as a shell reports SIGHUP."""


if sys.platform == "win32":

    def ask_terminal(*_: object) -> bytes:
        """Return nothing: on Windows no terminal is asked."""
        return b""

    def reopen_terminal() -> None:
        """Raise `OSError`: on Windows a program types at what its input is."""
        raise OSError(None, "standard input is not the console")

    def end_with_terminal() -> None:
        """Do nothing: on Windows a program ends with its console."""

else:

    def ask_terminal(
        question: bytes, is_complete: Callable[[bytes], bool], seconds: float
    ) -> bytes:
        """Write to the terminal; return its answer once that is complete or time is up."""
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor, termios.TCSANOW)
            os.write(sys.stdout.fileno(), question)
            answer, end = b"", time.monotonic() + seconds
            while not is_complete(answer):
                left = max(0.0, end - time.monotonic())
                if not select.select([descriptor], [], [], left)[0]:
                    break
                answer += os.read(descriptor, 1024)
            return answer
        finally:
            termios.tcsetattr(descriptor, termios.TCSANOW, before)

    def reopen_terminal() -> None:
        """Make the terminal the standard input. Raises `OSError` if there is none."""
        os.dup2(os.open("/dev/tty", os.O_RDWR), 0)

    def end_with_terminal() -> None:
        """End this process at once when its terminal is gone, even if it ignores SIGHUP."""
        watched = select.poll()
        watched.register(sys.stdin.fileno(), 0)  # a hang-up is reported without being asked for

        def watch() -> None:
            if watched.poll()[0][1] & select.POLLHUP:
                os._exit(HUNG_UP)

        threading.Thread(target=watch, name="terminal", daemon=True).start()


def has_own_terminal() -> bool:
    """Return whether a program can type at its terminal though its input is something else."""
    return sys.platform != "win32"
