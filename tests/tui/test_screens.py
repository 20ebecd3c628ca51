"""The screens around a game: start, open, save, help, review, and what is restored."""

import json
from pathlib import Path

from textual.widgets import Button, Input, Select

from fourscore.core.game import Game, write_game
from fourscore.core.reader import read_games, read_line
from fourscore.tui.app import Plan
from fourscore.tui.review import ReviewScreen
from fourscore.tui.setup import HUMAN, Setup
from fourscore.tui.side import Side
from fourscore.tui.store import SavedGame, Store
from tests.tui.helpers import Driver, drive, play_plan


def choose(driver: Driver, side: str, who: str) -> None:
    driver.app.screen.query_one(f"#{side} .who", Select).value = who


async def fill(driver: Driver, name: str, value: str) -> None:
    """Type into a field of the second side, once it is there."""
    screen = driver.app.screen

    def fields() -> list[Input]:
        found = screen.query("#second Input.field").results(Input)
        return [each for each in found if each.name == name]

    await driver.until(fields, name)
    fields()[0].value = value


# The start screen


def test_the_first_start(state: Path) -> None:
    async def scenario(driver: Driver) -> None:
        await driver.screen("StartScreen")
        for words in ("Player one", "You", "Player two", "Level 3", "The first four in a line"):
            await driver.says(words)
        await driver.press("enter")
        await driver.screen("GameScreen")
        assert driver.table.saved.seats == {"X": HUMAN, "O": "level:3"}

    drive(scenario)
    assert json.loads((state / "settings.json").read_text())["setup"]["second"] == "level:3"


def test_options_are_fields_and_are_remembered(state: Path) -> None:
    async def scenario(driver: Driver) -> None:
        choose(driver, "second", "mcts")
        await driver.says("playouts")
        screen = driver.app.screen
        names = [each.name for each in screen.query("#second .field")]
        assert names == ["nodes", "playouts", "seconds", "c", "expand", "reuse", "seed"]
        await fill(driver, "playouts", "500")
        await driver.until(lambda: len(screen.query("#second .fields SelectCurrent #label")) == 2)
        screen.query("#second .field").filter("Select").first(Select).value = "heuristic"
        screen.query_one("#begins", Select).value = "second"
        screen.query_one("#seconds", Input).value = "5"
        await driver.pilot.pause()
        screen.query_one("#play", Button).press()
        await driver.screen("GameScreen")
        assert driver.table.saved.seats == {"X": "mcts:playouts=500,expand=heuristic", "O": HUMAN}
        assert driver.table.game_thread.seconds == 5

    drive(scenario)

    async def again(driver: Driver) -> None:
        await driver.press("n")
        await driver.screen("StartScreen")
        side = driver.app.screen.query_one("#second", Side)
        assert side.spec == "mcts:playouts=500,expand=heuristic"
        await driver.press("escape")
        await driver.screen("GameScreen")

    drive(again)
    settings = Store(state).load_settings()
    assert settings.setup == Setup(
        second="mcts:playouts=500,expand=heuristic", begins="second", seconds=5
    )


BAD_CHOICES = (
    ("alphabeta", "depth", "99", "depth=99 is too large; the maximum is 63."),
    ("kaggle", "argument", "", "kaggle needs an argument"),
    ("human", "size", "no", "the size 'no' is not of the form 7x6."),
    ("human", "seconds", "soon", "'soon' is not a number of seconds."),
    ("astar", "variant", "slip", "A* does not play the variant slip"),
)


def test_what_cannot_be_played_is_said_at_once() -> None:
    async def scenario(driver: Driver) -> None:
        screen = driver.app.screen
        for side, field, value, sentence in BAD_CHOICES:
            choose(driver, "second", side)
            if field in ("size", "seconds"):
                screen.query_one(f"#{field}", Input).value = value
            elif field == "variant":
                screen.query_one("#variant", Select).value = value
            else:
                await fill(driver, field, value)
            await driver.says(sentence[1:])
            await driver.press("enter")
            assert driver.app.screen is screen
            screen.query_one("#size", Input).value = ""
            screen.query_one("#seconds", Input).value = ""

    drive(scenario)


def test_options_of_the_command_line_are_preselected() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.screen("StartScreen")
        await driver.says("Alpha-beta")
        await driver.says("The game continues after 4 moves, ◉ to move.")
        await driver.press("enter")
        await driver.screen("GameScreen")
        assert driver.table.saved.seats == {"X": HUMAN, "O": "alphabeta:depth=4"}
        assert driver.columns == [4, 4, 5, 3]

    changes = {"first": HUMAN, "second": "alphabeta:depth=4"}
    drive(scenario, Plan(changes, read_line("4453"), is_new=True))


# Open and save


def test_save_and_open(tmp_path: Path) -> None:
    async def scenario(driver: Driver) -> None:
        await driver.press("4", "4", "5")
        await driver.moves(3)
        await driver.press("s")
        await driver.screen("SaveScreen")
        driver.app.screen.query_one(Input).value = str(tmp_path / "no" / "where.txt")
        await driver.press("enter")
        await driver.says("Cannot write the file")
        driver.app.screen.query_one(Input).value = "mine.txt"
        await driver.press("enter")
        await driver.screen("GameScreen")
        await driver.says("Saved in 'mine.txt'.")
        await driver.press("u", "u")
        await driver.moves(1)
        await driver.press("o")
        await driver.screen("OpenScreen")
        for text, sentence in (("49", "'9' is not a column"), ("nowhere.txt", "no file")):
            driver.app.screen.query_one(Input).value = text
            await driver.press("enter")
            await driver.says(sentence)
        driver.app.screen.query_one(Input).value = "mine.txt"
        await driver.press("enter")
        await driver.screen("StartScreen")
        await driver.says("The game continues after 3 moves, ● to move.")
        await driver.press("enter")
        await driver.until(lambda: driver.app.table and driver.columns == [4, 4, 5])
        assert len(driver.app.store.old_games()) == 1

    drive(scenario, play_plan())
    assert [len(game.moves) for game in read_games((tmp_path / "mine.txt").read_text())] == [3]


