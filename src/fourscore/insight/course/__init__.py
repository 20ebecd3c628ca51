"""Learn to win: the positions a player must know, computed from the book and the solver."""
