"""Finding matches that are over again, among any number of them.

What is searched are read models, a row for each deal and one for each of its players: `store` makes them when a
match ends, and `manage.py rebuild` at any time.
"""
