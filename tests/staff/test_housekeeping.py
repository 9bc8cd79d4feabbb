"""What the scheduler tidies at night."""

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Session, User
from staff.tasks import keep_house

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


def test_expired_sessions_unused_guests_and_old_mails_go(
    client: Client, settings: Any, tmp_path: Path, ai: User
) -> None:
    settings.VAR_DIR = tmp_path
    mails = tmp_path / "mail"
    mails.mkdir()
    for days in (1, 40):
        (mails / f"{days}.log").touch()
        os.utime(mails / f"{days}.log", (time.time() - days * DAY,) * 2)
    client.force_login(ai)
    Client().force_login(ai)
    kept = client.session.session_key
    Session.objects.exclude(session_key=Session.key_of(client.session)).update(expire_date=timezone.now())
    User.objects.create(is_guest=True, last_login=timezone.now() - timedelta(days=8))
    keep_house()
    assert client.session.session_key == kept
    assert Session.objects.count() == 1
    assert list(User.objects.all()) == [ai]
    assert [mail.name for mail in mails.iterdir()] == ["1.log"]


def test_a_site_without_mails_as_files_is_tidied_as_well(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    keep_house()
    assert list(tmp_path.iterdir()) == []
