"""The rules: bitboards, positions, games, variants and their notation."""
