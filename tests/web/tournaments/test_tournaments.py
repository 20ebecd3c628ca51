"""Tournaments over HTTP: played in the background, and by the next server if one is killed."""

import csv
import io
import json
import os
import signal
import socket
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from fourscore.arena.database import LedgerUnavailable
from fourscore.errors import InputError
from fourscore.web.problems import problem_of
from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.tournaments.setup import arena_settings
from fourscore.web.tournaments.views import games_view
from tests.cli.conftest import Run
from tests.processes import is_running
from tests.waiting import PATIENCE, eventually
from tests.web.ledgers import play_at_one_go
from tests.web.server import API, Served, serving

SMALL = {"agents": ["level:1", "alphabeta:depth=2", "level:4"], "games": 4, "size": "5x4"}
LONG = {**SMALL, "agents": ["mcts:playouts=100000", "alphabeta:depth=9"], "games": 60, "seed": 5}
LONGER = {**LONG, "agents": ["mcts:playouts=50000", "alphabeta:depth=9"], "games": 200}


def begin(served: Served, **payload: Any) -> dict[str, Any]:
    state: dict[str, Any] = served.start("/tournaments", {**SMALL, **payload}).json()
    return state


@pytest.fixture(scope="module")
def played(served: Served) -> dict[str, Any]:
    """A tournament that was watched to its end."""
    events = list(served.events(f"/tournaments/{begin(served)['id']}/events"))
    words = [word for word, _ in events]
    assert words[-1] == "result"
    assert set(words[:-1]) == {"progress"}
    done = [state["done"] for _, state in events]
    assert done == sorted(done)
    assert done[-1] == 12
    return events[-1][1]


def test_who_comes_late_is_told_how_it_ended(served: Served, played: dict[str, Any]) -> None:
    assert list(served.events(f"/tournaments/{played['id']}/events")) == [("result", played)]
    assert served.read(f"/tournaments/{played['id']}") == played
    listed = served.get("/tournaments").json()["tournaments"]
    line = next(each for each in listed if each["id"] == played["id"])
    assert line == {name: played[name] for name in line}
    assert played["state"] == "finished"
    assert played["leaders"][0] == played["standings"]["agents"][0]["name"]


def test_the_games_make_up_the_table(served: Served, played: dict[str, Any]) -> None:
    """They are found by pairing and result."""
    path = f"/tournaments/{played['id']}/games"
    games = served.get(path, params={"count": 100}).json()["games"]
    assert [game["number"] for game in games] == list(range(12))
    pages = [served.get(path, params={"first": at, "count": 5}).json() for at in (0, 5, 10)]
    assert [game for page in pages for game in page["games"]] == games
    cells = played["standings"]["cross_table"]
    numbers = {name: place for place, name in enumerate(played["names"], start=1)}
    assert len(cells) == 6
    for cell in cells:
        pair = {"agent": numbers[cell["agent"]], "opponent": numbers[cell["opponent"]]}
        for result, amount in (("won", "wins"), ("drawn", "draws"), ("lost", "losses")):
            found = served.get(path, params={**pair, "result": result}).json()
            assert found["total"] == cell[amount]


def test_a_game_opens_elsewhere_and_ends_as_it_did(served: Served, played: dict[str, Any]) -> None:
    game = served.get(f"/tournaments/{played['id']}/games/3").json()
    query = {name: game[name] for name in ("start", "size", "variant") if game[name]}
    position = served.get(f"/positions/{game['moves']}", params=query).json()
    assert position["outcome"]["result"] == game["result"]
    assert len(game["played"]) == game["plies"] == len(position["played"])
    again = served.post("/positions", {"text": game["text"]}).json()
    assert (again["moves"], again["start"]) == (game["moves"], game["start"])
    assert served.get(f"/tournaments/{played['id']}/games/12").status_code == 404


