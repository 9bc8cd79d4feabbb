"""Who counts as late, in which order, and what organisers are shown of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Seat, Turn
from games.notifications import TurnReminder
from games.seats import time_outs
from leagues.late_players.late import LatePlayer, late_players
from leagues.late_players.services import write_to_late
from leagues.models import Club, Role, Season, Table
from leagues.substitutes import services as substitutes
from leagues.waiting import waiting_for
from napoleon.time_bank import ClockRules, clock_to_json
from players.models import Notification, User
from tests.support.absent_players import go_away
from tests.support.cast import person
from tests.support.clubs import add, tuesday
from tests.support.duplicate import duplicate_season
from tests.support.late_players import lag, later
from tests.support.notifications import message_of
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.visits import get, text
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
    assert get(bo, "/clubs/tuesday/late/?season=nothing").status_code == 404


# --- Players who are gone ---


def test_for_whom_a_bot_plays_is_gone(season: Season) -> None:
    first, second = lag(season, "1-1", 30), table_at(season, "1-2")
    away = second.seats.select_related("entry__user").get(number=2).entry
    go_away(second, 2)
    assert [(one.user, one.is_gone) for one in late(season)] == [(first, False), (away.user, True)]  # type: ignore[union-attr]
    gone = late(season)[1]
    assert (gone.title, gone.may_write, gone.until) == ("Spring, round 1, table 2", True, None)
    assert gone.replaceable == second.seats.get(number=2).pk


def test_without_an_autopilot_somebody_is_gone_after_two_time_outs(season: Season) -> None:
    seats = Seat.objects.filter(game=table_at(season, "1-1").game_id, number=3)
    seats.update(missed=1)
    assert late(season) == []
    seats.update(missed=2)
    assert [one.is_gone for one in late(season)] == [True]


def test_who_is_back_is_not_gone(season: Season) -> None:
    table = table_at(season, "1-1")
    go_away(table, 1)
    user = table.seats.get(number=1).entry.user  # type: ignore[union-attr]  # a member's seat
    assert user is not None
    time_outs.take_back(game_id=table.game_id or 0, user=user)
    assert late(season) == []


def test_a_table_that_is_being_closed_has_nobody_who_is_gone(season: Season) -> None:
    go_away(table_at(season, "1-1"), 1)
    Table.objects.update(outcome="bots")
    assert late(season) == []


def test_organisers_write_to_who_is_gone_and_replace_them(season: Season, bo: User) -> None:
    table = table_at(season, "1-1")
    go_away(table, 1)
    [gone] = late(season)
    page = text(get(bo, "/clubs/tuesday/late/"))
    assert "A bot is playing for this player." in page
    assert "Nobody is late" not in page
    written = write_to_late(club_id=season.club_id, user=bo, to=gone.key, name="staying")
    assert written == (1, 0)
    message = message_of(Notification.objects.get(user=gone.user, kind="season_chased"), full=True)
    assert message is not None
    assert message.lines[-1] == "A bot is playing for you. You can take your seat back at the table."
    assert not late(season)[0].may_write
    substitutes.replace_player(user=bo, seat_id=gone.replaceable or 0, club_id=season.club_id, season_id=season.pk)
    assert late(season) == []


def test_the_front_page_of_organisers_knows_them(season: Season, bo: User) -> None:
    go_away(table_at(season, "1-1"), 1, 2)
    lines = waiting_for(bo, timezone.now())
    assert [(line.text, line.path) for line in lines] == [
        ("2 players are gone: bots play for them", "/clubs/tuesday/late/?season=spring")
    ]


def test_an_organiser_who_plays_the_same_deals_is_told_of_their_own_table_alone(club: Club, ai: User) -> None:
    season = duplicate_season(club, ai)
    first, second = table_at(season, "1-1"), table_at(season, "1-2")
    player = second.seats.get(number=0).entry.user  # type: ignore[union-attr]  # a member's seat
    assert player is not None
    add(club, player, Role.ORGANISER)
    for table in (first, second):
        go_away(table, 1)
    now = timezone.now()
    assert [one.table for one in late_players(club, now, reader=ai)] == [first, second]
    assert [one.table for one in late_players(club, now, reader=player)] == [second]
    assert [line.text for line in waiting_for(ai, now)] == ["2 players are gone: bots play for them"]
    assert waiting_for(player, now) == []
