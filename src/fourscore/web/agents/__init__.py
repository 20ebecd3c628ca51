"""Agents: the list of them, and their moves."""
