"""`fourscore explain`."""

from tests.cli.conftest import Run


def test_all_says_more(run: Run) -> None:
    won = "5624557727561312"
    brief, every = run("explain", won).out, run("explain", won, "--all").out
    assert every.startswith(brief.rstrip("\n"))
    assert len(every) > len(brief)


def test_a_game_that_is_over(run: Run) -> None:
    answer = run("explain", "1122334")
    assert answer.code == 0
    assert "X has won" in answer.out
    assert "to move" not in answer.out
