"""Tournaments: played in the background, kept as ledgers."""
