"""`run`: the command line in this process, as a program sees it from outside."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import psutil
import pytest

from fourscore.cli.main import main
from tests.waiting import eventually


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]
UNWANTED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS")


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with a text on standard input."""
    for name in UNWANTED:
        monkeypatch.delenv(name, raising=False)

    def run_command(*arguments: str, stdin: str | bytes = "") -> Answer:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main(arguments)
        out, err = capfd.readouterr()
        code = end.value.code
        assert isinstance(code, int)
        return Answer(code, out, err)

    return run_command


@pytest.fixture
def plain_environment() -> dict[str, str]:
    """Return an environment for processes of their own, without wishes about colour."""
    return {name: value for name, value in os.environ.items() if name not in UNWANTED}


# Ctrl-C

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
TELLING = """
import pkgutil, sys
from pathlib import Path
from fourscore.cli.main import main

file, owner, name, *arguments = sys.argv[1:]
owner = pkgutil.resolve_name(owner)
function = getattr(owner, name)

def tell_and_call(*given, **named):
    Path(file).touch()
    return function(*given, **named)

setattr(owner, name, tell_and_call)
main(arguments)
"""
"""The command line, which makes a file when it calls the function of a class or module."""


def wait_for_kernel(process: "subprocess.Popen[str]") -> None:
    """Wait until a process that has called a long search has computed for a while."""
    used = psutil.Process(process.pid).cpu_times
    begin = used().user
    eventually(lambda: used().user > begin + 0.5, "a kernel")


def interrupt(process: "subprocess.Popen[str]") -> Answer:
    """Press Ctrl-C, and return what is left behind."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    return Answer(process.returncode, out, err)
