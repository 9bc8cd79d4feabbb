"""Learning the game: a glossary, and lessons that play through first deals one decision at a time."""
