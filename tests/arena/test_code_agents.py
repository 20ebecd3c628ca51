"""Agents written in code, and agents with a process, through matches and tournaments."""

import os
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fourscore.agents import AgentLike, register_agent, registry
from fourscore.agents.factory import AgentFactory
from fourscore.agents.pool import AgentPool
from fourscore.arena.clock import Clock
from fourscore.arena.ledger import Ledger
from fourscore.arena.match import match, play_match
from fourscore.arena.tournament import tournament
from fourscore.cli.main import main
from fourscore.core.position import Position
from fourscore.errors import FourscoreError, InputError
from fourscore.insight.race.race import Race
from fourscore.insight.reports.accuracy import measure_accuracy
from fourscore.insight.review.review import review
from tests.arena.code_agents import Rightmost, leftmost
from tests.arena.helpers import content, dask_cluster, started, wait_for_the_end
from tests.processes import children_of, is_running
from tests.waiting import eventually

NOTE, CHATTY = (f"python:noting:{name},seconds=600.0,startup=600.0" for name in ("note", "chatty"))
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="sends signals of POSIX")


@pytest.fixture(autouse=True)
def registry_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a module whose functions note their process, into the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "noting.py").write_text(
        """
import os, time
open("starts", "a").write("x")
asked = 0

def note(position):
    global asked
    asked += 1
    with open("log", "a") as file:
        file.write(f"{os.getpid()} {asked}\\n")
    return position.legal[0]

def slow(position):
    time.sleep(0.2)
    return note(position)

def chatty(position):
    print("hello from", position.ply)
    if position.ply > 3:
        raise ValueError("I am lost")
    return position.legal[0]

def fragile(position):
    note(position)
    if asked > 1 and not os.path.exists("died"):
        open("died", "w").close()
        os.kill(os.getpid(), 9)
    return position.legal[0]
""",
        encoding="utf-8",
    )
    return tmp_path


def noted(folder: Path) -> list[tuple[int, int]]:
    lines = (folder / "log").read_text(encoding="utf-8").splitlines()
    return [(int(pid), int(asked)) for pid, asked in map(str.split, lines)]


# Results


def test_a_match_says_how_it_went() -> None:
    found = match(leftmost, Rightmost(), games=3, seed=2)
    assert found.agents == ("leftmost", "Rightmost")
    assert (found.wins, found.draws, found.losses) == (2, 0, 1)
    assert found.score == pytest.approx(2 / 3)
    low, high = found.interval
    assert 0 < low < found.score < high < 1
    assert repr(found) == "<MatchResult leftmost - Rightmost: +2 =0 -1>"
    assert str(found).startswith("leftmost against Rightmost: 66.7 % (")
    assert [game.tags["First"] for game in found.games] == ["leftmost", "Rightmost", "leftmost"]
    assert not found.forfeits
    assert str(found).splitlines()[1:] == ["1 game repeats another one"]
    assert found._repr_html_().startswith("<p>leftmost against Rightmost: 66.7 %")
    assert review(found.games[0]).side("X").name == "leftmost"


def test_repeated_games_do_not_narrow_the_interval() -> None:
    few, many = (match(leftmost, Rightmost(), games=games) for games in (2, 40))
    assert many.distinct == 2
    assert many.interval == few.interval


def test_openings_are_played_with_both_colours_and_progress_is_told() -> None:
    steps = list[tuple[int, int]]()
    note = lambda *step: steps.append(step)  # noqa: E731
    found = match("random", leftmost, games=5, openings="random:4", on_progress=note)
    starts = [game.start for game in found.games]
    assert starts[0] == starts[1] != starts[2] == starts[3] != starts[4]
    assert all(start.ply == 4 for start in starts)
    assert steps == [(done, 5) for done in range(1, 6)]


