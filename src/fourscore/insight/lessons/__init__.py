"""Lessons: files with texts and questions whose figures and answers come from real searches."""
