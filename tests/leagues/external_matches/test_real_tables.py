"""A season at real tables: no games begin, and those at the table enter its results."""

import pytest
from django.utils import timezone

from games.models import Game
from leagues.entries.services import withdraw
from leagues.models import ExternalMatch, Round, Season, Table
from leagues.rounds import closing
from leagues.seasons import sweep
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.external_matches import people_of, take_back
from tests.support.notifications import is_current, message_of
from tests.support.stored_seasons import course, crowd, reread, started, table_at
from tests.support.visits import get, post, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
ROUND = "/clubs/tuesday/seasons/spring/rounds/1/"
REAL = {"venue": "real", "gap": "byes", "closing": "pro_rata", "opening": "finished"}


@world
def season() -> Season:
    """Two tables of four in two rounds; the first round runs."""
    return started(tuesday(), person("bo"), crowd(8), **REAL)


def enter(user: User, table: Table, declarer: int = 1) -> int:
    """They enter one deal; the status of the answer."""
    deal = {"declarer": declarer, "bid": 13, "adjutant": 3, "pictures": 15}
    data = {"sure": "yes", **{f"deal-1-{name}": value for name, value in deal.items()}}
    number = table.round.number
    return post(user, f"/clubs/tuesday/seasons/spring/rounds/{number}/tables/{table.pk}/results/", **data).status_code


def leave(season: Season, *users: User) -> None:
    for user in users:
        withdraw(club_id=season.club_id, user=user, season_id=season.pk)


def test_no_game_begins(season: Season, table: Table, bo: User) -> None:
    sweep.advance_season(season.pk)
    table.refresh_from_db()
    assert (table.state, table.game) == ("drawn", None)
    assert not Game.objects.exists()
    page = text(get(None, ROUND))
    assert "Played at a real table, no results yet" in page
    calm = text(get(bo, ROUND)).split("<details")[0]
    assert f'href="{ROUND}tables/{table.pk}/results/"' in calm
    assert "Table 1 (at a real table, no results yet): P" in page


def test_those_at_the_table_are_told_with_whom_they_play(table: Table, bo: User) -> None:
    player = people_of(table)[0]
    told = Notification.objects.get(kind="season_round", user=player)
    message = message_of(told)
    assert message.title == "Spring, round 1: meet at a real table"
    names = ", ".join(user.name for user in people_of(table))
    assert f"At your table: {names}." in message.lines
    assert message.path == ROUND
    assert is_current(told)
    assert enter(player, table) == 302
    assert not is_current(told)


def test_those_at_the_table_enter_its_results(season: Season, table: Table) -> None:
    player = people_of(table)[3]
    path = f"{ROUND}tables/{table.pk}/results/"
    assert f'href="{path}"' in text(get(player, ROUND))
    assert enter(player, table) == 302
    table.refresh_from_db()
    assert (table.state, table.outcome) == ("finished", "recorded")
    assert f"{player.name} entered the results" in text(get(None, ROUND))
    stranger = people_of(table_at(season, "1-2"))[0]
    assert f'href="{path}"' in text(get(player, ROUND))
    assert f'href="{path}"' not in text(get(stranger, ROUND))
    assert enter(stranger, table) == 403


def test_another_player_confirms_them(table: Table) -> None:
    player, other = people_of(table)[:2]
    enter(player, table)
    confirm = f"{ROUND}tables/{table.pk}/results/confirm/"
    assert "Nobody else has confirmed them yet." in text(get(other, ROUND))
    assert confirm in text(get(other, ROUND))
    assert confirm not in text(get(player, ROUND))
    asked = "Results of your table in round 1 were entered: are they right?"
    assert [asked in text(get(user, "/")) for user in (player, other)] == [False, True]
    seen = ExternalMatch.objects.get().accepted_at.isoformat()
    assert post(player, confirm, seen=seen).status_code == 409
    assert post(other, confirm, seen="2020").status_code == 409
    assert post(other, confirm, seen=seen).status_code == 302
    assert f"{other.name} has confirmed them." in text(get(None, ROUND))
    assert asked not in text(get(other, "/"))
    assert confirm not in text(get(people_of(table)[2], ROUND))


