"""The players of a running match: time-outs, pauses, leaving, and substitutes."""
