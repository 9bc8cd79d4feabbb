"""A whole season as one file, which another club takes in as a past season (docs/leagues.md)."""