def test_old_games_and_files_with_several_games(tmp_path: Path, state: Path) -> None:
    state.mkdir()
    (state / "games.txt").write_text(write_game(read_line("1212121")))
    (tmp_path / "two.txt").write_text(write_game(Game()) + write_game(read_line("4444")))

    async def scenario(driver: Driver) -> None:
        await driver.press("o")
        await driver.says("1-0  7 moves")
        driver.app.screen.query_one(Input).value = "two.txt"
        await driver.press("enter")
        await driver.says("4 moves")
        await driver.press("down", "up", "up", "enter")
        await driver.screen("StartScreen")
        await driver.press("o")
        await driver.says("1-0  7 moves")
        await driver.press("tab", "enter")
        await driver.screen("GameScreen")
        await driver.says("First player has won.")

    drive(scenario)


# What is restored


def test_a_running_game_is_restored_with_its_redo() -> None:
    async def scenario(driver: Driver) -> None:
        await driver.press("4", "5", "3")
        await driver.moves(3)
        await driver.press("u")
        await driver.moves(2)
        await driver.press("q")

    assert drive(scenario, play_plan(second=HUMAN)).return_value == 0

    async def again(driver: Driver) -> None:
        await driver.says("Your game continues")
        assert driver.columns == [4, 5]
        await driver.press("r")
        await driver.moves(3)

    drive(again)


def test_a_game_that_is_over_or_gives_way_to_a_new_one_is_not_lost() -> None:
    async def win(driver: Driver) -> None:
        await driver.press(*"1212121")
        await driver.says("has won")

    async def start_another(driver: Driver) -> None:
        await driver.screen("StartScreen")
        assert [game.result for game in driver.app.store.old_games()] == ["1-0"]
        await driver.press("enter")
        await driver.until(lambda: driver.app.table)
        await driver.press("4")
        await driver.moves(1)

    async def see_both(driver: Driver) -> None:
        await driver.screen("GameScreen")
        assert driver.columns == []
        assert [len(game.moves) for game in driver.app.store.old_games()] == [1, 7]

    drive(win, play_plan())
    drive(start_another)
    drive(see_both, play_plan())


def test_broken_files_are_said_and_nothing_crashes(state: Path) -> None:
    state.mkdir()
    for name in ("game-1.json", "settings.json", "games.txt"):
        (state / name).write_text("{ [")

    async def scenario(driver: Driver) -> None:
        await driver.screen("StartScreen")
        await driver.says("could not be read")
        await driver.press("o")
        await driver.screen("OpenScreen")

    drive(scenario)
    assert len(list(state.glob("*.broken"))) == 3


def test_a_game_whose_agent_is_gone_cannot_go_on(state: Path) -> None:
    store = Store(state)
    seats = {"X": HUMAN, "O": "kaggle:/nowhere/agent.py,seconds=nonsense"}
    store.save(SavedGame(read_line("44"), Setup(), seats, 1))
    store.close()

    async def scenario(driver: Driver) -> None:
        await driver.screen("StartScreen")
        await driver.says("Your game cannot be resumed")
        assert len(driver.app.store.old_games()) == 1

    drive(scenario)


# Help and looks


def test_help_and_themes(state: Path) -> None:
    async def scenario(driver: Driver) -> None:
        await driver.press("question_mark")
        await driver.says("make the machine move now")
        await driver.press("escape")
        await driver.screen("GameScreen")
        assert driver.app.current_theme.dark
        await driver.press("t")
        assert not driver.app.current_theme.dark

    drive(scenario, play_plan())
    assert Store(state).load_settings().theme == "fourscore-light"


# Review


def test_a_review_jumps_to_blunders_and_knows_the_standard_rules_only() -> None:
    # From an end game, so that nothing takes long: X gives a win away, O does not take it.
    game = Game(read_line("44444455555526").position)
    for column in (0, 2, 6, 0):
        game.play(column)

    async def scenario(driver: Driver) -> None:
        await driver.until(lambda: driver.app.table)
        driver.app.push_screen(ReviewScreen(read_line("44", Setup(variant="fill").board())))
        await driver.says("The review knows the standard rules only.")
        await driver.press("left")
        await driver.says("after 1 of 2 moves")
        await driver.press("escape")
        await driver.screen("GameScreen")
        screen = ReviewScreen(game)
        driver.app.push_screen(screen)
        await driver.screen("ReviewScreen")
        await driver.until(lambda: screen.review)
        await driver.says("after 4 of 4 moves")
        await driver.press("home")
        await driver.says("With perfect play X wins in 1 from the start.")
        await driver.press("right")
        await driver.says("wins in 13, could have won in 1")
        await driver.press("home", "down")
        await driver.until(lambda: screen.ply == 3)
        await driver.says("✗")
        await driver.press("end")
        await driver.until(lambda: screen.ply == 4)
        await driver.press("up")
        await driver.until(lambda: screen.ply == 3)
        await driver.press("home", "e")
        await driver.until(lambda: "wins" in driver.text and "draws" in driver.text)
        await driver.press("right", "p")
        await driver.screen("StartScreen")
        await driver.says("The game continues after 1 move,")

    drive(scenario, play_plan())
