"""Work in the background, which outlives requests and servers: tournaments and trainings."""
