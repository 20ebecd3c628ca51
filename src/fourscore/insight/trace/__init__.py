"""Trace: the tree that a search visited."""
