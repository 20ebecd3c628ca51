"""The program as a whole: help, version, errors and what is loaded when."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from fourscore import __version__
from fourscore.cli.main import COMMANDS, load_command
from tests.cli.conftest import Run

LIGHT = """
import sys
from fourscore.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert end.code == 0, end.code
heavy = {"numba", "numpy", *(f"fourscore.{each}" for each in ("core", "search", "schemas"))}
heavy &= set(sys.modules)
assert not heavy, heavy
"""


@pytest.mark.parametrize("arguments", [[], ["--help"], ["match", "-h"], ["--version"]])
def test_help_does_not_wait_for_numba(arguments: list[str]) -> None:
    subprocess.run([sys.executable, "-c", LIGHT, *arguments], check=True, capture_output=True)


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


def test_a_command_that_is_mistyped_is_named(run: Run) -> None:
    answer = run("sovle")
    assert answer.code == 2
    assert answer.err == (
        "error: No such command 'sovle'. Did you mean 'solve', 'move'? See fourscore --help\n"
    )


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"fourscore {__version__}\n", "")


def test_the_installed_program_runs() -> None:
    program = Path(sys.executable).with_name("fourscore")
    subprocess.run([program, "show", "4453"], check=True, capture_output=True)


WRONG = [
    ["nonsense"],
    ["show", "--nonsense"],
    ["show", "8"],
    ["show", "4x4"],
    ["show", "44444444"],
    ["show", "11223344"],
    ["show", "@/no/such/file"],
    ["show", "@/"],
    ["show", "@"],
    ["show", "@\0"],
    ["show", "4", "5"],
    ["show", "--size", "7"],
    ["show", "--size", "9x9"],
    ["show", "--size", "0x4"],
    ["show", "--variant", "blitz"],
    ["show", "--svg", "/no/such/folder/board.svg"],
    ["show", "-------/-------/-------/-------/-------/XXX----"],
    ["show", "---X---/-------/-------/-------/-------/-------"],
    ["move", "1122334"],
    ["move", "--agent", "alphabeto"],
    ["move", "--agent", ""],
    ["move", "--agent", "alphabeta:depth"],
    ["move", "--agent", "alphabeta:depth=0"],
    ["move", "--agent", "alphabeta", "--depth", "-1"],
    ["move", "--agent", "alphabeta", "--depth", "many"],
    ["move", "--agent", "alphabeta", "--playouts", "5"],
    ["move", "--agent", "alphabeta:depth=3", "--depth", "4"],
    ["move", "--agent", "astar", "--variant", "slip"],
    ["match", "random"],
    ["match", "random", "nobody"],
    ["match", "random", "random", "--games", "0"],
    ["match", "random", "random", "--from", "1122334"],
    ["match", "random", "alphabeta", "--variant", "slip"],
    ["match", "random", "random", "--out", "/no/such/folder/games.txt"],
    ["play", "--as", "Z"],
    ["play", "--first", "you"],
    ["play", "--as", "O", "--first", "me"],
    ["play", "--agent", "nobody"],
    ["play", "--agent", "alphabeta", "--variant", "slip"],
    ["play", "--from", "1122334"],
    ["play", "--save", "/no/such/folder/game.txt"],
]


def assert_refused(answer: tuple[int, str, str]) -> None:
    code, out, err = answer
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_bad_input_is_refused_in_one_sentence(run: Run, arguments: list[str]) -> None:
    assert_refused(run(*arguments))


def test_bytes_that_are_no_text_are_refused(run: Run) -> None:
    assert_refused(run("show", "-", stdin=b"\xff\xfe\x00"))


def test_any_text_is_read_or_refused(run: Run) -> None:
    """Feed noise made of the letters that mean something."""
    draw = random.Random(4)
    for _ in range(150):
        text = "".join(draw.choices("-.XOxo|/+ \n1234567890,@[]é", k=draw.randint(0, 60)))
        answer = run("show", "-", "--size", draw.choice(["7x6", "4x4", "10x3"]), stdin=text)
        if answer.code == 0:
            assert answer.out.startswith("+-")
        else:
            assert_refused(answer)


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
