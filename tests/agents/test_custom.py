"""Agents written in code: callables, objects and classes, and what they may get wrong."""

# ruff: noqa: T201  (some of them print)

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from fourscore.agents import Agent, agent, register_agent, registry
from fourscore.agents.output import Output
from fourscore.arena.match import match
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL
from fourscore.errors import AgentError, InputError, SpecError, UnsupportedError
from fourscore.search.alphabeta import alphabeta
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.types import Limit, Report
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def registry_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def rightmost(position: Position) -> int:
    """Play as far to the right as possible."""
    return position.legal[-1]


class Diary:
    """An agent that notes what happens to it."""

    def __init__(self) -> None:
        self.notes: list[Any] = []

    def choose(self, position: Position, limit: Limit) -> int:
        self.notes.append(limit)
        return position.legal[0]

    def new_game(self) -> None:
        self.notes.append("new game")

    def close(self) -> None:
        self.notes.append("close")


class Counting:
    """Play the n-th column at the n-th move of a game."""

    moves = -1

    def choose(self, position: Position, limit: Limit) -> int:  # noqa: ARG002
        self.moves += 1
        return self.moves


class Named:
    name = "called by its name"

    def __call__(self, position: Position) -> int:
        return position.legal[-1]

    play = __call__


KINDS: dict[str, Any] = {
    "rightmost": rightmost,
    "lambda": lambda position: position.legal[-1],
    "called by its name": Named(),
    "__call__": Named().play,
}


@pytest.mark.parametrize("name", KINDS)
def test_any_callable_is_an_agent(name: str) -> None:
    made = agent(KINDS[name])
    assert isinstance(made, Agent)
    assert (made.spec, made.name) == (name, name)
    report = made.choose(read_moves("4453"))
    assert (report.column, report.line) == (6, (6,))
    assert agent(made) is made


def test_a_search_of_our_own_is_a_callable_too() -> None:
    search = partial(alphabeta, evaluation=EVALUATIONS["centre"])
    made = agent(search)
    assert made.name == "alphabeta()"  # "alphabeta" is taken
    found = made.choose(read_moves("4453"), Limit(depth=4))
    assert found.depth == 4
    expected = agent("alphabeta:depth=4,eval=centre").choose(read_moves("4453"))
    assert (found.column, found.nodes) == (expected.column, expected.nodes)


def test_an_object_chooses_and_is_told_about_games() -> None:
    diary = Diary()
    with agent(diary) as made:
        made.choose(Position.empty(), Limit(nodes=7))
        made.choose(read_moves("11"))
        made.new_game()
        made.choose(Position.empty())
    assert diary.notes == [
        "new game", Limit(nodes=7), Limit(), "new game", Limit(), "close"
    ]  # fmt: skip


def test_a_class_is_made_for_every_game() -> None:
    made = agent(Counting)
    columns = [made.choose(Position.empty()).column for _ in range(3)]
    made.new_game()
    columns.append(made.choose(Position.empty()).column)
    assert columns == [0, 1, 2, 0]


@pytest.mark.parametrize("answer", [np.int64(2), np.uint8(2), np.array(2)])
def test_whole_numbers_of_every_kind_are_columns(answer: Any) -> None:
    assert type(agent(lambda _: answer).choose(Position()).column) is int
    report = Report(answer, nodes=99, depth=7, line=(2, 3))
    found = agent(lambda _: report).choose(Position())
    assert (found, type(found.column)) == (replace(report, column=2), int)


# What may go wrong

