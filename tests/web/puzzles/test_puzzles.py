"""Puzzles over HTTP."""

import json
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest

from fourscore.insight.puzzles import Theme, daily_count, daily_puzzle, find_puzzle
from fourscore.insight.puzzles.grades import GRADES
from fourscore.insight.puzzles.shipped import draw, entries
from tests.web.server import EVENTS, Served, events_of

DRAWN: dict[str, Any] = {
    "count": 20, "seed": 3, "easiest": 4, "hardest": 7, "kind": "win", "theme": "zugzwang",
    "low": 1200, "high": 1800,
}  # fmt: skip
NOT_SHIPPED = "dpjtr142n5"


@pytest.fixture(scope="module")
def drawn(served: Served) -> list[dict[str, Any]]:
    answer = served.get("/puzzles", params=DRAWN)
    assert answer.status_code == 200
    assert answer.json()["complete"]
    puzzles: list[dict[str, Any]] = answer.json()["puzzles"]
    return puzzles


def test_what_was_asked_for_is_kept(drawn: list[dict[str, Any]]) -> None:
    assert len({puzzle["id"] for puzzle in drawn}) == 20
    for puzzle in drawn:
        assert 4 <= puzzle["level"] <= 7
        assert 1200 <= puzzle["rating"] <= 1800
        assert (puzzle["aim"], puzzle["shipped"]) == ("win", True)
        assert "zugzwang" in puzzle["themes"]


def test_a_stream_and_an_id_bring_the_same(served: Served, drawn: list[dict[str, Any]]) -> None:
    with served.client.stream("GET", "/api/v1/puzzles", params=DRAWN, headers=EVENTS) as response:
        ((word, content),) = events_of(response)
    assert (word, json.loads(content)["puzzles"]) == ("result", drawn)
    answer = served.get(f"/puzzles/{drawn[0]['id']}")
    assert answer.json() == drawn[0]
    assert "immutable" in answer.headers["cache-control"]
    # The answer is nowhere but where it is asked for.
    assert not {"answer", "column", "line", "solution"} & set(drawn[0])


def test_tries_and_the_answer(served: Served) -> None:
    puzzle = find_puzzle(NOT_SHIPPED)
    for column in puzzle.position.legal:
        found = served.get(f"/puzzles/{NOT_SHIPPED}/tries/{column + 1}").json()
        assert found["right"] == (column == puzzle.column)
        assert found["sentences"]
        assert found["line"][0] == column + 1
    answer = served.get(f"/puzzles/{NOT_SHIPPED}/answer").json()
    assert answer["column"] == answer["line"][0] == puzzle.column + 1
    assert answer["sentences"]


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


# Playing out


@pytest.mark.parametrize("kind", ["win", "save"])
def test_a_puzzle_is_played_out_to_the_end(served: Served, kind: str) -> None:
    (puzzle,) = served.get("/puzzles", params={"kind": kind, "seed": 2, "count": 1}).json()[
        "puzzles"
    ]
    moves, position, step = list[int](), puzzle["position"], dict[str, Any]()
    while not step.get("done"):
        if step:
            assert step["best"] == step["line"] == step["sentences"] == []
            moves.append(step["reply"])
            assert [each["column"] for each in position["played"]] == moves
        start = {"start": position["start"]}
        truth = served.get(f"/positions/{position['moves']}/analysis", params=start).json()
        column = next(each["column"] for each in truth["columns"] if each["best"])
        moves.append(column)
        written = ",".join(map(str, moves))
        step = served.get(f"/puzzles/{puzzle['id']}/play?moves={written}").json()
        assert (step["right"], step["column"]) == (True, column)
        position = step["position"]
    assert step["reply"] is None
    assert column in step["best"]
    if kind == "win":
        assert position["outcome"]["winner"] == puzzle["turn"]
        assert step["left"] == 0
        assert len(moves) == 2 * puzzle["moves"] - 1
    else:
        assert step["left"] is None
        assert "draw" in step["says"]


def test_a_wrong_move_is_explained(served: Served) -> None:
    (puzzle,) = draw(1, seed=4)
    wrong = next(column for column in puzzle.position.legal if column != puzzle.column) + 1
    step = served.get(f"/puzzles/{puzzle.id}/play", params={"moves": wrong}).json()
    assert (step["right"], step["done"]) == (False, True)
    assert (step["best"], step["line"][0]) == ([puzzle.column + 1], wrong)
    assert step["says"].startswith(f"Column {wrong} ")
