"""Grading: points for an agent that somebody hands in, by a rubric."""
