"""Agents: who can be asked for moves."""
