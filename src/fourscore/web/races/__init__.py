"""Races: several agents on one position."""
