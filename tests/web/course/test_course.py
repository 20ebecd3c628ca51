"""Courses over HTTP."""

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


def test_a_position_has_its_card_and_the_replies_to_it(served: Served) -> None:
    place = served.get("/course/first/positions/-").json()
    assert (place["state"], place["yours"], place["column"]) == ("move", True, 4)
    assert place["card"] is not None
    place = served.get("/course/first/positions/4").json()
    assert (place["yours"], place["card"]) == (False, None)
    states = {each["column"]: each["state"] for each in place["replies"]}
    assert set(states) == set(range(1, 8))
    assert set(states.values()) <= {"move", "rule", "win"}
    assert served.get("/course/first/positions/4141414").json()["state"] == "over"


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
