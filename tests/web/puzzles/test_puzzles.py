"""Puzzles over HTTP."""

import json
from collections import Counter
from datetime import UTC, datetime
from functools import reduce
from typing import Any

import pytest

from fourscore.core.position import Position
from fourscore.insight.puzzles import Theme, daily_count, daily_puzzle, find_puzzle
from fourscore.insight.puzzles.grades import GRADES
from fourscore.insight.puzzles.shipped import draw, entries
from tests.web.server import EVENTS, Served, events_of

ID = "dpjtr142n5"
"""A puzzle that is not shipped."""
DRAWN = {"count": 2, "seed": 3, "easiest": 5}


@pytest.fixture(scope="module")
def drawn(served: Served) -> list[dict[str, Any]]:
    answer = served.get("/puzzles", params=DRAWN)
    assert answer.status_code == 200
    assert answer.json()["complete"]
    puzzles: list[dict[str, Any]] = answer.json()["puzzles"]
    return puzzles


def test_a_puzzle_has_one_column_that_does_it(served: Served, drawn: list[dict[str, Any]]) -> None:
    for puzzle in drawn:
        start = puzzle["position"]["start"]
        truth = served.get("/positions/-/analysis", params={"start": start}).json()
        least = 1 if puzzle["aim"] == "win" else 0
        (column,) = [each["column"] for each in truth["columns"] if each["lower"] >= least]
        found = served.get(f"/puzzles/{puzzle['id']}/answer").json()
        assert (found["column"], found["line"][0]) == (column, column)
        assert found["sentences"]


def test_tries_tell_right_from_wrong(served: Served) -> None:
    puzzle = find_puzzle(ID)
    for column in puzzle.position.legal:
        found = served.get(f"/puzzles/{ID}/tries/{column + 1}").json()
        assert found["right"] == (column == puzzle.column)
        assert found["sentences"]
        line = [each - 1 for each in found["line"]]
        assert line[0] == column
        outcome = reduce(Position.play, line, puzzle.position).outcome
        assert outcome is not None
        assert (outcome.winner in (None, puzzle.position.turn)) == found["right"]
    assert served.get(f"/puzzles/{ID}/tries/8").status_code == 422


def test_an_id_brings_a_puzzle_back(served: Served, drawn: list[dict[str, Any]]) -> None:
    answer = served.get(f"/puzzles/{drawn[0]['id']}")
    assert answer.json() == drawn[0]
    assert "immutable" in answer.headers["cache-control"]
    # The answer is nowhere but where it is asked for.
    assert not {"answer", "column", "line", "solution"} & set(drawn[0])
    refused = served.get("/puzzles/zzz")
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "'zzz' is not the id of a puzzle",
    )


def test_a_stream_has_them_too(served: Served, drawn: list[dict[str, Any]]) -> None:
    with served.client.stream("GET", "/api/v1/puzzles", params=DRAWN, headers=EVENTS) as response:
        ((word, content),) = events_of(response)
    assert (word, json.loads(content)["puzzles"]) == ("result", drawn)


# Drawing


def test_what_was_asked_for_is_kept(served: Served) -> None:
    params = {"count": 20, "seed": 3, "easiest": 4, "hardest": 7, "kind": "win",
              "theme": "zugzwang", "low": 1200, "high": 1800}  # fmt: skip
    found = served.get("/puzzles", params=params).json()["puzzles"]
    assert len(found) == 20
    for puzzle in found:
        assert 4 <= puzzle["level"] <= 7
        assert 1200 <= puzzle["rating"] <= 1800
        assert (puzzle["aim"], puzzle["shipped"]) == ("win", True)
        assert "zugzwang" in puzzle["themes"]


def test_a_seed_gives_many_different_ones_at_once(served: Served) -> None:
    found = served.get("/puzzles", params={"count": 50, "seed": 9}).json()
    assert found["complete"]
    ids = [puzzle["id"] for puzzle in found["puzzles"]]
    assert len(set(ids)) == 50
    few = served.get("/puzzles", params={"count": 7, "seed": 9}).json()["puzzles"]
    assert [puzzle["id"] for puzzle in few] == ids[:7]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("easiest=5&hardest=4", "level 5 is harder than level 4"),
        ("low=1500&high=1400", "the lowest rating, 1500, is above the highest, 1400"),
        ("count=51", "count"),
        ("theme=nonsense", "theme"),
    ],
)
def test_what_cannot_be_drawn_is_refused(served: Served, query: str, words: str) -> None:
    answer = served.get(f"/puzzles?{query}")
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


