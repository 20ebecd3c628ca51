"""The perfect solver: exact scores for any position, by proof."""

from fourscore.solver.score import Analysis, Bounds, Proof, Score, score_of
from fourscore.solver.signature import signature
from fourscore.solver.solver import Book, Budget, Solver

__all__ = [
    "Analysis",
    "Book",
    "Bounds",
    "Budget",
    "Proof",
    "Score",
    "Solver",
    "score_of",
    "signature",
]
