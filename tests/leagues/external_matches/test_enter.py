"""Entering the results of a real table, correcting them, and taking them back."""

from typing import Any

import pytest

from games.models import Game
from leagues.exports.csv_files import EXPORTS
from leagues.external_matches.enter import enter_results, version_of
from leagues.external_matches.readiness import entered_results
from leagues.locks import ClubError
from leagues.models import ExternalMatch, Season, Standing, Table
from leagues.seasons import sweep
from leagues.standings.store import update_standings
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import log, tuesday
from tests.support.external_matches import count, of_table, people_of, take_back
from tests.support.notifications import message_of
from tests.support.stored_seasons import crowd, play_out, started, table_at
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
MADE = {"declarer": 0, "bid": 13, "adjutant": 2, "pictures": 15}
ENTERED = "Bo entered the results of the table Spring, round 1, table 1."
LOST_ALONE = {"declarer": 1, "bid": 14, "adjutant": None, "pictures": 10}


@world
def season() -> Season:
    """Two tables of four in two rounds; the first round runs. A match has two deals."""
    return started(tuesday(), person("bo"), crowd(8))


def enter(user: User, table: Table, *deals: dict[str, Any], seen: str = "", reason: str = "") -> None:
    season = table.round.season
    keys = {"club_id": season.club_id, "user": user, "season_id": season.pk, "table_id": table.pk}
    enter_results(**keys, deals=deals, seen=seen, reason=reason)
    table.refresh_from_db()


def points_of(table: Table) -> list[int]:
    update_standings(table.division_id)
    found = {one.entry_id: int(one.total) for one in Standing.objects.all()}
    return [found[seat.entry_id or 0] for seat in table.seats.order_by("number")]


def test_the_points_follow_from_the_rules(table: Table, bo: User) -> None:
    enter(bo, table, MADE, LOST_ALONE)
    assert (table.state, table.outcome, table.game) == ("finished", "recorded", None)
    assert [deal["scores"] for deal in table.deals_json] == [[4, 0, 2, 0], [1, 0, 1, 1]]
    assert [deal["made"] for deal in table.deals_json] == [True, False]
    assert points_of(table) == [5, 0, 3, 1]


def test_the_game_of_the_table_stops(table: Table, bo: User) -> None:
    game = table.game
    assert game is not None
    enter(bo, table, MADE)
    game.refresh_from_db()
    assert game.status == Game.Status.ABANDONED
    assert ExternalMatch.objects.get().replaced == game


def test_a_game_that_has_ended_keeps_its_own_result(table: Table, bo: User) -> None:
    play_out(table)
    with pytest.raises(ClubError, match="already has a result"):
        enter(bo, table, MADE)
    assert not ExternalMatch.objects.exists()


def test_a_second_press_changes_nothing_and_others_are_refused(table: Table, bo: User) -> None:
    enter(bo, table, MADE)
    enter(bo, table, MADE)
    assert log(table.round.season.club)[-1] == ENTERED
    with pytest.raises(ClubError, match="changed the results since"):
        enter(bo, table, LOST_ALONE)
    assert points_of(table) == [4, 0, 2, 0]


def test_a_correction_of_what_was_taken_back_is_refused(season: Season, table: Table, bo: User) -> None:
    enter(bo, table, MADE)
    seen = version_of(entered_results(table))
    take_back(bo, season, table)
    with pytest.raises(ClubError, match="changed the results since"):
        enter(bo, table, LOST_ALONE, seen=seen)
    assert not ExternalMatch.objects.exists()


def test_a_correction_replaces_them(table: Table, bo: User) -> None:
    enter(bo, table, MADE)
    enter(bo, table, LOST_ALONE, seen=version_of(entered_results(table)), reason="A slip")
    assert points_of(table) == [1, 0, 1, 1]
    assert log(table.round.season.club)[-2:] == [ENTERED, ENTERED.replace("entered", "corrected")]


def test_after_the_season_they_can_be_corrected_but_not_entered(season: Season, table: Table, bo: User) -> None:
    enter(bo, table, MADE)
    other = table_at(season, "1-2")
    season.state = Season.State.FINISHED
    season.save()
    enter(bo, table, LOST_ALONE, seen=version_of(entered_results(table)), reason="A slip")
    assert points_of(table) == [1, 0, 1, 1]
    with pytest.raises(ClubError, match="This season is over"):
        enter(bo, other, MADE)


def test_only_organisers_enter_results(table: Table, chie: User) -> None:
    for user in (chie, people_of(table)[0]):
        with pytest.raises(ClubError, match="enter its results"):
            enter(user, table, MADE)


def test_taken_back_the_table_plays_here_again(season: Season, table: Table, bo: User) -> None:
    enter(bo, table, MADE)
    take_back(bo, season, table, "typed wrong")
    table.refresh_from_db()
    assert (table.state, table.outcome, table.deals_json) == ("drawn", "", [])
    assert points_of(table) == [0, 0, 0, 0]
    sweep.advance_season(season.pk)
    table.refresh_from_db()
    assert table.state == "running"
    assert table.game is not None


def test_a_record_does_not_count_besides(season: Season, table: Table, bo: User) -> None:
    match = of_table(bo, table)
    enter(bo, table, MADE)
    with pytest.raises(ClubError, match="already counts for this table"):
        count(bo, season, table, match)
    take_back(bo, season, table)
    count(bo, season, table, match)
    with pytest.raises(ClubError, match="already counts for this table"):
        enter(bo, table, MADE)


def test_those_at_the_table_are_told(table: Table, bo: User) -> None:
    enter(bo, table, MADE)
    told = Notification.objects.filter(kind="season_recorded")
    assert {one.user for one in told} == set(people_of(table))
    title = "Spring, round 1: the results of your table have been entered"
    assert message_of(told[0]).title == title
    take_back(bo, table.round.season, table)
    last = Notification.objects.filter(kind="season_recorded").latest("pk")
    title = "Spring, round 1: the results entered for your table no longer count"
    assert message_of(last).title == title


def test_the_file_of_results_has_them(season: Season, table: Table, bo: User) -> None:
    enter(bo, table, MADE)
    rows = [row for row in EXPORTS["results"].rows(season) if row[2] == table.number]
    names = [user.name for user in people_of(table)]
    assert [(row[4], *row[7:]) for row in rows] == [
        ("recorded", names[0], names[0], 4, "napoleon", 1, None, None),
        ("recorded", names[1], names[1], 0, "ally", 1, None, None),
        ("recorded", names[2], names[2], 2, "adjutant", 1, None, None),
        ("recorded", names[3], names[3], 0, "ally", 1, None, None),
    ]
