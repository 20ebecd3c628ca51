"""`fourscore show`."""

from pathlib import Path

import pytest
from rich.console import Console

from fourscore.cli import draw
from fourscore.core.notation import read_moves
from tests.cli.conftest import Run


def test_the_board_and_what_stands_on_it(run: Run) -> None:
    out = run("show", "112233").out
    assert out.startswith(str(read_moves("112233")) + "\n")
    assert "X to move" in out
    assert "1 2 3 4 5 6 7\n" in out
    assert "threats of X  column 4 row 1 (now)\n" in out
    assert "threats of O  column 4 row 2\n" in out


def test_a_game_that_is_over(run: Run) -> None:
    out = run("show", "1122334").out
    assert "X has won" in out
    assert "column 1 row 1, column 2 row 1, column 3 row 1, column 4 row 1" in out
    assert "threats" not in out
    assert "\x1b" not in out
    assert "the game is a draw" in run("show", "1122", "--size", "2x2").out
    assert "slip: a disc may slip" in run("show", "--variant", "slip").out


def test_svg(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert run("show", "44", "--svg", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == read_moves("44")._repr_svg_()


COLOURED = Console(force_terminal=True, color_system="truecolor", width=80)


def test_in_colour_discs_differ_and_a_four_stands_out() -> None:
    text = draw.board(read_moves("1122334"), COLOURED)
    assert text.plain.count("◉") == 4
    assert text.plain.count("●") == 3
    assert sum("reverse" in str(span.style) for span in text.spans) == 4


@pytest.mark.parametrize("size", [(7, 6), (10, 3), (1, 6)])
def test_in_colour_the_board_keeps_its_shape(size: tuple[int, int]) -> None:
    position = read_moves("", width=size[0], height=size[1])
    plain = [len(line) for line in str(position).split("\n")]
    assert [len(line) for line in draw.board(position, COLOURED).plain.split("\n")] == plain
