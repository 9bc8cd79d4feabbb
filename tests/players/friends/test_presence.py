"""Who is online: shown to friends alone, and only of people who allow it."""

import pytest
from django.core.cache import cache

from games.live.viewers import record_viewers
from players.friends.presence import online_among
from players.models import User
from tests.support.friends import befriend
from tests.support.visits import get, queries, text

pytestmark = pytest.mark.django_db


def listed(user: User) -> str:
    return text(get(user, "/me/friends/"))


def allow(user: User) -> None:
    User.objects.filter(pk=user.pk).update(shows_presence=True)
    user.refresh_from_db()


def test_off_unless_the_person_allows_it(ai: User, bo: User) -> None:
    befriend(ai, bo)
    get(bo, "/")
    record_viewers([(bo.pk, "table")])
    assert ">online<" not in listed(ai)
    allow(bo)
    assert ">online<" in listed(ai)
    assert online_among([bo]) == {bo.pk}


def test_any_page_counts_and_costs_no_query(ai: User, bo: User) -> None:
    befriend(ai, bo)
    before = queries(bo, "/me/vacations/")
    allow(bo)
    cache.clear()
    assert ">online<" not in listed(ai)
    assert queries(bo, "/me/vacations/") == before
    assert ">online<" in listed(ai)


def test_it_can_be_chosen_in_the_settings(ai: User) -> None:
    assert 'name="shows_presence"' in get(ai, "/me/").content.decode()


def test_without_its_cache_nobody_is_online(ai: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise OSError

    befriend(ai, bo)
    allow(bo)
    monkeypatch.setattr(cache, "get_many", broken)
    monkeypatch.setattr(cache, "set_many", broken)
    assert get(bo, "/me/vacations/").status_code == 200
    assert online_among([bo]) == set()
