"""Traces: search trees, whole or as they are opened."""
