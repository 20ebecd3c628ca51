"""The library as a stranger calls it: its names, with what people write and with nonsense."""

import doctest
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fourscore as fs
from fourscore import errors
from fourscore.book.reader import default_book

NONSENSE: list[Any] = [None, 3, 1.0, [], b"", object(), "4x"]


# What is there


def test_every_public_name_can_be_loaded() -> None:
    for name in fs.__all__:
        assert getattr(fs, name) is getattr(fs, name)
    assert fs.__version__
    with pytest.raises(AttributeError, match="module 'fourscore' has no attribute 'nothing'"):
        _ = fs.nothing


def test_every_error_is_public() -> None:
    for name in errors.__all__:
        assert getattr(fs, name) is getattr(errors, name)
        assert issubclass(getattr(fs, name), fs.FourscoreError)


LIGHT = """
import sys
import fourscore as fs

fs.FourscoreError, fs.Position, fs.Game
fs.Position("4453").play(3).legal
repr(fs.Position([0] * 42)), str(fs.Position("4453")), fs.Position(1).outcome
fs.Position.random(8, 1), fs.Position("44").threats("X")
fs.Game("4453").undo(), fs.read_game("1. 4 4 *")
assert not {"numpy", "numba"} & set(sys.modules)
"""


def test_positions_load_neither_numpy_nor_numba() -> None:
    subprocess.run([sys.executable, "-c", LIGHT], check=True)


@pytest.mark.parametrize("page", ["index", "program/library", "project/versioning"])
def test_the_programs_of_the_guide_work(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = Path(__file__).parents[1] / "docs" / f"{page}.md"
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(guide), module_relative=False).failed == 0


# What people write


POSITION = fs.Position("4453")


@pytest.mark.parametrize("form", ["4 4 5 3 *", POSITION.grid(), POSITION.key, fs.Game("4453")])
def test_every_form_is_taken_everywhere(form: Any) -> None:
    assert fs.solve(form) == -2
    assert fs.columns(form)[3] == fs.analyse(form).scores[3]
    assert fs.Solver(megabytes=1, threads=1).solve(form, fs.Limit(nodes=10)).lower <= -2
    assert fs.agent("alphabeta:depth=4").choose(form).column == 5
    assert fs.trace(form, "minimax:depth=1").nodes == 8
    assert fs.explain(form).brief
    assert fs.solve_many([form])[0] == fs.analyse_many([form])[0].score == -2
    assert fs.review(form).game.position == POSITION


def test_a_tree_is_drawn_in_every_format(tmp_path: Path) -> None:
    seen = fs.trace("21366254327115", "alphabeta:depth=3")
    for name in ("tree.svg", "tree.html", "tree.dot"):
        seen.draw(tmp_path / name, nodes=20)
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(fs.InputError, match=r"its name must end in .svg"):
        seen.draw("tree.png")


# Other processes


@pytest.mark.parametrize("spec", ["mcts:seed=3", "level:4", "perfect", "alphabeta:eval=centre"])
def test_an_agent_is_pickled_by_its_spec(spec: str) -> None:
    agent = fs.agent(spec, seed=7)
    chosen = agent.choose("4453", fs.Limit(nodes=200))
    copy = pickle.loads(pickle.dumps(agent))
    assert (copy.spec, copy.limit) == (agent.spec, agent.limit)
    again = copy.choose("4453", fs.Limit(nodes=200))
    assert (again.column, again.nodes) == (chosen.column, chosen.nodes)


def test_a_solver_is_pickled_by_its_settings() -> None:
    solver = fs.Solver(megabytes=3, threads=2, book=default_book())
    copy = pickle.loads(pickle.dumps(solver))
    assert (copy.megabytes, copy.threads, copy.book) == (2, 2, default_book())
    assert copy.solve("4453") == -2


def test_what_is_found_can_be_pickled() -> None:
    (puzzle,) = fs.puzzles(count=1, seed=1)
    found = [
        fs.Game("4453"),
        fs.analyse("4453"),
        fs.Bounds(fs.Score(0), fs.Score(2)),
        fs.explain("4455"),
        fs.review("435357"),
        fs.match("random", "random", games=2),
        puzzle,
    ]
    copies = pickle.loads(pickle.dumps(found))
    assert copies == found
    assert copies[-1].check(puzzle.column) == puzzle.check(puzzle.column)


