"""The people at a running match: who is there, who is away and plays no more, and who comes for whom."""
