"""Sites that are lost, and come back from a copy: every game is as it was when the copy was made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings

MANAGE = str(Path(settings.BASE_DIR) / "manage.py")
OWN = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")
CHECKED = "6 games checked, 0 not in order.\n"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of a site of its own, which has nothing of the tests' own settings."""
    others = {key: value for key, value in os.environ.items() if key not in OWN}
    return subprocess.run(words, env=others | environment, capture_output=True, text=True)


def manage(*words: str, **environment: str) -> str:
    done = run(sys.executable, MANAGE, *words, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def make_world(**environment: str) -> None:
    manage("migrate", "--verbosity=0", **environment)
    manage("demo_world", **environment)


@pytest.mark.slow
def test_an_embedded_site_comes_back(tmp_path: Path) -> None:
    old, copy = tmp_path / "var", tmp_path / "copies" / "monday"
    make_world(VAR_DIR=str(old))
    assert manage("backup", str(copy), VAR_DIR=str(old)) == f"Copied to {copy}.\n"
    secret = (old / "secret_key").read_text()
    shutil.rmtree(old)
    assert manage("verify", VAR_DIR=str(copy)) == CHECKED
    # Whoever was signed in still is, and no link that was mailed has lost its meaning.
    assert (copy / "secret_key").read_text() == secret
    again = run(sys.executable, MANAGE, "backup", str(copy), VAR_DIR=str(copy))
    assert again.returncode == 1
    assert again.stderr == f"CommandError: {copy} is there already.\n"


@pytest.fixture
def database() -> Iterator[Callable[[str], str]]:
    """Makes databases on the server of the tests, and takes them away in the end."""
    server = os.environ["DATABASE_URL"]
    made: list[str] = []

    def make(name: str) -> str:
        name = f"{name}_{os.getpid()}"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        made.append(name)
        return urlsplit(server)._replace(path=f"/{name}").geturl()

    yield make
    with psycopg.connect(server, autocommit=True) as connection:
        for name in made:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.services
def test_a_site_with_a_database_server_comes_back(
    tmp_path: Path, database: Callable[[str], str]
) -> None:
    old, new = database("before"), database("after")
    site = {"SECRET_KEY": "x" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz", "TRUSTED_PROXIES": "0"}
    site |= {
        "VAR_DIR": str(tmp_path),
        "SITE_URL": "https://localhost",
        "ALLOWED_HOSTS": "localhost",
    }
    site |= dict.fromkeys(("BROKER_URL", "CACHE_URL"), "redis://127.0.0.1:6379")
    site |= {"EMAIL_URL": "memorymail://"}
    make_world(DATABASE_URL=old, **site)
    refused = run(sys.executable, MANAGE, "backup", str(tmp_path / "x"), DATABASE_URL=old, **site)
    assert "use its own tools" in refused.stderr
    dump = str(tmp_path / "napoleon.dump")
    assert run("pg_dump", "--format=custom", f"--file={dump}", old).returncode == 0
    restored = run("pg_restore", "--no-owner", f"--dbname={new}", dump)
    assert restored.returncode == 0, restored.stderr
    assert manage("verify", DATABASE_URL=new, **site) == CHECKED
