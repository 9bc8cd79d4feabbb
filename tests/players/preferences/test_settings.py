"""What a person chooses, and that the pages follow it."""

import zoneinfo
from datetime import time
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from players.accounts.sessions import SessionStore
from players.middleware import preferences
from players.models import User
from players.preferences import time_zones, views
from players.preferences.forms import SettingsForm
from players.vacations import services as vacations
from players.vacations.services import DAY

pytestmark = pytest.mark.django_db

CHOICES = {
    "name": "Fumi F",
    "language": "ja",
    "time_zone": "Asia/Tokyo",
    "theme": "dark",
    "card_style": "four",
    "alternates_colours": "on",
    "trumps_first": "on",
    "large_cards": "on",
    "one_tap": "on",
    "plays_sounds": "on",
    "shows_boards": "on",
    "emblem": "fern",
}


def test_quiet_hours_are_kept_and_shown(fumis: Client, fumi: User) -> None:
    fumis.post("/me/", CHOICES | {"keeps_quiet": "on", "quiet_from": "22:30", "quiet_until": "06:15"})
    fumi.refresh_from_db()
    assert (fumi.keeps_quiet, fumi.quiet_from, fumi.quiet_until) == (True, time(22, 30), time(6, 15))
    assert 'value="22:30"' in page(fumis)
    # Not ticked, and no times: those stay as they are.
    fumis.post("/me/", CHOICES | {"quiet_from": ""})
    fumi.refresh_from_db()
    assert (fumi.keeps_quiet, fumi.quiet_from) == (False, time(22, 30))


def test_what_the_page_does_not_ask_stays_as_it_has_become_meanwhile(
    fumis: Client, fumi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = timezone.now().date()

    class Slow(SettingsForm):
        """While this is judged the person enters a vacation and another password, in another browser."""

        def clean(self) -> dict[str, Any]:
            vacations.enter(user=fumi, first=today + DAY, last=today + DAY)
            User.objects.update(password="another", reminders="24h")
            return super().clean()

    monkeypatch.setattr(views, "SettingsForm", Slow)
    assert fumis.post("/me/", CHOICES).status_code == 302
    fumi.refresh_from_db()
    assert fumi.name == "Fumi F"
    assert fumi.vacations_until == fumi.vacations.get().end
    assert (fumi.password, fumi.reminders) == ("another", "24h")


def test_choosing_is_a_visit(fumis: Client, fumi: User) -> None:
    now = timezone.now()
    User.objects.update(last_login=now - 3 * DAY, seen_at=now - 2 * DAY)
    fumis.post("/me/", CHOICES)
    fumi.refresh_from_db()
    assert fumi.last_visit is not None
    assert fumi.last_visit >= now


@pytest.mark.parametrize(("start", "end"), [("18:59", "07:00"), ("07:00", "07:00")])
def test_quiet_hours_are_half_a_day_at_most(fumis: Client, fumi: User, start: str, end: str) -> None:
    hours = {"quiet_from": start, "quiet_until": end}
    response = fumis.post("/me/", CHOICES | hours | {"keeps_quiet": "on"})
    assert response.status_code == 422
    assert "Quiet hours last up to 12 hours." in response.content.decode()
    assert fumis.post("/me/", CHOICES | hours).status_code == 302


def page(client: Client, path: str = "/me/", language: str = "en") -> str:
    return client.get(path, headers={"accept-language": language}).content.decode()


def test_choices_are_kept_and_shown(fumis: Client, fumi: User) -> None:
    assert fumis.post("/me/", CHOICES).headers["Location"] == "/me/"
    fumi.refresh_from_db()
    assert {name: getattr(fumi, name) for name in CHOICES} == CHOICES | {
        "alternates_colours": True,
        "trumps_first": True,
        "large_cards": True,
        "one_tap": True,
        "plays_sounds": True,
        "shows_boards": True,
    }
    html = page(fumis)
    assert '<html lang="ja" data-theme="dark" class="four-colour large-cards">' in html
    assert '<option value="Asia/Tokyo" selected>' in html


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 41),
        ("name", "\u202eimuF"),
        ("language", "de"),
        ("time_zone", "Asia/Atlantis"),
        ("time_zone", "../../etc/passwd"),
        ("theme", "pink"),
        ("emblem", "hydra"),
        ("card_style", "three"),
        ("quiet_from", "late"),
        ("quiet_until", "25:00"),
    ],
)
def test_what_is_refused_changes_nothing(fumis: Client, fumi: User, field: str, value: str) -> None:
    response = fumis.post("/me/", CHOICES | {field: value})
    assert response.status_code == 422
    assert f'id="id_{field}_error"' in response.content.decode()
    before = fumi.name
    fumi.refresh_from_db()
    assert (fumi.name, fumi.theme) == (before, "")
    assert "Fumi F" not in response.content.decode().split("<footer")[1]


