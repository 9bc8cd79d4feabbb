"""People are asked once whether their matches may be in the open data."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.models import User
from tests.support.visits import get, post, text

pytestmark = pytest.mark.django_db
QUESTION = "May others study your matches?"


def test_the_question_is_asked_until_it_is_answered(ai: User) -> None:
    assert QUESTION not in text(get(ai, "/"))
    User.objects.filter(pk=ai.pk).update(date_joined=timezone.now() - timedelta(days=20))
    ai.refresh_from_db()
    assert ai.open_data == ""
    assert QUESTION in text(get(ai, "/"))
    post(ai, "/me/open-data/", open_data="perhaps")
    assert QUESTION in text(get(ai, "/"))
    post(ai, "/me/open-data/", open_data="named")
    ai.refresh_from_db()
    assert ai.open_data == "named"
    assert QUESTION not in text(get(ai, "/"))


def test_bots_are_not_asked(ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(date_joined=timezone.now() - timedelta(days=20), is_bot=True)
    assert QUESTION not in text(get(ai, "/"))
