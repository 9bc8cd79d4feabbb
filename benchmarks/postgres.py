"""A PostgreSQL database for a benchmark, and the settings of a site in production on top of it.

Imported before `world`. BENCHMARK_POSTGRES and BENCHMARK_REDIS may name other servers than this machine's,
BENCHMARK_MAIL a mail server.
"""

import atexit
import os
from urllib.parse import urlsplit

import psycopg

SERVER = os.environ.get("BENCHMARK_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("BENCHMARK_REDIS", "redis://127.0.0.1:6379")
NAME = f"napoleon_benchmark_{os.getpid()}"


def execute(statement: str) -> None:
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(statement)


execute(f"CREATE DATABASE {NAME}")
atexit.register(execute, f"DROP DATABASE {NAME} WITH (FORCE)")
os.environ.update(
    DATABASE_URL=urlsplit(SERVER)._replace(path=f"/{NAME}").geturl(),
    SECRET_KEY="only a benchmark knows this key, and it is long enough",
    ALLOWED_HOSTS="localhost",
    SITE_URL="https://localhost",
    TRUSTED_PROXIES="1",
    BROKER_URL=f"{REDIS}/0",
    CACHE_URL=f"{REDIS}/1",
    EMAIL_URL=os.environ.get("BENCHMARK_MAIL", "memorymail://"),
)
