"""A program as a user writes it, with the types that a type checker must see.

mypy and pyright check it strictly, and `tests/test_types.py` runs it.
"""

# pyright: strict

import sys
from pathlib import Path
from typing import assert_type

import fourscore as fs
from fourscore import envs


def positions() -> None:
    position = fs.Position("4453", variant="fill", size=(9, 6))
    assert_type(position, fs.Position)
    assert_type(position.play(3).legal, tuple[int, ...])
    assert_type(position.threats("X"), tuple[fs.Cell, ...])
    game = fs.Game("4453")
    assert_type(game.undo(), fs.Move)
    assert_type(fs.VARIANTS["fill"], fs.Variant)


def truth() -> None:
    assert_type(fs.solve("4453"), fs.Score)
    assert_type(fs.columns("4453"), dict[int, fs.Score])
    assert_type(fs.analyse("4453").line, tuple[int, ...])
    assert_type(fs.solve_many(["4453", "44"]), list[fs.Score])
    assert_type(fs.solve_many(["44"], limit=fs.Limit(nodes=10)), list[fs.Score | fs.Bounds])
    solver = fs.Solver(megabytes=1, threads=1)
    assert_type(solver.solve("44444455555526"), fs.Score)
    bounds = solver.solve("44", fs.Limit(nodes=10))
    assert_type(bounds, fs.Score | fs.Bounds)
    assert_type(bounds.sign, int | None)


def centre(position: fs.Position) -> int:
    return min(position.legal, key=lambda column: abs(column - 3))


class Careful:
    """An agent as an object."""

    def choose(self, position: fs.Position, limit: fs.Limit) -> fs.Report:
        return fs.agent("alphabeta").choose(position, limit or fs.Limit(nodes=100))


def agents() -> None:
    with fs.agent("mcts:seed=1") as agent:
        assert_type(agent, fs.Agent)
        report = agent.choose("4453", fs.Limit(playouts=50), cancel=fs.Cancel())
    assert_type(report, fs.Report)
    result = fs.match(centre, Careful, games=2, seed=1)
    assert_type(result.games, tuple[fs.Game, ...])
    found = fs.tournament([centre, Careful(), "random"], games=2)
    assert_type(found, fs.TournamentResult)
    assert_type([each.agent for each in found.standings], list[str])
    fs.register_agent("centre", centre)


def understanding(folder: Path) -> None:
    assert_type(fs.explain("4455").brief, tuple[str, ...])
    assert_type(fs.review("435357").accuracy, dict[str, float | None])
    trace = fs.trace("21366254327115", "alphabeta:depth=2")
    assert_type(trace.position_at(1), fs.Position)
    trace.draw(folder / "tree.svg")
    assert_type(fs.puzzles(count=1, grade="hard", seed=1), list[fs.Puzzle])
    try:
        fs.Position().play(7)
    except fs.FourscoreError as error:
        assert_type(error.for_people, str)


def learning() -> None:
    batch = envs.Batch(4)
    batch.step(batch.sample())
    env = envs.gymnasium("random")
    env.reset(seed=1)
    assert_type(env.position, fs.Position)
    live = fs.board("4453", opponent="random")
    assert_type(live.position, fs.Position)
    live.close()


if __name__ == "__main__":
    positions()
    truth()
    agents()
    understanding(Path(sys.argv[1]))
    learning()
