"""Storing, updating and showing standings. `leagues.standings.core` computes them."""