def test_a_tournament_has_standings(tmp_path: Path) -> None:
    path = tmp_path / "games.ledger"
    agents: list[AgentLike] = [leftmost, Rightmost, leftmost, "alphabeta:depth=3"]
    found = tournament(agents, games=4, seed=1, ledger=path)
    assert found.standings[0].agent == "alphabeta:depth=3"
    assert [each.rank for each in found.standings] == [1, 2, 3, 4]
    assert all(each.games == 12 for each in found.standings)
    assert found.standings[0].interval[0] < found.standings[0].elo < found.standings[0].interval[1]
    assert found.tally("leftmost", "Rightmost").games == 4
    assert repr(found) == "<TournamentResult 4 agents, 24 games, alphabeta:depth=3 leads>"
    assert len(str(found).splitlines()) == 5
    assert found._repr_html_().count("<tr>") == 5
    with Ledger.open(path) as ledger:
        assert list(ledger.agents) == ["leftmost", "Rightmost", "leftmost #2", "alphabeta:depth=3"]
        assert measure_accuracy(ledger, from_ply=30).games == 24
    again = tournament(agents, games=4, seed=1, ledger=path)
    assert again.games == found.games


def test_an_object_belongs_to_its_maker_and_a_class_to_the_match(tmp_path: Path) -> None:
    log = tmp_path / "log"
    match(Rightmost(str(log)), "random", games=3)
    assert log.read_text(encoding="utf-8").split() == ["game"] * 3
    log.unlink()
    register_agent("logging", Rightmost)
    match(f"logging:log={log}", "random", games=3)
    assert log.read_text(encoding="utf-8").split() == ["game"] * 3 + ["close"]


# Other processes


def test_code_travels_to_worker_processes(tmp_path: Path) -> None:
    shift = 2
    register_agent("registered", leftmost)
    mine = lambda position: position.legal[shift % len(position.legal)]  # noqa: E731
    agents: list[AgentLike] = [leftmost, Rightmost, mine, "registered"]
    for workers, name in ((1, "one"), (2, "two")):
        tournament(agents, games=4, workers=workers, ledger=tmp_path / name)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_what_cannot_travel_is_said_before_anything_starts() -> None:
    lock = threading.Lock()

    def locked(position: Position) -> int:
        with lock:
            return position.legal[0]

    sentence = "the agent locked cannot be sent to another process .* give its class"
    with pytest.raises(InputError, match=sentence):
        tournament([locked, "random"], workers=2)
    assert match(locked, leftmost, games=1).wins == 1  # this process is no other one


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import fourscore as fs\n"
        "def centre(position): return position.legal_from_centre()[0]\n"
        "print(repr(fs.match(centre, lambda position: position.legal[0], games=4, workers=2)))\n",
        encoding="utf-8",
    )
    found = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (found.stdout, found.stderr) == ("<MatchResult centre - lambda: +2 =0 -2>\n", "")


def test_what_cannot_be_loaded_there_is_a_sentence() -> None:
    here = sys.modules["gone"] = type(sys)("gone")
    exec("def nowhere(position): return 3", here.__dict__)
    try:
        with pytest.raises(FourscoreError, match="the agent nowhere cannot be loaded in another"):
            match(here.nowhere, "random", workers=2)
    finally:
        del sys.modules["gone"]


def test_a_race_takes_code() -> None:
    race = Race(Position("4"), [leftmost, leftmost, Rightmost], runs=2)
    list(race.run())
    found = [(each.spec, each.column, each.trouble) for each in race.result().contenders]
    assert found == [("leftmost", 0, ""), ("leftmost #2", 0, ""), ("Rightmost", 6, "")]


@pytest.mark.slow
def test_code_travels_to_a_cluster(tmp_path: Path) -> None:
    with dask_cluster(tmp_path) as (address, _):
        mine = lambda position: position.legal[-1]  # noqa: E731
        there = match(mine, leftmost, games=6, workers=address)
        assert there.tally == match(mine, leftmost, games=6).tally


# One process for a match


def test_a_match_has_one_process_for_each_agent_and_fresh_games(module: Path) -> None:
    before = set(children_of(os.getpid()))
    match(NOTE, NOTE, games=3)
    calls = noted(module)
    assert len({pid for pid, _ in calls}) == 2
    assert [asked for _, asked in calls].count(1) == 6  # the module begins anew with each game
    assert set(children_of(os.getpid())) == before


