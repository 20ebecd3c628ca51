"""Openings over HTTP."""

from fourscore.book.solving import shared_solver
from fourscore.insight.openings.shape import shipped_shape
from tests.web.server import Served


def test_an_opening_has_what_the_solver_says(served: Served) -> None:
    answer = served.get("/openings/44")
    found = answer.json()
    truth = shared_solver().columns("44")
    scores = {each["column"] - 1: each["score"]["value"] for each in found["columns"]}
    assert scores == {column: score.value for column, score in truth.items()}
    assert (found["source"], found["keeps"], found["best"]) == ("book", 1, [4])
    assert found["ledger"]["games"] > 1000
    again = served.get("/openings/44", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_beyond_the_book_there_is_progress(served: Served) -> None:
    events = list(served.events("/openings/444444222266"))
    assert events[-1][0] == "result"
    assert events[-1][1]["source"] == "solver"
    for name, content in events[:-1]:
        assert name == "progress"
        assert 0 <= content["done"] <= content["total"]


def test_the_shape(served: Served) -> None:
    plies = served.get("/openings").json()["plies"]
    assert [each["positions"] for each in plies] == [each.positions for each in shipped_shape()]


def test_own_games(served: Served) -> None:
    found = served.post("/games/study", {"text": "33\n5\n44", "player": "X"}).json()
    assert (found["games"], found["moves"]) == (3, 5)
    (start,) = [each for each in found["departures"] if each["moves"] == "-"]
    assert (start["count"], start["reached"], start["keep"]) == (2, 3, [4])
    assert [each["departures"] != [] for each in found["list"]] == [True, True, False]
