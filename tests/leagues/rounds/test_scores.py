"""What the seats of a table have so far, by the season's scheme."""

from fractions import Fraction

import pytest

from leagues.models import Club, Season, Table
from leagues.rounds.scores import scores_of
from leagues.standings.core import Scheme
from leagues.standings.core.points import TablePoints
from players.models import User
from tests.support import played_seasons

pytestmark = pytest.mark.django_db
PLACES = ((Fraction(3), Fraction(2), Fraction(0)),)


def standing(season: Season, table: Table) -> str:
    """`1 Ai 6 = 9`: place, score and points of each seat."""
    found = scores_of(table, TablePoints(season.scheme), season.rules.deals)
    names = [seat.entry.name if seat.entry else "bot" for seat in table.seats.order_by("number")]
    return ", ".join(
        f"{one.place} {name} {one.score} = {one.shown or '-'}" for name, one in zip(names, found, strict=False)
    )


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        (Scheme(), "2 Ai 2 = 2, 1 Bo 5 = 5, 2 bot 2 = -"),
        (Scheme(points="place", places=PLACES), "2 Ai 2 = 1, 1 Bo 5 = 3, 2 bot 2 = -"),
        (Scheme(points="both", places=PLACES), "2 Ai 2 = 3, 1 Bo 5 = 8, 2 bot 2 = -"),
        (Scheme(centred=True), "2 Ai 2 = −1, 1 Bo 5 = 2, 2 bot 2 = -"),
    ],
)
def test_a_running_table_has_the_points_that_its_deals_would_bring(
    club: Club, ai: User, bo: User, scheme: Scheme, expected: str
) -> None:
    season = played_seasons.season_of(club, ai, bo, scheme=scheme)
    assert standing(season, played_seasons.table(season, "1/1", [ai, bo, None], "2 5 2", state="running")) == expected
    Table.objects.update(state="finished")
    assert standing(season, Table.objects.get()) == expected


def test_finished_deals_are_scaled_if_the_season_scales_them(club: Club, ai: User, bo: User) -> None:
    season = played_seasons.season_of(club, ai, bo, closing="pro_rata")
    table = played_seasons.table(season, "1/1", [ai, bo], "2 5", state="running")
    assert standing(season, table) == "2 Ai 2 = 4, 1 Bo 5 = 10"


def test_before_the_first_deal_and_at_void_tables_there_is_nothing(club: Club, ai: User, bo: User) -> None:
    season = played_seasons.season_of(club, ai, bo)
    none = played_seasons.table(season, "1/1", [ai, bo], state="running")
    void = played_seasons.table(season, "1/2", [ai, bo], "2 5", state="void")
    assert (standing(season, none), standing(season, void)) == ("", "")
