"""Our own machinery for speed, each piece with what a whole request costs without it (2026-11-27, PostgreSQL).

A piece stays only if taking it away costs a whole request more than 5 % of its processor time.

- `prepared_queries`: a move and a table's page ×1.5, both ×1.2 for the session alone; the front page ×1.8 for its own
  queries, ×2.4 for what waits in clubs
- `prepared_writes`: a move ×1.2
- `stale_plans` makes nothing faster. It lets statements be prepared at the server although migrations may change their
  columns; without statements prepared there, a move costs ×1.11 and PostgreSQL's part of it ×2.1.
"""
