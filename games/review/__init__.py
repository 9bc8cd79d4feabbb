"""Reviewing a game move by move, for those who may see it."""
