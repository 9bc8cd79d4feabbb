"""A backup that is restored ten days late: nothing is closed or lost, and nobody is told anything wrong."""

import json
import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from staff.backups import archive
from tests.support import late_restore
from tests.support.site_commands import empty_database as empty_database
from tests.support.site_commands import manage
from tests.support.site_environment import SITE
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("people")]


@pytest.fixture
def another_site(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The variables of an empty site with the kind of database of the tests."""
    site = {"VAR_DIR": str(tmp_path / "var"), "BROKER_URL": "memory://", "PYTHONPATH": str(Path.cwd())}
    if connection.vendor == "postgresql":
        cache = os.environ["CACHE_URL"]
        site = {**SITE, **site, "DATABASE_URL": request.getfixturevalue("empty_database"), "CACHE_URL": cache}
    else:
        (tmp_path / "var").mkdir()
    return site


@pytest.mark.slow
@pytest.mark.parametrize("order", ["forwards", "backwards"])
def test_a_late_restore_takes_nothing_from_anybody(
    order: str, another_site: dict[str, str], wall: Wall, tmp_path: Path, settings: Any
) -> None:
    settings.BACKUP_STORE, settings.BACKUP_KEY = str(tmp_path / "store"), archive.new_key()
    settings.VAR_DIR = tmp_path
    (tmp_path / "secret_key").write_text(settings.SECRET_KEY)
    wall.now = datetime.now(UTC) - late_restore.LATE
    wall.go()
    late_restore.fill()
    before, told = late_restore.report(), late_restore.notifications()
    call_command("backup")
    file = next((tmp_path / "store").iterdir())

    site = another_site | {"BACKUP_KEY": settings.BACKUP_KEY}
    manage("restore_backup", str(tmp_path / "restored"), str(file), "--database", **site)
    manage("migrate", "--verbosity=0", **site)
    manage("rebuild", **site)
    run = f"from tests.support import late_restore; late_restore.run_first_minutes({order!r})"
    after = json.loads(manage("shell", "--no-imports", "-c", run, **site).splitlines()[-1])

    assert after["report"] == before
    assert before["seasons"]["spring"] == ["running", "1 running: running", "2 planned: drawn"]
    news = Counter(after["notifications"]) - Counter(told)
    # Turns that had just opened when the backup was made are still open.
    del news["turn"]
    assert news == {"season_put_off": 2, "season_dates": 3, "meeting_fixed": 2}
    assert after["outages"] == 1
