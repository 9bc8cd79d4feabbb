"""Draws all divisions of a season at once, and locks all their draws."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.draws import services
from leagues.draws.states import DrawState, draw_states
from leagues.locks import ClubError, lock_as_organiser
from leagues.models import Draw, Season
from players.models import User


def divisions_to_rehearse(states: Collection[DrawState]) -> list[DrawState]:
    """The divisions without a draw that can be drawn now."""
    return [one for one in states if one.is_due and one.rehearsal is None and not one.obstacle]


def rehearsals_to_lock(states: Collection[DrawState]) -> dict[int, Draw]:
    """By the number of the division."""
    return {one.division.number: one.rehearsal for one in states if one.rehearsal and not one.obstacle}


def rehearse_all(*, club_id: int, user: User, season_id: int) -> None:
    """Draw each division that has no draw; a draw takes seconds and holds no lock."""
    keys: dict[str, Any] = {"club_id": club_id, "user": user, "season_id": season_id}
    for state in divisions_to_rehearse(draw_states(Season.objects.get(pk=season_id, club=club_id))):
        services.rehearse(**keys, number=state.division.number)


@transaction.atomic
def lock_all(*, club_id: int, user: User, season_id: int, draws: Collection[int]) -> None:
    """Lock the rehearsals of all divisions, which are these: nobody locks a draw that they have not seen."""
    keys: dict[str, Any] = {"club_id": club_id, "user": user, "season_id": season_id}
    season = lock_as_organiser(**keys)
    rehearsals = rehearsals_to_lock(draw_states(season))
    if {draw.pk for draw in rehearsals.values()} != set(draws):
        raise ClubError(_("The draw has changed since. Please check it again."), "draw", 1)
    for number, draw in rehearsals.items():
        services.lock(**keys, number=number, draw_id=draw.pk)
