"""The Gymnasium environment: Gymnasium's own check, rewards, who begins, and bad opponents."""

import sys
from importlib import import_module

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fourscore
from fourscore import envs
from fourscore.core.position import Position
from fourscore.envs.one_player import ConnectFourEnv
from fourscore.errors import AgentError, InputError, UnsupportedError
from tests.closable import Closable


@pytest.mark.parametrize("variant", ["standard", "fill", "slip"])
def test_it_passes_gymnasiums_check(variant: str) -> None:
    # Made by name, so that every render mode is checked too.
    env = gymnasium.make(envs.ENV_ID, opponent="random", variant=variant, size=(6, 5))
    check_env(env.unwrapped)


def episode(env: ConnectFourEnv, seed: int | None) -> tuple[float, list[int]]:
    """Play the leftmost open column; return the reward and the boards."""
    observation, _ = env.reset(seed=seed)
    keys, ended, reward = [env.position.key], False, 0.0
    while not ended:
        column = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, ended, _, _ = env.step(column)
        keys.append(env.position.key)
    return float(reward), keys


@pytest.mark.parametrize("variant", ["standard", "slip"])
def test_the_seed_decides_all(variant: str) -> None:
    env = envs.gymnasium("random", variant=variant)
    games = [episode(env, seed) for seed in (1, None, 2, 1, None, 2)]
    assert games[:3] == games[3:]
    assert len({tuple(keys) for _, keys in games}) == 3


@pytest.mark.parametrize(("first", "plies"), [("me", {0}), ("opponent", {1}), ("random", {0, 1})])
def test_who_begins(first: str, plies: set[int]) -> None:
    env, found = envs.gymnasium("random", first=first), set()
    for seed in range(8):
        observation, info = env.reset(seed=seed)
        assert observation["observation"][..., 0].sum() == 0
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        found.add(env.position.ply)
    assert found == plies


def test_rewards_are_the_players() -> None:
    env = envs.gymnasium("alphabeta:depth=2", first="me")
    env.reset(options={"position": "112233"})
    _, reward, terminated, _, info = env.step(3)
    assert (reward, terminated) == (1.0, True)
    assert not info["action_mask"].any()
    env.reset(options={"position": "141576"})
    observation, reward, terminated, _, _ = env.step(2)  # blocks
    assert (reward, terminated) == (0.0, False)
    assert observation["observation"][..., 0].sum() == 4
    env.reset(options={"position": "141576"})
    observation, reward, terminated, truncated, _ = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert observation["observation"][..., 1].sum() == 4


def test_a_full_column_ends_the_game() -> None:
    env = envs.gymnasium("random", first="me")
    env.reset(options={"position": "444444"})
    assert env.action_masks().tolist() == [True, True, True, False, True, True, True]
    _, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(InputError, match="the game is over; call reset"):
        env.step(0)
    env.reset()
    with pytest.raises(InputError, match="column 7 is not on a board of 7 columns"):
        env.step(7)


def test_an_opponent_keeps_to_its_limit_its_variants_and_its_turn() -> None:
    env = envs.gymnasium("mcts", limit=fourscore.Limit(playouts=10), first="opponent")
    env.reset(seed=1)
    assert env.position.ply == 1
    with pytest.raises(UnsupportedError, match="Perfect does not play the variant slip"):
        envs.gymnasium("perfect", variant="slip")
    with pytest.raises(InputError, match="'you' cannot begin"):
        envs.gymnasium("random", first="you")


class Counting(Closable):
    games = 0

    def new_game(self) -> None:
        self.games += 1


def test_code_is_an_opponent_too() -> None:
    counting = Counting()
    env = envs.gymnasium(counting, first="opponent", size=(5, 4))
    for games in (1, 2, 3):
        env.reset()
        assert env.position == Position("1", size=(5, 4))
        assert counting.games == games
    env = envs.gymnasium(lambda position: position.legal[-1], first="opponent")
    env.reset()
    assert env.position == Position("7")


def test_an_opponent_that_plays_an_illegal_move_is_named() -> None:
    env = envs.gymnasium(lambda position: 9, first="opponent")  # noqa: ARG005
    with pytest.raises(AgentError, match="column 9 is not on a board of 7 columns"):
        env.reset()


def test_a_text_is_drawn_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    env = envs.gymnasium("random", first="me", render_mode="human")
    env.reset(seed=1)
    env.step(3)
    assert capsys.readouterr().out.count("1 2 3 4 5 6 7") == 3


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an extra, the rest of the package works, and is imported."""
    monkeypatch.setitem(sys.modules, package, None)
    for name in [name for name in sys.modules if name.startswith("fourscore.envs")]:
        monkeypatch.delitem(sys.modules, name)
    fresh = import_module("fourscore.envs")
    assert len(fresh.Batch(3)) == 3
    make = {"gymnasium": fresh.gymnasium, "pettingzoo": fresh.connect_four}[package]
    with pytest.raises(InputError, match=rf'needs the package {package}: pip install "fourscore\['):
        make()


def test_it_closes_only_what_it_has_made() -> None:
    Closable.closed = 0
    for opponent in (Closable(), fourscore.agent(Closable())):
        env = envs.gymnasium(opponent, first="opponent")
        env.reset(seed=1)
        env.reset()
        env.close()
    assert Closable.closed == 0
    env = envs.gymnasium(Closable, first="opponent")
    env.reset(seed=1)
    env.close()
    assert Closable.closed == 1
