"""Who reads what in the log of a club."""

from datetime import UTC, datetime

import pytest

from leagues.models import AuditEntry, Club
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


def test_the_log_of_one_season_or_of_the_club_itself(club: Club, bo: User, chie: User) -> None:
    season = season_of(club, bo)
    assert PREPARED in text(get(bo, f"{LOG}?season={season.slug}"))
    assert "founded the club" not in text(get(bo, f"{LOG}?season={season.slug}"))
    assert PREPARED not in text(get(bo, f"{LOG}?season=-"))
    assert "founded the club" in text(get(bo, f"{LOG}?season=-"))
    assert get(bo, f"{LOG}?season=autumn").status_code == 404
    # Members don't learn that it is being prepared.
    assert get(chie, f"{LOG}?season={season.slug}").status_code == 404


def test_entries_are_under_their_day_in_the_readers_time_zone(club: Club, bo: User) -> None:
    AuditEntry.objects.update(at=datetime(2026, 11, 28, 20, tzinfo=UTC))
    User.objects.filter(pk=bo.pk).update(time_zone="Asia/Tokyo")
    assert '<h2><time datetime="2026-11-29">' in text(get(bo, LOG))
