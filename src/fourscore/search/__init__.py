"""The searches, each one idea in one file: silent, deterministic for a seed, compiled."""