def test_nobody_makes_himself_staff(fumis: Client, fumi: User) -> None:
    fumis.post("/me/", CHOICES | {"is_staff": "on", "is_superuser": "on", "email": "x@example.org"})
    fumi.refresh_from_db()
    assert (fumi.is_staff, fumi.is_superuser, fumi.email) == (False, False, "fumi@example.org")


def test_the_language_may_follow_the_browser_again(fumis: Client) -> None:
    fumis.post("/language/", {"language": "ja"})
    assert '<html lang="ja"' in page(fumis, language="en")
    fumis.post("/me/", CHOICES | {"language": ""})
    assert '<html lang="en"' in page(fumis, language="en")
    assert '<html lang="ja"' in page(fumis, language="ja")


def zone_seen(rf: RequestFactory, user: object, **cookies: str) -> str:
    """The time zone in which a page is made for this reader."""
    seen = []

    def answer(request: HttpRequest) -> HttpResponse:
        seen.append(timezone.get_current_timezone_name())
        return HttpResponse()

    rf.cookies.load(cookies)
    request = rf.get("/")
    request.user, request.session = user, SessionStore()  # type: ignore[assignment]
    preferences(answer)(request)
    return seen[0]


def test_times_are_the_readers_own(rf: RequestFactory, fumi: User) -> None:
    from django.contrib.auth.models import AnonymousUser

    fumi.time_zone = "America/New_York"
    assert zone_seen(rf, fumi, zone="Europe/Paris") == "America/New_York"
    assert zone_seen(rf, AnonymousUser(), zone="Europe/Paris") == "Europe/Paris"
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_zone_that_the_machine_has_lost_is_utc(rf: RequestFactory, fumi: User) -> None:
    fumi.time_zone = "Asia/Atlantis"
    assert zone_seen(rf, fumi) == "UTC"


def test_zones_to_choose_from_exist_and_the_chosen_one_is_among_them() -> None:
    groups = dict(time_zones.choices("Etc/GMT+5"))
    assert groups["Etc/GMT+5"] == "Etc/GMT+5 (UTC−5)"
    cities = dict(groups["Asia"])  # type: ignore[call-overload]
    assert cities["Asia/Tokyo"] == "Tokyo (UTC+9)"
    assert cities["Asia/Kathmandu"] == "Kathmandu (UTC+5:45)"
    assert set(cities) <= zoneinfo.available_timezones()
    with translation.override("ja"):
        [asia] = [cities for region, cities in time_zones.choices() if region == "アジア"]
    assert ("Asia/Tokyo", "東京 (UTC+9)") in asia  # type: ignore[operator]


@pytest.mark.parametrize("current", ["Asia/Tel_Aviv", "Asia/Jerusalem"])
def test_a_city_of_several_names_is_there_once(current: str) -> None:
    cities = dict(dict(time_zones.choices(current))["Asia"])  # type: ignore[call-overload]
    assert [name for name, label in cities.items() if "Jerusalem" in label] == [current]


def test_every_zone_that_a_person_may_have_is_among_the_choices() -> None:
    for current in sorted(zoneinfo.available_timezones())[::19]:
        groups = time_zones.choices(current)
        names = {name for name, _label in groups} | {
            name for _region, cities in groups if isinstance(cities, list) for name, _label in cities
        }
        assert current in names, current


def test_signed_out_readers_are_asked_to_sign_in(client: Client) -> None:
    for path in ("/me/", "/me/keep/", "/me/delete/", "/u/1/"):
        assert client.get(path).headers["Location"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize("path", ["/me/", "/me/delete/", "/u/{pk}/"])
def test_few_queries(fumis: Client, fumi: User, path: str, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(8):
        fumis.get(path.format(pk=fumi.pk))
