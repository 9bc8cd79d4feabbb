"""Starting points and handicaps: who sets them, what they leave behind, and where they are seen."""

import csv
from decimal import Decimal
from fractions import Fraction

import pytest
from django.http import HttpResponse

from leagues.handicaps.proposals import from_last_season, proposed, season_before
from leagues.models import Club, Entry, HandicapChange, Season, Standing
from leagues.standings.store import update_standings
from players.models import User
from tests.support.cast import everybody
from tests.support.clubs import log, tuesday
from tests.support.played_seasons import division_of, entry, season_of, shown, table, tallied
from tests.support.table_pages import words
from tests.support.visits import get, post, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/"
PAGE = f"{SEASON}handicaps/"


@world
def season() -> Season:
    """Ai has won the first of two rounds by 4 to 2 to 0."""
    ai, bo, chie, *_ = everybody()
    made = season_of(tuesday(), ai, bo, chie)
    table(made, "1/1", [ai, bo, chie], "4 2 0", "0 0 0")
    tallied(made)
    return made


def given(season: Season, user: User, start: str = "0", per_match: str = "0") -> None:
    season.entries.filter(user=user).update(starting_points=Decimal(start), handicap=Decimal(per_match))
    update_standings(division_of(season).pk)


def before_the_start(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(state=Season.State.REGISTRATION, started_at=None)


def sent(season: Season, user: User, start: str = "", per_match: str = "", **more: str) -> dict[str, str]:
    key = entry(season, user).pk
    return {"seen": "0", f"start-{key}": start, f"match-{key}": per_match, **more}


def sends(status: int, user: User, **data: str) -> HttpResponse:
    answer = post(user, f"{PAGE}set/", **data)
    assert answer.status_code == status
    return answer


def test_they_count_in_the_standings(season: Season, bo: User, chie: User) -> None:
    given(season, chie, start="5")
    given(season, bo, per_match="1.5")
    assert shown(season) == ["1 Chie 5", "2 Ai 4", "3 Bo 7/2"]
    page = words(get(None, f"{SEASON}standings/1/"))
    assert "Chie +5 starting points" in page
    assert "Bo +1.5 per match" in page


def test_and_are_explained(season: Season, bo: User) -> None:
    given(season, bo, start="5", per_match="1.5")
    page = words(get(None, f"{SEASON}standings/1/{entry(season, bo).pk}/"))
    assert (
        "Starting points 5 Round 1, table 1 Seat 2 3.5 Score 2 Deal 1 2 Deal 2 0 Handicap +1.5 in each match 1.5"
        in page
    )
    assert "Total 8.5" in page


def test_before_the_season_organisers_set_them_at_once(season: Season, bo: User, chie: User) -> None:
    before_the_start(season)
    sends(302, bo, **sent(season, chie, "12", "0.5"))
    made = entry(season, chie)
    assert (made.starting_points, made.handicap) == (Decimal(12), Decimal("0.5"))
    assert log(season.club)[-1] == (
        "Bo changed the handicap of Chie in Spring: starting points 0 → +12, per match 0 → +0.5."
    )


def test_once_it_has_started_they_see_what_changes_and_give_a_reason(season: Season, bo: User, chie: User) -> None:
    page = words(sends(422, bo, **sent(season, chie, "12")))
    assert "This field is required" in page
    asked = words(sends(200, bo, **sent(season, chie, "12", reason="Beginner")))
    assert "Change the handicap of 1 member?" in asked
    assert "Chie: 0 → 12 points, 3rd → 1st place" in asked
    assert not HandicapChange.objects.exists()
    sends(302, bo, **sent(season, chie, "12", reason="Beginner", sure="yes"))
    update_standings(division_of(season).pk)
    assert shown(season)[0] == "1 Chie 12"
    history = words(get(None, PAGE))
    assert "Chie starting points 0 → +12 Beginner Bo ·" in history


def test_several_are_one_line_of_the_log(season: Season, ai: User, bo: User, chie: User) -> None:
    before_the_start(season)
    sends(302, bo, **(sent(season, chie, "12") | sent(season, ai, "-3")))
    assert log(season.club)[-1] == "Bo changed the handicaps of 2 members in Spring."
    assert HandicapChange.objects.count() == 2


def test_nobody_overwrites_what_they_have_not_seen(season: Season, ai: User, bo: User, chie: User) -> None:
    before_the_start(season)
    sends(302, ai, **sent(season, chie, "12"))
    answer = sends(409, bo, **sent(season, chie, "3"))
    assert "Another organiser has changed the handicaps." in text(answer)
    assert entry(season, chie).starting_points == 12


def test_the_same_again_changes_nothing(season: Season, ai: User, bo: User, chie: User) -> None:
    before_the_start(season)
    for organiser in (ai, bo):
        sends(302, organiser, **sent(season, chie, "12"))
    assert HandicapChange.objects.count() == 1


def test_a_cancelled_season_takes_none(season: Season, bo: User, chie: User) -> None:
    Season.objects.update(state=Season.State.CANCELLED)
    sends(409, bo, **sent(season, chie, "12", reason="x", sure="yes"))


def test_nobody_without_one_stands_out(season: Season, ai: User) -> None:
    page = words(get(None, f"{SEASON}standings/1/"))
    assert "Start" not in page.split("Member")[1].split("Points")[0]
    assert "Handicaps" not in page
    assert "Nobody has a handicap." in words(get(None, PAGE))
    assert "Handicaps" in words(get(ai, f"{SEASON}standings/1/"))


def test_files_have_them(season: Season, chie: User) -> None:
    given(season, chie, start="5", per_match="0.25")
    rows = csv.DictReader(get(None, f"{SEASON}files/standings.csv").getvalue().decode("utf-8-sig").splitlines())
    first = next(iter(rows))
    assert (first["name"], first["starting_points"], first["handicap"]) == ("Chie", "5", "0.25")
    [line, *_] = get(None, f"{SEASON}files/standings.json").getvalue().decode().splitlines()[1:]
    assert '"handicap": 0.25' in line


def test_starting_points_count_from_the_first_round_on(season: Season, ai: User, chie: User) -> None:
    given(season, chie, start="5")
    page = words(get(None, f"{SEASON}standings/1/rounds/"))
    assert "Chie 1 1" in page


# --- Proposals ---


def test_half_of_the_distance_to_the_best_is_proposed() -> None:
    assert proposed({}) == {}
    assert proposed({1: Fraction(7), 2: Fraction(0)}) == {1: Decimal(0), 2: Decimal("3.5")}


def test_from_the_season_before(season: Season, club: Club, ai: User, bo: User, chie: User, dai: User) -> None:
    """Bo had one point per match on top already, which does not count for how well he plays."""
    given(season, bo, per_match="1")
    summer = season_of(club, ai, bo, chie, dai, slug="summer")
    entries = list(Entry.objects.filter(season=summer).select_related("user"))
    found = from_last_season(summer, entries)
    assert {entry(summer, user).pk: points for user, points in ((ai, 0), (bo, 1), (chie, 2))} == found
    before_the_start(summer)
    page = get(ai, "/clubs/tuesday/seasons/summer/handicaps/?propose=last")
    assert "Proposed from Spring" in words(page)
    form = page.context["form"]
    assert form.initial[f"match-{entry(summer, chie).pk}"] == 2
    assert not HandicapChange.objects.exists()


def test_a_season_that_has_not_begun_proposes_nothing(season: Season, club: Club, ai: User) -> None:
    before_the_start(season_of(club, ai, slug="summer"))
    autumn = season_of(club, ai, slug="autumn")
    assert season_before(autumn) == season


def test_a_member_who_left_keeps_what_counts(season: Season, ai: User, chie: User) -> None:
    given(season, chie, start="5")
    season.entries.filter(user=chie).update(state=Entry.State.WITHDRAWN)
    update_standings(division_of(season).pk)
    assert Standing.objects.get(entry__user=chie).points == "5"
    assert [made.name for made in get(ai, PAGE).context["form"].entries] == ["Ai", "Bo", "Chie"]
