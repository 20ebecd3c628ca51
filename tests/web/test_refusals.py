"""What cannot be is refused with a status and a sentence, whose wording is tested elsewhere."""

from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.web.server import API, Served

EMPTY = "-------/-------/-------/-------/-------/-------"
TEXTBOOK = "[[3,12,8],[2,4,6],[14,5,2]]"
PUZZLE = "27s0884gr8"

ADDRESSES = [
    ("/positions/4444444", 422, "move 7 of '4444444': column 4 is full after '444444'"),
    ("/positions/-?variant=chess", 422, "there is no variant 'chess'"),
    (f"/positions/-?start={EMPTY[:-7]}XX-----", 422, "X has 2 discs and O has none"),
    ("/positions/%00", 422, "is not a column"),
    ("/positions/٤", 422, "is not a column"),
    (f"/positions/{'4' * 500}", 422, "at most 400 characters"),
    ("/positions/44/analysis?variant=slip", 422, "the solver knows the standard rules only"),
    ("/positions/444444/line?column=4", 422, "column 4 is full"),
    ("/openings/4141414", 422, "the game is over: X wins"),
    ("/openings/44?variant=slip", 422, "slip"),
    ("/course/third/lines", 422, "'third' is not a side"),
    ("/course/first/lines?goal=none", 422, "there is no goal 'none'"),
    ("/course/second/lines?goal=level-5", 422, "the goal 'level-5' is for the first player"),
    ("/course/first/positions/44?size=5x4", 422, "the courses are for the standard rules on 7x6"),
    ("/puzzles?easiest=5&hardest=4", 422, "level 5 is harder than level 4"),
    ("/puzzles?count=51", 422, "count: "),
    ("/puzzles?theme=nonsense", 422, "theme: "),
    (f"/puzzles/{PUZZLE}/tries/8", 422, "8"),
    *((f"/puzzles/daily?date={date}", 422, "is not a date; write it as in 2026-01-31")
      for date in ("", "2026-02-30", "2026-W01-1", "%00")),
    (f"/puzzles/{PUZZLE}/play", 422, "moves: "),
    *((f"/puzzles/{PUZZLE}/play?moves={quote(moves)}", 422, words) for moves, words in (
        ("", "the last move must be yours"),
        ("4,6,1", "column 6 is full"),
        ("1,2,3", "the puzzle is over after 1"),
        ("4" * 201, "moves: "),
        ("4" * 199, ""),
    )),
    ("/exercises?kind=chess", 422, "kind"),
    ("/trees?tree=[3,x]", 422, "'x' at character 4"),
    ("/traces/zzz", 404, "there is no"),
    ("/lessons/..%2f..%2fetc", 404, "there is no"),
    ("/lessons/broken", 422, "broken.toml, line 1: "),
    ("/lessons/none/answers", 404, "there is no"),
    ("/classes/10c", 404, "10c"),
    ("/tournaments/aaaaaaaaaa", 404, "there is no"),
    ("/tournaments/%2e%2e%2fx", 404, "there is no"),
    *((f"/trainings/{name}", 404, "there is no") for name in ("aaaaaaaaaa", "training")),
    *((f"/trainings/%2e%2e%2fx{what}", 404, "there is no") for what in ("", "/values", "/events")),
    ("/trainings/shipped/values?moves=4444444", 422, "column 4 is full"),
    (f"/trainings/shipped/values?moves={'4' * 500}", 422, "moves: "),
]  # fmt: skip

MOVE = {"agent": "random"}
RACE = {"moves": "21366254327115", "agents": ["random"], "runs": 1}
SUITE = {"agents": ["astar", "alphabeta:depth=4", "mcts:playouts=100", "random"], "count": 22}
TOURNAMENT = {"agents": ["level:1", "alphabeta:depth=2", "level:4"], "games": 4, "size": "5x4"}
TRAINING = {"method": "td", "minutes": 0.02, "network": "small"}
MARKS = {"class": "10b", "learner": "Ada", "lesson": "mine", "answers": [2, 0]}

