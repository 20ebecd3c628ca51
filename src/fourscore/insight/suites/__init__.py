"""Suites: agents measured on positions whose exact scores are known."""
