"""Players past the time of their turn: organisers see them in one list, and write to them."""
