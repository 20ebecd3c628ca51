"""Trainings: players that teach themselves in the background, stored as runs."""
