"""Seasons of which some rounds or tables are played on this site, and others at real tables."""

import pytest

from leagues.models import Season, Table
from leagues.seasons import services, sweep
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import log, tuesday
from tests.support.external_matches import people_of
from tests.support.stored_seasons import course, crowd, drawn_season, reread, table_at
from tests.support.visits import get, post, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
ROUND = "/clubs/tuesday/seasons/spring/rounds/1/"


@world
def season() -> Season:
    """Eight members at two tables in two rounds; it has not started."""
    return drawn_season(tuesday(), person("bo"), crowd(8), gap="byes")


def begin(season: Season, bo: User) -> None:
    services.start(club_id=season.club_id, user=bo, season_id=season.pk)
    sweep.advance_season(season.pk)


def move(user: User, path: str, venue: str) -> int:
    return post(user, f"{ROUND}{path}venue/", venue=venue).status_code


def test_a_round_at_real_tables_in_a_season_of_this_site(season: Season, bo: User) -> None:
    assert move(bo, "", "real") == 302
    begin(season, bo)
    assert course(season)[0] == "1 running: drawn, drawn"
    player = people_of(table_at(season, "1-1"))[0]
    assert "Enter the results" in text(get(player, ROUND))
    assert "You play round 1 at a real table: enter the results" in text(get(player, "/"))
    assert "at real tables" in text(get(None, ROUND))
    assert log(season.club)[-2] == "Bo moved round 1 of Spring to real tables."


def test_one_table_of_a_round_at_a_real_table(season: Season, bo: User) -> None:
    table = table_at(season, "1-1")
    assert move(bo, f"tables/{table.pk}/", "real") == 302
    begin(season, bo)
    assert course(season)[0] == "1 running: drawn, running"
    assert Notification.objects.filter(kind="season_round", user=people_of(table)[0]).exists()
    assert post(people_of(table_at(season, "1-2"))[0], f"{ROUND}tables/{table.pk}/results/").status_code == 403


def test_a_table_of_a_running_evening_moves_to_the_site(season: Season, bo: User) -> None:
    move(bo, "", "real")
    begin(season, bo)
    table = table_at(season, "1-2")
    assert move(bo, f"tables/{table.pk}/", "site") == 302
    sweep.advance_season(season.pk)
    assert course(season)[0] == "1 running: drawn, running"
    assert move(bo, f"tables/{table.pk}/", "real") == 409
    assert move(bo, "", "site") == 409


def test_an_evening_in_between_draws_nothing_anew(season: Season, bo: User) -> None:
    """The real tables of a round that runs stay when the others are drawn again."""
    move(bo, "", "real")
    begin(season, bo)
    assert "Redraw the coming rounds" in text(get(bo, "/clubs/tuesday/seasons/spring/draw/1/"))
    tables = list(Table.objects.filter(round__number=1).values_list("pk", flat=True))
    post(bo, "/clubs/tuesday/seasons/spring/draw/1/rehearse/")
    draw = season.divisions.get().draws.get(locked_at=None)
    assert draw.first_round == 2
    post(bo, "/clubs/tuesday/seasons/spring/draw/1/lock/", draw=draw.pk)
    assert list(Table.objects.filter(round__number=1).values_list("pk", flat=True)) == tables


def test_bots_sit_at_no_real_table(season: Season, bo: User) -> None:
    table = table_at(season, "1-1")
    table.seats.filter(number=0).update(entry=None)
    assert "Bots can’t sit at a real table" in text(post(bo, f"{ROUND}venue/", venue="real"))
    assert move(bo, f"tables/{table.pk}/", "real") == 409
    assert reread(season).rounds.get(number=1).venue == ""
