"""A person chooses their notifications and how to get them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from players.models import CalendarFeed, Notification, NotificationSettings, User
from players.notifications import push
from players.notifications.kinds import KINDS
from players.notifications.models import Group
from players.notifications.reminder_schedule import reminder_times
from tests.support.notifications import Post, letter, pass_time, states, subjects
from tests.support.notifications import post as post

pytestmark = pytest.mark.django_db
PATH = "/me/notifications/settings/"
DEFAULTS = {
    "mails": "on",
    "digest_hour": "",
    "reminders": ["half", "2h"],
    "turn.mail": "on",
    "turn.push": "on",
    "invited.site": "on",
    "invited.mail": "on",
}
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_choices_are_kept_and_shown(fumis: Client, fumi: User) -> None:
    form = DEFAULTS | {"digest_hour": "7", "reminders": ["24h", "30m"], "deal_ended.mail": "on"}
    assert fumis.post(PATH, form).headers["Location"] == PATH
    settings = NotificationSettings.objects.get(user=fumi)
    assert (settings.digest_hour, settings.mail_is_off) == (7, False)
    assert settings.choices["deal_ended"] == {"site": False, "mail": True}
    assert "turn" not in settings.choices  # as by default
    fumi.refresh_from_db()
    assert fumi.reminders == "24h,30m"
    html = fumis.get(PATH).content.decode()
    assert '<option value="7" selected>' in html
    assert 'name="deal_ended.mail" id="id_deal_ended.mail" checked' in html
    assert 'name="deal_ended.site" id="id_deal_ended.site" checked' not in html


def test_everything_can_be_wanted_even_while_it_is_read(post: Post, fumis: Client, fumi: User) -> None:
    User.objects.update(keeps_quiet=False)
    post.is_seen = True
    form = DEFAULTS | {"letter.mail": "on"}
    fumis.post(PATH, form)
    letter(fumi, "1")
    pass_time()
    assert subjects() == []
    fumis.post(PATH, form | {"even_if_seen": "on"})
    [box] = re.findall("<input[^>]*even_if_seen[^>]*>", fumis.get(PATH).content.decode())
    assert " checked" in box
    pass_time(NOON + HOUR)
    assert subjects() == ["Letter 1"]


GROUPS = {"has_groups": "True", "groups": list(Group)}


def test_a_group_is_switched_off_and_on_and_keeps_its_choices(post: Post, fumis: Client, fumi: User) -> None:
    User.objects.update(keeps_quiet=False)
    form = DEFAULTS | {"letter.mail": "on", "telegram.push": "on"}
    fumis.post(PATH, form | GROUPS | {"groups": [group for group in Group if group != post.letter.group]})
    letter(fumi, "1")
    pass_time()
    assert (subjects(), states()) == ([], [])
    html = fumis.get(PATH).content.decode()
    assert 'name="letter.mail" id="id_letter.mail" checked' in html
    assert 'name="telegram.mail" id="id_telegram.mail" checked' not in html
    fumis.post(PATH, form | GROUPS)
    letter(fumi, "2")
    pass_time()
    assert subjects() == ["Letter 2"]


def test_each_group_has_one_switch_and_its_kinds_are_folded(fumis: Client) -> None:
    html = fumis.get(PATH).content.decode()
    switches = re.findall(r'role="switch"\s+name="groups"\s+value="(\w+)"\s+checked', html)
    assert switches == [group.value for group in Group]
    assert len(Group) == 5
    folded = "".join(re.findall(r'<details class="fold">.*?</details>', html, re.DOTALL))
    assert all(f'name="{kind.name}.mail"' in folded for kind in KINDS.values())
    assert "<details open" not in html


def test_every_group_has_kinds() -> None:
    assert {kind.group for kind in KINDS.values()} == set(Group)


def test_a_page_from_before_there_were_groups_switches_none_off(fumis: Client, fumi: User) -> None:
    fumis.post(PATH, DEFAULTS | GROUPS | {"groups": ["turns"]})
    fumis.post(PATH, DEFAULTS)
    off = NotificationSettings.objects.get(user=fumi).groups_off
    assert off == ["matches", "people", "clubs", "seasons"]


@pytest.mark.parametrize(
    ("field", "value"), [("groups", ["friends"]), ("digest_hour", "24"), ("digest_hour", "noon"), ("reminders", ["3h"])]
)
def test_what_is_refused_changes_nothing(fumis: Client, fumi: User, field: str, value: object) -> None:
    assert fumis.post(PATH, DEFAULTS | GROUPS | {field: value}).status_code == 422
    assert not NotificationSettings.objects.exists()
    fumi.refresh_from_db()
    assert fumi.reminders == "half,2h"


def test_no_reminder_at_all(fumis: Client, fumi: User) -> None:
    fumis.post(PATH, DEFAULTS | {"reminders": []})
    fumi.refresh_from_db()
    assert fumi.reminders == ""
    assert reminder_times(fumi.reminders, NOON, NOON + HOUR, NOON + HOUR) == []


def test_a_channel_that_was_switched_off_is_silent(post: Post, fumis: Client, fumi: User) -> None:
    User.objects.update(keeps_quiet=False)
    fumis.post(PATH, DEFAULTS | {"letter.site": "on", "letter.push": "on"})
    letter(fumi)
    letter(fumi, "2", kind="telegram")
    pass_time()
    assert (subjects(), states()) == ([], [])
    fumis.post(PATH, DEFAULTS | {"letter.mail": "on"})
    letter(fumi, "3")
    pass_time()
    assert subjects() == ["Letter 3"]


def test_all_mails_can_be_switched_off_and_on(post: Post, fumis: Client, fumi: User) -> None:
    User.objects.update(keeps_quiet=False)
    form = DEFAULTS | {"letter.mail": "on"}
    fumis.post(PATH, {name: value for name, value in form.items() if name != "mails"})
    letter(fumi, "1")
    pass_time()
    fumis.post(PATH, form)
    letter(fumi, "2")
    pass_time()
    assert subjects() == ["Letter 2"]


@pytest.mark.parametrize("gone", ["mails", "letter.mail"])
def test_what_waits_when_mails_are_switched_off_is_not_mailed(post: Post, fumis: Client, fumi: User, gone: str) -> None:
    User.objects.update(keeps_quiet=False)
    form = DEFAULTS | {"digest_hour": "18", "letter.mail": "on", "telegram.mail": "on"}
    fumis.post(PATH, form)
    letter(fumi)
    pass_time(minutes=1)
    assert states() == ["waiting"]
    fumis.post(PATH, {name: value for name, value in form.items() if name != gone})
    pass_time(NOON + 6 * HOUR)
    assert (subjects(), states()) == ([], ["dropped"])


def test_what_is_switched_on_again_before_its_time_comes(post: Post, fumis: Client, fumi: User) -> None:
    User.objects.update(keeps_quiet=False)
    form = DEFAULTS | {"digest_hour": "18", "letter.mail": "on"}
    fumis.post(PATH, form)
    letter(fumi)
    pass_time(minutes=1)
    fumis.post(PATH, {name: value for name, value in form.items() if name != "mails"})
    pass_time(NOON + HOUR)
    fumis.post(PATH, form)
    pass_time(NOON + 6 * HOUR)
    assert subjects() == ["Letter 1"]


def test_people_without_an_address_are_told_why_no_mail_comes(guests: Client, fumis: Client, fumi: User) -> None:
    assert "Guests have no email address. Keep your games to get emails" in guests.get(PATH).content.decode()
    assert "Emails go to fumi@example.org." in fumis.get(PATH).content.decode()
    fumi.emailaddress_set.update(verified=False)
    assert "once you have opened the link" in fumis.get(PATH).content.decode()


def test_the_address_of_the_calendar_can_be_changed_and_ended(fumis: Client, fumi: User) -> None:
    assert "Make an address" in fumis.get(PATH).content.decode()
    fumis.post("/me/calendar/make/")
    first = CalendarFeed.objects.get(user=fumi).token
    assert f"/calendar/{first}.ics" in fumis.get(PATH).content.decode()
    fumis.post("/me/calendar/make/")
    assert CalendarFeed.objects.get(user=fumi).token != first
    fumis.post("/me/calendar/end/")
    assert not CalendarFeed.objects.exists()


@pytest.mark.parametrize("path", [PATH, "/me/notifications/", "/me/notifications/count/"])
def test_few_queries(fumis: Client, path: str, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(9):
        fumis.get(path)


@pytest.mark.parametrize("path", [PATH, "/me/notifications/", "/me/push/", "/me/calendar/make/"])
def test_signed_out_readers_are_asked_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path).headers["Location"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize(
    ("page", "is_here"), [("/me/notifications/", True), ("/me/notifications/?page=2", True), ("/", False)]
)
def test_the_count_is_marked_where_its_reader_sees_the_notifications(fumis: Client, page: str, is_here: bool) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    link = fumis.get("/me/notifications/count/", headers=headers).content.decode()
    assert ('aria-current="page"' in link) is is_here


def test_a_page_that_stays_open_when_its_reader_has_signed_out_is_left_as_it_is(client: Client) -> None:
    assert client.get("/me/notifications/count/").status_code == 204


# --- The times of reminders ---


@pytest.mark.parametrize(
    ("reminders", "due", "flag", "hours"),
    [
        ("half,2h", 8, 24, [4, 22]),
        ("half,2h", 24, 24, [12, 22]),
        ("half,2h", 4, 4, [2]),  # both at the same moment
        ("half,2h", 1, 1, [0.5]),  # two hours before lies before the turn
        ("24h,12h,6h,2h,1h,30m", 24, 24, [12, 18, 22, 23, 23.5]),
        ("half", 0, 24, []),  # a clock of the bank alone has no allowance
        ("", 8, 24, []),
    ],
)
def test_times_of_reminders(reminders: str, due: int, flag: int, hours: list[float]) -> None:
    times = reminder_times(reminders, NOON, NOON + due * HOUR, NOON + flag * HOUR)
    assert [(time - NOON) / HOUR for time in times] == hours


def test_no_clock_no_reminder() -> None:
    assert reminder_times("half,2h", NOON, None, None) == []


def test_the_name_of_each_kind_fits_its_column() -> None:
    """SQLite stores longer ones all the same."""
    longest = Notification._meta.get_field("kind").max_length
    assert [name for name in KINDS if len(name) > longest] == []


def test_what_was_chosen_for_push_outlasts_a_site_without_push(fumis: Client, fumi: User, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = push.new_key()
    assert push.is_offered()
    NotificationSettings.objects.create(user=fumi, choices={"turn": {"push": False, "mail": False}})
    settings.EMBEDDED, settings.VAPID_PRIVATE_KEY = False, ""
    assert not push.is_offered()
    fumis.post(PATH, DEFAULTS)
    assert NotificationSettings.objects.get(user=fumi).choices["turn"] == {"push": False}
