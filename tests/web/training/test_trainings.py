"""Trainings over HTTP: they learn in the background, and with the next server if one is killed."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fourscore.learn.run import Run
from tests.web.server import API, Served, events_of, is_running, serving, until

SHORT = {"method": "td", "minutes": 0.05, "network": "small", "seed": 1}
LONG = {**SHORT, "minutes": 5}


def begin(served: Served, **payload: Any) -> dict[str, Any]:
    answer = served.post("/trainings", {**SHORT, **payload})
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


def state_of(served: Served, name: str) -> dict[str, Any]:
    state: dict[str, Any] = served.get(f"/trainings/{name}").json()
    return state


def watch(served: Served, name: str, moves: str = "-") -> Iterator[tuple[str, dict[str, Any]]]:
    address = f"{API}/trainings/{name}/events"
    with served.client.stream("GET", address, params={"moves": moves}) as answer:
        assert answer.status_code == 200
        for word, content in events_of(answer):
            yield word, json.loads(content)


def act(served: Served, name: str, what: str, **query: Any) -> dict[str, Any]:
    answer = served.client.post(f"{API}/trainings/{name}/{what}", params=query)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


def values(served: Served, name: str, **query: Any) -> dict[str, Any]:
    answer = served.get(f"/trainings/{name}/values", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture(scope="module")
def learned(served: Served) -> dict[str, Any]:
    """A training that was watched to its end."""
    events = list(watch(served, begin(served)["id"], "4453"))
    words = [word for word, _ in events]
    assert words[-1] == "result"
    assert set(words[:-1]) == {"progress"}
    games = [state["games"] for _, state in events]
    assert games == sorted(games)
    assert games[-1] > 1000
    seen = [state for _, state in events if state["values"]]
    assert seen, "the position was evaluated while it learned"
    assert {each["values"]["moves"] for each in seen} == {"4453"}
    assert [each["column"] for each in seen[-1]["values"]["columns"]] == list(range(1, 8))
    assert any(state["last_game"] for _, state in events)
    return events[-1][1]


def test_it_is_measured_while_it_learns(learned: dict[str, Any]) -> None:
    assert learned["state"] == "finished"
    assert learned["says"].startswith("Finished: it has learned from ")
    assert 3 <= learned["seconds"] < 30
    curve = learned["curve"]
    assert len(curve) >= 2
    assert curve[-1]["games"] == learned["games"]
    hard = curve[-1]["classes"]["hard"]
    assert 0 <= hard["low"] <= hard["kept"] <= hard["high"] <= 1
    assert hard["kept"] > curve[0]["classes"]["hard"]["kept"] - 0.1
    assert learned["ages"][-1] == learned["games"]
    assert 1000 in learned["ages"]


def test_who_comes_late_is_told_how_it_ended(served: Served, learned: dict[str, Any]) -> None:
    assert list(watch(served, learned["id"])) == [("result", learned)]
    listed = served.get("/trainings").json()["trainings"]
    line = next(each for each in listed if each["id"] == learned["id"])
    assert line == {name: learned[name] for name in line}


def test_it_can_be_played_against_at_any_age(served: Served, learned: dict[str, Any]) -> None:
    for age in ("", f",age={learned['ages'][1]}"):
        for spec in (
            f"tuples:run={learned['id']}{age}",
            f"alphabeta:eval=tuples,run={learned['id']}",
        ):
            answer = served.post("/moves", {"agent": spec, "moves": "44"})
            assert answer.status_code == 200, answer.text
            assert answer.json()["report"]["column"] in range(1, 8)
    young, old = (values(served, learned["id"], moves="44", age=age) for age in (100, 10**9))
    assert young["games"] == 100
    assert old["games"] == learned["games"]
    assert young["columns"] != old["columns"]
    race = {"agents": [f"tuples:run={learned['id']}", "level:1"], "games": 2, "size": "7x6"}
    answer = served.post("/tournaments", race)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("method", [pytest.param("zero", marks=pytest.mark.slow), "truth"])
def test_it_learns_by_every_method(served: Served, method: str) -> None:
    last = list(watch(served, begin(served, method=method)["id"]))[-1][1]
    assert last["state"] == "finished", last["says"]
    assert last["games"] > 0
    assert last["curve"]
    spec = f"{'zero' if method == 'zero' else 'tuples'}:run={last['id']}"
    assert served.post("/moves", {"agent": spec, "moves": "44"}).status_code == 200


def test_the_shipped_run_is_there_at_once(served: Served) -> None:
    shipped = state_of(served, "shipped")
    assert shipped["state"] == "finished"
    assert shipped["ages"]
    found = values(served, "shipped", moves="4453", age=shipped["ages"][-1])
    assert [each["column"] for each in found["columns"]] == list(range(1, 8))
    assert all(-1 <= each["value"] <= 1 for each in found["columns"])
    assert values(served, "shipped", moves="1212121")["columns"] == []
    for what in ("cancel", "resume", "delete"):
        assert served.post(f"/trainings/shipped/{what}", {}).status_code == 404


def test_it_stops_resumes_and_is_deleted(served: Served) -> None:
    name = begin(served, **LONG)["id"]
    until(lambda: state_of(served, name)["games"] > 0)
    assert act(served, name, "cancel")["state"] == "cancelled"
    until(lambda: not served.state()["trainings_running"])
    stopped = state_of(served, name)
    assert stopped["says"].startswith("Stopped after ")
    assert stopped["games"] > 0
    assert stopped["ages"][-1] == stopped["games"]
    assert act(served, name, "resume", minutes=6)["minutes"] == 6
    until(lambda: state_of(served, name)["games"] > stopped["games"])
    answer = served.client.post(f"{API}/trainings/{name}/resume", params={"minutes": 1})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "it already has 6 minutes to learn; ask for more",
    )
    assert act(served, name, "delete") == {"id": name}
    assert served.get(f"/trainings/{name}").status_code == 404
    answer = served.post("/moves", {"agent": f"tuples:run={name}", "moves": "44"})
    assert answer.status_code == 422
    assert "there is no training" in answer.json()["detail"]


def test_one_that_is_finished_learns_for_longer(served: Served, learned: dict[str, Any]) -> None:
    act(served, learned["id"], "resume", minutes=0.08)
    last = list(watch(served, learned["id"]))[-1][1]
    assert last["state"] == "finished"
    assert last["games"] > learned["games"]
    assert last["curve"][: len(learned["curve"]) - 1] == learned["curve"][:-1]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"method": "guessing"}, "there is no method 'guessing'"),
    ({"method": "../td"}, "there is no method '../td'"),
    ({"minutes": 0}, "minutes: "),
    ({"minutes": 61}, "minutes: "),
    ({"minutes": "1"}, "minutes: "),
    ({"minutes": 1e400}, "minutes: "),
    ({"seed": -1}, "seed: "),
    ({"seed": 2**63}, "seed: "),
    ({"network": "huge"}, "there is no network 'huge'"),
    ({"run": "/etc"}, "run: "),
]


@pytest.mark.parametrize(("payload", "why"), WRONG)
def test_what_is_wrong_is_said(served: Served, payload: dict[str, Any], why: str) -> None:
    body = json.dumps({**SHORT, **payload})
    headers = {"Content-Type": "application/json"}
    answer = served.client.post(f"{API}/trainings", content=body, headers=headers)
    assert answer.status_code == 422, answer.text
    assert why in answer.json()["detail"]


@pytest.mark.parametrize(
    "path",
    [
        "/trainings/aaaaaaaaaa",
        "/trainings/../../etc",
        "/trainings/%2e%2e%2fx",
        "/trainings/aaaaaaaaaa/values",
        "/trainings/aaaaaaaaaa/events",
        "/trainings/training",
    ],
)
def test_what_is_not_there_is_not_found(served: Served, path: str) -> None:
    assert served.get(path).status_code == 404


@pytest.mark.parametrize(
    "query",
    [{"moves": "4444444"}, {"moves": "hello"}, {"moves": "4" * 500}, {"age": -1}, {"age": "old"}],
)
def test_positions_that_are_none_are_refused(served: Served, query: dict[str, Any]) -> None:
    assert served.get("/trainings/shipped/values", params=query).status_code == 422


@pytest.mark.slow
def test_too_many_are_refused(tmp_path: Path) -> None:
    with serving("--workers", "1", "--data", str(tmp_path)) as served:
        names = [begin(served, **LONG)["id"] for _ in range(2)]
        answer = served.post("/trainings", LONG)
        assert answer.status_code == 429
        assert answer.headers["Retry-After"]
        assert answer.json()["detail"] == "too many of your trainings are open; wait for one to end"
        assert state_of(served, names[1])["says"] == "Waiting for its turn; 1 other is before it."
        for name in names:
            act(served, name, "delete")
        assert not served.get("/trainings").json()["total"]
    assert list((tmp_path / "training").iterdir()) == []


@pytest.mark.slow
def test_it_survives_the_death_of_its_process(tmp_path: Path) -> None:
    with serving("--workers", "1", "--data", str(tmp_path)) as served:
        name = begin(served, **LONG)["id"]
        until(lambda: state_of(served, name)["games"] > 0)
        (runner,) = served.runners()
        os.kill(runner, signal.SIGKILL)
        until(lambda: served.metric("fourscore_training_deaths_total") == 1)
        until(lambda: served.runners() not in ([], [runner]))
        until(lambda: state_of(served, name)["games"] > 0)
        assert state_of(served, name)["state"] == "running"


@pytest.mark.slow
def test_it_goes_on_with_the_next_server(tmp_path: Path) -> None:
    options = ("--workers", "1", "--data", str(tmp_path))
    with serving(*options) as served:
        name = begin(served, **LONG)["id"]
        until(lambda: state_of(served, name)["games"] > 0)
        before = state_of(served, name)["games"]
    # What a server that stops was told to store is stored.
    stored = Run.open(tmp_path / "training" / name)
    assert stored.games >= before
    with serving(*options) as served:
        until(lambda: state_of(served, name)["games"] > stored.games)
        runners = served.runners()
        assert runners
        served.process.kill()
        served.process.wait()
        until(lambda: not any(map(is_running, runners)))
    killed = Run.open(tmp_path / "training" / name)
    assert killed.games > stored.games
    with serving(*options) as served:
        until(lambda: state_of(served, name)["games"] > killed.games)
        act(served, name, "delete")


@pytest.mark.slow
def test_two_servers_share_a_folder(tmp_path: Path) -> None:
    options = ("--workers", "1", "--data", str(tmp_path))
    with serving(*options) as one:
        name = begin(one, **LONG)["id"]
        until(lambda: state_of(one, name)["games"] > 0)
        with serving(*options) as other:
            until(lambda: state_of(other, name)["state"] == "running")
            act(other, name, "cancel")
            until(lambda: not one.state()["trainings_running"])
            assert state_of(one, name)["state"] == "cancelled"


@pytest.mark.slow
def test_a_broken_run_fails_with_a_sentence(tmp_path: Path) -> None:
    options = ("--workers", "1", "--data", str(tmp_path))
    with serving(*options) as served:
        name = begin(served)["id"]
        list(watch(served, name))
        (tmp_path / "training" / name / "state.npz").write_bytes(b"nothing")
        act(served, name, "resume", minutes=1)
        last = list(watch(served, name))[-1][1]
        assert last["state"] == "failed"
        assert "its state.npz is damaged" in last["says"]
        assert str(tmp_path) not in last["says"]


@pytest.mark.slow
def test_a_damaged_network_is_named_without_its_place_on_the_server(tmp_path: Path) -> None:
    with serving("--workers", "1", "--data", str(tmp_path)) as served:
        name = begin(served)["id"]
        list(watch(served, name))
        networks = sorted((tmp_path / "training" / name / "networks").glob("*.net"))
        networks[-1].write_bytes(b"nothing")
        age = int(networks[-1].stem)
        for answer in (
            served.post("/moves", {"agent": f"tuples:run={name}", "moves": "44"}),
            served.get(f"/trainings/{name}/values", params={"moves": "44", "age": age}),
        ):
            assert answer.status_code == 422
            assert answer.json()["detail"] == (
                f"cannot read the network {age} of the run '{name}': "
                "it is damaged, or not a network of fourscore"
            )
