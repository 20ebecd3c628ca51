"""N-tuple networks: indices, sums and files, against a plain reference on grids of cells."""

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

import fourscore as fs
from fourscore.core.position import Position
from fourscore.errors import InputError, SpecError, UnsupportedError
from fourscore.jit.kernel import kernel
from fourscore.search.evaluation.base import evaluate_position
from fourscore.search.evaluation.tuples import POINTS, network_evaluation
from fourscore.search.tuples.file import read_network, write_network
from fourscore.search.tuples.layout import Cell, Geometry, Layout, draw_layout
from fourscore.search.tuples.network import SCALE, SURE, Network
from fourscore.search.tuples.runs import find_network
from fourscore.search.tuples.sums import (
    change_at,
    column_states,
    move_indices,
    read_indices,
    squash,
)

SIZES = [(7, 6), (4, 4), (9, 6), (5, 8)]


def random_network(size: tuple[int, int], seed: int = 0, **meta: object) -> Network:
    layout = draw_layout(*size, tuples=15, length=7, seed=seed)
    numbers = np.random.default_rng(seed)
    weights = numbers.integers(-80, 80, (2, layout.entries)).astype(np.int16)
    return Network(layout, weights, None, dict(meta))


def positions(size: tuple[int, int], count: int = 60) -> list[Position]:
    most = size[0] * size[1] // 2
    return [Position.random(1 + seed % most, seed, size=size) for seed in range(count)]


@kernel
def read(geometry: Geometry, states: int, rules: object, indices: object) -> None:
    read_indices(geometry, states, rules, indices)  # type: ignore[arg-type]


@kernel
def move(geometry: Geometry, indices: object, change: int, player: int) -> None:
    move_indices(geometry, indices, change, player)  # type: ignore[arg-type]


def states_of(position: Position) -> int:
    first = position.mine if position.ply % 2 == 0 else position.mine ^ position.filled
    return column_states(first, position.filled, position.rules)


def indices_of(layout: Layout, position: Position) -> list[int]:
    indices = np.zeros(2 * len(layout.tuples), np.int32)
    read(layout.geometry, states_of(position), position.rules, indices)
    return [int(each) for each in indices]


# The reference


def look(position: Position, cell: Cell) -> str:
    """Say what a cell shows: a disc of 1 or 2, reachable or not, read off the grid."""
    column, row = cell
    drawn = [str(line[column]) for line in reversed(position.grid())]
    if drawn[row] != "0":
        return drawn[row]
    return "reachable" if row == 0 or drawn[row - 1] != "0" else "out of reach"


def patterns_of(layout: Layout, position: Position) -> list[tuple[int, tuple[str, ...]]]:
    """Return what each tuple shows, and then each mirror image, with the number of its table."""
    mirrored = [[(layout.width - 1 - c, r) for c, r in cells] for cells in layout.tuples]
    count = len(layout.tuples)
    return [
        (number % count, tuple(look(position, cell) for cell in cells))
        for number, cells in enumerate([*layout.tuples, *mirrored])
    ]


@pytest.mark.parametrize("size", SIZES)
def test_an_index_stands_for_what_a_tuple_shows(size: tuple[int, int]) -> None:
    """The same pattern has the same index, other patterns and other tables have others."""
    layout = draw_layout(*size, tuples=15, length=7)
    index_of: dict[tuple[int, tuple[str, ...]], int] = {}
    for position in positions(size, 60):
        pairs = zip(patterns_of(layout, position), indices_of(layout, position), strict=True)
        for pattern, index in pairs:
            assert index_of.setdefault(pattern, index) == index
    assert len(set(index_of.values())) == len(index_of) > 200
    assert 0 <= min(index_of.values()) <= max(index_of.values()) < layout.entries


@pytest.mark.parametrize("size", SIZES)
def test_values_equal_a_plain_sum(size: tuple[int, int]) -> None:
    """Without search and as an evaluation, over all sizes, columns beyond the eighth included."""
    network = random_network(size)
    evaluation = network_evaluation(network)
    for position in positions(size, 25):
        found = network.column_values(position)
        assert set(found) == set(position.legal)
        for column, value in found.items():
            after = position.play(column)
            if after.is_over:
                assert value == (1 if after.outcome and after.outcome.winner else 0)
                continue
            mover = position.ply % 2
            total = sum(int(network.values[mover, at]) for at in indices_of(network.layout, after))
            expected = squash((total if mover == 0 else -total) / SCALE)
            assert value == max(-SURE, min(SURE, expected))
            assert evaluate_position(after, evaluation) == -round(POINTS * expected)


@pytest.mark.parametrize("size", SIZES)
def test_indices_that_follow_a_game_equal_recomputed_ones(size: tuple[int, int]) -> None:
    layout = draw_layout(*size, tuples=15, length=7)
    for seed in range(10):
        numbers = np.random.default_rng(seed)
        position = Position(size=size)
        indices = layout.geometry.empty.copy()
        while not position.is_over:
            column = int(numbers.choice(position.legal))
            change = change_at(states_of(position), column, position.rules)
            move(layout.geometry, indices, change, position.ply % 2)
            position = position.play(column)
            assert indices.tolist() == indices_of(layout, position)


