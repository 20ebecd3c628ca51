"""Whether the terminal is dark or light, by its own answer."""

import os
import re
from contextlib import suppress

from fourscore.runtime.system import ask_terminal

__all__ = ["is_dark", "read_answer"]

PATIENCE = 0.4
"""Seconds to wait for a terminal that does not answer, such as one far away."""
ASK_COLOUR = b"\x1b]11;?\x1b\\"
ASK_KIND = b"\x1b[c"
"""Every terminal answers this, so that one that knows no colours need not be waited for."""


def is_dark() -> bool:
    """Return whether the terminal's background is dark; if unknown, assume that it is."""
    colours = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    if colours.isdigit():
        return int(colours) not in (7, 15)
    answer = b""
    with suppress(Exception):
        answer = ask_terminal(ASK_COLOUR + ASK_KIND, _has_kind, PATIENCE)
    return read_answer(answer)


def read_answer(answer: bytes) -> bool:
    """Read the colour that a terminal has answered with.

    >>> read_answer(b"\\x1b]11;rgb:fafa/f9f9/f6f6\\x1b\\\\"), read_answer(b"\\x1b[?62;c")
    (False, True)
    """
    found = re.search(rb"rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)", answer)
    if found is None:
        return True
    red, green, blue = (int(part, 16) / float(16 ** len(part) - 1) for part in found.groups())
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5


def _has_kind(answer: bytes) -> bool:
    return re.search(rb"\x1b\[\?[0-9;]*c", answer) is not None
