"""What fourscore has learned and computed, shipped with it."""
