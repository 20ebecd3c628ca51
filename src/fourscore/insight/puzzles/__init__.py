"""Puzzles: positions in which exactly one column wins, or exactly one saves the draw.

    for puzzle in puzzles(count=3, grade="hard", seed=7):
        print(puzzle.position, puzzle.question, puzzle.themes)
    find_puzzle(puzzle.id).column     # the answer
    puzzle.play()                     # a game that plays it out against the best defence

Thousands come with fourscore; `make_puzzles` makes new ones.
"""

from fourscore.insight.puzzles.candidates import ENOUGH, MIN_PLIES, TRIES, Aim
from fourscore.insight.puzzles.daily import daily_count, daily_puzzle
from fourscore.insight.puzzles.finding import find_puzzle, puzzles
from fourscore.insight.puzzles.making import make_puzzles
from fourscore.insight.puzzles.playing import PuzzleGame, Step
from fourscore.insight.puzzles.puzzle import Attempt, Puzzle, Solution, puzzle_of
from fourscore.insight.puzzles.themes import Theme

__all__ = [
    "ENOUGH",
    "MIN_PLIES",
    "TRIES",
    "Aim",
    "Attempt",
    "Puzzle",
    "PuzzleGame",
    "Solution",
    "Step",
    "Theme",
    "daily_count",
    "daily_puzzle",
    "find_puzzle",
    "make_puzzles",
    "puzzle_of",
    "puzzles",
]
