"""A site whose every transaction may get another process of PostgreSQL, from PgBouncer."""

import json
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from benchmarks.services import HOST, QUIET, free_port, wait_until
from staff.backups.archive import new_key
from tests.support.site_commands import empty_database as empty_database
from tests.support.site_commands import manage
from tests.support.site_environment import SITE

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(not shutil.which("pgbouncer"), reason="needs Debian's package pgbouncer"),
]
BY_TRANSACTION = """
[databases]
* = host={host} port={port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own_port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 2
"""


@pytest.fixture
def pooler(empty_database: str) -> Iterator[str]:
    """The address of a PgBouncer before the empty database, with two processes of the server for all."""
    server, port = urlsplit(empty_database), free_port()
    # It refuses to run as root, and reads no folder of root's.
    user = pwd.getpwnam("postgres") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    (folder / "users").write_text(f'"{server.username}" "{server.password or ""}"\n')
    file = folder / "pgbouncer.ini"
    file.write_text(BY_TRANSACTION.format(host=server.hostname, port=server.port, own_port=port, folder=folder))
    process = subprocess.Popen(["pgbouncer", str(file)], user=user.pw_uid, group=user.pw_gid, extra_groups=(), **QUIET)
    url = f"postgres://{server.username}@{HOST}:{port}"
    wait_until(lambda: psycopg.connect(f"{url}{server.path}").close(), (psycopg.OperationalError,))
    yield url
    process.kill()
    process.wait()
    shutil.rmtree(folder)


def test_a_site_plays_and_is_backed_up_through_a_pooler(pooler: str, empty_database: str, tmp_path: Path) -> None:
    site = {**SITE, "DATABASE_URL": empty_database, "POOLER_URL": pooler, "DEMO": "1"}
    manage("migrate", "--verbosity=0", **site)
    assert " matches, " in manage("demo_season", "--members=4", "--rounds=1", "--deals=1", **site)
    assert json.loads(manage("verify", "--json", **site))["wrong"] == {}
    # Copies and their proof pass it by.
    store = {"BACKUP_STORE": str(tmp_path / "store"), "BACKUP_KEY": new_key()}
    manage("backup", **site, **store)
    assert "is proven" in manage("prove_backup", **site, **store)
