"""Draws all divisions and starts the season in one go, for organisers who need not look at the draw first."""

from typing import Any

from leagues.draws import all_divisions
from leagues.draws.states import draw_states
from leagues.models import Season
from leagues.seasons import services
from leagues.seasons.readiness import refuse_unready
from players.models import User


def draw_and_start(*, club_id: int, user: User, season_id: int) -> None:
    """Draw the divisions that have no draw, lock all draws, and start.

    A draw takes seconds and holds no lock, so each step checks the person's rights again.
    """
    keys: dict[str, Any] = {"club_id": club_id, "user": user, "season_id": season_id}
    season = Season.objects.get(pk=season_id, club=club_id)
    # Before anything is locked that would have to be unlocked again.
    refuse_unready(season, before_draw=True)
    all_divisions.rehearse_all(**keys)
    rehearsals = all_divisions.rehearsals_to_lock(draw_states(season))
    all_divisions.lock_all(**keys, draws=[draw.pk for draw in rehearsals.values()])
    services.start(**keys)
