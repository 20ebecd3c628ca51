"""Tune the levels: change one number of each until the steps between them are even.

    python -m scripts.levels tune START.json --variant fill --out DIR [--games N] [--rounds R]
    python -m scripts.levels blunders [--positions N]

`START.json` is a table as it is shipped, from which the first round plays. In each round every
level plays the one above, with a seed of the round's own. Levels 1 and 10 stay; every other one
moves towards its place on the line between them, by its overlook, or by its warmth if it
overlooks nothing, with steps that become smaller from round to round (Robbins and Monro's
stochastic approximation). Every pairing of a round has a ledger in DIR, so the same command
resumes. The last table is DIR/tuned.json; `fourscore study levels` then measures it.

`blunders` counts how often each shipped level misses a win or fails to block one.
"""

import argparse
import json
import random
from collections import Counter
from dataclasses import asdict, fields, replace
from itertools import accumulate, pairwise
from math import exp
from pathlib import Path
from typing import Any

from fourscore.agents.entry import Entry, Option
from fourscore.agents.levels import LevelPlayer, Skill, level_player
from fourscore.agents.registry import register
from fourscore.arena.ledger import Ledger
from fourscore.arena.rating import CrossTable, GameRecord, rate
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.core.position import Position
from fourscore.insight.studies.levels import ADJUDICABLE
from fourscore.runtime.workers import SerialPool
from fourscore.search.types import Limit, Search

SEEDS = 10_000
"""The seed of the first round; nothing is measured with these seeds."""
SLOPES = {"standard": 150.0, "fill": 150.0, "slip": 70.0}
"""About how much Elo a level loses if its odds of overlooking a column are multiplied by e."""
SLOW = 9
"""The first level whose games take long."""
WARMTH_SLOPE = 0.6
"""The share of that which it loses if its warmth is multiplied by e instead."""


def _make_skill(argument: str, seed: int) -> Search:
    """Read a skill as `spec_of` writes it."""
    numbers = [float(each) for each in argument.split("/")]
    depth, overlook, warmth, endgame, book = numbers
    skill = Skill(int(depth), overlook, warmth, int(endgame), bool(book))
    return LevelPlayer(skill, seed=seed)


def register_skills() -> None:
    """Let agents be written as skill:DEPTH/OVERLOOK/WARMTH/ENDGAME/BOOK."""
    seed = Option("seed", 0, "the same seed gives the same game")
    register(Entry("skill", "a level in the making", _make_skill, (seed,), argument="NUMBERS"))


def spec_of(skill: Skill) -> str:
    """Write a skill as an agent."""
    return "skill:" + "/".join(f"{float(getattr(skill, each.name)):.6g}" for each in fields(Skill))


def play_pair(
    lower: Skill, upper: Skill, variant: str, games: int, seed: int, path: Path | None = None
) -> tuple[float, float]:
    """Let two skills meet; return the Elo by which the upper one is stronger, and its share.

    Where both play perfectly to the end the result is known, and the game ends.
    """
    perfect = min(lower.endgame, upper.endgame, ADJUDICABLE) if variant == "standard" else 0
    settings = Settings(
        (spec_of(lower), spec_of(upper)),
        games,
        openings="random:4",
        variant=variant,
        seed=seed,
        adjudicate=perfect or None,
    )
    with open_ledger(settings, path) as ledger:
        for _ in run(settings, ledger, SerialPool()):
            pass
        return _rate(ledger, settings.names)


def _rate(ledger: Ledger, names: tuple[str, ...]) -> tuple[float, float]:
    records = Counter(
        GameRecord(row.first, row.second, row.result)
        for row in ledger.games()
        if row.result is not None
    )
    ratings, tally = rate(records, anchor=names[0]), CrossTable(records).tally(names[1], names[0])
    return ratings[names[1]].elo, tally.score


def move_towards(skill: Skill, missing: float, slope: float) -> Skill:
    """Return the skill, about `missing` Elo stronger."""
    if skill.overlook > 0:
        odds = skill.overlook / (1 - skill.overlook) * exp(-missing / slope)
        return replace(skill, overlook=round(odds / (1 + odds), 4))
    warmth = max(skill.warmth, 0.5) * exp(-missing / slope / WARMTH_SLOPE)
    return replace(skill, warmth=round(warmth, 2))


