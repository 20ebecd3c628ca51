"""Many games at once: every step compared with `Position`, which knows the rules."""

import numpy as np
import pytest

from fourscore.envs import Batch
from fourscore.envs.boards import planes
from fourscore.errors import InputError

BOARDS = [
    ("standard", (7, 6)),
    ("standard", (9, 6)),
    ("standard", (4, 4)),
    ("fill", (5, 4)),
    ("slip", (7, 6)),
]


@pytest.mark.parametrize(("variant", "size"), BOARDS)
def test_every_step_follows_the_rules(variant: str, size: tuple[int, int]) -> None:
    games = Batch(40, variant, size, seed=5, auto_reset=False)
    ended = 0
    for _ in range(size[0] * size[1] + 1):
        before, was_done = [games[index] for index in range(40)], games.done.copy()
        columns = games.sample()
        legal, seen, plies = games.legal, games.observe(), games.ply
        rewards, done = games.step(columns)
        for index, position in enumerate(before):
            assert plies[index] == position.ply
            assert tuple(np.flatnonzero(legal[index])) == position.legal
            expected = np.moveaxis(planes(position, position.turn), 2, 0)
            assert np.array_equal(seen[index], expected)
            if was_done[index]:
                assert (games[index], rewards[index], done[index]) == (position, 0, True)
                continue
            landings = position.landings(int(columns[index]))
            after = games[index]
            assert after in [position.play(each.column) for each in landings]
            assert done[index] == after.is_over
            winner = after.outcome and after.outcome.winner
            assert rewards[index] == (0 if winner is None else 1 if winner == position.turn else -1)
            ended += done[index]
    assert ended == 40


def test_a_game_that_ends_starts_again() -> None:
    games = Batch(2)
    for column in (0, 1, 0, 1, 0, 1):
        rewards, done = games.step([column, column + 3])
        assert not done.any()
    rewards, done = games.step([0, 5])
    assert (rewards.tolist(), done.tolist()) == ([1.0, 0.0], [True, False])
    assert [games[index].ply for index in range(2)] == [0, 7]
    assert games.legal[0].all()
    rewards, done = games.step([0, 0])
    assert (rewards.tolist(), done.tolist()) == ([0.0, 0.0], [False, False])


def test_a_full_column_ends_the_game_for_the_mover() -> None:
    games = Batch(1, auto_reset=False)
    for _ in range(6):
        games.step([3])
    assert games.step([3])[0].tolist() == [-1.0]
    assert games.done.all()
    assert not games.legal.any()
    games.reset([0])
    assert games.legal.all()
    assert not games.done.any()


def test_the_seed_decides_columns_and_slips() -> None:
    def boards(seed: int) -> list[list[int]]:
        games = Batch(20, "slip", seed=seed)
        found = []
        for _ in range(30):
            games.step(games.sample())
            found.append(games.filled.tolist())
        return found

    assert boards(1) == boards(1) != boards(2)


def test_discs_slip_as_often_as_the_rules_say() -> None:
    games = Batch(20_000, "slip", seed=1)
    games.step(np.full(20_000, 3))
    shares = games.observe()[:, 1, 5].mean(axis=0)
    assert shares == pytest.approx([0, 0, 0.2, 0.6, 0.2, 0, 0], abs=0.02)


def test_open_columns_are_drawn_alike() -> None:
    games = Batch(20_000, seed=2)
    games.filled[:], games.mine[:] = 0b111111 << 21, 0b101010 << 21  # column 3 is full
    shares = np.bincount(games.sample(), minlength=7) / 20_000
    assert shares == pytest.approx([1 / 6, 1 / 6, 1 / 6, 0, 1 / 6, 1 / 6, 1 / 6], abs=0.02)


def test_planes_can_be_written_into_an_array() -> None:
    games = Batch(4, size=(5, 4))
    games.step([0, 1, 2, 3])
    out = np.full((4, 2, 4, 5), 9, np.int8)
    assert games.observe(out) is out
    assert out.sum() == 4
    with pytest.raises(InputError, match=r"out must be a contiguous array of int8 in the shape"):
        games.observe(np.zeros((4, 2, 6, 7), np.int8))


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match="a batch of 0 games"):
        Batch(0)
    games = Batch(3)
    with pytest.raises(InputError, match="column 7 is not on a board of 7 columns"):
        games.step([0, 7, 0])
    with pytest.raises(InputError, match=r"3 games need 3 whole numbers as columns, not int64 in"):
        games.step([0, 1])
    with pytest.raises(InputError, match="not float64"):
        games.step([0.0, 1.0, 2.0])
