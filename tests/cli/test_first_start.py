"""The first command after an installation: what is compiled is announced, once, and not mixed in.

Each test has an empty cache folder. Alpha-beta takes the least to compile.
"""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.runtime.system import FileLock

MOVE = ["move", "4453", "--agent", "alphabeta:depth=1", "--json"]
LINE = r"Compiling alphabeta for this machine, once \(about \d+ s\) \.\.\. [\d.]+ s\n"


@pytest.fixture
def environment(tmp_path: Path, plain_environment: dict[str, str]) -> dict[str, str]:
    changes = {"FOURSCORE_CACHE": str(tmp_path / "cache"), "TERM": "xterm", "COLUMNS": "80"}
    return plain_environment | changes


def fourscore(
    arguments: list[str], environment: dict[str, str], errors: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "fourscore", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


@pytest.mark.slow
def test_one_line_beside_the_answer_and_none_the_next_time(environment: dict[str, str]) -> None:
    with fourscore(MOVE, environment) as process:
        output, errors = process.communicate()
    assert json.loads(output)["agent"] == "alphabeta:depth=1"
    assert re.fullmatch(LINE, errors)
    with fourscore(MOVE, environment) as process:
        assert process.communicate()[1] == ""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_bar_on_a_terminal(environment: dict[str, str]) -> None:
    ours, theirs = os.openpty()
    with fourscore(MOVE, environment, theirs) as process:
        os.close(theirs)
        shown = read_all(ours)
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["agent"] == "alphabeta:depth=1"
    os.close(ours)
    assert "Compiling alphabeta for this machine, once" in shown
    assert re.search(r"\d+ s \(about \d+ s\)", shown)
    assert re.search(r"Compiled alphabeta for this machine, once, in [\d.]+ s\.", shown)


def read_all(terminal: int) -> str:
    """Read until the last process that writes there has ended."""
    content = b""
    try:
        while piece := os.read(terminal, 4096):
            content += piece
    except OSError:  # how Linux reports the end
        pass
    return content.decode()


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_while_compiling(environment: dict[str, str]) -> None:
    for attempt in range(5):
        cache = f"{environment['FOURSCORE_CACHE']}-{attempt}"
        with fourscore(MOVE, {**environment, "FOURSCORE_CACHE": cache}) as process:
            assert process.stderr is not None
            begun = os.read(process.stderr.fileno(), 1000).decode()
            process.send_signal(signal.SIGINT)
            output, rest = process.communicate()
        if not re.fullmatch(LINE, begun + rest):  # else it has compiled before it was interrupted
            break
    assert begun.startswith("Compiling")
    assert (output, rest, process.returncode) == ("", "\n", 130)
    left = list(Path(cache, "kernels").iterdir())
    assert {path.suffix for path in left} <= {".lock", ".kernel"}
    assert all(FileLock(path).acquire(blocking=False) for path in left if path.suffix == ".lock")


@pytest.mark.slow
def test_workers_leave_it_to_their_parent(environment: dict[str, str]) -> None:
    agents = ["alphabeta:depth=1", "alphabeta:depth=2"]
    arguments = ["tournament", *agents, "--games", "4", "--workers", "2"]
    with fourscore(arguments, environment) as process:
        _, errors = process.communicate()
    assert process.returncode == 0
    assert errors.count("Compiling") == 1
    assert re.search(LINE, errors)


@pytest.mark.parametrize("command", ["move", "tree"])
def test_a_mistake_is_refused_before_anything_is_compiled(
    command: str, environment: dict[str, str]
) -> None:
    with fourscore([command, "1122334"], environment) as process:
        assert process.communicate() == ("", "error: the game is over: X wins\n")
    assert process.returncode == 2


@pytest.mark.slow
def test_the_solver_is_compiled_as_one(environment: dict[str, str]) -> None:
    with fourscore(["solve", "4453"], environment) as process:
        output, errors = process.communicate()
    assert output == "4453 -2\n"
    assert re.fullmatch(LINE.replace("alphabeta", "the solver"), errors)
    with fourscore(["solve", "44444455555526", "--all"], environment) as process:
        assert process.communicate()[1] == ""


@pytest.mark.slow
def test_a_dataset_is_announced_once(environment: dict[str, str], tmp_path: Path) -> None:
    arguments = ["dataset", "--positions", "10", "--plies", "30-36", "--out"]
    with fourscore([*arguments, str(tmp_path / "positions.npz")], environment) as process:
        assert re.fullmatch(LINE.replace("alphabeta", "the dataset"), process.communicate()[1])


@pytest.mark.slow
def test_after_warmup_no_command_compiles(environment: dict[str, str], tmp_path: Path) -> None:
    with fourscore(["warmup"], environment) as process:
        assert process.communicate()[1].count("Compiling") == 1
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
        with fourscore(command.split(), environment) as process:
            errors = process.communicate()[1]
        assert (process.returncode, "Compiling" in errors) == (0, False), errors
