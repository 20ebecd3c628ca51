"""What makes a position a puzzle, proved by a solver of our own."""

from fourscore.insight.puzzles import MIN_PLIES, Aim, Puzzle
from fourscore.solver import Solver

__all__ = ["prove"]


def prove(puzzle: Puzzle, solver: Solver) -> None:
    """Prove that exactly one column does it, neither a win in one nor a mere block."""
    position = puzzle.position
    assert position.ply >= MIN_PLIES
    children = {column: position.play(column) for column in position.legal}
    assert not any(child.is_over for child in children.values())
    assert sum(not child.winning_columns for child in children.values()) >= 2
    scores = {column: -solver.solve(child) for column, child in children.items()}
    plies = {column: 1 + solver.solve(child).plies for column, child in children.items()}
    least = 1 if puzzle.aim is Aim.WIN else 0
    assert [column for column, score in scores.items() if score >= least] == [puzzle.column]
    assert puzzle.score == scores[puzzle.column]
    assert puzzle.score.sign == least
    if puzzle.aim is Aim.WIN:
        assert puzzle.moves == (plies[puzzle.column] + 1) // 2
    else:  # the other side wins, and makes the last move
        assert puzzle.moves == max(plies[each] for each in plies if each != puzzle.column) // 2