BODIES: list[tuple[str, Any, int, str]] = [
    ("/positions", {"text": "4 4\nhello"}, 422, "'hello' in line 2 is not a move"),
    ("/moves", {}, 422, "agent: this is missing"),
    ("/moves", "random", 422, "the body: this must be a JSON object"),
    *(("/moves", {**MOVE, **change}, 422, words) for change, words in (
        ({"agent": "alphabeta:deep=3"}, "alphabeta has no key 'deep'"),
        ({"agent": ""}, "agent: this must not be empty"),
        ({"moves": "4455667"}, "the game is over: X wins"),
        ({"limit": {"seconds": "soon"}}, "limit.seconds: this must be a number"),
        ({"limit": {"time": 1}}, "limit.time: there is no such field"),
    )),
    ("/games/study", {"text": "44\n4444444"}, 422, "line 2: move 7 of '4444444'"),
    ("/games/study", {"text": " "}, 422, "there is no game in the text"),
    ("/games/study", {"text": "4\n" * 201}, 422, "there are 201 games; the maximum is 200"),
    ("/exercises/mcts-3-2/result", {"answers": [0]}, 422, "there are 1 answers"),
    ("/traces", {"agent": "perfect", "moves": "44"}, 422, ""),
    ("/traces", {"agent": "astar", "tree": TEXTBOOK}, 422, "needs a tree with a goal"),
    ("/traces", {"agent": "minimax", "tree": "[3,,4]"}, 422, "',' at character 4"),
    *(("/races", {**RACE, **change}, 422, words) for change, words in (
        ({"agents": []}, "agents: there must be at least 1 of them"),
        ({"agents": ["random", "random:seed=0", "random"]}, "agents: name each agent only once"),
        ({"agents": ["mcts", "perfect"], "runs": 20, "limit": {"seconds": 100}},
         "limit.seconds: 20 runs of 2"),
    )),
    *(("/races/suites", {**SUITE, **change}, 422, words) for change, words in (
        ({"suite": "../end"}, "there is no suite"),
        ({"limit": {"seconds": 600}, "count": 100}, "limit.seconds: 100 positions for"),
    )),
    *(("/races/suites/results", {**SUITE, "results": results}, 422, words)
      for results, words in (
        ([{"answers": "1"}] * 4, "are 1 answers to 22 positions"),
        ([{"answers": "." * 22}], "results of 1 agents, not 4"),
        ([{"answers": "²" + "." * 21}] * 4, "is no open column of position 1"),
        ([{"answers": "", "seconds": {"value": 1, "low": 2, "high": 3}}] * 4,
         "the interval does not hold the value"),
    )),
    *(("/tournaments", {**TOURNAMENT, **change}, 422, words) for change, words in (
        ({"agents": ["level:1"]}, "agents"),
        ({"agents": ["level:1", "astar"], "variant": "slip"}, "A* does not play the variant"),
        ({"agents": ["level:1"] * 8, "games": 200}, "5,600 games"),
        ({"games": 3}, "pairs"),
        ({"openings": "/etc/passwd"}, "openings"),
        ({"openings": "random:25", "size": "7x6"}, "plies"),
        ({"openings": "balanced:12", "size": "8x6"}, "too long"),
        ({"openings": "balanced", "variant": "fill"}, "standard rules"),
        ({"openings": "suite:../x", "size": "7x6"}, "there is no suite"),
        ({"format": "swis"}, "there is no format"),
        ({"increment": 1.0}, "an increment needs a bank"),
        ({"adjudicate": 9, "variant": "slip", "agents": ["random", "random"]}, "slip"),
    )),
    *((f"/tournaments/{name}/delete", None, 404, "there is no") for name in ("a", "%2e%2e%2fx")),
    *(("/trainings", {**TRAINING, **change}, 422, words) for change, words in (
        ({"method": "../td"}, "there is no method '../td'"),
        ({"seed": 2**63}, "seed: "),
        ({"run": "/etc"}, "run: "),
    )),
    *((f"/trainings/shipped/{what}", {}, 404, "there is no")
      for what in ("cancel", "resume", "delete")),
    *(("/marks", {**MARKS, **change}, status, "") for change, status in (
        ({"class": "10c"}, 404),
        ({"learner": "=1+1"}, 422),
        ({"answers": [1]}, 422),
        ({"answers": [99, 1]}, 422),
        ({"lesson": "none"}, 404),
        ({"lesson": None}, 422),
        ({"exercise": "alphabeta-2-7"}, 422),
        ({"lesson": None, "exercise": "nothing-2-7"}, 422),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("path", "status", "words"), ADDRESSES)
def test_an_address(served: Served, path: str, status: int, words: str) -> None:
    check(served.get(path), status, words)


@pytest.mark.parametrize(("path", "body", "status", "words"), BODIES)
def test_a_body(served: Served, path: str, body: Any, status: int, words: str) -> None:
    check(served.post(path, body), status, words)


def test_a_number_that_is_none(served: Served) -> None:
    body, headers = '{"minutes": 1e400}', {"Content-Type": "application/json"}
    check(served.client.post(f"{API}/trainings", content=body, headers=headers), 422, "minutes: ")


def test_in_a_stream_it_is_an_event(served: Served) -> None:
    answer = served.post("/moves", {"agent": "exec:true"}, headers={"Accept": "text/event-stream"})
    assert answer.text.startswith("event: problem\n")
    assert '"status":422' in answer.text.replace(" ", "")


def check(answer: httpx.Response, status: int, words: str = "") -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    found = answer.json()
    assert (found["status"], found["title"]) == (status, HTTPStatus(status).phrase)
    assert words in found["detail"]
    assert found["detail"]
    assert "\n" not in found["detail"]
