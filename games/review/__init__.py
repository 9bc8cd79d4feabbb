"""Reviewing a game move by move."""
