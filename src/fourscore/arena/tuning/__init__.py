"""Tuning: the numbers of an agent's spec, improved by games."""
