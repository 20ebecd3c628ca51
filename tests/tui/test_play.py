"""Whole games in the app: by key, by mouse, by machines, at several sizes."""

from pathlib import Path

import pytest

from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.reader import read_game, read_line
from fourscore.core.variants import FILL
from fourscore.tui.app import Plan
from fourscore.tui.board import Board
from tests.tui.helpers import Driver, drive, play_plan


def test_a_whole_game_by_keys_goes_to_the_file(tmp_path: Path) -> None:
    async def scenario(driver: Driver) -> None:
        await driver.screen("GameScreen")
        for count, key in enumerate("4455667", start=1):
            await driver.press(key)
            await driver.moves(count)
        await driver.says("First player has won.")
        await driver.says("v review")
        await driver.press("1")
        await driver.says("First player has won.")
        await driver.press("q")

    file = tmp_path / "mine.txt"
    assert drive(scenario, play_plan(save=file)).return_value == 0
    game = read_game(file.read_text())
    assert (game.result, game.tags["First"], game.tags["Second"]) == ("1-0", "human", "human")


def test_arrows_and_mouse() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.says("s left")
        await driver.press("left", "left", "enter")
        await driver.moves(1)
        await driver.press("right", "down")
        await driver.moves(2)
        await driver.press(*["left"] * 3, "enter")
        await driver.moves(3)
        board = driver.app.screen.query_one(Board)
        for count, column in enumerate((0, 6, 3), start=4):
            x = 1 + column * board.cell_size.across + 2
            await driver.pilot.hover(Board, offset=(x, 5))
            assert board.cursor == column
            await driver.pilot.click(Board, offset=(x, 10))
            await driver.moves(count)
        assert driver.columns == [2, 3, 7, 1, 7, 4]

    drive(scenario, play_plan(seconds=3600.0))


def test_what_cannot_be_done_is_said() -> None:
    async def scenario(driver: Driver) -> None:
        for key, sentence in (
            ("4", "Column 4 is full."),
            ("9", "There are 7 columns."),
            ("e", "The evaluation knows the standard rules only."),
        ):
            await driver.press(key)
            await driver.says(sentence)

    drive(scenario, play_plan(game=read_line("444444", Position.empty(variant=FILL))))


def test_it_is_not_your_turn_while_a_machine_thinks_and_it_can_be_told_to_move() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.says("mcts:seconds=3600 thinks.")
        await driver.press("4")
        await driver.says("It is not your turn.")
        await driver.says("playouts")
        await driver.says("line ")
        await driver.press("m")
        await driver.moves(1)
        await driver.says("Your move.")

    drive(scenario, play_plan("mcts:seconds=3600", "human"))


def test_a_hint_and_the_evaluation_which_follows_the_game() -> None:
    async def scenario(driver: Driver) -> None:
        board = driver.app.screen.query_one(Board)
        await driver.press("h")
        await driver.says("Try column 3, which wins")
        assert board.cursor == 2
        await driver.press("e")
        await driver.until(lambda: [c for c, chip in board.chips.items() if chip.is_best] == [2])
        assert board.chips[2].words == ("wins", "in 1")
        await driver.press("7")
        await driver.moves(15)
        await driver.until(lambda: all(chip.sign is not None for chip in board.chips.values()))
        await driver.pilot.resize_terminal(60, 20)
        await driver.says("Evaluation")
        await driver.press("e")
        await driver.until(lambda: "Evaluation" not in driver.text)

    drive(scenario, play_plan(game=read_line("44444455555526")))


def test_slip_shows_aim_and_landing() -> None:
    async def scenario(driver: Driver) -> None:
        for count in range(1, 9):
            await driver.press("4")
            await driver.moves(count)
            if driver.game.moves[-1].aim != driver.game.moves[-1].landing:
                break
        landing = driver.game.moves[-1].landing + 1
        await driver.says("aimed at column 4; the disc")
        await driver.says(f"landed in column {landing}.")
        assert "▽" in driver.text

    drive(scenario, play_plan(variant="slip"))


