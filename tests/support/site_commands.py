"""Commands of a site of its own, and an empty database for it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings

MANAGE = str(Path(settings.BASE_DIR) / "manage.py")
OWN = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of a site of its own, which has nothing of the tests' own settings."""
    others = {key: value for key, value in os.environ.items() if key not in OWN}
    return subprocess.run(words, env=others | environment, capture_output=True, text=True)


def manage(*words: str, **environment: str) -> str:
    done = run(sys.executable, MANAGE, *words, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def empty_database() -> Iterator[str]:
    """Another database on the server of the tests, which goes away in the end."""
    server, name = os.environ["DATABASE_URL"], f"napoleon_restored_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
