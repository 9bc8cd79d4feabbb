"""The pages of teams in both languages, for axe and on the narrowest phone.

With PICTURES=folder they are drawn there.
"""

import pytest
from django.utils import timezone

from leagues.draws import services as draws_services
from leagues.models import Club, Membership, Season, Team, TeamInvitation
from leagues.teams import services as teams_services
from players.models import User
from tests.browser.pictured import LOCALES, look
from tests.browser.visitor import Visit, Visitor
from tests.support.clubs import *  # noqa: F403
from tests.support.played_seasons import AT, entry, season_of, table, tallied
from tests.support.stored_seasons import draw_quickly, enter, open_season

pytestmark = pytest.mark.browser
SEASON = "/clubs/tuesday/seasons/spring/"
NAMES = ["Fu", "Osamu-with-a-very-long-name", "佐藤花子"]


@pytest.fixture(params=LOCALES)
def someone(visit: Visit, request: pytest.FixtureRequest, ai: User) -> Visitor:
    return visit(ai, locale=LOCALES[request.param])


def people(cast: list[User], club: Club) -> list[User]:
    more = [User.objects.create(name=name, email=f"{n}@example.org") for n, name in enumerate(NAMES)]
    for user in (*cast, *more):
        Membership.objects.get_or_create(club=club, user=user, ended_at=None, defaults={"joined_at": AT})
    return [*cast[:5], *more]


def test_before_the_season(someone: Visitor, club: Club, cast: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ai is invited, and organises; then she is the captain of a team."""
    draw_quickly(monkeypatch)
    ai, bo, chie, *others = members = people(cast, club)
    season = open_season(club, bo, team_size=2)
    enter(season, *members)
    keys = {"club_id": club.pk, "season_id": season.pk}
    team = teams_services.found(**keys, user=chie, name="The Four Aces")
    teams_services.invite(**keys, user=chie, number=team.number, person=ai)
    problems = look(someone, "teams-invited", f"{SEASON}teams/")
    problems += look(someone, "season-invited", SEASON)
    TeamInvitation.objects.all().delete()
    mine = teams_services.found(**keys, user=ai, name="")
    teams_services.invite(**keys, user=ai, number=mine.number, person=others[-1])
    problems += look(someone, "team-captain", f"{SEASON}teams/{mine.number}/")
    teams_services.make_teams(**keys, user=bo, order="registration")
    draws_services.rehearse(**keys, user=bo, number=1, seed=1)
    problems += look(someone, "teams-draw", f"{SEASON}draw/1/")
    assert not problems


def test_in_the_season(someone: Visitor, club: Club, cast: list[User]) -> None:
    members = people(cast, club)
    season = season_of(club, *members, rounds=3, team_size=2)
    for number, at in enumerate(range(0, 8, 2), start=1):
        pair = members[at : at + 2]
        name = "The Four Aces" if number == 2 else ""
        team = Team.objects.create(
            season=season, number=number, name=name, captain=entry(season, pair[0]), made_at=timezone.now()
        )
        season.entries.filter(user__in=pair).update(team=team)
    one, two = members[0::2], members[1::2]
    for number, (first, second) in enumerate((("4 2 0 1", "3 3 1 0"), ("0 4 2 2", "1 0 4 2")), start=1):
        table(season, f"{number}/1", [*one], first)
        table(season, f"{number}/2", [*two], second)
    season.entries.filter(user=members[1]).update(starting_points="3.5")
    tallied(season)
    pages = {"teams": f"{SEASON}teams/", "team": f"{SEASON}teams/1/", "standings-of-pairs": f"{SEASON}standings/1/"}
    assert not [problem for name, path in pages.items() for problem in look(someone, name, path)]
    Season.objects.update(state="finished")
    assert not look(someone, "teams-final", f"{SEASON}teams/")