def test_machines_pause_step_and_go_on() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.until(lambda: len(driver.game.moves) >= 2)
        await driver.press("space")
        await driver.says("space continue")
        count = len(driver.game.moves)
        await driver.press("full_stop")
        await driver.until(lambda: len(driver.game.moves) > count)
        await driver.until(lambda: driver.table.game_thread.paused)
        count = len(driver.game.moves)
        await driver.press("u")
        await driver.moves(count - 1)
        await driver.press("r")
        await driver.moves(count)
        await driver.press("minus", "minus", "minus")
        await driver.press("plus")
        assert driver.app.settings.speed == 1
        await driver.press("space")
        await driver.says("+- steady")
        await driver.press(*["plus"] * 5)
        assert driver.app.settings.speed == 4
        await driver.until(lambda: driver.table.is_over)

    drive(scenario, play_plan("random", "random", variant="fill"))


def test_discs_fall_and_come_to_rest() -> None:
    async def scenario(driver: Driver) -> None:
        board = driver.app.screen.query_one(Board)
        await driver.press("4")
        await driver.until(lambda: board.position.ply == 1)
        await driver.until(lambda: board.is_still)
        await driver.press("d")
        await driver.press("4")
        await driver.until(lambda: board.position.ply == 2)
        assert board.is_still

    drive(scenario, play_plan(), motion=True)


def test_again_and_swap() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.press(*["plus"] * 5)
        await driver.until(lambda: driver.table.is_over)
        first = driver.table
        await driver.press("a")
        await driver.until(lambda: driver.app.table not in (None, first))
        assert driver.table.saved.seats == {"X": "random", "O": "minimax:depth=1"}
        second = driver.table
        await driver.until(lambda: driver.table.is_over)
        await driver.press("w")
        await driver.until(lambda: driver.app.table not in (None, second))
        assert driver.table.saved.seats == {"X": "minimax:depth=1", "O": "random"}
        assert len(driver.app.store.old_games()) == 2

    drive(scenario, play_plan("random", "minimax:depth=1"))


def test_time_runs_out() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.says("First player has forfeited the game: out of time: no move within 0.2 s.")
        assert driver.table.is_over

    drive(scenario, play_plan(seconds=0.2))


def test_resizing_changes_the_cells_and_loses_nothing() -> None:
    async def scenario(driver: Driver) -> None:
        board = driver.app.screen.query_one(Board)
        await driver.press("6", "7")
        await driver.moves(16)
        await driver.press("e")
        seen = []
        for size in ((200, 60), (120, 40), (80, 24), (60, 20), (40, 12), (20, 5), (80, 24)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause()
            seen.append(board.cell_size.across)
            if size == (40, 12):
                assert "Second player played" in driver.text
            if size == (20, 5):
                assert "This window" in driver.text
        assert seen[:5] == sorted(seen[:5], reverse=True)
        assert len(set(seen)) >= 5
        assert driver.columns[-2:] == [6, 7]

    drive(scenario, play_plan(game=read_line("43444743372233")))


@pytest.mark.parametrize("board", ["7x8", "31x1"])
def test_boards_of_other_sizes(board: str) -> None:
    async def scenario(driver: Driver) -> None:
        await driver.until(lambda: driver.app.table)
        await driver.press("left", "enter")
        await driver.moves(1)

    drive(scenario, play_plan(size=board), (100, 30))


def test_ctrl_c_quits_from_anywhere() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.press("4", "s")
        await driver.screen("SaveScreen")
        await driver.press("ctrl+c")

    assert drive(scenario, play_plan()).return_value == 130


def test_a_game_that_has_ended_is_shown() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.says("Level 2 has won.")
        assert driver.game.position == read_moves("435357352645243654")

    game = read_line("435357352645243654")
    game.tags.update(First="human", Second="level:2")
    drive(scenario, Plan(game=game, is_new=True))
