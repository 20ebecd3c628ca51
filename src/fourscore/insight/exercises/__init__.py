"""Exercises: be the algorithm, and be checked against its trace."""
