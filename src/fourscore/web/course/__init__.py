"""Courses: what to play, line by line."""
