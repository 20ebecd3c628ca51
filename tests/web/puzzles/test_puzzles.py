"""Puzzles over HTTP."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest

from fourscore.insight.puzzles import Theme, daily_count, daily_puzzle
from fourscore.insight.puzzles.grades import GRADES
from fourscore.insight.puzzles.shipped import draw, entries
from tests.web.server import Served

DRAWN: dict[str, Any] = {
    "count": 20, "seed": 3, "easiest": 4, "hardest": 7, "kind": "win", "theme": "zugzwang",
    "low": 1200, "high": 1800,
}  # fmt: skip


@pytest.fixture(scope="module")
def drawn(served: Served) -> list[dict[str, Any]]:
    found = served.read("/puzzles", **DRAWN)
    assert found["complete"]
    puzzles: list[dict[str, Any]] = found["puzzles"]
    return puzzles


def test_what_was_asked_for_is_kept(drawn: list[dict[str, Any]]) -> None:
    assert len({puzzle["id"] for puzzle in drawn}) == 20
    for puzzle in drawn:
        assert 4 <= puzzle["level"] <= 7
        assert 1200 <= puzzle["rating"] <= 1800
        assert (puzzle["aim"], puzzle["shipped"]) == ("win", True)
        assert "zugzwang" in puzzle["themes"]


def test_a_stream_and_an_id_bring_the_same(served: Served, drawn: list[dict[str, Any]]) -> None:
    ((word, content),) = served.events("/puzzles", **DRAWN)
    assert (word, content["puzzles"]) == ("result", drawn)
    answer = served.get(f"/puzzles/{drawn[0]['id']}")
    assert answer.json() == drawn[0]
    assert "immutable" in answer.headers["cache-control"]
    # The answer is nowhere but where it is asked for.
    assert not {"answer", "column", "line", "solution"} & set(drawn[0])


def test_the_summary_counts_all(served: Served) -> None:
    found = served.get("/puzzles/summary").json()
    assert found["count"] == len(entries()) == sum(found["grades"].values())
    assert found["daily"] == daily_count()
    assert list(found["grades"]) == list(GRADES)
    assert list(found["themes"]) == [theme.value for theme in Theme]
    assert found["aims"] == Counter(entry.aim for entry in entries().values())
    assert found["lowest"] < found["highest"]


def test_the_puzzle_of_a_day(served: Served) -> None:
    """Today is the default, and is not cached."""
    found = served.get("/puzzles/daily", params={"date": "2026-11-18"}).json()
    assert (found.pop("date"), found["id"]) == ("2026-11-18", daily_puzzle("2026-11-18").id)
    assert served.get(f"/puzzles/{found['id']}").json() == found
    before = datetime.now(UTC).date().isoformat()
    answer = served.get("/puzzles/daily")
    assert answer.json()["date"] in (before, datetime.now(UTC).date().isoformat())
    assert "immutable" not in answer.headers.get("cache-control", "")


def test_a_puzzle_is_played_by_the_moves_of_both_sides(served: Served) -> None:
    (puzzle,) = draw(1, seed=4)
    game, moves = puzzle.play(), list[int]()
    while not game.done:
        moves.append(game.hint() + 1)
        step = game.play(moves[-1] - 1)
        query = {"moves": ",".join(map(str, moves))}
        found = served.get(f"/puzzles/{puzzle.id}/play", params=query).json()
        assert (found["right"], found["done"], found["left"]) == (True, game.done, step.left)
        assert (found["column"], found["says"]) == (moves[-1], step.says)
        if step.reply is not None:
            moves.append(step.reply + 1)
            assert found["reply"] == moves[-1]
    assert found["reply"] is None
    wrong = next(column for column in puzzle.position.legal if column != puzzle.column) + 1
    found = served.get(f"/puzzles/{puzzle.id}/play", params={"moves": wrong}).json()
    assert (found["right"], found["done"]) == (False, True)
    assert (found["best"], found["line"][0]) == ([puzzle.column + 1], wrong)
