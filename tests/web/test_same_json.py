"""The command line and the API give the same answer to the same question."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.web.server import Served

LATE = "44444455555526"
PUZZLE = "27s0884gr8"


def run_json(run: Run, *arguments: str) -> Any:
    answer = run(*arguments, "--json")
    assert (answer.code, answer.err) == (0, "")
    return json.loads(answer.out)


def without(parts: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: part for name, part in parts.items() if name not in names}


@pytest.mark.parametrize(
    ("command", "path"),
    [
        *((f"show 112233 --size 7x5 --variant {variant}",
           f"/positions/112233?size=7x5&variant={variant}")
          for variant in ("standard", "fill", "slip")),
        ("openings 44", "/openings/44"),
        ("course", "/course"),
        ("puzzles --count 1 --seed 3", "/puzzles?count=1&seed=3"),
        (f"puzzles --id {PUZZLE}", f"/puzzles/{PUZZLE}"),
        (f"puzzles --id {PUZZLE} --try 1", f"/puzzles/{PUZZLE}/tries/1"),
        (f"puzzles --answer {PUZZLE}", f"/puzzles/{PUZZLE}/answer"),
        ("exercise --id alphabeta-2-7", "/exercises?kind=alphabeta&difficulty=2&seed=7"),
    ],
)  # fmt: skip
def test_what_is_looked_up(run: Run, served: Served, command: str, path: str) -> None:
    assert run_json(run, *command.split()) == served.get(path).json()


def test_drawn_boards(run: Run, served: Served) -> None:
    board = "-------/-------/-------/O-XX---/OXOX---/XXOOXO-"
    imported = served.post("/positions", {"text": board}).json()
    assert run_json(run, "show", board) == without(imported, "form", "first", "second")


@pytest.mark.parametrize("moves", [LATE, "1122334"])
def test_exact_scores(run: Run, served: Served, moves: str) -> None:
    here = run_json(run, "solve", moves)
    there = served.get(f"/positions/{moves}/analysis").json()
    assert {name: here[name] for name in there} == there
    position = served.get(f"/positions/{moves}").json()
    for name in ("moves", "start", "size", "variant"):
        assert here[name] == position[name]


def test_explanations(run: Run, served: Served) -> None:
    moves = "5624557727561312"
    position = served.get(f"/positions/{moves}").json()
    for more, query in (((), {}), (("--move", "4"), {"column": 4})):
        here = run_json(run, "explain", moves, *more)
        assert here["position"] == position
        there = served.get(f"/positions/{moves}/explain", params=query).json()
        assert without(here, "position") == there


def test_reviews(run: Run, served: Served) -> None:
    moves = f"{LATE}713"
    here = run_json(run, "review", moves)
    assert here["position"] == served.get(f"/positions/{moves}").json()
    assert without(here, "position") == served.get(f"/positions/{moves}/review").json()


@pytest.mark.parametrize(
    ("agent", "variant"),
    [("alphabeta:depth=4", "standard"), ("random", "slip"), ("mcts:playouts=300", "fill")],
)
def test_moves(run: Run, served: Served, agent: str, variant: str) -> None:
    body = {"agent": agent, "moves": "44", "variant": variant, "seed": 7}
    there = served.post("/moves", body).json()
    here = run_json(run, "move", "44", "--agent", agent, "--variant", variant, "--seed", "7")
    for answer in (here, there):
        assert answer["report"].pop("seconds") >= 0
    assert here == there


def test_agents(run: Run, served: Served) -> None:
    assert run_json(run, "agents") == without(served.get("/agents").json(), "caps", "local_agents")


def test_races(run: Run, served: Served) -> None:
    agents = ["alphabeta:depth=3", "random:seed=1"]
    there = served.post("/races", {"agents": agents, "moves": LATE, "runs": 2}).json()
    here = run_json(run, "race", LATE, "--agents", " ".join(agents), "--runs", "2")
    measured = ("seconds", "memory")
    for answer in (here, there):
        for contender in answer["agents"]:
            assert {name for name in measured if contender[name]} == set(measured)
            contender["runs"] = [without(each, *measured) for each in contender["runs"]]
        answer["agents"] = [without(each, *measured) for each in answer["agents"]]
    assert here == there
