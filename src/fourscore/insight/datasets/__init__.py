"""Datasets: many positions with the exact score of every column, for learning."""
