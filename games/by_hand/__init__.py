"""Matches from a real table, typed in by hand: a draft that is replayed by the rules at every step, then a record."""
