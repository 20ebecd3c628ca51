"""A Connect Four laboratory."""
