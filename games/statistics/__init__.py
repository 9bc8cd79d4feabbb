"""Statistics of people, clubs and seasons: roles, bids, calls and points.

`counting` counts one match from its log in whole numbers. `services` keeps the sums for each person, rule set and month
up to date when a match ends. `deal_tables` and `monthly_tables` show them, and `charts` draws them.
"""
