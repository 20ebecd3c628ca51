"""The main screens, letter by letter; FOURSCORE_SNAPSHOTS=new writes them again."""

import os
import re
from pathlib import Path

from fourscore.core.game import Game
from fourscore.core.reader import read_line
from fourscore.tui.app import Plan
from fourscore.tui.board import Board
from fourscore.tui.review import ReviewScreen
from tests.tui.helpers import Driver, drive, play_plan

FOLDER = Path(__file__).parent / "screens"
MIDDLE = "434447433722337"


def compare(name: str, text: str) -> None:
    """Hold a screen against the one that was looked at and found good."""
    text = re.sub(r"[\d.]+ (m|µ)?s\b", "0.0 s", text) + "\n"
    file = FOLDER / f"{name}.txt"
    if os.environ.get("FOURSCORE_SNAPSHOTS") == "new":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_the_start_screen() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.says("every move is worth")
        await driver.pilot.pause()
        await driver.says("q Quit")  # the footer is made again when the focus moves
        # The description of a level may change with a new calibration.
        compare("start", driver.text.replace("Level 3", "Level N"))

    changes = {"first": "human", "second": "alphabeta:depth=6"}
    drive(scenario, Plan(changes, is_new=True))


def test_a_game_with_evaluation() -> None:
    async def scenario(driver: Driver) -> None:
        board = driver.app.screen.query_one(Board)
        await driver.moves(len(MIDDLE) + 1)
        await driver.press("e")
        await driver.until(
            lambda: board.chips and all(chip.sign is not None for chip in board.chips.values())
        )
        await driver.pilot.pause()
        compare("game", driver.text)

    drive(scenario, play_plan("alphabeta:depth=4", "human", game=read_line(MIDDLE)))


def test_a_review() -> None:
    game = Game(read_line(MIDDLE).position, {"First": "human", "Second": "level:6"})
    for column in (3, 4, 6, 6, 6, 4, 4, 5, 4):
        game.play(column)

    async def scenario(driver: Driver) -> None:
        screen = ReviewScreen(game)
        driver.app.push_screen(screen)
        await driver.screen("ReviewScreen")
        await driver.until(
            lambda: screen.review and any(each.columns for each in screen.review.judgements)
        )
        await driver.press("home", "right")
        await driver.says("after 1 of 9 moves")
        await driver.pilot.pause()
        compare("review", driver.text)

    drive(scenario, play_plan())
