"""Insight: searches and games compared with perfect play."""
