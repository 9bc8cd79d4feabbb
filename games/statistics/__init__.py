"""What somebody's matches come to: how often in which role, what was bid and called, what it was worth.

`counting` adds up one match from its log; every count is a whole number, so that sums of matches are sums of counts.
`services` keeps such sums for each person, rules and month, and brings them along when a match ends. `deal_tables`
and `monthly_tables` show them, and `charts` draws these.
"""
