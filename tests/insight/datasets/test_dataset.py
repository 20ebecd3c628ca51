"""Datasets: exact scores, files that read back the same, and what the samplers draw."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fourscore
from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.errors import InputError
from fourscore.insight.datasets.building import dataset
from fourscore.insight.datasets.dataset import ILLEGAL, Dataset
from fourscore.search.sampling import Sampler
from tests.project import ROOT

FILES = Path(__file__).parent / "files"
FIELDS = ("planes", "scores", "best", "score", "ply", "key")


@pytest.fixture(scope="module")
def made() -> Dataset:
    return dataset(positions=60, plies=(17, 40), seed=1)


def test_scores_are_those_of_bitbully(made: Dataset) -> None:
    bitbully_core = pytest.importorskip("bitbully").bitbully_core
    peer = bitbully_core.BitBullyCore()
    for index in range(len(made)):
        board = bitbully_core.BoardCore()
        assert board.setBoard(made.position(index).grid().tolist())
        theirs = np.array(peer.scoreMoves(board))
        legal = made.scores[index] != ILLEGAL
        assert made.scores[index][legal].tolist() == theirs[legal].tolist()
        assert (theirs[~legal] < -40).all()


def check_arrays(data: Dataset) -> None:
    types = {name: getattr(data, name).dtype.name for name in FIELDS}
    assert types == {"planes": "int8", "scores": "int8", "best": "bool", "score": "int8",
                     "ply": "uint8", "key": "int64"}  # fmt: skip
    for index in range(len(data)):
        position = data.position(index)
        assert position.key == data.key[index]
        assert position.ply == data.ply[index]
        assert not position.is_over
        mover = 1 + position.ply % 2
        grid = position.grid()
        assert np.array_equal(data.planes[index], np.stack([grid == mover, grid == 3 - mover]))
        legal = data.scores[index] != ILLEGAL
        assert tuple(np.flatnonzero(legal)) == position.legal
        assert data.score[index] == data.scores[index].max() != ILLEGAL
        assert np.array_equal(data.best[index], data.scores[index] == data.score[index])


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_files_read_back_the_same(made: Dataset, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"positions{suffix}"
    made.write(path)
    back = Dataset.read(path)
    assert back.meta == made.meta
    assert back.meta["positions"] == len(back) == 60
    check_arrays(back)
    assert all(np.array_equal(getattr(back, name), getattr(made, name)) for name in FIELDS)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_files_of_version_1_0_are_read(suffix: str) -> None:
    """Fourscore 1.0.0 wrote them; what they hold is beside them in plain JSON."""
    known = json.loads((FILES / "version-1.0.json").read_text(encoding="utf-8"))
    read = fourscore.Dataset.read(FILES / f"version-1.0{suffix}")
    assert read.meta == known["meta"]
    for index, (row, scores) in enumerate(zip(known["positions"], read.scores, strict=True)):
        assert read.position(index) == Position(row["board"])
        assert [None if s == ILLEGAL else s for s in scores.tolist()] == row["scores"]
    check_arrays(read)


def test_the_documented_way_to_read_parquet_works(
    made: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made.to_parquet("positions.parquet")
    page = (ROOT / "docs/agents/datasets.md").read_text("utf-8")
    program = re.search(r"```python\n(import json\n.*?)```", page, re.S)
    assert program is not None
    names: dict[str, Any] = {}
    exec(program[1], names)
    assert (names["planes"] == made.planes).all()
    assert names["meta"] == made.meta


def test_what_is_not_a_dataset_is_named(made: Dataset, tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    made.to_npz(tmp_path / "cut.npz")
    (tmp_path / "cut.npz").write_bytes((tmp_path / "cut.npz").read_bytes()[:500])
    (tmp_path / "cut.parquet").write_bytes(b"PAR1 and nothing else")
    for name, reason in (
        ("other.npz", "it is not a dataset of fourscore"),
        ("cut.npz", "it is not a dataset of fourscore"),
        ("cut.parquet", "it is not a dataset of fourscore"),
        ("missing.npz", "No such file"),
        ("x.csv", "must end in .parquet or .npz"),
    ):
        with pytest.raises(InputError, match=reason):
            Dataset.read(tmp_path / name)


def test_without_pyarrow_its_extra_is_named(
    made: Dataset, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("fourscore.runtime.extras.find_spec", lambda _: None)
    with pytest.raises(InputError, match=r'pip install "fourscore\[parquet\]"'):
        made.to_parquet(tmp_path / "x.parquet")


def test_the_seed_decides_whatever_the_threads() -> None:
    one = dataset(40, (24, 36), seed=3, threads=1)
    two = dataset(40, (24, 36), seed=3, threads=2)
    other = dataset(40, (24, 36), seed=4)
    assert all(np.array_equal(getattr(one, name), getattr(two, name)) for name in FIELDS)
    assert not np.array_equal(one.key, other.key)


def test_more_positions_begin_with_the_same() -> None:
    few, more = Sampler(make_rules(), (0, 20), 7), Sampler(make_rules(), (0, 20), 7)
    parts = [few.draw(count)[1] for count in (5, 1000, 1, 3000)]
    assert np.array_equal(np.concatenate(parts), more.draw(4006)[1])


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 4), (9, 6)])
def test_no_two_positions_are_alike_and_none_is_over(width: int, height: int) -> None:
    rules = make_rules(width, height)
    mine, filled = Sampler(rules, (0, width * height - 1), 1).draw(2000)
    boards = zip(mine.tolist(), filled.tolist(), strict=True)
    drawn = [Position.from_bitboards(*each, rules) for each in boards]
    assert not any(each.is_over for each in drawn)
    assert len({min(each.key, each.mirror().key) for each in drawn}) == len(drawn) > 1500


def test_plies_are_drawn_alike_until_they_are_exhausted() -> None:
    mine, filled = Sampler(make_rules(), (0, 30), 1).draw(31_000)
    plies = np.bincount([each.bit_count() for each in filled.tolist()])
    # Distinct positions that are not over, mirror images counted once.
    assert plies[:4].tolist() == [1, 4, 25, 121]
    assert plies[6:] == pytest.approx(plies[6:].mean(), rel=0.2)
    assert len(mine) == 31_000


def test_other_sizes_and_fewer_than_wanted() -> None:
    small = dataset(50, (2, 15), seed=1, size=(4, 4))
    assert small.planes.shape == (50, 2, 4, 4)
    assert int(small.score[0]) == int(fourscore.solve(small.position(0)))
    few = dataset(positions=1000, plies=(0, 1))
    assert sorted(few.ply.tolist()) == [0, 1, 1, 1, 1]
    assert few.meta["positions"] == 5


def test_balanced_positions_are_nearly_even() -> None:
    even = dataset(30, (26, 34), seed=1, sampler="balanced")
    assert len(even) == 30
    assert np.abs(even.score).max() <= 2
    everything = dataset(256, (26, 34), seed=1)
    assert set(even.key.tolist()) & set(everything.key.tolist())
    assert (np.abs(everything.score) > 2).any()


def test_bad_settings_are_named() -> None:
    for settings, message in (
        ({"positions": 0}, "a dataset of 0 positions"),
        ({"plies": (9, 4)}, "plies from 9 to 4 make no sense"),
        ({"plies": (0, 42)}, "there are 0 to 41"),
        ({"plies": 9}, r"plies are two whole numbers such as \(4, 30\), not 9"),
        ({"positions": "many"}, "positions must be a whole number, not 'many'"),
        ({"seed": None}, "seed must be a whole number, not None"),
        ({"sampler": "all"}, "there is no sampler 'all'; the samplers are random, balanced"),
        ({"size": (30, 30)}, "a 30x30 board is too large"),
    ):
        with pytest.raises(InputError, match=message):
            dataset(**settings)
