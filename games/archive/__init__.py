"""Search among any number of finished matches.

The search uses read models, a row for each deal and one for each of its players: `store` writes them when a match
ends, and `manage.py rebuild` at any time.
"""