def tune(
    start: Path, variant: str, out: Path, games: tuple[int, int], rounds: int, full: int
) -> None:
    """Play rounds and change the skills after each."""
    out.mkdir(parents=True, exist_ok=True)
    table = json.loads(start.read_text(encoding="utf-8"))
    skills = [Skill(**row["skill"]) for row in table["levels"]]
    for number in range(rounds):
        found = []
        for at, (lower, upper) in enumerate(pairwise(skills), start=2):
            path = out / f"round-{number + 1}-level-{at}.ledger"
            count = games[1] if at >= SLOW else games[0]
            found.append(play_pair(lower, upper, variant, count, SEEDS + number, path))
        _show(number + 1, skills, found)
        skills = _moved(skills, [step for step, _ in found], 1 / max(1, number + 2 - full), variant)
        for row, skill in zip(table["levels"], skills, strict=True):
            row["skill"] = asdict(skill)
        (out / "tuned.json").write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")


def _moved(skills: list[Skill], steps: list[float], gain: float, variant: str) -> list[Skill]:
    elo = list(accumulate(steps, initial=0.0))
    even = elo[-1] / len(steps)
    inner = [
        move_towards(skill, gain * (at * even - elo[at]), SLOPES[variant])
        for at, skill in enumerate(skills[1:-1], start=1)
    ]
    return [skills[0], *inner, skills[-1]]


def _show(number: int, skills: list[Skill], found: list[tuple[float, float]]) -> None:
    print(f"round {number}, in all {sum(step for step, _ in found):.0f} Elo")
    for at, (skill, (step, share)) in enumerate(zip(skills[1:], found, strict=True), start=2):
        print(f"{at:3} {step:6.0f} {share:8.1%}  {spec_of(skill)}", flush=True)


def blunders(positions: int, seed: int) -> dict[int, dict[str, float]]:
    """Return how often each level misses a win in one, and how often a block of one.

    A block is asked for where exactly one column stops the opponent's only win in one. The
    positions come from games in which both sides play at random.
    """
    draw = random.Random(seed)
    wins: list[Position] = []
    blocks: list[Position] = []
    while min(len(wins), len(blocks)) < positions:
        position = Position.random(draw.randrange(6, 30), draw.getrandbits(32))
        threats = _reply_wins(position)
        if position.winning_columns:
            wins.append(position)
        elif len(threats) == 1 and _blocks(position, threats[0]):
            blocks.append(position)
    return {number: {"win missed": _miss(number, wins[:positions], wins=True),
                     "block missed": _miss(number, blocks[:positions], wins=False)}
            for number in range(1, 11)}  # fmt: skip


def _reply_wins(position: Position) -> tuple[int, ...]:
    other = Position.from_bitboards(
        position.mine ^ position.filled, position.filled, position.rules
    )
    return other.winning_columns


def _blocks(position: Position, column: int) -> bool:
    return not position.play(column).winning_columns


def _miss(number: int, positions: list[Position], *, wins: bool) -> float:
    missed = 0
    for seed, position in enumerate(positions):
        column = level_player(str(number), seed)(position, Limit()).column
        missed += column not in (position.winning_columns if wins else _reply_wins(position))
    return missed / len(positions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    tuning = commands.add_parser("tune")
    tuning.add_argument("start", type=Path)
    tuning.add_argument("--variant", default="standard")
    tuning.add_argument("--out", type=Path, required=True)
    tuning.add_argument("--games", type=int, default=800)
    tuning.add_argument("--slow", type=int, default=400, help="games of the upper levels")
    tuning.add_argument("--rounds", type=int, default=6)
    tuning.add_argument("--full", type=int, default=2, help="rounds with steps of full length")
    missing = commands.add_parser("blunders")
    missing.add_argument("--positions", type=int, default=2000)
    missing.add_argument("--seed", type=int, default=0)
    given: Any = parser.parse_args()
    if given.command == "blunders":
        print("level  misses a win in one  misses a block")
        for number, rates in blunders(given.positions, given.seed).items():
            print(f"{number:5}  {rates['win missed']:19.2%}  {rates['block missed']:14.2%}")
        return
    register_skills()
    tune(given.start, given.variant, given.out, (given.games, given.slow), given.rounds, given.full)


if __name__ == "__main__":
    main()
