"""Ratings of people, from the final ranks of their matches (docs/standings.md)."""
