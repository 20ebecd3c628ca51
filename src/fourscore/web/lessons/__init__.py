"""Lessons, those that come with fourscore and a teacher's, and the marks that they bring."""
