"""What a mail server refused is sent again."""

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from players.models import Delivery, Notification, User

pytestmark = pytest.mark.django_db


def given_up(user: User, hours: int, channel: str = "mail") -> Delivery:
    at = timezone.now() - timedelta(hours=hours)
    told = Notification.objects.create(user=user, kind="turn", key=f"{hours}{channel}", at=at)
    settled = {"state": "failed", "settled_at": at, "tries": 7}
    return Delivery.objects.create(notification=told, user=user, channel=channel, not_before=at, **settled)


def resend(*words: str) -> dict[str, object]:
    out = io.StringIO()
    call_command("resend", "--json", *words, stdout=out)
    found: dict[str, object] = json.loads(out.getvalue())
    return found


def test_only_what_was_given_up_lately_by_that_channel(ai: User) -> None:
    recent, old, push = given_up(ai, 2), given_up(ai, 30), given_up(ai, 2, "push")
    assert resend("--dry-run") == {"messages": 1, "done": False}
    assert resend() == {"messages": 1, "done": True}
    assert [Delivery.objects.get(pk=one.pk).state for one in (recent, old, push)] == ["waiting", "failed", "failed"]
    assert Delivery.objects.get(pk=recent.pk).tries == 0
    assert resend() == {"messages": 0, "done": True}


@pytest.mark.parametrize("hours", ["-1", "0", "9" * 30, "many"])
def test_hours_that_are_none_are_refused_in_words(hours: str) -> None:
    with pytest.raises(CommandError, match="is not a number from 1 to 8760"):
        resend(f"--hours={hours}")
