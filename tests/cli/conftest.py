"""`run`: the command line in this process, as a program sees it from outside."""

import io
import os
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from fourscore.cli.main import main


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with a text on standard input."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
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
    unwanted = ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
    return {name: value for name, value in os.environ.items() if name not in unwanted}
