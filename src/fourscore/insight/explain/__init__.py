"""Explain: why a position is won, drawn or lost, as facts and in words."""
