"""How long a turn may take, and what time itself brings about.

`clock` is pure: what may be used, and when time stands still. `deadlines` applies it to what is stored, `sweeping`
finds what is due and has it done, once each.
"""
