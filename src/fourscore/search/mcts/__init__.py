"""Monte Carlo tree search, one idea a file."""
