"""Traces: search trees, whole or opened node by node."""
