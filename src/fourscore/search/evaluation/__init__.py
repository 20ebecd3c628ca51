"""Evaluations: what a position looks like to a search that cannot see to the end."""
