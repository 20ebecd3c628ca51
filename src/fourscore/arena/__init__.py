"""The arena: the one play loop, and agents against agents."""
