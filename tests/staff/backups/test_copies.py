"""Sites that are lost, and come back from a copy: every game is as it was when the copy was made."""

import shutil
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site_settings

from players.models import User
from staff.backups import archive
from tests.support.play import play_out, running
from tests.support.site_commands import MANAGE, manage, run
from tests.support.site_commands import empty_database as empty_database
from tests.support.site_environment import SITE


@pytest.mark.slow
def test_an_embedded_site_comes_back(tmp_path: Path) -> None:
    old, copy = tmp_path / "var", tmp_path / "copies" / "monday"
    manage("migrate", "--verbosity=0", VAR_DIR=str(old))
    manage("demo_world", VAR_DIR=str(old))
    assert manage("backup", str(copy), VAR_DIR=str(old)) == f"Copied to {copy}.\n"
    secret = (old / "secret_key").read_text()
    shutil.rmtree(old)
    assert manage("verify", VAR_DIR=str(copy)) == "22 games checked, 0 not in order.\n"
    # Everyone stays signed in, and mailed links still work.
    assert (copy / "secret_key").read_text() == secret
    again = run(sys.executable, MANAGE, "backup", str(copy), VAR_DIR=str(copy))
    assert again.returncode == 1
    assert again.stderr == f"CommandError: {copy} already exists.\n"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_site_with_a_database_server_comes_back(ai: User, tmp_path: Path, empty_database: str) -> None:
    play_out([running(ai, preset="gurunapo", deals=2), running(ai, preset="nap", players=3, deals=3)][0], ai)
    mine = str(site_settings.DATABASES["default"]["NAME"])
    address = urlsplit(empty_database)._replace(path=f"/{mine}").geturl()
    dump = str(tmp_path / "napoleon.dump")
    dumped = run("pg_dump", "--format=custom", f"--file={dump}", address)
    assert dumped.returncode == 0, dumped.stderr
    restored = run("pg_restore", "--no-owner", f"--dbname={empty_database}", dump)
    assert restored.returncode == 0, restored.stderr
    site = {"DATABASE_URL": empty_database, **SITE}
    assert manage("verify", **site) == "2 games checked, 0 not in order.\n"
    copy = tmp_path / "copy"
    assert manage("backup", str(copy), **site) == f"Copied to {copy}.\n"
    files = {"counts.json", "napoleon.dump", "secret_key"}
    assert {path.name for path in copy.iterdir()} == files


@pytest.mark.services
def test_an_embedded_site_moves_to_a_database_server(tmp_path: Path, empty_database: str) -> None:
    """As docs/operations.md leads through it."""
    old, new = {"VAR_DIR": str(tmp_path)}, {"DATABASE_URL": empty_database, **SITE}
    manage("migrate", "--verbosity=0", **old)
    manage("demo_world", **old)
    file = str(tmp_path / "site.xml.gz")
    manage("dumpdata", "--format", "xml", "--exclude", "sessions", "--output", file, **old)
    manage("migrate", "--verbosity=0", **new)
    kinds = "from django.contrib.contenttypes.models import ContentType"
    manage("shell", "-c", f"{kinds}; ContentType.objects.all().delete()", **new)
    manage("loaddata", file, **new)
    assert manage("verify", **new) == "22 games checked, 0 not in order.\n"


@pytest.mark.django_db
def test_the_key_of_the_settings_goes_before_the_file_of_an_embedded_site(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when such a site uses it."""
    settings.EMBEDDED, settings.VAR_DIR, settings.VAPID_PRIVATE_KEY = True, tmp_path, ""
    for name in ("secret_key", "vapid_key"):
        (tmp_path / name).write_text(f"former {name}")
    monkeypatch.setattr(archive, "database", lambda: Mock(copy=lambda _folder: {"games_game": 1}))
    copy = tmp_path / "copy"
    copy.mkdir()
    archive.copy_site(copy)
    assert (copy / "secret_key").read_text() == settings.SECRET_KEY
    assert (copy / "vapid_key").read_text() == "former vapid_key"
