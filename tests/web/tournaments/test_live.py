"""A tournament while it runs: its boards, numbers that agree, and the command that repeats it."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from fourscore.arena.ledger import Ledger
from tests.waiting import eventually
from tests.web.ledgers import games_of
from tests.web.server import API, Served, events_of
from tests.web.tournaments.test_tournaments import watch

QUICK = {"agents": ["level:1", "random", "alphabeta:depth=2"], "games": 20, "size": "5x4"}


def check_numbers(state: dict[str, Any]) -> None:
    """Check that everything that is counted adds up to the same."""
    table = state["standings"]
    if table is None:
        assert state["done"] == 0
        return
    assert state["done"] == table["games"] + len(table["voids"])
    assert sum(agent["games"] for agent in table["agents"]) == 2 * table["games"]
    cells = table["cross_table"]
    assert sum(each["wins"] + each["draws"] + each["losses"] for each in cells) == (
        2 * table["games"]
    )
    assert sum(sum(each["counts"]) for each in table["pairs"]) <= table["games"] / 2
    if state["state"] == "running" and state["done"]:
        assert f"{state['done']:,} of" in state["says"]


@pytest.fixture(scope="module")
def events(served: Served) -> list[tuple[str, dict[str, Any]]]:
    """What who watches a quick tournament is told."""
    name = served.start("/tournaments", QUICK).json()["id"]
    return watch(served, name)


def test_numbers_agree_at_every_moment(events: list[tuple[str, dict[str, Any]]]) -> None:
    for _, state in events:
        check_numbers(state)
    assert events[-1][1]["done"] == 60
    assert sum(each["pairs"] for each in events[-1][1]["standings"]["pairs"]) == 30


@pytest.mark.slow
def test_boards_are_shown_while_it_runs(served: Served) -> None:
    setup: dict[str, Any] = {"agents": ["mcts:playouts=60000", "alphabeta:depth=4"], "games": 20}
    name = served.start("/tournaments", setup).json()["id"]
    boards: dict[int, list[dict[str, Any]]] = {}
    with served.client.stream("GET", f"{API}/tournaments/{name}/events") as answer:
        for word, content in events_of(answer):
            state = json.loads(content)
            check_numbers(state)
            for game in state["live"]:
                boards.setdefault(game["number"], []).append(game)
            seen = {"".join(game["board"]) for game in boards.get(0, [])}
            if word == "progress" and len(seen) > 3 and state["done"]:
                served.post(f"/tournaments/{name}/cancel")
    assert state["live"] == []
    assert len(boards[0]) > 3
    for game in boards[0]:
        assert {game["first"], game["second"]} == set(setup["agents"])
        assert [len(row) for row in game["board"]] == [7] * 6
        last = game["last"]
        mark = game["board"][6 - last["row"]][last["column"] - 1]
        discs = "".join(game["board"])
        assert mark == "XO"[(len(discs) - discs.count("-") - 1) % 2]
    over = boards[0][-1]
    assert over["says"] in ("X wins", "O wins", "a draw, the board is full")
    played = served.get(f"/tournaments/{name}/games/0").json()
    assert played["says"] == over["says"]
    served.post(f"/tournaments/{name}/delete")


SETUPS = [
    {"agents": ["level:3", "random", "mcts:playouts=60"], "games": 2, "seed": 5},
    {"agents": ["level:1", "level:2", "random"], "games": 2, "format": "swiss", "rounds": 2,
     "openings": "suite:medium"},
    {"agents": ["random", "level:1", "level:2"], "games": 2, "format": "knockout", "size": "5x4",
     "openings": "balanced:4", "adjudicate": 6},
    {"agents": ["mcts:c=2", "alphabeta"], "games": 2, "variant": "fill", "bank": 60.0,
     "increment": 0.5, "move_time": 20.0, "limit": {"depth": 3, "playouts": 40}},
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_its_command_plays_the_same_games(
    served: Served, run: Any, setup: dict[str, Any], tmp_path: Path
) -> None:
    name = served.start("/tournaments", setup).json()["id"]
    eventually(lambda: served.get(f"/tournaments/{name}").json()["state"] == "finished")
    state = served.get(f"/tournaments/{name}").json()
    check_numbers(state)
    assert bool(state["rounds"]) == (setup.get("format") in ("swiss", "knockout"))
    there, here = tmp_path / "there.ledger", tmp_path / "here.ledger"
    there.write_bytes(served.get(f"/tournaments/{name}/export").content)
    program, *words = shlex.split(state["command"])
    assert program == "fourscore"
    result = run(*words, "--workers", "1", "--ledger", str(here))
    assert result.code == 0, result.err
    with Ledger.open(here) as one, Ledger.open(there) as other:
        assert games_of(one) == games_of(other)
        assert one.settings == other.settings  # so that either resumes the other


def test_what_has_rounds_is_not_made_longer(served: Served) -> None:
    setup = {"agents": ["random", "level:1"], "games": 2, "format": "knockout", "size": "4x4"}
    name = served.start("/tournaments", setup).json()["id"]
    eventually(lambda: served.get(f"/tournaments/{name}").json()["state"] == "finished")
    longer = served.post(f"/tournaments/{name}/resume", params={"games": 4})
    assert longer.status_code == 422
    assert "its pairings depend on its results" in longer.json()["detail"]
