"""Writes to late players, as the organisers ask."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from leagues.clubs.audit_log import record_in_audit_log
from leagues.late_players.late import LatePlayer, late_players
from leagues.late_players.notifications import WrittenToLate
from leagues.late_players.texts import own_texts
from leagues.locks import lock_club_as_organiser
from leagues.models import Season
from players.models import User


class Written(NamedTuple):
    """How many people were written to now, and how many were left out since they were recently."""

    sent: int
    spared: int


@transaction.atomic
def write_to_late(*, club_id: int, user: User, to: str, name: str) -> Written:
    """Send a text of the club to late players: all, or those of a season, a round or a table, or one of them.

    The club is locked, so two organisers who press at once write once. Players who have moved by now are left out.
    """
    club = lock_club_as_organiser(club_id, user)
    now, texts = timezone.now(), own_texts(club)
    meant = [player for player in late_players(club, now, reader=user) if to in player.keys]
    reached = [player for player in meant if player.may_write]
    for player in reached:
        player.season.club = club
        WrittenToLate.notify(player, name, texts, now)
    _record(reached, user)
    return Written(len(reached), len(meant) - len(reached))


def _record(reached: Iterable[LatePlayer], user: User) -> None:
    """The club reads how many were written to, but not who."""
    people: dict[Season, set[int]] = {}
    for player in reached:
        people.setdefault(player.season, set()).add(player.user.pk)
    for season, users in people.items():
        record_in_audit_log(season, "late_written", actor=user, people=len(users))
