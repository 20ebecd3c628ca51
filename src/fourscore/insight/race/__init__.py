"""Race: algorithms side by side on one position."""
