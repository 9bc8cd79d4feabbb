"""Every route of seasons, standings, ratings and files, tried by everybody."""

import pytest

from leagues.models import AuditEntry, Club, Draw, Season
from players.models import User
from tests.support.club_areas import Area, open_for_entries, with_standings
from tests.support.club_readers import OUTSIDE, READERS, answered, undone
from tests.support.club_routes import FORMS, SEASON
from tests.support.clubs import club_of
from tests.support.route_tables import some
from tests.support.stored_seasons import open_season, states
from tests.support.visits import client_of
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
POSTS = [name for name, row in SEASON.items() if row.method == "POST"]
WITH_KEYS = [name for name, row in SEASON.items() if "entries/{" in row.path]
OF_NO_CLUB = ("leagues:own_rounds_calendar", "leagues:rating")
"""A member's secret address gives access to what the member may read; people's pages belong to no club."""


seasons = world(open_for_entries)
standings = world(with_standings)


@pytest.fixture
def season(seasons: Area) -> Season:
    return Season.objects.get(pk=Draw.objects.get().division.season_id)


@pytest.fixture(params=["seasons", "standings"])
def area(request: pytest.FixtureRequest) -> Area:
    found: Area = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("who", some(READERS, "stranger", "organiser"))
def test_in_a_public_club(who: str, area: Area) -> None:
    assert area.tried(who) == area.routes.answers_to(who)


@pytest.mark.parametrize("who", READERS)
def test_the_forms_of_pages(who: str, seasons: Area) -> None:
    client, is_organiser = seasons.browser(who), who in ("organiser", "owner")
    refusal = "in" if who == "anonymous" else "403"
    found = {
        name: answered(client, name, "POST", path.format(**seasons.places), {"sure": ""})
        for name, (path, _answer) in FORMS.items()
    }
    expected = {name: answer for name, (_path, answer) in FORMS.items()}
    for_others = dict.fromkeys(FORMS, refusal)
    if who == "member":
        for_others["leagues:write_to_organisers"] = expected["leagues:write_to_organisers"]
    assert found == (expected if is_organiser else for_others)


@pytest.mark.parametrize("who", some(READERS, "other"))
def test_in_a_club_that_is_not_public(who: str, area: Area) -> None:
    Club.objects.update(is_public=False)
    public = area.routes.answers_to(who)
    expected = area.closed_to(who) if who in OUTSIDE else public
    expected |= {name: public[name] for name in OF_NO_CLUB if name in public}
    assert area.tried(who) == expected


def test_looking_changes_nothing(seasons: Area, season: Season) -> None:
    """Where the organiser's requests change nothing, nobody's do: a view takes its methods from all or none."""
    client = seasons.browser("organiser")
    before, said = AuditEntry.objects.count(), states(season)
    for name in POSTS:
        with undone():
            client.get(SEASON[name].path.format(**seasons.places))
            assert AuditEntry.objects.count() == before, name
            assert states(season) == said, name


def test_what_belongs_to_another_season_is_out_of_reach(seasons: Area, season: Season, dai: User) -> None:
    """The organiser of another club with the keys of this season's entries."""
    open_season(club_of(dai, slug="elsewhere"), dai)
    keys = {**seasons.places, "season": "/clubs/elsewhere/seasons/spring/"}
    before, client = states(season), client_of(dai)
    for name in WITH_KEYS:
        row = SEASON[name]
        assert row.method == "POST"
        with undone():
            assert client.post(row.path.format(**keys), row.data).status_code == 409, name
            assert states(season) == before, name


def test_a_season_is_found_in_its_own_club_only(season: Season, dai: User) -> None:
    club_of(dai, slug="elsewhere")
    assert client_of(dai).get("/clubs/elsewhere/seasons/spring/").status_code == 404
