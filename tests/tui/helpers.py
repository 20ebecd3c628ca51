"""Driving the app: a scenario runs in it, and the screen can be read as text."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from fourscore.core.game import Game
from fourscore.tui.app import FourscoreApp, Plan
from fourscore.tui.game import GameScreen
from tests.waiting import PATIENCE, eventually_async

Scenario = Callable[["Driver"], Awaitable[None]]


class LastingApp(FourscoreApp):
    """The app, with notices that stay for as long as a test may look for them."""

    def notify(self, message: str, **more: Any) -> None:
        super().notify(message, **{**more, "timeout": PATIENCE})


class Driver:
    """A person at the app."""

    def __init__(self, app: FourscoreApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until something is so."""
        await eventually_async(condition, what or "it")

    async def press(self, *keys: str) -> None:
        """Press keys, each after the one before has been seen to."""
        for key in keys:
            self.app.simulate_key(key)
            # Down to the widget with the focus, and up again.
            for _ in range(3):
                await self.pilot._wait_for_screen()

    async def screen(self, name: str) -> None:
        """Wait for a screen by the name of its class."""
        app = self.app
        await self.until(
            lambda: type(app.screen).__name__ == name and app.screen.query("Footer, Input"), name
        )
        await self.pilot._wait_for_screen()

    async def says(self, words: str) -> None:
        """Wait until words stand on the screen, in one line or in several."""
        await self.until(lambda: words in self.text or words in self.prose, repr(words))

    @property
    def prose(self) -> str:
        """What the screen says, without line breaks."""
        texts = [str(each.content) for each in self.app.screen.query(Static) if each.display]
        toasts = [str(each.message) for each in self.app._notifications]
        return " ".join(" ".join([*texts, *toasts]).split())

    @property
    def text(self) -> str:
        """The screen, without blanks at the ends of lines."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)

    @property
    def table(self) -> GameScreen:
        table = self.app.table
        assert table is not None
        return table

    @property
    def game(self) -> Game:
        """The game as the screen knows it."""
        return self.table.now.game

    @property
    def columns(self) -> list[int]:
        """The moves so far, counted from 1 as people do."""
        return [column + 1 for column in self.game.columns]

    async def moves(self, count: int) -> None:
        """Wait until so many moves are played."""
        await self.until(lambda: len(self.game.moves) == count, f"{count} moves")


def drive(
    scenario: Scenario,
    plan: Plan | None = None,
    size: tuple[int, int] = (80, 24),
    *,
    motion: bool = False,
) -> FourscoreApp:
    """Run a scenario in an app that is ready; gives the app as it was left."""

    async def run() -> FourscoreApp:
        app = LastingApp(plan)
        app.animation_level = "full" if motion else "none"
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.until(lambda: app.screen.query("FooterKey"), "the first screen")
            await scenario(driver)
            await pilot.pause()
        return app

    return asyncio.run(run())


def play_plan(
    first: str = "human",
    second: str = "human",
    game: Game | None = None,
    save: Path | None = None,
    **more: object,
) -> Plan:
    """Plan a game that begins at once."""
    changes = {"first": first, "second": second, "begins": "first", **more}
    return Plan(changes, game, seed=1, save=save, begins_at_once=True, is_new=True)
