"""Exercises, and trees that people write."""
