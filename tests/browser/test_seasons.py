"""The pages of seasons: how they look and read, to those who may see them."""

from __future__ import annotations

import pytest

from leagues.models import Club, Season
from leagues.seasons import drawing, services, substitutes
from players.models import User
from tests.browser.test_pages import Look, language, look, pytestmark, someone
from tests.browser.visitor import Visit
from tests.leagues.clubs import club_of
from tests.leagues.organised import crowd, enter, open_season, quick_draws, started

__all__ = ["language", "look", "pytestmark", "quick_draws", "someone"]

SEASON = "/clubs/tuesday/seasons/spring/"


@pytest.mark.usefixtures("quick_draws")
def test_pages_while_it_is_prepared(someone: Visit, look: Look, ai: User, bo: User) -> None:
    club = club_of(ai, bo)
    season = open_season(club, ai, other_size=5, starts_at=None, round_days=14)
    enter(season, bo, *crowd(8))
    ids = {"club_id": club.pk, "user": ai, "season_id": season.pk}
    drawing.rehearse(**ids, number=1, seed=1)
    one, other = season.entries.order_by("order")[:2]
    drawing.keep_apart(**ids, one=one.pk, other=other.pk)
    services.copy(**ids, slug="summer", name="Summer")
    pages = ("", "rules/", "entries/", "divisions/", "edit/", "copy/", "cancel/", "draw/1/")
    swap = f"{SEASON}draw/1/swap/?round=1&one={one.pk}&other={season.entries.order_by('pk')[7].pk}"
    look(
        someone(ai),
        [
            "/clubs/tuesday/seasons/",
            "/clubs/tuesday/seasons/new/",
            "/clubs/tuesday/seasons/summer/promotion/",
            swap,
            *(SEASON + page for page in pages),
        ],
    )
    look(someone(bo), [SEASON, f"{SEASON}withdraw/"])
    look(someone(), [SEASON, f"{SEASON}draw/1/"])


@pytest.mark.usefixtures("quick_draws")
def test_pages_while_it_runs(someone: Visit, look: Look, ai: User, bo: User) -> None:
    club: Club = club_of(ai, bo)
    season: Season = started(club, ai, crowd(8), round_days=14)
    ids = {"club_id": club.pk, "season_id": season.pk}
    for user in (bo, ai):
        substitutes.volunteer(**ids, user=user)
    seat = season.rounds.get(number=1).tables.get(number=1).seats.get(number=0)
    substitutes.replace(**ids, user=ai, seat_id=seat.pk)
    pages = ("", "draw/1/", "edit/", "rounds/1/", "rounds/2/", "rounds/1/close/", "substitutes/")
    look(someone(ai), [SEASON + page for page in pages])
    look(someone(bo), [f"{SEASON}substitutes/", f"{SEASON}rounds/1/"])
