"""Weeks of boards that a club plays: planned by its organisers, opened and announced on time, with standings."""
