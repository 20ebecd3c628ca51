"""Players that teach themselves: self-play, training, and the runs that store it."""
