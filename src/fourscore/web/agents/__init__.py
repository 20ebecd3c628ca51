"""Agents: who there is, and their moves."""
