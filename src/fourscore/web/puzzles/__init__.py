"""Puzzles: made on request."""
