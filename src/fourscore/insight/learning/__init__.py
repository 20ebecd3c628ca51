"""Learning: what a training has learned, held against the truth."""
