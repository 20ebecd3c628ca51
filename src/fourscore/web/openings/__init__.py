"""Openings: the explorer, and where a player's own games leave the path."""
