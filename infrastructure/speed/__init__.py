"""Our own machinery for speed, each piece with what a whole request costs without it (2026-11-27, PostgreSQL).

A piece stays only if taking it away costs more than 5 % of the processor time of a request.

- `prepared_queries`: a move ×1.7, a table's page ×1.7, the front page ×4.9
- `prepared_writes`: a move ×1.27
- `stale_plans` makes nothing faster. It lets statements be prepared at the server although migrations may change their
  columns; without statements prepared there, a move costs ×1.11 and PostgreSQL's part of it ×2.1.
"""
