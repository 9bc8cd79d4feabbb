"""Every route of people by which something is changed, tried by everybody upon what is Ai's."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

import pytest
from django.utils import timezone

from players.friends import services as friends
from players.models import CalendarFeed, Notification, PushSubscription, Session, User, Vacation
from players.notifications.mail import token
from tests.support.cast import person
from tests.support.club_readers import Cookies, answer, browser_of, column, undone
from tests.support.friends import befriend
from tests.support.methods import taking
from tests.support.visits import client_of, guest
from tests.support.worlds import world

pytestmark = pytest.mark.django_db

READERS = ("anonymous", "guest", "stranger", "blocked", "asker", "asked", "friend", "staff", "self")
"""The columns of the table. Ai has been asked by one, and has asked another; "blocked" is so by Ai."""

# What is sent where, and what each reader is answered; "in" is the page for signing in.
ROUTES: dict[str, tuple[str, dict[str, str], str]] = {
    "players:accept_friend": ("/u/{ai}/accept/", {}, "in 409 409 409 409 302 302 409 409"),
    "players:ask_friend": ("/u/{ai}/ask/", {}, "in 409 302 302 302 302 302 302 409"),
    "players:block": ("/u/{ai}/block/", {}, "in 302 302 302 302 302 302 302 409"),
    "players:delete_account": (
        "/me/delete/",
        {"password": "x"},
        "in 422 422 422 422 422 422 422 422",
    ),
    "players:download_own_data": ("/me/data/download/", {}, "in 200 200 200 200 200 200 200 200"),
    "players:end_calendar": ("/me/calendar/end/", {}, "in 302 302 302 302 302 302 302 302"),
    "players:end_friendship": ("/u/{ai}/remove/", {}, "in 302 302 302 302 302 302 302 302"),
    "players:end_vacation": (
        "/me/vacations/{vacation}/end/",
        {},
        "in 404 404 404 404 404 404 404 302",
    ),
    "players:forget_push": ("/me/push/forget/", {}, "in 302 302 302 302 302 302 302 302"),
    "players:friends": ("/me/friends/", {"name": "Ai"}, "in 409 302 302 302 302 302 302 409"),
    "players:keep_guest": ("/me/keep/", {"name": ""}, "in 422 302 302 302 302 302 302 302"),
    "players:make_calendar": ("/me/calendar/make/", {}, "in 302 302 302 302 302 302 302 302"),
    "players:notification_settings": (
        "/me/notifications/settings/",
        {"user": "{ai}", "mails": "on"},
        "in 302 302 302 302 302 302 302 302",
    ),
    "players:settings": (
        "/me/",
        {"id": "{ai}", "name": "Other", "time_zone": "Asia/Tokyo"},
        "in 422 422 422 422 422 422 422 422",
    ),
    "players:sign_out_device": (
        "/me/devices/sign-out/",
        {"device": "{device}"},
        "in 302 302 302 302 302 302 302 302",
    ),
    "players:sign_out_elsewhere": (
        "/me/devices/sign-out-others/",
        {},
        "in 302 302 302 302 302 302 302 302",
    ),
    "players:subscribe_push": ("/me/push/", {}, "in 422 422 422 422 422 422 422 422"),
    "players:unblock": ("/u/{ai}/unblock/", {}, "in 302 302 302 302 302 302 302 302"),
    "players:unsubscribe": ("/stop/{token}x/", {}, "404 404 404 404 404 404 404 404 404"),
    "players:vacations": ("/me/vacations/", {"first": "x"}, "in 422 422 422 422 422 422 422 422"),
}


class Site(NamedTuple):
    words: dict[str, object]
    cookies: Cookies


def around_ai() -> Site:
    names = ("stranger", "blocked", "asker", "asked", "friend", "staff")
    ai, now = person("ai"), timezone.now()
    people = {name: person(name) for name in names}
    User.objects.filter(name="Staff").update(is_staff=True, is_superuser=True)
    friends.ask_friend(asker=people["asker"], asked=ai)
    friends.ask_friend(asker=ai, asked=people["asked"])
    befriend(ai, people["friend"])
    friends.block(user=ai, other=people["blocked"])
    device = client_of(ai).session
    CalendarFeed.objects.create(user=ai, token="a-secret")
    vacation = Vacation.objects.create(user=ai, start=now, end=now + timedelta(days=3))
    PushSubscription.objects.create(user=ai, endpoint="https://push.example.org/1", created_at=now)
    words: dict[str, object] = {
        "ai": ai.pk,
        "vacation": vacation.pk,
        "device": Session.key_of(device),
        "token": token(ai, ["turn"]),
    }
    readers = {"anonymous": None, "guest": guest(), **people, "self": ai}
    return Site(words, {name: client_of(user).cookies for name, user in readers.items()})


site = world(around_ai)


def owned() -> list[object]:
    """What nobody but Ai may change."""
    ai = person("ai")
    found = [list(User.objects.filter(pk=ai.pk).values())]
    for rows in (ai.vacations, ai.sessions, ai.push_subscriptions, ai.blocks):
        found.append(list(rows.order_by("pk").values()))
    found.append(list(CalendarFeed.objects.filter(user=ai).values()))
    return [*found, Notification.objects.filter(user=ai).exclude(kind__startswith="friend").count()]


def test_every_route_that_changes_something_is_tried(ai: User) -> None:
    client = client_of(ai)
    assert taking("POST", "players", client) == ROUTES.keys()
    for method in ("PUT", "PATCH", "DELETE"):
        assert taking(method, "players", client) == set()


@pytest.mark.parametrize("who", READERS)
def test_what_each_reader_is_answered(who: str, site: Site) -> None:
    client, before, found = browser_of(site.cookies[who]), owned(), {}
    for name, (path, data, _answers) in ROUTES.items():
        sent = {key: value.format(**site.words) for key, value in data.items()}
        with undone():
            found[name] = answer(client.post(path.format(**site.words), sent))
            assert who == "self" or owned() == before, name
    assert found == {name: column(answers, who, READERS) for name, (*_, answers) in ROUTES.items()}


def test_signing_others_out_ends_nothing_of_anybody_else(site: Site) -> None:
    client = browser_of(site.cookies["stranger"])
    before = Session.objects.count()
    client.post("/me/devices/sign-out/", {"device": str(site.words["device"])})
    assert Session.objects.count() == before
    client = browser_of(site.cookies["self"])
    client.post("/me/devices/sign-out/", {"device": str(site.words["device"])})
    assert Session.objects.count() == before - 1
