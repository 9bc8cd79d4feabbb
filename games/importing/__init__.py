"""Matches that were played elsewhere, brought here as records: looked at first, then stored, each whole."""
