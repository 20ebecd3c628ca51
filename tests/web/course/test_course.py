"""Courses over HTTP."""

import random

from fourscore.insight.course.course import course
from fourscore.insight.course.goals import goals
from tests.web.server import Served


def test_courses_state_their_size(served: Served) -> None:
    found = served.get("/course").json()
    first, second = found["sides"]
    assert first["positions"] == len(course("first")) == sum(e["positions"] for e in first["plies"])
    assert second["side"] == "second"
    assert [each["id"] for each in first["goals"]] == [each.id for each in goals("first")]
    assert found["smallest"] == 20_000
    assert all(each["text"].startswith("Win if you can") for each in found["rules"])


def test_following_the_course_wins(served: Served) -> None:
    """Play by what the address says, against random replies, until the game is over."""
    draw = random.Random(5)
    for _ in range(2):
        moves = ""
        while True:
            place = served.get(f"/course/first/positions/{moves or '-'}").json()
            if place["state"] == "over":
                break
            if place["yours"]:
                assert place["state"] in ("move", "rule", "win")
                assert (place["card"] is not None) == (place["state"] == "move")
                moves += str(place["column"])
            else:
                states = {each["column"]: each["state"] for each in place["replies"]}
                assert set(states.values()) <= {"move", "rule", "win"}
                moves += str(draw.choice(list(states)))
        outcome = served.get(f"/positions/{moves}").json()["outcome"]
        assert outcome["winner"] == "X"


def test_lines_of_a_goal_and_of_a_chapter(served: Served) -> None:
    goal = served.get("/course/first/lines?goal=level-5").json()
    assert goal["total"] == len(goal["lines"])
    for line in goal["lines"]:
        assert 0 < line["share"] <= 1
        assert line["cards"][0] == {"id": "first:0", "moves": "-", "column": 4}
        assert (line["ends"] == "rule") == (line["rule"] is not None)
    part = served.get("/course/first/lines?chapter=44&count=2&skip=1").json()
    assert len(part["lines"]) == 2
    assert all(line["moves"].startswith("44") for line in part["lines"])
    assert part["total"] > 100
