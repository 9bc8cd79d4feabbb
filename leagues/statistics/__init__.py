"""What the matches of a season come to, and those of a club's seasons: sums of `games.statistics` over all seats."""
