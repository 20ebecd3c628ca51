"""N-tuple networks as players use them: where tuples lie, what they weigh, how they are stored."""
