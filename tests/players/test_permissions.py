"""Every route of people by which something is changed, tried by everybody upon what is Ai's."""

from datetime import timedelta
from typing import NamedTuple

import pytest
from django.utils import timezone

from players.friends import services as friends
from players.models import CalendarFeed, Notification, PushSubscription, Session, User, Vacation
from players.notifications.mail import token
from tests.support.cast import person
from tests.support.club_readers import Cookies, answer, browser_of, undone
from tests.support.friends import befriend
from tests.support.route_tables import RouteTable
from tests.support.routes import taking
from tests.support.visits import client_of, guest
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
READERS = ("anonymous", "guest", "stranger", "blocked", "asker", "asked", "friend", "staff", "self")
"""The columns of the table. Ai has been asked by one, and has asked another; "blocked" is so by Ai."""

ROUTES = RouteTable(
    """
    players:accept_friend | POST | /u/{ai}/accept/ | - | in 409 409 409 409 302 302 409 409
    players:agree | POST | /me/agree/ | - | persons 302
    players:api_tokens | POST | /me/tokens/ | name=x | persons 422
    players:ask_friend | POST | /u/{ai}/ask/ | - | in 409 302 302 302 302 302 302 409
    players:block | POST | /u/{ai}/block/ | - | in 302 302 302 302 302 302 302 409
    players:delete_account | POST | /me/delete/ | password=x | persons 422
    players:download_own_data | POST | /me/data/download/ | - | persons 200
    players:apps | POST | /me/apps/ | name=x | persons 422
    players:end_app | POST | /me/apps/delete/ | client=x | persons 302
    players:end_app_grant | POST | /me/apps/end/ | client=x | persons 302
    players:answer_open_data | POST | /me/open-data/ | open_data=no | persons 302
    players:end_api_token | POST | /me/tokens/end/ | token=1 | persons 302
    players:end_calendar | POST | /me/calendar/end/ | - | persons 302
    players:end_friendship | POST | /u/{ai}/remove/ | - | persons 302
    players:end_vacation | POST | /me/vacations/{vacation}/end/ | - | in 404 404 404 404 404 404 404 302
    players:forget_push | POST | /me/push/forget/ | - | persons 302
    players:friends | POST | /me/friends/ | name=Ai | in 409 302 302 302 302 302 302 409
    players:keep_guest | POST | /me/keep/ | name= | in 422 302 302 302 302 302 302 302
    players:mail_again | POST | /me/notifications/mail/ | - | persons 302
    players:mail_events | POST | /mail-events/ | - | all 404
    players:make_calendar | POST | /me/calendar/make/ | - | persons 302
    players:notification_settings | POST | /me/notifications/settings/ | user={ai}&mails=on | persons 302
    players:settings | POST | /me/ | id={ai}&name=Other&time_zone=Asia/Tokyo | persons 422
    players:sign_out_device | POST | /me/devices/sign-out/ | device={device} | persons 302
    players:sign_out_elsewhere | POST | /me/devices/sign-out-others/ | - | persons 302
    players:subscribe_push | POST | /me/push/ | - | persons 422
    players:unblock | POST | /u/{ai}/unblock/ | - | persons 302
    players:unsubscribe | POST | /stop/{token}x/ | - | all 404
    players:vacations | POST | /me/vacations/ | first=x | persons 422
    """,
    READERS,
    {"all": "· · · · · · · · ·", "persons": "in · · · · · · · ·"},
)


class Site(NamedTuple):
    words: dict[str, object]
    cookies: Cookies


@world
def site() -> Site:
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


def owned() -> list[object]:
    """What nobody but Ai may change."""
    ai = person("ai")
    found = [list(User.objects.filter(pk=ai.pk).values())]
    for rows in (ai.vacations, ai.sessions, ai.push_subscriptions, ai.blocks):
        found.append(list(rows.order_by("pk").values()))
    found.append(list(CalendarFeed.objects.filter(user=ai).values()))
    return [*found, Notification.objects.filter(user=ai).exclude(kind__startswith="friend").count()]


def test_every_route_that_changes_something_is_tried() -> None:
    assert taking("POST", "players") == ROUTES.keys()


@pytest.mark.parametrize("who", READERS)
def test_what_each_reader_is_answered(who: str, site: Site) -> None:
    client, before, found = browser_of(site.cookies[who]), owned(), {}
    for name, row in ROUTES.items():
        sent = {key: value.format(**site.words) for key, value in row.data.items()}
        with undone():
            found[name] = answer(client.post(row.path.format(**site.words), sent))
            assert who == "self" or owned() == before, name
    assert found == ROUTES.answers_to(who)


def test_signing_others_out_ends_nothing_of_anybody_else(site: Site) -> None:
    client = browser_of(site.cookies["stranger"])
    before = Session.objects.count()
    client.post("/me/devices/sign-out/", {"device": str(site.words["device"])})
    assert Session.objects.count() == before
    browser_of(site.cookies["self"]).post("/me/devices/sign-out/", {"device": str(site.words["device"])})
    assert Session.objects.count() == before - 1