def test_layouts_repeat_and_differ_by_seed() -> None:
    assert draw_layout(seed=3) == draw_layout(seed=3) != draw_layout(seed=4)
    with pytest.raises(UnsupportedError, match="at most 8 rows"):
        draw_layout(4, 9)


# Files


def test_files_give_back_what_was_written(tmp_path: Path) -> None:
    network = random_network((7, 6), games=300)
    policy = Network(network.layout, network.values, network.values[::-1].copy(), network.meta)
    for each, small in ((network, False), (policy, True)):
        write_network(each, tmp_path / "x.net", step=1, small=small)
        again = read_network(tmp_path / "x.net")
        assert (again.values == each.values).all()
        assert again.layout == each.layout
        assert again.meta == {"games": 300}
        assert (again.preferences is None) == (each.preferences is None)
    assert again.preferences is not None
    assert (again.preferences == policy.preferences).all()


@pytest.mark.parametrize("step", [1, 2, 4, 32])
def test_steps_round_weights_and_the_largest_keep_their_sign(tmp_path: Path, step: int) -> None:
    network = random_network((4, 4))
    network.values[:, 0] = 32767, -32767
    write_network(network, tmp_path / "x.net", step=step)
    off = np.abs(read_network(tmp_path / "x.net").values - network.values.astype(np.int32))
    assert off[:, 1:].max() <= step / 2
    assert off.max() < step


@pytest.mark.parametrize(
    "damage", ["cut", "flipped", "text", "foreign", "step", "meta", "folder", "missing"]
)
def test_a_damaged_or_foreign_file_is_one_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "x.net"
    write_network(random_network((7, 6)), path)
    content = bytearray(path.read_bytes())
    if damage == "flipped":
        content[len(content) // 2] ^= 255
    path.write_bytes(content[:2000] if damage == "cut" else content)
    if damage == "text":
        path.write_text("hello")
    elif damage == "foreign":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("network.json", json.dumps({"format": "another"}))
    elif damage in ("step", "meta"):
        with zipfile.ZipFile(path) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        header = {**json.loads(members["network.json"]), damage: 10**6}
        with zipfile.ZipFile(path, "w") as archive:
            for name, member in {**members, "network.json": json.dumps(header).encode()}.items():
                archive.writestr(name, member)
    elif damage in ("folder", "missing"):
        path.unlink()
        if damage == "folder":
            path.mkdir()
    with pytest.raises(InputError, match=r"^cannot read the network '.*x\.net': [^\n]+$"):
        read_network(path)


# Specs


def test_ages_choose_the_last_network_that_is_not_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOURSCORE_RUNS", str(tmp_path))
    folder = tmp_path / "mine" / "networks"
    folder.mkdir(parents=True)
    for games in (0, 100, 1000):
        write_network(random_network((7, 6), games=games), folder / f"{games:012}.net")
    assert find_network("mine").games == 1000
    assert find_network("mine", 999).games == 100
    assert find_network(str(tmp_path / "mine"), 0).games == 0
    assert fs.agent("tuples:run=mine,age=150", external=False).choose("4453").column in range(7)
    with pytest.raises(InputError, match="there is no run 'yours'"):
        find_network("yours")
    with pytest.raises(InputError, match="has no networks"):
        find_network(str(tmp_path))
    (tmp_path / "new").mkdir()
    with pytest.raises(InputError, match=r"^'new' has no networks: .* has only just started$"):
        find_network("new")
    (folder / "000000000000.net").unlink()
    with pytest.raises(
        InputError, match=r"learned from 99 games or fewer; its youngest learned from 100$"
    ):
        find_network("mine", 99)


@pytest.mark.parametrize("run", ["../mine", "/etc", "mine/networks", "nobody"])
def test_strangers_name_only_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: str
) -> None:
    monkeypatch.setenv("FOURSCORE_RUNS", str(tmp_path))
    with pytest.raises(SpecError, match="there is no training"):
        fs.agent(f"tuples:run={run}", external=False)


def test_a_network_refuses_boards_and_rules_it_has_not_learned() -> None:
    for spec in ("tuples", "alphabeta:eval=tuples,depth=2"):
        with pytest.raises(UnsupportedError, match="for boards of 7x6; this one is 4x4"):
            fs.agent(spec).choose(Position(size=(4, 4)))
        with pytest.raises(UnsupportedError, match="standard"):
            fs.agent(spec).choose(Position(variant="fill"))


def test_run_and_age_are_for_networks_only() -> None:
    with pytest.raises(SpecError, match="run and age are for eval=tuples, not for eval=lines"):
        fs.agent("alphabeta:eval=lines,age=100")
