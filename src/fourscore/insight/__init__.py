"""Insight: what a search or a player did, held against the truth."""
