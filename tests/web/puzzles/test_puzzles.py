"""Puzzles over HTTP."""

import json
from functools import reduce
from typing import Any

import pytest

from fourscore.core.position import Position
from fourscore.insight.puzzles import find_puzzle
from tests.web.server import Served, events_of

ID = "dpjtr142n5"
MADE = {"count": 2, "seed": 3, "easiest": 5}
"""Quickly made, on a busy machine too."""


@pytest.fixture(scope="module")
def made(served: Served) -> list[dict[str, Any]]:
    answer = served.get("/puzzles", params=MADE)
    assert answer.status_code == 200
    assert answer.json()["complete"]
    puzzles: list[dict[str, Any]] = answer.json()["puzzles"]
    return puzzles


def test_a_puzzle_has_one_column_that_does_it(served: Served, made: list[dict[str, Any]]) -> None:
    for puzzle in made:
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


def test_an_id_brings_a_puzzle_back(served: Served, made: list[dict[str, Any]]) -> None:
    answer = served.get(f"/puzzles/{made[0]['id']}")
    assert answer.json() == made[0]
    assert "immutable" in answer.headers["cache-control"]
    refused = served.get("/puzzles/zzz")
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "'zzz' is not the id of a puzzle",
    )


def test_the_answer_is_nowhere_but_where_it_is_asked_for(made: list[dict[str, Any]]) -> None:
    assert not {"answer", "column", "line", "solution"} & set(made[0])


def test_puzzles_come_as_they_are_made(served: Served, made: list[dict[str, Any]]) -> None:
    accept = {"Accept": "text/event-stream"}
    with served.client.stream("GET", "/api/v1/puzzles", params=MADE, headers=accept) as response:
        *progress, (word, content) = events_of(response)
    assert (word, json.loads(content)["puzzles"]) == ("result", made)
    assert {name for name, _ in progress} <= {"progress"}


def test_levels_are_kept(served: Served) -> None:
    params = {"count": 1, "seed": 3, "easiest": 4, "hardest": 7, "kind": "win"}
    (puzzle,) = served.get("/puzzles", params=params).json()["puzzles"]
    assert 4 <= puzzle["level"] <= 7
    assert puzzle["aim"] == "win"
    refused = served.get("/puzzles", params={"easiest": 5, "hardest": 4})
    assert refused.json()["detail"] == "level 5 is harder than level 4"