def test_a_tournament_has_one_process_a_worker(module: Path) -> None:
    tournament([NOTE, "random", "level:1"], games=2, workers=2)
    pids = {pid for pid, _ in noted(module)}
    assert 1 <= len(pids) <= 2
    wait_for_the_end(pids)


@POSIX
def test_a_killed_process_costs_one_game(module: Path) -> None:
    found = match("python:noting:fragile,startup=600,seconds=600", "random", games=4, seed=1)
    (forfeit,) = found.forfeits
    assert str(forfeit).startswith(
        "1 game forfeited by python:noting:fragile,seconds=600.0,startup=600.0: "
        "process died: was killed by SIGKILL"
    )
    assert len({pid for pid, _ in noted(module)}) == 2


@POSIX
@pytest.mark.parametrize(
    ("command", "how"), [("match", "SIGINT"), ("match", "SIGKILL"), ("tournament", "SIGKILL")]
)
def test_an_interrupted_run_leaves_no_process(module: Path, how: str, command: str) -> None:
    arguments = [command, "python:noting:slow,seconds=600,startup=600", "random", "--games", "1000"]
    with started("-m", "fourscore", *arguments, cwd=module) as process:
        eventually(lambda: (module / "log").exists() and len(noted(module)) > 2, "three moves")
        process.send_signal(signal.Signals[how])
        process.communicate()
        wait_for_the_end({pid for pid, _ in noted(module)})


def test_the_start_of_a_game_does_not_count_as_time_for_a_move(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = module / "starts"

    def now() -> float:
        """Return the time on a clock that advances by 100 s whenever the module is loaded."""
        return 100.0 * starts.stat().st_size if starts.exists() else 0.0

    monkeypatch.setattr("fourscore.arena.task.Clock", partial(Clock, now=now))
    found = tournament([NOTE, leftmost], games=4, openings="empty", move_time=60)
    assert starts.stat().st_size == 4
    assert not found.forfeits


def test_agents_that_nobody_uses_are_closed(module: Path) -> None:
    factory = AgentFactory(NOTE)

    def last_of(pool: AgentPool) -> int:
        """Let an agent from the pool choose, and return its process."""
        with pool.borrow(0, factory, None) as player:
            player.choose(Position.empty())
        return noted(module)[-1][0]

    patient, hasty = AgentPool(idle=600), AgentPool(idle=0.2)
    pid = last_of(patient)
    assert last_of(patient) == pid
    assert is_running(pid)
    patient.close()
    assert not is_running(pid)
    for _ in range(2):
        wait_for_the_end([last_of(hasty)])
    hasty.close()


def test_a_match_left_in_the_middle_ends_its_process(module: Path) -> None:
    games = play_match((NOTE, "random"), 100)
    next(games)
    pid = noted(module)[0][0]
    assert is_running(pid)
    games.close()
    wait_for_the_end([pid])


# What they print


@pytest.mark.usefixtures("module")
def test_the_command_line_shows_prints_and_forfeits(capfd: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--show-output"]):
        with pytest.raises(SystemExit):
            main(["match", CHATTY, "alphabeta:depth=1", "--games", "4", *more])
        out, err = capfd.readouterr()
        reason = "raised ValueError: I am lost (noting.py, line 20)"
        assert f"4 games forfeited by {CHATTY}: {reason}." in out
        assert ("python:noting:chatty: hello from 0\n" in err) == bool(err) == bool(more)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"openings": 3}, "3 are not openings"),
        ({"workers": 1.5}, "1.5 is not a number of workers"),
        ({"workers": 0}, "0 is not a number of workers"),
        ({"seed": "x"}, "'x' is not a seed"),
    ],
)
def test_options_of_the_wrong_type(options: dict[str, Any], sentence: str) -> None:
    for call in (partial(match, "random", "random"), partial(tournament, ["random", "level:1"])):
        with pytest.raises(InputError, match=sentence):
            call(**options)


@pytest.mark.parametrize("ledger", ["/", 3])
def test_what_cannot_be_a_ledger(ledger: Any) -> None:
    with pytest.raises(InputError, match="is not the name of a ledger's file"):
        tournament(["random", "level:1"], ledger=ledger)
