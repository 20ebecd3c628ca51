"""The job of a race. Agents are measured in processes of their own; this worker waits for them."""

import threading
import time
from typing import Any

from fourscore.agents.registry import split_spec
from fourscore.book.solving import shared_solver
from fourscore.core.position import Position
from fourscore.errors import Cancelled, InputError
from fourscore.insight.race.race import Race, RaceEvent
from fourscore.insight.truth.judge import shared_judge
from fourscore.schemas.races import CompareView, NowView, race_view
from fourscore.search.control import Cancel
from fourscore.search.types import Limit
from fourscore.web.workers.context import Desk, Job, read_game

__all__ = ["JOBS"]

SOON = 4.0
"""Seconds for proving every column before the race; if that is not enough it is done at the end."""
SLACK = 2.0
"""Seconds beyond its limit after which a decision is given up."""
PACE, GLANCE = 0.12, 0.05
"""Seconds after which a report of progress is surely passed on; and between two looks."""


def compare(ask: dict[str, Any], desk: Desk) -> CompareView:
    """Let agents decide one after the other, and tell of each decision."""
    race = _start(ask, desk)
    shared_solver().warm()
    desk.begin()
    view = _View(ask, race)
    if race.position.variant.name == "standard":
        desk.tell(lambda: view.show("truth"))
        view.best = _prove_soon(race.position, desk.cancel)
        race.judges_at_once = bool(view.best)
    for event in race.run():
        view.note(event)
        if event.what != "run":
            time.sleep(PACE)  # the wait after it is long, and must not be one for old news
        desk.tell(lambda: view.show(view.doing))
    return view.show(None)


def _start(ask: dict[str, Any], desk: Desk) -> Race:
    """Check what was asked."""
    common, most = Limit(**ask["limit"]), Limit(**ask["caps"])
    race = Race(
        read_game(ask).position,
        ask["agents"],
        runs=ask["runs"],
        deadline=ask["caps"]["seconds"] + SLACK,
        external=False,
        judge=shared_judge(),
        limit=common or None,
        most=most,
        megabytes=ask["megabytes"],
        cancel=desk.cancel,
    )
    specs = [each.spec for each in race.result().contenders]
    if len(specs) < len(ask["agents"]):
        raise InputError("agents: each of them has to be another one, and one stands there twice")
    timed = [spec for spec in specs if "seconds" in split_spec(spec)[0].limits]
    needed = len(timed) * ask["runs"] * (common.seconds or 0)
    if needed > ask["seconds"]:
        raise InputError(
            f"limit.seconds: {ask['runs']} runs of {len(timed)} agents with {common.seconds:g} s "
            f"each take {needed:g} s; a race may take {ask['seconds']:g} s"
        )
    return race


def _prove_soon(position: Position, cancel: Cancel) -> list[int]:
    """Return the best columns, or none if that takes too long."""
    part, done = Cancel(), threading.Event()

    def watch() -> None:
        end = time.monotonic() + SOON
        while not done.wait(GLANCE):
            if cancel.cancelled or time.monotonic() > end:
                part.cancel()

    threading.Thread(target=watch, daemon=True).start()
    try:
        scores = shared_judge().columns(position, part)
        shared_judge().learn([position], part)
    except Cancelled:
        return []
    finally:
        done.set()
    most = max(score.value for score in scores.values())
    return [column for column, score in scores.items() if score.value == most]


class _View:
    """What there is to show of a race, at any moment of it."""

    def __init__(self, ask: dict[str, Any], race: Race) -> None:
        self._race, self._game, self._limit = race, read_game(ask), Limit(**ask["limit"])
        self._agent: str | None = None
        self._done = 0
        self.doing = "warm"
        self.best: list[int] = []
        """The best columns, where they were proved beforehand."""

    def note(self, event: RaceEvent) -> None:
        """Take in what has happened."""
        self.doing = "warm" if event.what == "trouble" else event.what
        self._agent = event.spec or None
        self._done += event.what == "run"

    def show(self, doing: str | None) -> CompareView:
        total = self._race.total
        now = doing and NowView(what=doing, agent=self._agent, done=self._done, total=total)
        return race_view(self._game, self._race.result(), self._limit, self.best, now or None)


JOBS: dict[str, Job] = {"compare": compare}