def test_the_ledger_comes_as_a_file(
    served: Served, played: dict[str, Any], run: Run, tmp_path: Path
) -> None:
    answer = served.get(f"/tournaments/{played['id']}/export")
    assert f"fourscore-{played['id']}.ledger" in answer.headers["content-disposition"]
    path = tmp_path / "came.ledger"
    path.write_bytes(answer.content)
    shown = json.loads(run("ledger", "show", str(path), "--json").out)
    assert shown["standings"] == played["standings"]
    assert shown["names"] == played["names"]
    assert {**shown["setup"], **played["setup"], "games": None} == shown["setup"]
    lines = served.get(f"/tournaments/{played['id']}/export", params={"format": "jsonl"}).text
    for line in lines.splitlines():
        game = json.loads(line)
        assert game == served.get(f"/tournaments/{played['id']}/games/{game['number']}").json()
    for table, least in (("games", 12), ("moves", 60)):
        query = {"format": "csv", "table": table}
        text = served.get(f"/tournaments/{played['id']}/export", params=query).text
        assert len(list(csv.DictReader(io.StringIO(text)))) >= least


def test_one_is_stopped_and_goes_on_and_grows_and_goes(served: Served) -> None:
    """Who watches it being stopped hears of every game."""
    name, done = begin(served, **LONG)["id"], 0
    for word, stopped in served.events(f"/tournaments/{name}/events"):
        if word == "progress" and stopped["done"] and not done:
            done = served.act(f"/tournaments/{name}/cancel")["done"]
    assert (word, stopped["state"]) == ("result", "cancelled")
    assert 0 < done <= stopped["done"] < stopped["total"] == 60
    assert stopped["standings"]["games"] == stopped["done"]
    assert list(served.events(f"/tournaments/{name}/events")) == [("result", stopped)]
    # Shorter it cannot be; longer it can.
    refused = served.post(f"/tournaments/{name}/resume", params={"games": 50})
    assert refused.status_code == 422
    assert served.act(f"/tournaments/{name}/resume", games=62)["state"] == "waiting"
    eventually(lambda: served.read(f"/tournaments/{name}")["done"] > stopped["done"])
    assert served.read(f"/tournaments/{name}")["total"] == 62
    assert served.act(f"/tournaments/{name}/delete") == {"id": name}
    assert served.get(f"/tournaments/{name}").status_code == 404


def test_balanced_openings_that_the_book_knows_are_not_refused() -> None:
    for plies in range(13):
        payload = TournamentRequest(agents=["level:1", "level:2"], openings=f"balanced:{plies}")
        assert arena_settings(payload).openings == payload.openings


# Deaths


@pytest.mark.slow
def test_it_goes_on_whatever_dies(tmp_path: Path) -> None:
    """The runner, a server killed outright while another looks on, and one that is stopped."""
    options = ("--workers", "1", "--data", str(tmp_path))
    with serving(*options) as first, serving(*options) as second:
        name = begin(first, **LONGER)["id"]
        eventually(lambda: first.read(f"/tournaments/{name}")["done"] > 0)
        eventually(lambda: second.read(f"/tournaments/{name}")["done"] > 0)
        eventually(lambda: bool(first.runners() or second.runners()))
        if not first.runners():  # the other one was quicker to take it up
            first, second = second, first
        family = [*first.workers(), *first.runners()]
        os.kill(first.runners()[0], signal.SIGKILL)
        before = first.read(f"/tournaments/{name}")["done"]
        eventually(lambda: first.metric("fourscore_tournament_deaths_total") == 1)
        eventually(lambda: second.read(f"/tournaments/{name}")["done"] > before)
        family += first.runners()
        first.process.kill()
        first.process.wait()
        before = second.read(f"/tournaments/{name}")["done"]
        eventually(lambda: second.read(f"/tournaments/{name}")["done"] > before)
        eventually(lambda: not any(is_running(pid) for pid in family))
        family = [*second.workers(), *second.runners()]
        second.process.send_signal(signal.SIGTERM)
        second.process.wait()
        # What a runner has started, such as Python's tracker of semaphores, ends just after it.
        eventually(lambda: not any(is_running(pid) for pid in family))
    stored = {each.name for each in tmp_path.glob(f"{name}*")}
    # SQLite's own, if the runner had no time to close the ledger; whoever opens it reads them.
    stored -= {f"{name}.ledger-wal", f"{name}.ledger-shm"}
    assert stored == {f"{name}.json", f"{name}.ledger"}
    # Whichever server resumes it, the result is the same.
    assert play_at_one_go(LONGER, tmp_path / f"{name}.ledger") == play_at_one_go(LONGER)


