"""The club's own page: its text, and how its seasons stand; and the search for members."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Stint
from leagues.models import Club, Season, Standing
from leagues.standings.store import update_standings
from players.models import User
from tests.support.clubs import add, log
from tests.support.stored_seasons import (
    crowd,
    enter,
    open_season,
    play_out,
    quick_draws,  # noqa: F401  # a fixture
    started,
    table_at,
)
from tests.support.visits import client_of, get, post, queries, text

pytestmark = pytest.mark.django_db
PAGE = "/clubs/tuesday/"


def test_a_visitor_is_told_that_they_can_found_a_club(client: Client) -> None:
    assert '<a class="button" href="/clubs/new/">Found a club</a>' in text(client.get("/clubs/"))
    assert client.get("/clubs/new/").headers["Location"] == "/accounts/login/?next=/clubs/new/"


def test_the_form_says_what_address_a_name_in_kanji_gets(ai: User) -> None:
    assert "becomes something like club-2" in text(get(ai, "/clubs/new/"))
    assert post(ai, "/clubs/new/", name="湯島の会").headers["Location"] == "/clubs/club/import/"
    assert post(ai, "/clubs/new/", name="本郷の会").headers["Location"] == "/clubs/club-2/import/"


def test_who_founds_a_club_is_led_to_invite_its_members(ai: User) -> None:
    browser = client_of(ai)
    page = text(browser.post("/clubs/new/", {"name": "Bees"}, follow=True))
    assert "The club is founded." in page
    assert '<a href="/clubs/bees/">Bees</a>' in page
    assert '<a href="/clubs/bees/invitations/">' in page


def test_addresses_in_its_text_lead_there_and_nothing_else_does(club: Club, bo: User) -> None:
    Club.objects.update(about="See https://example.org/rules\n<b onclick=x>bold</b>")
    page = text(get(bo, PAGE))
    assert '<a href="https://example.org/rules" rel="nofollow">' in page
    assert "&lt;b onclick=x&gt;" in page


@pytest.mark.usefixtures("quick_draws")
def test_a_season_says_its_round_and_who_leads(club: Club, bo: User) -> None:
    few = queries(bo, PAGE)
    season = started(club, bo, crowd(4))
    assert "round 1 of 2" in text(get(bo, PAGE))
    play_out(table_at(season, "1-1"))
    update_standings(season.divisions.get().pk)
    for line in Standing.objects.all():
        line.place = line.position
        line.save(update_fields=["place"])
    first = Standing.objects.get(place=1).entry
    assert f"{first.name} leads" in text(get(bo, PAGE))
    Season.objects.update(pairing=Season.Pairing.OUT)
    assert "leads" not in text(get(bo, PAGE))
    Season.objects.update(pairing=Season.Pairing.EVEN)
    Standing.objects.update(place=1)
    assert "leads" not in text(get(bo, PAGE))
    Standing.objects.exclude(entry=first).update(place=2)
    Season.objects.update(state="finished")
    assert f"won by {first.name}" in text(get(bo, PAGE))
    assert queries(bo, PAGE) <= few + 1


@pytest.mark.usefixtures("quick_draws")
def test_it_leads_members_to_their_running_table(club: Club, bo: User, chie: User) -> None:
    season = started(club, bo, [*crowd(3), chie])
    table = table_at(season, "1-1")
    assert table.game is not None
    way = f'<a class="button primary" href="{table.game.get_absolute_url()}">Go to my table'
    assert way in text(get(chie, PAGE))
    for reader in (bo, None):
        assert "Go to my table" not in text(get(reader, PAGE))
    play_out(table)
    season.refresh_from_db()
    assert f'href="{table.game.get_absolute_url()}"' not in text(get(chie, PAGE))


def test_it_leads_members_into_a_season_that_is_open(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    assert "Enter the season" in text(get(chie, PAGE))
    assert "Enter the season" not in text(get(None, PAGE))
    enter(season, chie)
    page = text(get(chie, PAGE))
    assert "Enter the season" not in page
    assert "open for entries" in page


def test_leaving_is_a_link_at_its_end(club: Club, chie: User) -> None:
    page = text(get(chie, PAGE))
    assert 'class="button" href="/clubs/tuesday/leave/"' not in page
    assert "<a " not in page.split('href="/clubs/tuesday/leave/"')[1].split("</main>")[0]


def test_members_are_found_by_part_of_their_name(club: Club, bo: User) -> None:
    for user in crowd(60):
        add(club, user)
    found = text(get(bo, f"{PAGE}members/?q=p0"))
    assert "P01" in found
    assert "P10" not in found
    assert "Chie" not in found
    # The way on keeps what was searched for.
    assert "?q=p&amp;after=" in text(get(bo, f"{PAGE}members/?q=p"))
    assert "Nobody." in text(get(bo, f"{PAGE}members/?q=zzz"))


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("", ["Ai", "Bo", "Chie"]),
        ("newest", ["Chie", "Bo", "Ai"]),
        ("seen", ["Bo", "Chie", "Ai"]),
        ("odd", ["Ai", "Bo", "Chie"]),
    ],
)
def test_members_are_listed_in_the_order_that_is_asked_for(
    club: Club, ai: User, bo: User, chie: User, order: str, names: list[str]
) -> None:
    for days, user in enumerate((chie, ai), start=1):
        user.seen_at = timezone.now() - timedelta(days=days)
        user.save(update_fields=["seen_at"])
    assert [row.membership.name for row in get(bo, f"{PAGE}members/?order={order}").context["rows"]] == names


def test_no_choice_of_a_time_zone_tells_the_hour_of_a_visit(club: Club, bo: User, chie: User, ai: User) -> None:
    """Somewhere it is always just past midnight, where "today" would be the last hour."""
    for hours, user in enumerate((chie, ai), start=1):
        User.objects.filter(pk=user.pk).update(seen_at=timezone.now() - timedelta(hours=7 * hours))
    told = set()
    for offset in range(-14, 13):
        bo.time_zone = f"Etc/GMT{offset:+}"
        bo.save(update_fields=["time_zone"])
        rows = get(bo, f"{PAGE}members/?order=seen").context["rows"]
        told.add(tuple((row.membership.name, row.seen) for row in rows))
    assert len(told) == 1


def test_lists_by_name_go_on_where_they_ended(club: Club, bo: User) -> None:
    for user in crowd(60):
        add(club, user)
    first = get(bo, f"{PAGE}members/?order=name")
    assert "?order=name&amp;after=50" in text(first)
    rest = get(bo, f"{PAGE}members/?order=name&after=50")
    names = [row.membership.name for page in (first, rest) for row in page.context["rows"]]
    assert names == sorted(names)
    assert len(names) == 63


def test_organisers_see_who_plays_in_time(club: Club, bo: User, chie: User) -> None:
    game = Game.objects.create(slug="game", rules_json={}, created_at=timezone.now())
    Stint.objects.create(game=game, user=chie, turns=40, missed=1)
    assert "97% of 40 turns in time" in text(get(bo, f"{PAGE}members/"))
    assert "turns in time" not in text(get(chie, f"{PAGE}members/"))
    User.objects.filter(pk=chie.pk).update(statistics_for=User.Audience.NOBODY)
    assert "turns in time" not in text(get(bo, f"{PAGE}members/"))


def test_a_new_club_is_in_the_time_zone_of_its_founder(ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(time_zone="Asia/Tokyo")
    assert re.search(r'value="Asia/Tokyo" selected', text(get(ai, "/clubs/new/")))
    post(ai, "/clubs/new/", name="Bees", slug="bees")
    post(ai, "/clubs/new/", name="Owls", slug="owls", time_zone="Europe/Vienna")
    assert dict(Club.objects.values_list("slug", "time_zone")) == {"bees": "Asia/Tokyo", "owls": "Europe/Vienna"}


def test_organisers_change_the_clubs_time_zone(club: Club, bo: User) -> None:
    page = "/clubs/tuesday/settings/"
    for odd in ("Asia/Nowhere", "../../etc/passwd", "x" * 300):
        assert post(bo, page, name="Tuesday", time_zone=odd).status_code == 422
    post(bo, page, name="Tuesday", time_zone="Asia/Tokyo")
    assert Club.objects.get().time_zone == "Asia/Tokyo"
    assert "time zone" in log(club)[-1]
    # A form without the field changes nothing.
    post(bo, page, name="Tuesday")
    assert Club.objects.get().time_zone == "Asia/Tokyo"
