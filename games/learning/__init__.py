"""Learning the game: the words of it, and first deals to play through, a decision at a time."""
