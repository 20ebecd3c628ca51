"""The first command after an installation: what is compiled is announced, once, and not mixed in.

Each test has an empty cache folder. Alpha-beta takes the least to compile.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.runtime.system import FileLock
from tests.arena.helpers import started
from tests.cli.conftest import interrupt, needs_signals

LINE = r"Compiling {} for this machine, once \(about \d+ s\) \.\.\. [\d.]+ s\n"


@pytest.fixture
def environment(tmp_path: Path, plain_environment: dict[str, str]) -> dict[str, str]:
    changes = {"FOURSCORE_CACHE": str(tmp_path / "cache"), "TERM": "xterm", "COLUMNS": "80"}
    return plain_environment | changes


def complete(command: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "fourscore", *command.split()],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "command", "later"),
    [
        ("alphabeta", "move 4453 --agent alphabeta:depth=1 --json", ""),
        ("the solver", "solve 4453", "solve 44444455555526 --all"),
        (r"[\w ]+", "dataset --positions 10 --plies 30-36 --out {}/positions.npz", ""),
    ],
)
def test_one_line_beside_the_answer_and_none_the_next_time(
    what: str, command: str, later: str, environment: dict[str, str], tmp_path: Path
) -> None:
    done = complete(command.format(tmp_path), environment)
    assert "Compiling" not in done.stdout
    assert re.fullmatch(LINE.format(what), done.stderr)
    assert complete((later or command).format(tmp_path), environment).stderr == ""


@needs_signals
def test_ctrl_c_while_compiling(environment: dict[str, str]) -> None:
    # This takes the longest to compile.
    command = ["-m", "fourscore", "move", "4453", "--agent", "mcts:playouts=1"]
    with started(*command, env=environment) as process:
        assert process.stderr is not None
        begun = os.read(process.stderr.fileno(), 1000).decode()
        assert interrupt(process) == (130, "", "\n")
    assert begun.startswith("Compiling")
    left = list(Path(environment["FOURSCORE_CACHE"], "kernels").iterdir())
    assert {path.suffix for path in left} <= {".lock", ".kernel"}
    assert all(FileLock(path).acquire(blocking=False) for path in left if path.suffix == ".lock")


@pytest.mark.slow
def test_workers_leave_it_to_their_parent(environment: dict[str, str]) -> None:
    agents = "alphabeta:depth=1 alphabeta:depth=2"
    errors = complete(f"tournament {agents} --games 4 --workers 2", environment).stderr
    assert errors.count("Compiling") == 1
    assert re.search(LINE.format("alphabeta"), errors)


@pytest.mark.slow
def test_after_warmup_no_command_compiles(environment: dict[str, str], tmp_path: Path) -> None:
    assert complete("warmup", environment).stderr.count("Compiling") == 1
    for command in (
        "move 4433 --agent mcts:playouts=10",
        "move 44 --agent level:3 --variant fill",
        "move 44 --agent level:10 --variant slip",
        f"tree 4453 --agent deepening:depth=3,eval=lines --out {tmp_path}/tree.html",
        f"dataset --positions 10 --plies 30-36 --out {tmp_path}/positions.npz",
        "solve 44444455555526 --all",
        "solve 4453 --size 5x5",
        f"book build --plies 2 --size 4x4 --out {tmp_path}/book.bin",
        f"book verify {tmp_path}/book.bin",
    ):
        assert "Compiling" not in complete(command, environment).stderr, command
