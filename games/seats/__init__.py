"""The players of a running match: presence and absence, leaving, and substitutes."""
