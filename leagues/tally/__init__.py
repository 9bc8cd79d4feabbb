"""Standings as they are stored and shown: what is computed is `leagues.standings`."""