# Nonsense


untyped: Any = fs
CALLS: dict[str, Any] = {
    "Position": lambda x: untyped.Position(x),
    "variant": lambda x: untyped.Position("", variant=x if x is not None else 0),
    "size": lambda x: untyped.Position("", size=x if x is not None else 0),
    "Position.empty": lambda x: untyped.Position.empty(variant=x),
    "Position.random": lambda x: untyped.Position.random(-1 if x == 3 else x),
    "play": lambda x: untyped.Position().play(99 if x == 3 else x),
    "landings": lambda x: untyped.Position().landings(99 if x == 3 else x),
    "threats": lambda x: untyped.Position().threats(x),
    "Game": lambda x: untyped.Game(x if x is not None else 0.5),
    "Game.play": lambda x: untyped.Game().play(99 if x == 3 else x),
    "read_game": lambda x: untyped.read_game(x),
    "load_game": lambda x: untyped.load_game(x),
    "solve": lambda x: untyped.solve(x),
    "solve_many": lambda x: untyped.solve_many(x if x != [] else [None]),
    "Solver limit": lambda x: untyped.Solver(1, 1).solve("4", limit=x if x is not None else 0),
    "explain move": lambda x: untyped.explain("4", 99 if x in (None, 3) else x),
    "review": lambda x: untyped.review(x),
    "trace agent": lambda x: untyped.trace("4453", x),
    "agent": lambda x: untyped.agent(x),
    "register_agent": lambda x: untyped.register_agent("mine", x),
    "match": lambda x: untyped.match(x, "random", games=2),
    "match games": lambda x: untyped.match("random", "random", games=0 if x == 3 else x),
    "tournament": lambda x: untyped.tournament([x, "random"], games=2),
    "tournament agents": lambda x: untyped.tournament(x),
    "tournament games": lambda x: untyped.tournament(["random"] * 2, games=x),
    "match limit": lambda x: untyped.match("random", "random", limit=x if x is not None else 0),
    "choose limit": lambda x: untyped.agent("random").choose("4", x if x is not None else 0),
    "register_evaluation": lambda x: untyped.register_evaluation("mine", x),
    "evaluation name": lambda x: untyped.evaluation(x if x != "4x" else "")(len),
    "dataset": lambda x: untyped.dataset(positions=-1 if x == 3 else x, plies=(4, 30)),
    "dataset plies": lambda x: untyped.dataset(positions=2, plies=x if x != 3 else (9, 3)),
    "analyse_many list": lambda x: untyped.analyse_many(x if x != [] else [None]),
    "analyse_many limit": lambda x: untyped.analyse_many(["4"], limit=x if x is not None else 0),
    "Solver": lambda x: untyped.Solver(megabytes=-1 if x in (3, 1.0) else x),
    "Solver threads": lambda x: untyped.Solver(1, threads=-1 if x in (3, None) else x),
    "puzzles": lambda x: untyped.puzzles(count=0 if x == 3 else x),
    "puzzles grade": lambda x: untyped.puzzles(grade=x if x is not None else 0),
    "solve_many depth": lambda _: untyped.solve_many(["4"], limit=fs.Limit(depth=3)),
    "Solver playouts": lambda _: untyped.Solver(1, 1).solve("4", fs.Limit(playouts=9)),
    "Bounds": lambda x: untyped.Bounds(fs.Score(3), fs.Score(1) if x in (3, 1.0) else x),
    "Limit": lambda x: untyped.Limit(seconds=-1 if x in (None, 3, 1.0) else x),
    "Score": lambda x: untyped.Score("3" if x == 3 else x),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=list(CALLS))
def test_nonsense_is_refused_in_a_sentence(call: Any) -> None:
    for wrong in NONSENSE:
        with pytest.raises(fs.FourscoreError) as refusal:
            call(wrong)
        assert 10 < len(str(refusal.value)) < 300
        assert "\n" not in str(refusal.value)
