"""The rules: bitboards, positions, games and variants, and how they are read and written."""
