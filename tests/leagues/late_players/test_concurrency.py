"""Two organisers who press at the same moment write once."""

import pytest

from leagues.late_players.services import write_to_late
from leagues.models import AuditEntry, Club
from players.models import Notification, User
from tests.support.concurrency import at_once_or_refused
from tests.support.late_players import lag
from tests.support.stored_seasons import crowd, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_draws")]


def test_two_organisers_write_once(club: Club, ai: User, bo: User) -> None:
    lag(started(club, bo, crowd(4)), "1-1", 30)
    answers = at_once_or_refused(
        *(
            lambda user=user: write_to_late(  # type: ignore[misc]
                club_id=club.pk, user=user, to="all", name="friendly"
            )
            for user in (ai, bo, bo)
        )
    )
    assert sorted(answers) == [(0, 1), (0, 1), (1, 0)]  # type: ignore[type-var]
    assert Notification.objects.filter(kind="season_chased").count() == 1
    assert AuditEntry.objects.filter(action="late_written").count() == 1
