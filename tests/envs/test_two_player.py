"""The PettingZoo environment: PettingZoo's own checks, its own Connect Four, and the variants."""

import pickle
import random
import warnings

import numpy as np
import pettingzoo
import pytest

import fourscore
from fourscore.envs import ENV_ID, connect_four
from fourscore.envs.rendering import CELL
from fourscore.errors import InputError

with warnings.catch_warnings():
    # PettingZoo warns that its own documented imports will one day go.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.classic import connect_four_v3
    from pettingzoo.test import api_test, render_test, seed_test

BOARDS = [("standard", (7, 6)), ("fill", (9, 6)), ("slip", (5, 8))]


@pytest.mark.filterwarnings("ignore::UserWarning")  # they speak of dictionaries and empty boards
@pytest.mark.parametrize(("variant", "size"), BOARDS)
def test_it_passes_pettingzoos_checks(variant: str, size: tuple[int, int]) -> None:
    api_test(connect_four(variant, size), num_cycles=300)
    seed_test(lambda: connect_four(variant, size), num_cycles=100)


def test_it_passes_the_check_of_its_render_modes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: connect_four(render_mode=render_mode))
    assert capsys.readouterr().out.count("1 2 3 4 5 6 7") > 4


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("seed", range(8))
def test_games_are_those_of_pettingzoos_own(seed: int) -> None:
    """Play the same columns in both, now and then an illegal one, and compare all they say."""
    ours, theirs, draw = connect_four(), connect_four_v3.env(), random.Random(seed)
    ours.reset()
    theirs.reset()
    for name in theirs.agent_iter():
        assert ours.agent_selection == name
        seen, expected = ours.last(), theirs.last()
        assert np.array_equal(seen[0]["observation"], expected[0]["observation"])
        assert seen[0]["observation"].dtype == expected[0]["observation"].dtype
        assert seen[1:4] == expected[1:4]
        other = next(each for each in theirs.possible_agents if each != name)
        for each in (ours, theirs):
            assert not each.observe(other)["action_mask"].any()
        if expected[2] or expected[3]:
            action = None
        else:
            assert np.array_equal(seen[0]["action_mask"], expected[0]["action_mask"])
            action = draw.randrange(7)
        ours.step(action)
        theirs.step(action)
        assert ours.rewards == theirs.rewards
    assert ours.agents == []


def test_rewards_of_fill_go_to_the_player_with_more_fours() -> None:
    env, draw, seen = connect_four("fill"), random.Random(3), set()
    for _ in range(40):
        env.reset()
        while not any(env.terminations.values()):
            env.step(draw.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
        winner = env.unwrapped.position.outcome.winner
        rewards = {None: (0, 0), "X": (1, -1), "O": (-1, 1)}[winner]
        assert env.rewards == dict(zip(env.possible_agents, rewards, strict=True))
        seen.add(winner)
    assert {"X", "O"} <= seen


def slips_of(seed: int) -> list[int]:
    env, keys = connect_four("slip"), []
    env.reset(seed=seed)
    for _ in range(6):  # too few for a four
        env.step(3)
        keys.append(env.unwrapped.position.key)
    return keys


def test_the_seed_decides_where_discs_slip() -> None:
    assert slips_of(1) == slips_of(1)
    assert len({tuple(slips_of(seed)) for seed in range(5)}) > 1


def test_a_game_can_start_from_a_position() -> None:
    env = connect_four()
    env.reset(options={"position": "4453"})
    assert env.agent_selection == "player_0"
    assert env.last()[0]["observation"].sum() == 4
    with pytest.raises(InputError, match="the game is over: X wins"):
        env.reset(options={"position": "1212121"})
    other = fourscore.Position("1", size=(5, 4))
    with pytest.raises(InputError, match="the position is on a 5x4 board, not 7x6"):
        env.reset(options={"position": other})


def test_it_draws_the_board() -> None:
    env = connect_four(size=(5, 4), render_mode="ansi")
    env.reset(options={"position": "3"})
    assert env.render() == f"{fourscore.Position('3', size=(5, 4))}\n"
    env = connect_four(size=(5, 4), render_mode="rgb_array")
    env.reset(options={"position": "112233"})
    env.step(3)
    pixels = env.render()
    assert pixels.shape == (4 * CELL, 5 * CELL, 3)
    # Beside the middle of each cell: the colour of its disc; at its edge: the rim of the four.
    discs = pixels[CELL // 2 :: CELL, CELL // 2 + CELL // 8 :: CELL]
    rims = pixels[CELL // 2 :: CELL, CELL // 2 + round(0.42 * CELL) :: CELL]
    board = env.unwrapped.position.grid()
    assert len({tuple(each) for each in discs.reshape(-1, 3)}) == 3
    for mark in (0, 1, 2):
        assert len({tuple(each) for each in discs[board == mark]}) == 1
    assert np.array_equal((rims == rims[3, 0]).all(axis=2), board == 1)


def test_it_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(connect_four("slip", (5, 4)).unwrapped))
    env.reset(seed=1)
    assert env.position.size == "5x4"
    assert env.position.variant.name == "slip"


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_it_is_known_by_name() -> None:
    env = pettingzoo.make("aec", ENV_ID, variant="fill", size="5x4")
    env.reset(seed=1)
    assert env.unwrapped.position == fourscore.Position(variant="fill", size=(5, 4))


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(InputError, match="there is no variant 'misere'"):
        connect_four("misere")
    with pytest.raises(InputError, match="there is no render mode 'png'"):
        connect_four(render_mode="png")
