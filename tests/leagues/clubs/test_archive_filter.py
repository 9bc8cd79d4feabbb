"""The matches of a club and of its seasons in the archive."""

import pytest

from games.integrity.audit import audit
from games.models import ArchivedDeal, Game
from leagues.clubs import services
from leagues.models import Club, Season, Table
from players.models import User
from tests.support.archive_pages import deals
from tests.support.cast import everybody
from tests.support.clubs import tuesday
from tests.support.play import play_out, reread, running
from tests.support.played_seasons import division_of, season_of
from tests.support.visits import get
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


@world
def spring() -> list[Game]:
    """The club has played a match in spring and one in autumn; another was no season's."""
    club, cast = tuesday(), everybody()
    games = [play_out(running(*cast, deals=1), *cast) for _ in range(3)]
    for slug, game in zip(("spring", "autumn"), games, strict=False):
        season = season_of(club, *cast, slug=slug)
        Table.objects.create(round=season.rounds.get(number=1), division=division_of(season), number=1, game=game)
    return games


def of(game: Game) -> list[str]:
    found = ArchivedDeal.objects.filter(game=game).order_by("-ended_at", "-pk")
    return [f"/t/{game.slug}/review/?deal={deal.number}" for deal in found]


def test_by_club_and_by_season(spring: list[Game], club: Club) -> None:
    first, second, _other = spring
    path = f"/archive/?club={club.slug}"
    assert sorted(deals(path)) == sorted(of(first) + of(second))
    assert deals(f"{path}/spring") == of(first)
    assert deals(f"{path}%2Fautumn&player=Ai") == of(second)


@pytest.mark.parametrize("address", ["nowhere", "tuesday/winter", "/", "a/b/c", "x" * 121])
def test_there_is_no_such_club(spring: list[Game], address: str) -> None:
    assert get(None, f"/archive/?club={address}").status_code == 400


def test_a_private_club_is_known_to_its_members_alone(spring: list[Game], club: Club, ai: User, emi: User) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    path = f"/archive/?club={club.slug}"
    assert get(ai, path).status_code == 200
    for reader in (None, emi):
        assert get(reader, path).status_code == 400


def test_the_deals_of_a_club_that_is_private_now_are_shown_to_their_players_alone(
    spring: list[Game], club: Club, ai: User, emi: User
) -> None:
    first, second, other = spring
    services.edit(club_id=club.pk, user=ai, values={"is_public": False})
    for reader in (None, emi):
        assert deals("/archive/", reader) == of(other)
        assert first.slug not in get(reader, "/archive/deals.csv").getvalue().decode()
        assert get(reader, "/archive/records.jsonl").getvalue().decode().count("napoleon-record") == 1
    mine = sorted([*of(first), *of(second), *of(other)])
    assert sorted(deals("/archive/?player=Ai", ai)) == mine
    assert all(check.holds for game in (first, second) for check in audit(reread(game)))


def test_a_season_in_preparation_is_known_to_its_organisers_alone(
    spring: list[Game], club: Club, bo: User, chie: User
) -> None:
    Season.objects.filter(slug="spring").update(state="draft", announced_at=None)
    path = f"/archive/?club={club.slug}/spring"
    assert get(bo, path).status_code == 200
    for reader in (None, chie):
        assert get(reader, path).status_code == 400
