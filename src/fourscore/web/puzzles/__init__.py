"""Puzzles: made when they are asked for."""
