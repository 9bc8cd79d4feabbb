"""Our own machinery for speed, each piece with what a whole request costs without it (2026-11-27, PostgreSQL).

A piece stays only if taking it away costs a whole request more than 5 % of its processor time.

- `prepared_queries`, on the way of a move and of a table's page: a move ×1.5, a page ×1.5; for the session and its person
  ×1.2; for the front page, alone ×1.8, for what waits in clubs ×2.4
- `prepared_writes`: a move ×1.2
- `stale_plans` makes nothing faster. It lets statements be prepared at the server although migrations may change their
  columns; without statements prepared there, a move costs ×1.11 and PostgreSQL's part of it ×2.1.
"""
