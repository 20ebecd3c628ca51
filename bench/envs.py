"""Random games a second: PettingZoo's own Connect Four, and fourscore's environments.

    python bench/envs.py [--seconds S] [--rounds R]

All play uniformly random legal columns and look at every position (planes and mask), in turn, so
that a busy spell hits all of them; the best round counts. "on arrays" steps `--games` games at a
time, once with the planes and once without.
"""

import argparse
import os
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from fourscore import envs


def pettingzoos_own() -> Any:
    """Make PettingZoo's environment; it warns that its own documented import will one day go."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()


def play_turns(env: Any, seconds: float) -> float:
    """Play with a PettingZoo environment; return games a second."""
    draw, start, games = random.Random(1), time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        env.reset(seed=games)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(draw.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        games += 1
    return games / (time.perf_counter() - start)


def play_alone(env: Any, seconds: float) -> float:
    """Play with a Gymnasium environment; return games a second."""
    draw, start, games = random.Random(1), time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        observation, _ = env.reset(seed=games)
        over = False
        while not over:
            column = draw.choice(np.flatnonzero(observation["action_mask"]).tolist())
            observation, _, over, _, _ = env.step(column)
        games += 1
    return games / (time.perf_counter() - start)


def play_batch(count: int, planes: bool, seconds: float) -> float:
    """Play many games on arrays; return games a second."""
    games = envs.Batch(count, seed=1)
    games.step(games.sample())
    seen = games.observe()
    start, done = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        if planes:
            games.observe(seen)
            games.legal  # noqa: B018
        done += int(games.step(games.sample())[1].sum())
    return done / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=4096)
    given = parser.parse_args()
    theirs, ours = pettingzoos_own(), envs.connect_four()
    alone = envs.gymnasium("random")
    players: dict[str, Callable[[float], float]] = {
        "PettingZoo's connect_four_v3": lambda seconds: play_turns(theirs, seconds),
        "fourscore for PettingZoo": lambda seconds: play_turns(ours, seconds),
        "fourscore for Gymnasium": lambda seconds: play_alone(alone, seconds),
        "fourscore on arrays": lambda seconds: play_batch(given.games, True, seconds),
        "the same without planes": lambda seconds: play_batch(given.games, False, seconds),
    }
    rates = dict.fromkeys(players, 0.0)
    for _ in range(given.rounds):
        for name, play in players.items():
            rates[name] = max(rates[name], play(given.seconds))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, one thread each")
    base = next(iter(rates.values()))
    for name, rate in rates.items():
        print(f"{name:<30}{rate:>12,.0f} games/s{rate / base:>10,.1f} x")


if __name__ == "__main__":
    main()
