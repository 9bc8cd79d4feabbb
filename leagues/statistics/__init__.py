"""Statistics of seasons and clubs: the counts of `games.statistics`, summed over all seats."""
