"""The statistics of seasons and clubs, computed again from the records of their matches."""

from collections import Counter
from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Game, SeatTally
from games.records import whole_record
from games.statistics import services
from leagues.models import Club, Season, SeasonStatistics
from players.models import User
from tests.support.cast import everybody
from tests.support.clubs import add, club_of, tuesday
from tests.support.counted_matches import counted, recounted
from tests.support.stored_seasons import bare_season, entered, play_out, table_of
from tests.support.visits import client_of, get, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/statistics/"
CLUB = "/clubs/tuesday/statistics/"


@world
def season() -> Season:
    """Two tables that are over, with a bot at one of them, and one that runs."""
    season = bare_season(tuesday(), state=Season.State.RUNNING)
    entries = entered(season, *everybody())
    for number in (1, 2):
        table = table_of(season, [*entries[:3], entries[3] if number == 1 else None], number)
        play_out(table)
        assert table.game is not None
        counted(table.game)
    table_of(season, entries[:4], 3)
    return season


def stored(season: Season) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in SeasonStatistics.objects.filter(season=season):
        for key, value in row.counts_json.items():
            if not key.startswith("pace."):
                found[key] += value
    return found


def from_records(season: Season) -> Counter[str]:
    """Every seat of every match that is over, by the referee."""
    found: Counter[str] = Counter()
    for record in map(whole_record, Game.objects.filter(league_table__round__season=season, status="finished")):
        for seat in range(4):
            for key, value in recounted(record, seat).items():
                found[key] += value
    return found


def test_a_season_is_what_its_records_say(season: Season) -> None:
    right = from_records(season)
    assert right["napoleon.deals"] == 4
    assert stored(season) == right


def test_once_more_and_anew(season: Season) -> None:
    right = from_records(season)
    for row in SeatTally.objects.values_list("game", flat=True).distinct():
        assert not services.tally(row)
    assert services.recompute_sums() == 0
    SeasonStatistics.objects.update(counts_json={"why.joker": 3})
    call_command("rebuild", stdout=StringIO())
    assert stored(season) == right


def test_pages(season: Season, ai: User) -> None:
    for base, address in ((SEASON, "tuesday/spring"), (CLUB, "tuesday")):
        page = text(get(None, base))
        assert "4 deals were counted." in page
        assert f'href="/archive/?club={address}"' in page
        for name in ("roles", "bids", "calls", "tricks", "months"):
            # A single month makes no line, so only the table has it.
            assert (f'src="{base}{name}.svg"' in page) == (name != "months")
            picture = get(None, f"{base}{name}.svg")
            assert picture["Content-Type"] == "image/svg+xml"
            assert "default-src 'none'" in picture["Content-Security-Policy"]
        assert get(None, f"{base}nonsense.svg").status_code == 404
        assert get(None, f"{base}?since=now").status_code == 400
        assert get(None, f"{base}roles.svg?since=now").status_code == 400
        assert "There is nothing to count yet." in text(get(None, f"{base}?until=2020-01"))
        japanese = client_of(ai)
        japanese.post("/language/", {"language": "ja"})
        assert "統計" in text(japanese.get(base))
    assert "There is nothing to count yet." in text(get(None, f"{CLUB}?game=nap"))
    assert get(None, f"{CLUB}?game=bridge").status_code == 400


def test_queries_do_not_grow(season: Season, ai: User) -> None:
    paths = [SEASON, CLUB, f"{SEASON}roles.svg", f"{CLUB}roles.svg"]
    before = [queries(ai, path) for path in paths]
    assert max(before) <= 12
    for month in range(1, 12):
        SeasonStatistics.objects.create(
            season=season, preset="four", month=date(2025, month, 1), counts_json={"why.joker": 1}
        )
    assert [queries(ai, path) for path in paths] == before


def test_a_club_that_is_not_public(season: Season, club: Club, ai: User, dai: User) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    stranger = User.objects.create(name="Fu", email="fu@example.org")
    for path in (SEASON, CLUB, f"{SEASON}roles.svg", f"{CLUB}roles.svg"):
        assert get(ai, path).status_code == 200
        assert get(stranger, path).status_code == 404
        assert get(None, path).status_code == 404
    # Matches that not all may watch are in nobody's archive but that of their players.
    Season.objects.filter(pk=season.pk).update(is_listed=False)
    assert not any("/archive/?" in text(get(ai, path)) for path in (SEASON, CLUB))


def test_members_of_a_club_see_each_others_statistics(ai: User, club: Club) -> None:
    fumi = User.objects.create(name="Fumi", email="fumi@example.org")
    path = f"/u/{ai.pk}/statistics/"
    assert get(fumi, path).status_code == 403
    club_of(fumi, slug="away")
    assert get(fumi, path).status_code == 403
    member = add(club, fumi)
    assert get(fumi, path).status_code == 200
    member.__class__.objects.filter(pk=member.pk).update(ended_at=member.joined_at, ended="left")
    assert get(fumi, path).status_code == 403
