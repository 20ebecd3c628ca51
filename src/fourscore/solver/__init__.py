"""The perfect solver."""
