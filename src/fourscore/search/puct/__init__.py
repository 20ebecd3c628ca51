"""PUCT: tree search guided by a network that has taught itself, one idea a file."""