def test_the_summary_counts_all(served: Served) -> None:
    found = served.get("/puzzles/summary").json()
    assert found["count"] == len(entries()) == sum(found["grades"].values())
    assert found["daily"] == daily_count()
    assert list(found["grades"]) == list(GRADES)
    assert list(found["themes"]) == [theme.value for theme in Theme]
    assert found["aims"] == Counter(entry.aim for entry in entries().values())
    assert found["lowest"] < found["highest"]


# The puzzle of the day


def test_the_puzzle_of_a_day(served: Served) -> None:
    found = served.get("/puzzles/daily", params={"date": "2026-11-18"}).json()
    assert found["date"] == "2026-11-18"
    assert found["id"] == daily_puzzle("2026-11-18").id
    assert served.get(f"/puzzles/{found['id']}").json() == {
        name: value for name, value in found.items() if name != "date"
    }


def test_today_is_the_default_and_is_not_cached(served: Served) -> None:
    answer = served.get("/puzzles/daily")
    assert answer.json()["date"] in {datetime.now(UTC).date().isoformat()} | {
        served.get("/puzzles/daily").json()["date"]
    }
    assert "immutable" not in answer.headers.get("cache-control", "")


@pytest.mark.parametrize("date", ["", "2026-02-30", "2026-W01-1", "%00"])
def test_what_is_no_date_is_refused(served: Served, date: str) -> None:
    answer = served.get(f"/puzzles/daily?date={date}")
    assert answer.status_code == 422
    assert answer.json()["detail"].endswith(" is not a date; write it as in 2026-01-31")


# Playing out


@pytest.mark.parametrize("kind", ["win", "save"])
def test_a_puzzle_is_played_out_to_the_end(served: Served, kind: str) -> None:
    params = {"kind": kind, "seed": 2, "count": 3}
    for puzzle in served.get("/puzzles", params=params).json()["puzzles"]:
        moves: list[int] = []
        position = puzzle["position"]
        while True:
            start = {"start": position["start"]}
            truth = served.get(f"/positions/{position['moves']}/analysis", params=start).json()
            column = next(each["column"] for each in truth["columns"] if each["best"])
            moves.append(column)
            written = ",".join(map(str, moves))
            step = served.get(f"/puzzles/{puzzle['id']}/play?moves={written}").json()
            assert (step["right"], step["column"]) == (True, column)
            position = step["position"]
            if step["done"]:
                break
            assert step["best"] == step["line"] == step["sentences"] == []
            moves.append(step["reply"])
            assert [each["column"] for each in position["played"]] == moves
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
    for column in puzzle.position.legal:
        step = served.get(f"/puzzles/{puzzle.id}/play", params={"moves": column + 1}).json()
        assert step["right"] == (column == puzzle.column)
        if not step["right"]:
            assert step["done"]
            assert step["best"] == [puzzle.column + 1]
            assert step["line"][0] == column + 1
            assert step["says"].startswith(f"Column {column + 1} ")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("", "the last move must be yours"),
        ("4,4", "the last move must be yours"),
        ("x", "'x' is not a column"),
        ("-4", "'-' is not a column"),
        ("4,6,1", "column 6 is full"),
        ("1,2,3", "the puzzle is over after 1"),
        ("4" * 201, "moves"),
        ("4" * 199, ""),
        ("\uff14", "is not a column"),
    ],
)
def test_hostile_moves_get_a_sentence(served: Served, moves: str, words: str) -> None:
    answer = served.get("/puzzles/27s0884gr8/play", params={"moves": moves})
    assert answer.status_code == 422
    assert words in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]


def test_play_needs_moves_and_a_puzzle(served: Served) -> None:
    assert served.get("/puzzles/27s0884gr8/play").status_code == 422
    refused = served.get("/puzzles/zzz/play?moves=4").json()
    assert refused["detail"] == "'zzz' is not the id of a puzzle"
