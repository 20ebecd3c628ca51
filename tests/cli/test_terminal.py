"""Commands in a real terminal: the dialogues, Ctrl-C and Ctrl-D, colours and bars."""

import re
from pathlib import Path

from fourscore.core.reader import read_game
from tests.terminal import Terminal

PLAIN = ("--plain", "--as", "X", "--agent")


def test_a_dialogue(plain_environment: dict[str, str]) -> None:
    with Terminal("--plain", "--agent", "astar", environment=plain_environment) as screen:
        for answer, *replies in (
            ("", "Do you play X or O"),
            ("maybe\n", "Answer X or O"),
            ("x\n", "You are X and play against astar.", "your column"),
            ("9\n", "'9' is not a column; columns are 1 to 7."),
            ("u\n", "there is no move of yours to take back."),
            ("h\n", "Try column 4"),
            ("4\n", "astar", "your column"),
            ("u\n", "Taken back.", "your column"),
            *[("1\n", "your column")] * 3,
            ("1\n", "has won.", "Play again"),
            ("u\n", "your column"),
            ("1\n", "Play again"),
            ("what\n", "Answer y, n, s or u."),
            ("s\n", "astar", "your column"),
            ("q\n", "Bye."),
        ):
            screen.type(answer)
            for words in replies:
                screen.says(words)
        assert screen.end() == 0
        assert "◉" in screen.shown
        assert "\x1b[" in screen.shown


def test_the_end_of_input_and_ctrl_c() -> None:
    with Terminal(*PLAIN, "random") as screen:
        screen.says("your column")
        assert screen.end("\x04") == 0
    with Terminal(*PLAIN, "random") as screen:
        screen.says("your column")
        screen.type("\x03")
        assert screen.end() == 130
        assert "Traceback" not in screen.shown


def test_ctrl_c_while_the_agent_thinks(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    with Terminal(*PLAIN, "mcts:seconds=3600", "--save", str(file)) as screen:
        screen.says("your column")
        screen.type("4\n")
        screen.says("is thinking")
        screen.type("\x03")
        assert screen.end() == 130
    assert read_game(file.read_text()).columns == (3,)


def test_a_puzzle_is_played() -> None:
    with Terminal("--id", "27s0884gr8", "--play", command="puzzles") as screen:
        for answer, *replies in (
            ("", "your column (1-7, ? for help): "),
            ("9\n", "'9' is not a column; columns are 1 to 7."),
            ("h\n", "It is about "),
            ("4\n", "Column 4 keeps the win.", "replies with column "),
        ):
            screen.type(answer)
            for words in replies:
                screen.says(words)
        screen.type("q\n")
        assert screen.end() == 0


def test_scores_are_whole_lines_and_in_words_too(plain_environment: dict[str, str]) -> None:
    scores = ("4453", "44444455555526")
    with Terminal(*scores, command="solve", environment=plain_environment) as screen:
        assert screen.end() == 0
        # What the bar had written on each line was erased before.
        assert "\x1b[2K4453 -2  loses in 18\r\n" in screen.shown
        assert "\x1b[2K44444455555526 14  wins in 1\r\n" in screen.shown


def test_a_tournament_shows_its_table_while_it_runs(plain_environment: dict[str, str]) -> None:
    agents = ("random", "alphabeta:depth=1", "--games", "20", "--workers", "1")
    with Terminal(*agents, command="tournament", environment=plain_environment) as screen:
        assert screen.end() == 0
        live, _, _ = screen.text.rpartition("#  agent")
        assert "0/20 starting" in live
        assert "20/20" in live
        assert re.search(r"#  agent +games(.|\n)+alphabeta:depth=1", live)


def test_no_colour_means_no_colour(plain_environment: dict[str, str]) -> None:
    environment = {**plain_environment, "NO_COLOR": "1"}
    with Terminal("4", command="show", environment=environment) as screen:
        assert screen.end() == 0
        assert "| - - - X - - - |" in screen.shown
        assert "\x1b" not in screen.shown
