"""The program as a whole: help, version, and what it prints where."""

import subprocess
import sys
from pathlib import Path

import pytest

from fourscore import __version__
from fourscore.cli.main import COMMANDS, load_command
from tests.cli.conftest import Run


def test_help_names_every_command(run: Run) -> None:
    answer = run("--help")
    assert answer.code == 0
    for command in COMMANDS:
        assert f" {command} " in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_the_help_it_is_listed_with(run: Run, command: str) -> None:
    assert load_command(command).help.partition("\n")[0] == COMMANDS[command]
    answer = run(command, "--help")
    assert answer.code == 0
    assert f"Usage: fourscore {command} " in answer.out


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"fourscore {__version__}\n", "")


def test_the_installed_program_runs() -> None:
    program = Path(sys.executable).with_name("fourscore")
    subprocess.run([program, "show", "4453"], check=True, capture_output=True)


def test_letters_that_cannot_be_written_are_replaced(plain_environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fourscore.cli.main", "move", "44", "--depth", "4"],
        check=True,
        capture_output=True,
        env={**plain_environment, "PYTHONIOENCODING": "ascii"},
    )
    assert b"? " in done.stdout


def test_a_reader_that_goes_away_is_no_error(plain_environment: dict[str, str]) -> None:
    command = f"{sys.executable} -m fourscore.cli.main agents | head -n 1"
    done = subprocess.run(
        command, shell=True, check=True, capture_output=True, text=True, env=plain_environment
    )
    assert done.stderr == ""
