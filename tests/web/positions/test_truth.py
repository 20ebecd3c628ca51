"""Exact scores, explanations and hints over HTTP."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.core.notation import write_moves
from fourscore.core.position import Position
from fourscore.schemas.truth import known_analysis
from tests.core.strategies import lines_of_play
from tests.solver.exhaustive import all_scores
from tests.web.server import Served

LATE = "44444455555526"


class Exhaustive:
    """A book of every position of a small board."""

    plies = 42

    def lookup(self, position: Position) -> int | None:
        return all_scores(4, 4).get((position.mine, position.filled))


@settings(max_examples=20)
@given(data=st.data())
def test_scores_are_those_of_plain_negamax(served: Served, data: st.DataObject) -> None:
    """What is looked up reads as what is proved."""
    truth, position = all_scores(4, 4), Position.empty(4, 4)
    for column in (moves := data.draw(lines_of_play(position))):
        position = position.play(column)
    path = f"/positions/{write_moves(moves) or '-'}/analysis"
    answer = served.get(path, params={"size": "4x4"})
    assert answer.status_code == 200
    found = answer.json()
    assert found["complete"]
    assert found["score"]["value"] == truth[position.mine, position.filled]
    scores = {}
    for column in position.legal:
        child = position.play(column)
        scores[column + 1] = -truth[child.mine, child.filled]
    assert {each["column"]: each["score"]["value"] for each in found["columns"]} == scores
    best = max(scores.values(), default=0)
    assert found["best"] == [column for column, value in scores.items() if value == best]
    known = known_analysis(position, Exhaustive())
    assert (known is None) == position.is_over
    assert known is None or known.model_dump_json().encode() == answer.content


def test_the_second_answer_comes_from_the_cache(served: Served) -> None:
    hits = 'fourscore_analysis_cache_total{outcome="hit"}'
    jobs = 'fourscore_jobs_total{job="analysis",outcome="result"}'
    first = served.get(f"/positions/{LATE}162/analysis")
    before = served.metric(hits), served.metric(jobs)
    again = served.get(f"/positions/{LATE}261/analysis")  # another way to the same board
    assert (served.metric(hits), served.metric(jobs)) == (before[0] + 1, before[1])
    assert first.content == again.content
    assert "immutable" in first.headers["cache-control"]
    known = {"If-None-Match": first.headers["etag"]}
    assert served.get(f"/positions/{LATE}162/analysis", headers=known).status_code == 304


def test_an_analysis_streams(served: Served) -> None:
    path = "/positions/444455335535/analysis"
    *progress, (name, content) = served.events(path)
    assert {name for name, _ in progress} <= {"progress"}
    assert not any(each["complete"] for _, each in progress)
    assert (name, content) == ("result", served.get(path).json())
    # The second time it is cached, and returned at once.
    assert list(served.events(path)) == [(name, content)]


def test_a_review_has_the_worth_of_every_move_and_every_column(served: Served) -> None:
    moves = f"{LATE}7321"
    found = served.get(f"/positions/{moves}/review").json()
    assert found["estimation"] is None
    assert [each["column"] for each in found["moves"]] == [int(move) for move in moves]
    blunder = found["moves"][len(LATE)]
    assert (blunder["kind"], blunder["best_columns"]) == ("win to draw", [3])
    assert len(found["columns"]) == len(found["graph"]) == len(moves) + 1
    # Each point is what the analysis of that position says.
    for number in range(8, len(moves) + 1):
        truth = served.get(f"/positions/{moves[:number]}/analysis").json()
        score, point = truth["score"]["value"], found["graph"][number]
        assert (point["number"], point["value"]) == (number, score if number % 2 == 0 else -score)
        for each, column in zip(found["columns"][number], truth["columns"], strict=True):
            assert each["proved"]
            assert all(each[name] == column[name] for name in ("score", "says", "best"))


@pytest.mark.parametrize(
    ("variant", "method"), [("fill", "alpha-beta"), ("slip", "expectiminimax")]
)
def test_a_review_under_other_rules_is_an_estimate(
    served: Served, variant: str, method: str
) -> None:
    about = {"variant": variant}
    found = served.get("/positions/4411/review", params=about).json()
    assert found["estimation"]["method"] == method
    assert [move["proved"] for move in found["moves"]] == [False] * 4
    assert [len(columns) for columns in found["columns"]] == [7] * 5
    assert all(0 < each["chance"] < 100 for each in found["columns"][0])
    assert list(served.events("/positions/4411/review", **about))[-1] == ("result", found)


def test_what_follows_a_move(served: Served) -> None:
    found = served.get(f"/positions/{LATE}/line", params={"column": 2}).json()
    assert (found["proved"], found["finished"]) == (True, True)
    assert found["discs"][0]["column"] == 2
    assert len(found["discs"]) == 2 * 12 - 1  # wins in 12
    assert found["says"] == "Best play of both sides: X wins."
    assert len(found["winning"]) >= 4


def test_an_explanation_lights_cells(served: Served) -> None:
    answer = served.get("/positions/42444246/explain", params={"column": 4})
    assert answer.json()["column"] == 4
    cells = {each["kind"]: each["cells"] for each in answer.json()["sentences"]}
    assert {"column": 4, "row": 6, "player": "X"} in cells["move"]
    assert cells["reply"] == [
        {"column": 2, "row": 3, "player": "O"},
        {"column": 6, "row": 2, "player": "O"},
    ]
    assert "immutable" in answer.headers["cache-control"]
    other = served.get("/positions/4433/explain", params={"variant": "slip"}).json()
    assert "perfect analysis needs the standard rules" in other["note"]


@pytest.mark.parametrize("variant", ["standard", "fill", "slip"])
def test_a_hint_under_all_rules(served: Served, variant: str) -> None:
    found = served.get("/positions/1212343456/hint", params={"variant": variant}).json()
    legal = served.get("/positions/1212343456", params={"variant": variant}).json()["legal"]
    assert found["column"] in legal
    assert found["says"].startswith(f"Try column {found['column']}")


def test_many_ask_at_once_and_each_gets_their_own(served: Served) -> None:
    paths = [f"/positions/{LATE}{column}/explain" for column in (1, 2, 6, 7)]
    alone = {path: served.get(path).json() for path in paths}
    assert len({str(each) for each in alone.values()}) == len(paths)
    with ThreadPoolExecutor(4) as threads:
        for path, answer in zip(paths * 6, threads.map(served.get, paths * 6), strict=True):
            assert answer.json() == alone[path]
