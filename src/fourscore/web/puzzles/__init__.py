"""Puzzles: those that come with fourscore, tried and played out."""