CRIMES: dict[str, tuple[Callable[[Position], Any], str]] = {
    "a full column": (lambda _: 3, "illegal move: "),
    "a text": (lambda _: "4", "illegal move: lambda did not return a legal move: '4' is not a"),
    "a wrong report": (lambda _: Report(-1), "illegal move: "),
    "an error": (lambda _: 1 // 0, "exception: lambda failed: ZeroDivisionError: integer division"),
    "an exit": (lambda _: exit(), "exception: lambda failed: SystemExit"),
}


@pytest.mark.parametrize(("misbehave", "reason"), CRIMES.values(), ids=CRIMES)
def test_a_wrong_answer_forfeits_the_game(misbehave: Any, reason: str) -> None:
    found = match(misbehave, lambda _: 3, games=1, openings=[read_moves("44444")])
    (forfeit,) = found.forfeits
    assert forfeit.reason.startswith(reason)
    assert (forfeit.agent, forfeit.games, found.losses) == ("lambda", 1, 1)


def test_errors_name_the_line_and_keep_the_cause() -> None:
    def careless(position: Position) -> int:
        return dict[int, int]()[position.ply]

    sentence = r"careless failed: KeyError: 0 \(test_custom\.py, line"
    with pytest.raises(AgentError, match=sentence) as caught:
        agent(careless).choose(Position.empty())
    assert isinstance(caught.value.__cause__, KeyError)


def test_what_is_no_agent_is_refused() -> None:
    for thing in (3, Position):
        with pytest.raises(InputError, match="is not an agent"):
            agent(thing)  # type: ignore[arg-type]

    class Needy(Diary):
        def __init__(self, model: str) -> None:
            self.model = model

    with pytest.raises(InputError, match="because it needs 'model'; pass an instance of it"):
        agent(Needy)
    assert agent(Needy("x")).spec == "Needy"
    with pytest.raises(AgentError, match="3 cannot choose a move"):
        agent(lambda: 3).choose(Position.empty())


def test_variants_are_what_the_agent_says() -> None:
    class Standard(Counting):
        variants = ("standard",)

    board = Position.empty(variant=FILL)
    assert agent(rightmost).choose(board).column == 6
    with pytest.raises(UnsupportedError, match="Standard does not play the variant fill"):
        agent(Standard()).choose(board)
    with pytest.raises(UnsupportedError):
        match(Standard, "random", variant="fill")


# Registered by name


def edge(position: Position, *, right: bool = False, shift: int = 0) -> int:
    """Stay at the edge."""
    return position.legal[-1 - shift if right else shift]


def test_a_registered_name_is_a_spec_with_options() -> None:
    register_agent("edge", edge)
    made = agent("edge:right=yes,shift=1")
    assert made.spec == "edge:right=yes,shift=1"
    assert made.entry.summary == "Stay at the edge"
    assert made.choose(Position.empty()).column == 5
    assert agent("edge").choose(Position.empty()).column == 0
    with pytest.raises(SpecError, match="shift=x is not a whole number"):
        agent("edge:shift=x")
    with pytest.raises(SpecError, match="did you mean 'edge'"):
        agent("egde")


def test_a_class_gets_its_options_and_a_seed_for_each_game() -> None:
    seeds = list[int]()

    class Dicing:
        def __init__(self, seed: int = 0, text: str = "a", rate: float = 0.5) -> None:
            seeds.append(seed)
            assert (text, rate) == ("b c", 2.0)

        def choose(self, position: Position) -> int:
            return position.legal[0]

    register_agent("dicing", Dicing, summary="plays dice", variants=("standard",))
    entry = agent("dicing").entry
    assert (entry.summary, entry.variants) == ("plays dice", ("standard",))
    match("dicing:text=b c,rate=2", "random", games=3, seed=1)
    assert len(set(seeds)) == 3
    seeds.clear()
    match("dicing:text=b c,rate=2,seed=5", "random", games=3, seed=1)
    assert set(seeds) == {5}


def test_a_name_can_be_taken_again_but_not_fourscores() -> None:
    register_agent("mine", rightmost)
    register_agent("mine", lambda position: position.legal[0])
    assert agent("mine").choose(Position.empty()).column == 0
    for name in ("mcts", "level"):
        with pytest.raises(SpecError, match="is one of fourscore's own agents"):
            register_agent(name, rightmost)
    for name in ("a:b", "a b", "", "a,b", "a=b"):
        with pytest.raises(SpecError, match="is not a name for an agent"):
            register_agent(name, rightmost)
    with pytest.raises(InputError, match="there is no variant 'chess'"):
        register_agent("four", rightmost, variants=("chess",))


# What they print


def test_prints_can_be_hidden_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    def chatty(position: Position) -> int:
        print("at ply", position.ply)
        print("no end", end="")
        return position.legal[0]

    made = agent(chatty)
    made.choose(Position.empty())
    assert capsys.readouterr().out == "at ply 0\nno end"
    made.set_output(Output.HIDDEN)
    made.choose(Position.empty())
    assert capsys.readouterr() == ("", "")
    made.set_output(Output.SHOWN)
    made.choose(Position.empty())
    assert capsys.readouterr() == ("", "chatty: at ply 0\nchatty: no end\n")


def test_only_the_thread_of_the_agent_is_silenced(capsys: pytest.CaptureFixture[str]) -> None:
    inside, outside = threading.Event(), threading.Event()

    def waiting(position: Position) -> int:
        print("hidden")
        inside.set()
        assert outside.wait(PATIENCE)
        print("hidden too")
        return position.legal[0]

    made = agent(waiting)
    made.set_output(Output.HIDDEN)
    thread = threading.Thread(target=made.choose, args=(Position.empty(),))
    thread.start()
    assert inside.wait(PATIENCE)
    print("to be seen")
    outside.set()
    thread.join()
    print("as usual")
    assert capsys.readouterr().out == "to be seen\nas usual\n"
