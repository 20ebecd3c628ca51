"""Tournaments: played in the background, stored as ledgers."""