def test_what_an_organiser_enters_needs_no_confirmation(table: Table, bo: User) -> None:
    enter(bo, table)
    page = text(get(people_of(table)[0], ROUND))
    assert "confirm" not in page.lower()


def test_the_sheet_to_print_has_the_columns_of_the_form(table: Table) -> None:
    sheet = text(get(None, "/clubs/tuesday/seasons/spring/sheets/1/"))
    form = text(get(people_of(table)[0], f"{ROUND}tables/{table.pk}/results/"))
    for column in ("Napoleon", "Bid", "Adjutant", "Pictures taken"):
        assert f'<th scope="col">{column}</th>' in sheet
        assert f'<th scope="col">{column}</th>' in form


def test_who_has_withdrawn_enters_none(season: Season, table: Table) -> None:
    player, other = people_of(table)[:2]
    path = f"{ROUND}tables/{table.pk}/results/"
    leave(season, player)
    assert f'href="{path}"' not in text(get(player, ROUND))
    assert enter(player, table) == 403
    assert enter(other, table) == 302


def test_the_front_page_leads_there_until_the_results_are_in(table: Table) -> None:
    player = people_of(table)[1]
    asked = "You play round 1 at a real table: enter the results"
    front = text(get(player, "/"))
    assert asked in front
    assert f'href="{ROUND}"' in front
    enter(player, table)
    assert asked not in text(get(player, "/"))


def test_results_that_are_taken_back_are_waited_for_again(season: Season, table: Table, bo: User) -> None:
    enter(bo, table)
    assert "The table then waits for its results again." in text(post(bo, f"{ROUND}tables/{table.pk}/match/take-back/"))
    take_back(bo, season, table)
    sweep.advance_season(season.pk)
    table.refresh_from_db()
    assert (table.state, table.game) == ("drawn", None)


def test_no_bot_stands_for_a_member_who_has_withdrawn(season: Season, table: Table) -> None:
    player, *others = people_of(table)
    leave(season, player)
    page = text(get(None, ROUND))
    assert player.name in page
    assert "bot" not in page
    told = message_of(Notification.objects.get(kind="season_round", user=others[0]))
    assert f"At your table: {', '.join(user.name for user in others)}." in told.lines


def test_a_table_that_all_have_left_before_its_round_is_void(season: Season, bo: User) -> None:
    leave(season, *people_of(table_at(season, "2-1")))
    for at in ("1-1", "1-2"):
        enter(bo, table_at(season, at))
    sweep.advance_season(season.pk)
    assert course(season) == ["1 finished: finished, finished", "2 running: void, drawn"]
    enter(bo, table_at(season, "2-2"))
    assert reread(season).state == Season.State.FINISHED


def test_the_season_goes_on_with_the_last_result(season: Season, bo: User) -> None:
    for at in ("1-1", "1-2", "2-1", "2-2"):
        sweep.advance_season(season.pk)
        assert enter(bo, table_at(season, at)) == 302
    assert reread(season).state == Season.State.FINISHED
    table = table_at(season, "1-1")
    assert enter(people_of(table)[0], table, declarer=2) == 409
    assert "This season is over." in text(get(people_of(table)[0], f"{ROUND}tables/{table.pk}/results/"))


def test_a_table_without_results_is_void_when_its_round_closes(season: Season, table: Table, bo: User) -> None:
    assert enter(bo, table) == 302
    Round.objects.filter(season=season, number=1).update(closes_at=timezone.now())
    closing.close_due(reread(season), timezone.now())
    assert table_at(season, "1-1").state == "finished"
    assert table_at(season, "1-2").state == "void"
