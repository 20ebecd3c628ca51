"""Positions: what may be played, analyses, explanations, hints and reviews."""
