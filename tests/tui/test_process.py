"""The real program in a real terminal: killed, hung up, resized, interrupted, it loses nothing."""

import json
import os
import signal
import sys
from pathlib import Path

from tests.terminal import Terminal


def kept_moves(state: Path) -> str:
    try:
        game = json.loads((state / "game-1.json").read_text())["game"]
    except FileNotFoundError:
        return ""
    return str(game).rpartition("\n\n")[2].strip()


def test_a_game_survives_whatever_ends_the_program(state: Path) -> None:
    with Terminal("--agent", "human") as screen:
        screen.says("First player to move.")
        screen.type("4")
        screen.until(lambda: kept_moves(state) == "1. 4 *", "the first move")
        os.kill(screen.process, signal.SIGKILL)
        assert screen.end() == -signal.SIGKILL
    with Terminal() as screen:
        screen.says("Your game continues where")
        screen.type("5")
        screen.until(lambda: kept_moves(state) == "1. 4 5 *", "the second move")
        screen.hang_up()
        assert screen.end() != 0
    with Terminal() as screen:
        screen.says("Your game continues where")
        screen.resize(120, 40)
        screen.type("3")
        screen.until(lambda: kept_moves(state) == "1. 4 5 2. 3 *", "the third move")
        screen.type("\x03")
        assert screen.end() == 130
    with Terminal() as screen:
        screen.says("Your game continues where")
        screen.type("q")
        assert screen.end() == 0
        assert "Traceback" not in screen.shown
    assert kept_moves(state) == "1. 4 5 2. 3 *"


def test_it_ends_with_its_terminal_even_if_it_ignores_hang_ups(state: Path) -> None:
    ignore = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
        "os.execv(sys.executable, [sys.executable, '-m', 'fourscore', *sys.argv[1:]])"
    )
    with Terminal("--agent", "human", program=(sys.executable, "-c", ignore)) as screen:
        screen.says("First player to move.")
        screen.type("4")
        screen.until(lambda: kept_moves(state) == "1. 4 *", "the first move")
        screen.hang_up()
        assert screen.end() == 129


def test_bad_options_are_said_before_the_screen_changes() -> None:
    with Terminal("--agent", "alphabeto") as screen:
        assert screen.end() == 2
        assert "error: there is no agent 'alphabeto'" in screen.shown
        assert "\x1b[?1049h" not in screen.shown
