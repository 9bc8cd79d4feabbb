"""Draws a round and opens it in one go, for organisers on the evening, or once the date of a Swiss round has come."""

from typing import Any

from leagues.draws import services as draws
from leagues.draws.states import DrawState, draw_states
from leagues.locks import ClubError
from leagues.models import Round, Season
from leagues.rounds import opening
from players.models import User


def draw_and_open(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Draw the divisions that are not drawn, or whose members have changed since, lock the draws, and open the round.

    A draw takes seconds and holds no lock, so each step checks the person's rights again.
    """
    season = Season.objects.get(pk=season_id, club=club_id)
    round_ = season.rounds.filter(number=number).first()
    if round_ is None:
        raise ClubError(opening.already_opened(), "season")
    opening.refuse_to_open(season, round_)
    keys: dict[str, Any] = {"club_id": club_id, "user": user, "season_id": season_id}
    for state in divisions_due(season, round_):
        number_of_division = state.division.number
        draw = draws.rehearse(**keys, number=number_of_division)
        draws.lock(**keys, number=number_of_division, draw_id=draw.pk)
    opening.open_round(**keys, number=number)


def divisions_due(season: Season, round_: Round) -> list[DrawState]:
    """The divisions with somebody to be drawn in that round."""
    undrawn = set(opening.divisions_to_draw(season, round_).values_list("pk", flat=True))
    return [one for one in draw_states(season) if one.division.pk in undrawn or one.is_stale]
