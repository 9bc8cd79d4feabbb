"""Who counts as late, in which order, and what organisers are shown of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Turn
from games.notifications import TurnReminder
from leagues.late_players.late import LatePlayer, late_players
from leagues.models import Club, Season, Table
from leagues.substitutes import services as substitutes
from napoleon.time_bank import ClockRules, clock_to_json
from players.models import User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.late_players import lag, later
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.visits import get
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
season = world(lambda: started(tuesday(), person("bo"), crowd(8)))


def late(season: Season) -> list[LatePlayer]:
    return late_players(season.club, timezone.now())


def names(season: Season) -> list[str]:
    return [one.user.name for one in late(season)]


def test_nobody_is_late_within_their_allowance(season: Season) -> None:
    assert Turn.objects.count() == 2
    assert names(season) == []


def test_the_nearest_time_out_comes_first(season: Season) -> None:
    first, second = lag(season, "1-1", 30, left=20), lag(season, "1-2", 26, left=3)
    assert names(season) == [second.name, first.name]
    one = late(season)[0]
    assert one.title == "Spring, round 1, table 2"
    assert one.since < later(-25.9)
    assert one.until.on_bank
    assert one.until.moment > later(2.9)
    assert (one.seen, one.reminders, list(one.written), one.may_write) == ("never", 0, [], True)


def test_where_there_is_only_a_bank_nobody_is_late_for_a_day(season: Season) -> None:
    game = table_at(season, "1-1").game_id
    clock = clock_to_json(ClockRules(move=timedelta(), bank=timedelta(days=9)))
    Game.objects.filter(pk=game).update(clock_json=clock)
    lag(season, "1-1", 23)
    assert names(season) == []
    assert [lag(season, "1-1", 25).name] == names(season)


def test_tables_that_are_being_closed_and_seasons_that_are_over_have_no_late_players(season: Season) -> None:
    lag(season, "1-1", 30)
    lag(season, "1-2", 30)
    Table.objects.filter(pk=table_at(season, "1-1").pk).update(outcome="bots")
    assert len(late(season)) == 1
    Season.objects.update(state="cancelled")
    assert late(season) == []


def test_one_who_is_late_in_two_deals_of_a_table_is_listed_once(season: Season) -> None:
    [turn] = Turn.objects.filter(user=lag(season, "1-1", 30, left=8))
    turn.pk, turn.deal, turn.times_out_at = None, 2, later(2)
    turn.save()
    [one] = late(season)
    assert [found.deal for found in one.turns] == [2, 1]
    assert one.until.moment == turn.times_out_at


def test_the_sites_own_reminders_of_this_turn_are_counted(season: Season) -> None:
    user = lag(season, "1-1", 30)
    turn = Turn.objects.select_related("game").get(user=user)
    turn.remind_at = turn.opened_at
    TurnReminder.notify([turn], timezone.now())
    turn.remind_at = timezone.now()
    TurnReminder.notify([turn], timezone.now())
    former = Turn.objects.get(pk=turn.pk)
    former.opened_at, former.remind_at = later(-29), later(-1)
    TurnReminder.notify([former], timezone.now())
    assert late(season)[0].reminders == 2


def test_when_somebody_was_last_here_is_told_of_members_and_by_days(season: Season) -> None:
    user = lag(season, "1-1", 30)
    User.objects.filter(pk=user.pk).update(seen_at=later(-50))
    assert late(season)[0].seen in ("2 days ago", "3 days ago")
    season.club.memberships.filter(user=user).update(ended_at=timezone.now())
    assert late(season)[0].seen == ""


def test_a_bot_that_keeps_a_seat_warm_is_not_late(season: Season, bo: User) -> None:
    user = lag(season, "1-1", 30)
    seat = table_at(season, "1-1").seats.get(entry__user=user)
    substitutes.replace_player(user=bo, seat_id=seat.pk, club_id=season.club_id, season_id=season.pk)
    assert user.name not in names(season)


def test_other_clubs_late_players_are_their_own(season: Season, ai: User) -> None:
    lag(season, "1-1", 30)
    assert late_players(Club.objects.create(slug="away", name="Away", created_at=timezone.now()), timezone.now()) == []


def test_an_address_that_no_season_has(club: Club, bo: User) -> None:
    for slug in ("nothing", "%00", "a%00b"):
        assert get(bo, f"/clubs/tuesday/late/?season={slug}").status_code == 404
