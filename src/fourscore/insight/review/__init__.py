"""Review: a game judged move by move."""