def test_downloads_that_nobody_reads_are_few(served: Served, data_folder: Path) -> None:
    """Each is held in memory; whoever leaves makes room."""
    name = begin(served, agents=["random", "level:1"], games=2)["id"]
    assert list(served.events(f"/tournaments/{name}/events"))[-1][0] == "result"
    # More than the system takes from the server while nobody reads.
    with closing(sqlite3.connect(data_folder / f"{name}.ledger")) as ledger, ledger:
        ledger.execute("CREATE TABLE filler AS SELECT randomblob(16000000) AS bytes")
    path = f"/tournaments/{name}/export"
    address = ("127.0.0.1", httpx.URL(served.url).port)
    asked = f"GET {API}{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with ExitStack() as unread:
        for _ in range(4):
            client = unread.enter_context(socket.create_connection(address, PATIENCE))
            client.sendall(asked)
            assert client.recv(16).startswith(b"HTTP/1.1 200")
        refused = served.get(path)
        assert refused.status_code == 429
        says = "too many of your downloads are open; wait for one to end"
        assert refused.json()["detail"] == says
        assert int(refused.headers["retry-after"]) > 0
    eventually(lambda: served.get(path).status_code == 200)
    assert len(served.get(path).content) > 16_000_000
    served.act(f"/tournaments/{name}/delete")


def test_a_damaged_ledger_is_set_aside_and_played_again(served: Served, data_folder: Path) -> None:
    name = begin(served, agents=["random", "level:1"], games=2)["id"]
    assert list(served.events(f"/tournaments/{name}/events"))[-1][0] == "result"
    file = data_folder / f"{name}.ledger"
    damaged = file.read_bytes()[:4096] + b"\x55" * 8192
    file.write_bytes(damaged)
    served.act(f"/tournaments/{name}/resume", games=4)
    (_, failed) = list(served.events(f"/tournaments/{name}/events"))[-1]
    assert failed["state"] == "failed"
    assert f"the ledger '{name}.ledger' is " in failed["says"]
    assert str(data_folder) not in failed["says"]
    assert f"it is now called '{name}.damaged-1.ledger'" in failed["says"]
    assert (data_folder / f"{name}.damaged-1.ledger").read_bytes() == damaged
    served.act(f"/tournaments/{name}/resume")
    assert list(served.events(f"/tournaments/{name}/events"))[-1][1]["done"] == 4


def test_a_folder_that_cannot_be_is_one_sentence(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    found = run("serve", "--port", "0", "--data", str(file))
    assert (found.code, found.out) == (2, "")
    why = f"error: cannot save tournaments and trainings in '{file}': it is a file\n"
    assert found.err == why


def test_what_is_wrong_with_a_ledger_is_told_without_its_folder(tmp_path: Path) -> None:
    (tmp_path / "broken.ledger").write_text("no ledger")
    for name, says in (("gone", "there is no ledger"), ("broken", "not a ledger")):
        with pytest.raises(InputError, match=says) as found:
            games_view(tmp_path / f"{name}.ledger", (None, None), None, 0, 1)
        assert tmp_path.name not in str(found.value)


def test_a_disk_that_fails_is_not_the_fault_of_the_request(tmp_path: Path) -> None:
    path = tmp_path / "k36b2p4j6y.ledger"
    play_at_one_go({"agents": ["random", "level:1"], "games": 2}, path)
    # SQLite cannot make its write-ahead log, as where the disk is full or read-only.
    Path(f"{path}-wal").mkdir()
    with pytest.raises(LedgerUnavailable) as caught:
        games_view(path, (None, None), None, 0, 1)
    status, sentence = problem_of(caught.value)
    assert status == 503
    assert "'k36b2p4j6y.ledger' cannot be opened" in sentence
    assert str(tmp_path) not in sentence
