"""When a person was last here: noted to within an hour, and by no page more than that."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from players.accounts.sessions import SessionStore
from players.middleware import preferences
from players.models import User

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def come(user: User, monkeypatch: pytest.MonkeyPatch, **later: float) -> datetime | None:
    """Let the person open a page so long after noon; when they were last here after that."""
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(**later))
    request = RequestFactory().get("/")
    request.user, request.session = User.objects.get(pk=user.pk), SessionStore()
    preferences(lambda request: HttpResponse())(request)
    return User.objects.get(pk=user.pk).last_visit


def test_a_visit_is_noted_once_an_hour(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ai.last_visit is None
    assert come(ai, monkeypatch) == NOON
    assert come(ai, monkeypatch, minutes=59) == NOON
    assert come(ai, monkeypatch, minutes=61) == NOON + timedelta(minutes=61)


def test_signing_in_is_a_visit(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    come(ai, monkeypatch)
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(days=1))
    Client().force_login(ai)
    assert User.objects.get(pk=ai.pk).last_visit == NOON + timedelta(days=1)


def test_keeping_a_guest_s_account_is_a_visit(guests: Client, guest: User) -> None:
    now = timezone.now()
    User.objects.update(last_login=now - timedelta(days=3), seen_at=now - timedelta(days=2))
    form = {"name": "Gen", "email": "gen@example.org", "password1": "quite another one"}
    assert guests.post("/me/keep/", form).status_code == 302
    seen_at = User.objects.get(pk=guest.pk).seen_at
    assert seen_at is not None
    assert seen_at >= now


def test_who_has_not_signed_in_is_nobody(rf: RequestFactory, ai: User) -> None:
    request = rf.get("/")
    request.user = AnonymousUser()
    preferences(lambda request: HttpResponse())(request)
    assert User.objects.get(pk=ai.pk).last_visit is None
