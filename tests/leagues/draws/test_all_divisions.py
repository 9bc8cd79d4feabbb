"""All divisions of a season are drawn at once, and all their draws locked."""

import pytest

from leagues.draws import all_divisions
from leagues.draws import services as draws_services
from leagues.draws.states import draw_states
from leagues.locks import ClubError
from leagues.models import Draw, Season
from leagues.seasons import divisions
from leagues.seasons.divisions import WantedDivision
from players.models import User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.stored_seasons import crowd, enter, open_season
from tests.support.visits import get, post, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
DRAW = "/clubs/tuesday/seasons/spring/draw/1/"


@world
def season() -> Season:
    """Two divisions of four."""
    made = open_season(tuesday(), person("bo"))
    enter(made, *crowd(8))
    keys = {"club_id": made.club_id, "user": person("bo"), "season_id": made.pk}
    divisions.set_divisions(**keys, divisions=[WantedDivision(name, 4, 0, 0) for name in ("First", "Second")])
    divisions.assign(**keys, order="registration")
    return made


def rehearsals(season: Season) -> list[int]:
    drawn = Draw.objects.filter(division__season=season, locked_at=None)
    return list(drawn.order_by("division__number").values_list("pk", flat=True))


def test_from_the_page_all_are_drawn_and_locked(season: Season, bo: User) -> None:
    assert "Draw all 2 divisions without a draw" in text(get(bo, DRAW))
    post(bo, f"{DRAW}rehearse-all/")
    one, other = rehearsals(season)
    page = text(get(bo, DRAW))
    assert "without a draw" not in page
    assert f'name="draws" value="{one},{other}"' in page
    assert post(bo, f"{DRAW}lock-all/", draws=f"{one},{other}")["Location"] == DRAW
    assert all(state.locked and not state.rehearsal for state in draw_states(season))


def test_a_draw_that_is_there_stays(season: Season, bo: User) -> None:
    keys = {"club_id": season.club_id, "user": bo, "season_id": season.pk}
    kept = draws_services.rehearse(**keys, number=2, seed=5)
    all_divisions.rehearse_all(**keys)
    assert rehearsals(season)[1] == kept.pk


def test_nobody_locks_a_draw_that_they_have_not_seen(season: Season, bo: User) -> None:
    keys = {"club_id": season.club_id, "user": bo, "season_id": season.pk}
    all_divisions.rehearse_all(**keys)
    seen = rehearsals(season)
    draws_services.rehearse(**keys, number=2, seed=5)
    with pytest.raises(ClubError, match="has changed since"):
        all_divisions.lock_all(**keys, draws=seen)
    assert not any(state.locked for state in draw_states(season))
    assert post(bo, f"{DRAW}lock-all/", draws="1;2").status_code == 422
