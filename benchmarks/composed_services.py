"""A PostgreSQL with a standby, a Redis and a port for a mail server: started for a whole site that is to lose them.

Imported before `postgres`, which takes them from the environment.
"""

from __future__ import annotations

import os

from .services import Redis, ReplicatedPostgres, free_port, new_folder

DATABASE = ReplicatedPostgres(new_folder(), new_folder())
REDIS = Redis()
MAIL_PORT = free_port()
os.environ.update(
    BENCHMARK_POSTGRES=DATABASE.url,
    BENCHMARK_REDIS=REDIS.url,
    BENCHMARK_MAIL=f"smtp://127.0.0.1:{MAIL_PORT}",
    DATABASE_POOL_SIZE="20",
)
