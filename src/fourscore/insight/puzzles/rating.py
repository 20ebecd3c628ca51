"""The rating of a puzzle: the levels play it out, and Glicko-2 counts the results.

The puzzle begins at 1500 with a deviation of 350. In each of `ROUNDS` rating periods every level
plays it out once, with another seed: if the level makes a wrong move the puzzle has won, otherwise
it has lost. A level's rating is fixed, 800 more than its Elo, so that level 1 has 800. The highest
level is perfect and always solves it.
"""

from functools import cache

from fourscore.agents.levels import level_table
from fourscore.insight.puzzles.defence import Defence
from fourscore.insight.puzzles.glicko import Rating, update
from fourscore.insight.puzzles.playing import PuzzleGame
from fourscore.insight.puzzles.puzzle import Puzzle
from fourscore.insight.puzzles.tries import Tries

__all__ = ["BASE", "ROUNDS", "level_ratings", "rate"]

BASE = 800
"""The rating of level 1."""
ROUNDS = 20
"""Rating periods."""
FIRST_SEED = 100
"""Other seeds than those by which puzzles are graded."""
INTERVAL = 2 * 1.96
"""Deviations in a 95 % interval."""


@cache
def level_ratings() -> dict[int, Rating]:
    """Return the ratings of the levels, with the deviations that were measured."""
    return {
        level.number: Rating(BASE + level.elo, (level.high - level.low) / INTERVAL)
        for level in level_table()
    }


def rate(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle."""
    defence, tries = Defence(puzzle.solver), Tries()
    rating = Rating()
    for seed in range(FIRST_SEED, FIRST_SEED + ROUNDS):
        results = [
            (other, float(not _solves(puzzle, level, seed, defence, tries)))
            for level, other in level_ratings().items()
        ]
        rating = update(rating, results)
    return rating


def _solves(puzzle: Puzzle, level: int, seed: int, defence: Defence, tries: Tries) -> bool:
    """Return whether a level plays a puzzle out without a wrong move."""
    if level == level_table()[-1].number:
        return True
    game = PuzzleGame(puzzle, defence)
    while not game.done:
        game.play(tries.choose(level, game.position, seed))
    return game.solved
