"""What the processes of tasks have in common: they never outlive their server.

A runner reads a request as a line of JSON from its standard input, and stops when the input ends.
Its last message is ``end``, ``busy`` if another server runs the same task, or ``problem`` with a
sentence.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from fourscore.runtime.system import lower_priority
from fourscore.web.workers.child import Output

__all__ = ["run_task"]


def run_task(
    work: Callable[[str, Output], None],
    stop: Callable[[], None],
    exit_seconds: float,
    on_line: Callable[[str], None] | None = None,
) -> None:
    """Work for the server at the other end of standard input and output, then exit.

    `work` gets the first line, `on_line` each that follows. When the input ends, `stop` is called,
    in another thread, and after some seconds the process ends in any case.
    """
    output = Output()
    lower_priority()  # the workers, who serve people, go first

    def listen() -> None:
        for line in sys.stdin.buffer:
            if on_line is not None:
                on_line(line.decode())
        stop()
        time.sleep(exit_seconds)
        os._exit(1)

    with suppress(KeyboardInterrupt, BrokenPipeError):
        request = sys.stdin.buffer.readline().decode()
        threading.Thread(target=listen, daemon=True).start()
        if request:  # else the server has gone already
            work(request, output)
    os._exit(0)  # without waiting for threads, which have nothing to lose
