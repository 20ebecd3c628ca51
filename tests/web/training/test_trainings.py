"""Trainings over HTTP: they learn in the background, and with the next server if one is killed."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from fourscore.learn.run import Run
from tests.processes import is_running
from tests.waiting import eventually
from tests.web.server import Served, serving

SHORT = {"method": "td", "minutes": 0.02, "network": "small", "seed": 1}
LONG = {**SHORT, "minutes": 20}


def begin(served: Served, **payload: Any) -> str:
    name: str = served.start("/trainings", {**SHORT, **payload}).json()["id"]
    return name


def finish(served: Served, name: str) -> dict[str, Any]:
    """Wait for the end of a training, and return how it ended."""
    *_, (word, last) = served.events(f"/trainings/{name}/events")
    assert word == "result"
    return last


def learns(served: Served, name: str, beyond: int = 0) -> None:
    """Wait until a training has more games."""
    eventually(lambda: served.read(f"/trainings/{name}")["games"] > beyond, "more games")


@pytest.fixture(scope="module")
def learned(served: Served) -> dict[str, Any]:
    """A training that has ended."""
    return finish(served, begin(served))


def test_it_is_measured(served: Served, learned: dict[str, Any]) -> None:
    assert learned["state"] == "finished"
    assert learned["says"].startswith("Finished: it has learned from ")
    assert learned["games"] > 0
    last = learned["curve"][-1]
    assert last["games"] == learned["ages"][-1] == learned["games"]
    hard = last["classes"]["hard"]
    assert 0 <= hard["low"] <= hard["kept"] <= hard["high"] <= 1
    # Who comes late is told how it ended.
    assert list(served.events(f"/trainings/{learned['id']}/events")) == [("result", learned)]
    listed = served.get("/trainings").json()["trainings"]
    line = next(each for each in listed if each["id"] == learned["id"])
    assert line == {name: learned[name] for name in line}


def test_it_can_be_played_against_at_any_age(served: Served, learned: dict[str, Any]) -> None:
    for spec in (
        f"tuples:run={learned['id']}",
        f"tuples:run={learned['id']},age={learned['ages'][1]}",
        f"alphabeta:eval=tuples,run={learned['id']}",
    ):
        answer = served.post("/moves", {"agent": spec, "moves": "44"})
        assert answer.status_code == 200, answer.text
        assert answer.json()["report"]["column"] in range(1, 8)
    young, old = (
        served.read(f"/trainings/{learned['id']}/values", moves="44", age=age) for age in (0, 10**9)
    )
    assert (young["games"], old["games"]) == (0, learned["games"])
    assert young["columns"] != old["columns"]
    setup = {"agents": [f"tuples:run={learned['id']}", "level:1"], "games": 2, "size": "7x6"}
    assert served.start("/tournaments", setup).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("method", ["zero", "truth"])
def test_it_learns_by_every_method_and_for_longer(served: Served, method: str) -> None:
    first = finish(served, begin(served, method=method))
    assert first["state"] == "finished", first["says"]
    assert first["games"] > 0
    served.act(f"/trainings/{first['id']}/resume", minutes=0.04)
    last = finish(served, first["id"])
    assert last["state"] == "finished"
    assert last["games"] > first["games"]
    assert last["curve"][: len(first["curve"]) - 1] == first["curve"][:-1]
    spec = f"{'zero' if method == 'zero' else 'tuples'}:run={last['id']}"
    assert served.post("/moves", {"agent": spec, "moves": "44"}).status_code == 200


def test_the_shipped_run_is_there_at_once(served: Served) -> None:
    shipped = served.read("/trainings/shipped")
    assert shipped["state"] == "finished"
    found = served.read("/trainings/shipped/values", moves="4453", age=shipped["ages"][-1])
    assert [each["column"] for each in found["columns"]] == list(range(1, 8))
    assert all(-1 <= each["value"] <= 1 for each in found["columns"])
    assert served.read("/trainings/shipped/values", moves="1212121")["columns"] == []


def test_it_is_watched_and_stops_and_resumes_and_is_deleted(served: Served) -> None:
    name, games, is_stopped = begin(served, **LONG), [0], False
    for word, state in served.events(f"/trainings/{name}/events", moves="4453"):
        games.append(state["games"])
        if state["values"] and state["last_game"] and not is_stopped:
            assert (word, state["values"]["moves"]) == ("progress", "4453")
            assert [each["column"] for each in state["values"]["columns"]] == list(range(1, 8))
            is_stopped = served.act(f"/trainings/{name}/cancel")["state"] == "cancelled"
    assert (word, is_stopped) == ("result", True)
    assert games == sorted(games)
    stopped = served.read(f"/trainings/{name}")
    assert stopped["says"].startswith("Stopped after ")
    assert stopped["ages"][-1] == stopped["games"] > 0
    assert served.act(f"/trainings/{name}/resume", minutes=21)["minutes"] == 21
    learns(served, name, beyond=stopped["games"])
    answer = served.post(f"/trainings/{name}/resume", params={"minutes": 1})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "it already has 21 minutes to learn; ask for more",
    )
    assert served.act(f"/trainings/{name}/delete") == {"id": name}
    assert served.get(f"/trainings/{name}").status_code == 404
    answer = served.post("/moves", {"agent": f"tuples:run={name}", "moves": "44"})
    assert answer.status_code == 422
    assert "there is no training" in answer.json()["detail"]


# Damage and deaths


def test_what_is_damaged_is_named_without_its_place_on_the_server(
    served: Served, data_folder: Path
) -> None:
    name = begin(served)
    age, run = finish(served, name)["games"], data_folder / "training" / name
    newest = max((run / "networks").glob("*.net"), key=lambda path: int(path.stem))
    newest.write_bytes(b"nothing")
    for answer in (
        served.post("/moves", {"agent": f"tuples:run={name}", "moves": "44"}),
        served.get(f"/trainings/{name}/values", params={"moves": "44", "age": age}),
    ):
        assert answer.status_code == 422
        assert answer.json()["detail"] == (
            f"cannot read the network {age} of the run '{name}': "
            "it is damaged, or not a network of fourscore"
        )
    (run / "state.npz").write_bytes(b"nothing")
    served.act(f"/trainings/{name}/resume", minutes=1)
    last = finish(served, name)
    assert last["state"] == "failed"
    assert "its state.npz is damaged" in last["says"]
    assert str(data_folder) not in last["says"]


@pytest.mark.slow
def test_it_goes_on_whatever_dies(tmp_path: Path) -> None:
    """Its process, a server that is stopped, one that is killed; and another one may stop it."""
    options, run = ("--workers", "1", "--data", str(tmp_path)), tmp_path / "training"
    with serving(*options) as served:
        name = begin(served, **LONG)
        learns(served, name)
        (runner,) = served.runners()
        os.kill(runner, signal.SIGKILL)
        eventually(lambda: served.metric("fourscore_training_deaths_total") == 1)
        eventually(lambda: served.runners() not in ([], [runner]))
        learns(served, name)
        before = served.read(f"/trainings/{name}")["games"]
    # What a server that stops was told to store is stored.
    stored = Run.open(run / name).games
    assert stored >= before
    with serving(*options) as served:
        learns(served, name, beyond=stored)
        runners = served.runners()
        assert runners
        served.process.kill()
        eventually(lambda: not any(map(is_running, runners)))
    killed = Run.open(run / name).games
    assert killed > stored
    with serving(*options) as one, serving(*options) as other:
        learns(one, name, beyond=killed)
        eventually(lambda: other.read(f"/trainings/{name}")["state"] == "running")
        other.act(f"/trainings/{name}/cancel")
        for each in (one, other):
            eventually(lambda: not each.runners())  # noqa: B023
            assert each.read(f"/trainings/{name}")["state"] == "cancelled"
        one.act(f"/trainings/{name}/delete")
    assert list(run.iterdir()) == []
