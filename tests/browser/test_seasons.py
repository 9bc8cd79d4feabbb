"""The pages of seasons: how they look and read, to those who may see them."""

import pytest

from leagues.draws import services as draws_services
from leagues.models import Club, ExternalMatch, Season, Table
from leagues.seasons import services
from leagues.substitutes import services as substitutes
from players.models import User
from tests.browser.visitor import Look, Visit
from tests.support.clubs import club_of
from tests.support.external_matches import in_a_room, of_table, people_of
from tests.support.late_players import lag
from tests.support.played_seasons import deal
from tests.support.stored_seasons import crowd, enter, open_season, quick_draws, started, table_at

__all__ = ["quick_draws"]
pytestmark = pytest.mark.browser
SEASON = "/clubs/tuesday/seasons/spring/"


@pytest.mark.usefixtures("quick_draws")
def test_pages_while_it_is_prepared(someone: Visit, look: Look, ai: User, bo: User) -> None:
    club = club_of(ai, bo)
    season = open_season(club, ai, other_size=5, starts_at=None, round_days=14)
    enter(season, bo, *crowd(8))
    ids = {"club_id": club.pk, "user": ai, "season_id": season.pk}
    draws_services.rehearse(**ids, number=1, seed=1)
    one, other = season.entries.order_by("order")[:2]
    draws_services.keep_apart(**ids, members=[one.pk, other.pk])
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
    substitutes.replace_player(**ids, user=ai, seat_id=seat.pk)
    lag(season, "1-2", 30)
    Table.objects.filter(pk=table_at(season, "1-2").pk).update(deals_json=[deal("4 2 0 0 made 0", 4)])
    pages = ("", "draw/1/", "edit/", "rounds/1/", "rounds/2/", "rounds/1/close/", "substitutes/")
    late = ("/clubs/tuesday/late/", "/clubs/tuesday/late/texts/")
    look(someone(ai), [*(SEASON + page for page in pages), *late])
    look(someone(bo), [f"{SEASON}substitutes/", f"{SEASON}rounds/1/"])


@pytest.mark.usefixtures("quick_draws")
def test_a_match_that_was_played_elsewhere_comes_to_count(someone: Visit, look: Look, ai: User) -> None:
    season: Season = started(club_of(ai), ai, crowd(8), round_days=14)
    table = table_at(season, "1-1")
    names = [user.name for user in people_of(table)]
    match = in_a_room(ai, "Ken", "Rin", names[3], names[2], members=people_of(table)[2:])
    of_table(ai, table, broken_off=True)
    page = f"{SEASON}rounds/1/tables/{table.pk}/match/"
    visitor = someone(ai)
    look(visitor, [page, f"{page}?match={match.slug}", f"/t/{match.slug}/tables/"])
    visitor.go(f"{page}?match={match.slug}")
    visitor.page.locator("#id_seat-0").select_option("1")
    visitor.page.locator("#id_seat-1").select_option("0")
    visitor.page.locator("form .button.primary").click()
    visitor.page.wait_for_url(f"**{SEASON}rounds/1/")
    assert ExternalMatch.objects.get(table=table).seats_json == [1, 0, 3, 2]
    look(visitor, [f"{SEASON}rounds/1/", f"/t/{match.slug}/"])
