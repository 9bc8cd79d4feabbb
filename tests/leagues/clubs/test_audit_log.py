"""Who reads what in the log of a club."""

import pytest

from leagues.models import Club
from leagues.seasons import services
from players.models import User
from tests.support.stored_seasons import season_of
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db
LOG = "/clubs/tuesday/audit-log/"
PREPARED = "Bo prepared the season Spring."


def test_members_read_of_a_season_once_it_has_been_announced(club: Club, bo: User, chie: User) -> None:
    season = season_of(club, bo)
    assert PREPARED in text(get(bo, LOG))
    assert "Spring" not in text(get(chie, LOG))
    services.open_registration(club_id=club.pk, user=bo, season_id=season.pk)
    assert PREPARED in text(get(chie, LOG))


def test_of_a_season_that_was_deleted_only_organisers_ever_read(club: Club, bo: User, chie: User) -> None:
    services.delete(club_id=club.pk, user=bo, season_id=season_of(club, bo).pk)
    assert PREPARED in text(get(bo, LOG))
    assert "Spring" not in text(get(chie, LOG))
