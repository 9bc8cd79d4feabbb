"""What staff see of fair play in sets of boards: figures of `games.boards.fair_play`."""
