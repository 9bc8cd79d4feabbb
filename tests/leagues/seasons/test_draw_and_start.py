"""A season is drawn and started in one go."""

import pytest

from leagues.models import Club, Season, Table
from leagues.seasons import divisions
from leagues.seasons.divisions import WantedDivision
from players.models import User
from tests.support.stored_seasons import crowd, enter, open_season
from tests.support.visits import get, post, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
SEASON = "/clubs/tuesday/seasons/spring/"


def test_all_divisions_are_drawn_and_the_season_starts(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(8))
    keys = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    divisions.set_divisions(**keys, divisions=[WantedDivision("", 4, 0, 0)] * 2)
    divisions.assign(**keys, order="registration")
    assert "Draw and start the season" in text(get(bo, SEASON))
    assert "Round 1 is drawn now, and begins." in text(post(bo, f"{SEASON}start/draw/"))
    assert post(bo, f"{SEASON}start/draw/", sure="yes")["Location"] == SEASON
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert Table.objects.filter(round__season=season, round__number=1).count() == 2
    assert "Draw and start" not in text(get(bo, SEASON))


def test_a_season_that_can_not_be_drawn_does_not_start(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(1))
    assert post(bo, f"{SEASON}start/draw/", sure="yes").status_code == 409
    season.refresh_from_db()
    assert season.state == Season.State.REGISTRATION
