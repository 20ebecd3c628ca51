"""A tournament while it runs: its boards, numbers that agree, and the command that repeats it."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from fourscore.arena.ledger import Ledger
from tests.waiting import eventually
from tests.web.ledgers import games_of
from tests.web.server import Served

ENDS = ("X wins", "O wins", "a draw, the board is full")


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


def test_numbers_agree_at_every_moment(served: Served) -> None:
    setup = {"agents": ["level:1", "random", "alphabeta:depth=2"], "games": 6, "size": "5x4"}
    name = served.start("/tournaments", setup).json()["id"]
    for _, state in served.events(f"/tournaments/{name}/events"):
        check_numbers(state)
    assert state["done"] == 18
    assert sum(each["pairs"] for each in state["standings"]["pairs"]) == 9


@pytest.mark.slow
def test_boards_are_shown_while_it_runs(served: Served) -> None:
    setup: dict[str, Any] = {"agents": ["mcts:playouts=60000", "alphabeta:depth=4"], "games": 20}
    name = served.start("/tournaments", setup).json()["id"]
    boards: list[dict[str, Any]] = []
    for word, state in served.events(f"/tournaments/{name}/events"):
        check_numbers(state)
        boards += [game for game in state["live"] if game["last"]]
        over = [game for game in boards if game["says"] in ENDS]
        seen = {"".join(game["board"]) for game in boards}
        if word == "progress" and over and len(seen) > 3:  # else there are more games
            served.act(f"/tournaments/{name}/cancel")
    assert state["live"] == []
    assert len(seen) > 3
    for game in boards:
        assert {game["first"], game["second"]} == set(setup["agents"])
        last, discs = game["last"], "".join(game["board"])
        mark = game["board"][6 - last["row"]][last["column"] - 1]
        assert mark == "XO"[(len(discs) - discs.count("-") - 1) % 2]
    played = served.get(f"/tournaments/{name}/games/{over[0]['number']}").json()
    assert played["says"] == over[0]["says"]
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
