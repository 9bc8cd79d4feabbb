"""Starting a season, opening its rounds, and seeing them to their end."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.presentation.table_titles import title
from leagues.entries import services as entries_services
from leagues.locks import ClubError
from leagues.models import Club, DivisionStandings, Entry, Season, Table, TableSeat
from leagues.rounds import closing, opening
from leagues.seasons import services, sweep
from leagues.substitutes import services as substitutes
from leagues.tasks import advance_seasons
from players.models import Notification, User
from tests.support.clubs import log, told
from tests.support.notifications import is_current, message_of
from tests.support.stored_seasons import (
    course,
    crowd,
    drawn_season,
    enter,
    open_season,
    play_out,
    reread,
    start,
    started,
    table_at,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


def names_at(table: Table) -> list[str]:
    seats = Seat.objects.filter(game=table.game_id).select_related("user").order_by("number")
    return [seat.user.name if seat.user else seat.bot for seat in seats]


# --- Starting ---


def test_a_season_starts_once_its_draw_is_locked(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(4))
    with pytest.raises(ClubError, match="not locked"):
        start(season, bo)
    assert reread(season).state == "registration"


def test_nobody_is_left_out(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(4))
    enter(season, User.objects.create(name="New", email="new@example.org"))
    with pytest.raises(ClubError, match="Draw again"):
        start(season, bo)
    Entry.objects.filter(user__name="New").update(division=None)
    with pytest.raises(ClubError, match="no division"):
        start(season, bo)


def test_the_first_round_opens_with_its_games(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), is_listed=False, round_days=14)
    assert course(season) == ["1 running: running, running", "2 planned: drawn, drawn"]
    assert log(club)[-1] == "Bo started the season Spring."
    table = table_at(season, "1-2")
    assert table.game
    assert (str(table.game), title(table.game)) == ("Spring 1-2", "Spring, round 1, table 2")
    assert (table.game.status, table.game.is_listed) == ("running", False)
    assert table.game.rules == season.rules
    assert names_at(table) == [seat.entry.name for seat in table.seats.order_by("number") if seat.entry]
    days = season.rounds.get(number=1).closes_at - season.rounds.get(number=1).opened_at  # type: ignore[operator]
    assert days == timedelta(days=14)


def test_its_people_are_told_with_start_and_deadline_in_their_zone(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), round_days=14)
    player = User.objects.get(name="P01")
    assert told(player)[-2:] == ["season_started", "season_round"]
    assert "started" not in told(player)
    notification = Notification.objects.get(user=player, kind="season_round")
    with timezone.override("Asia/Tokyo"):
        words = message_of(notification)
        assert words is not None
        opened = timezone.localtime(season.rounds.get(number=1).opened_at)
        expected = f"{opened:%H:%M}"
    assert words.title == "Spring, round 1: your table has begun"
    assert expected in words.lines[0]
    assert "The round closes on" in words.lines[1]
    assert words.path.startswith("/t/")
    assert is_current(notification)
    Table.objects.update(state="finished")
    assert not is_current(notification)


def test_tables_of_another_size_play_by_the_same_rules(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(9), rules_json={"preset": "gurunapo", "deals": 1}, other_size=4)
    assert {len(names_at(table_at(season, f"1-{n}"))) for n in (1, 2)} == {4, 5}
    rules = [Game.objects.get(pk=table_at(season, f"1-{n}").game_id).rules for n in (1, 2)]
    assert sorted(one.players for one in rules) == [4, 5]
    assert {(one.preset, one.deals) for one in rules} == {("gurunapo", 1)}


def test_bots_fill_what_is_left(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(7), bot_level="recruit")
    everybody = [name for n in (1, 2) for name in names_at(table_at(season, f"1-{n}"))]
    assert everybody.count("recruit") == 1
    assert len(set(everybody)) == 8


def test_who_has_a_bye_is_told(club: Club, bo: User) -> None:
    free = started(club, bo, crowd(5), gap="byes").rounds.get(number=1).byes.get().entry
    assert free.user is not None
    words = message_of(Notification.objects.get(user=free.user, kind="season_round"))
    assert words is not None
    assert words.title == "Spring, round 1: you have a bye"


def test_entries_without_an_answer_expire_at_the_start(club: Club, bo: User, chie: User) -> None:
    season = drawn_season(club, bo, crowd(4))
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    [entry] = enter(season, chie)
    start(season, bo)
    entry.refresh_from_db()
    assert (entry.state, entry.left_at is None) == ("expired", False)
    assert told(chie)[-1] == "season_settled"
    assert "The entry of Chie for Spring was not answered in time." in log(club)
    # Nobody has refused them: if it takes late entries after all, they may come.
    Season.objects.filter(pk=season.pk).update(late_until=2)
    [again] = enter(season, chie)
    assert (again.pk, again.state) == (entry.pk, "applied")


def test_they_wait_while_one_can_still_come_in(club: Club, bo: User, chie: User) -> None:
    season = drawn_season(club, bo, crowd(4), rounds_planned=3, late_until=2)
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    dai = User.objects.create(name="Dai", email="dai@example.org")
    first, second = enter(season, chie, dai)
    start(season, bo)
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    entries_services.answer(**ids, entry_id=first.pk, approve=True)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("entered", "applied")
    opening.open_round(**ids, number=2)
    for _sweep in range(2):
        sweep.advance_season(season.pk)
    second.refresh_from_db()
    assert second.state == "expired"
    assert told(dai)[-1] == "season_settled"


def test_the_end_of_the_season_lets_them_expire_too(club: Club, bo: User, chie: User) -> None:
    season = drawn_season(club, bo, crowd(4), rounds_planned=1, late_until=1)
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    [entry] = enter(season, chie)
    start(season, bo)
    assert reread(season).state == "running"
    opening.open_table(table_at(season, "1-1").pk)
    entry.refresh_from_db()
    assert entry.state == "applied"
    play_out(table_at(season, "1-1"))
    entry.refresh_from_db()
    assert (reread(season).state, entry.state) == ("finished", "expired")


def test_it_starts_by_itself_at_its_date_if_the_draw_is_locked(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(4))
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now())
    advance_seasons()
    assert reread(season).state == "running"
    assert log(club)[-1] == "The season Spring started on schedule."


def test_it_waits_for_its_date(club: Club, bo: User) -> None:
    later = timezone.now() + timedelta(days=3)
    season = started(club, bo, crowd(4), starts_at=later, round_days=7)
    assert course(season) == ["1 planned: drawn", "2 planned: drawn"]
    assert season.starts_at == later


# --- Rounds after each other ---


def test_the_next_round_opens_when_the_last_is_finished(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), opening="finished")
    play_out(table_at(season, "1-1"))
    sweep.advance_season(season.pk)
    assert course(season)[0] == "1 running: finished, running"
    play_out(table_at(season, "1-2"))
    sweep.advance_season(season.pk)
    assert course(season) == ["1 finished: finished, finished", "2 running: running, running"]
    assert table_at(season, "1-1").outcome == "played"


def test_or_at_its_date(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), round_days=7)
    play_out(table_at(season, "1-1"))
    sweep.advance_season(season.pk)
    assert course(season) == ["1 finished: finished", "2 planned: drawn"]
    season.rounds.filter(number=2).update(opens_at=timezone.now())
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: running"


def test_an_organiser_opens_it_before(club: Club, bo: User, chie: User) -> None:
    season = started(club, bo, crowd(4), rounds_planned=3)
    ids = {"club_id": club.pk, "season_id": season.pk}
    with pytest.raises(ClubError):
        opening.open_round(**ids, user=chie, number=2)
    with pytest.raises(ClubError, match="earlier rounds first"):
        opening.open_round(**ids, user=bo, number=3)
    opening.open_round(**ids, user=bo, number=2)
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: running"
    assert log(club)[-1] == "Bo opened round 2 of Spring."
    with pytest.raises(ClubError, match="already"):
        opening.open_round(**ids, user=bo, number=2)


def test_a_season_played_to_its_end(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), opening="finished")
    for number in (1, 2):
        play_out(table_at(season, f"{number}-1"))
        sweep.advance_season(season.pk)
    season = reread(season)
    assert (season.state, course(season)) == ("finished", ["1 finished: finished", "2 finished: finished"])
    assert season.ended_at is not None
    assert told(User.objects.get(name="P01"))[-1] == "season_over"
    # Another sweep has nothing to do.
    before = Notification.objects.count()
    sweep.advance_season(season.pk)
    closing.update_table(table_at(season, "1-1").pk)
    assert Notification.objects.count() == before


def test_opening_twice_opens_once(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4))
    assert not opening.open_table(table_at(season, "1-1").pk)
    assert Game.objects.count() == 1
    assert not opening.open_table(table_at(season, "2-1").pk)


def test_the_standings_follow_at_once(club: Club, bo: User, django_capture_on_commit_callbacks: object) -> None:
    season = started(club, bo, crowd(4))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        play_out(table_at(season, "1-1"))
    tally = DivisionStandings.objects.get(division=season.divisions.get())
    assert tally.rounds_over == 1
    assert tally.division.standings.count() == 4


def test_a_finished_game_is_taken_in_by_its_own_message(
    club: Club, bo: User, django_capture_on_commit_callbacks: object
) -> None:
    from games.kernel import early_end

    season = started(club, bo, crowd(4))
    table = table_at(season, "1-1")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        while early_end.play_out(game_id=table.game_id or 0):
            pass
    assert table_at(season, "1-1").state == "finished"


def test_a_match_that_was_given_up_makes_the_table_void(club: Club, bo: User) -> None:
    from games.kernel import early_end

    season = started(club, bo, crowd(4))
    early_end.stop(game_id=table_at(season, "1-1").game_id or 0)
    sweep.advance_season(season.pk)
    assert course(season)[0] == "1 finished: void"


# --- Concurrent pace ---


def test_tables_open_as_members_have_room(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), pace="concurrent", games_at_once=1, rounds_planned=3)
    assert course(season) == ["1 running: running, running", "2 running: drawn, drawn", "3 running: drawn, drawn"]
    play_out(table_at(season, "1-1"))
    sweep.advance_season(season.pk)
    # Every table of round 2 has somebody of the table that still plays.
    assert course(season)[1] == "2 running: drawn, drawn"
    play_out(table_at(season, "1-2"))
    sweep.advance_season(season.pk)
    assert course(season)[1:] == ["2 running: running, running", "3 running: drawn, drawn"]


def test_with_room_for_all_they_open_at_once(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), pace="concurrent", games_at_once=2)
    assert course(season) == ["1 running: running, running", "2 running: running, running"]


@pytest.mark.parametrize("how", ["withdrawn", "replaced"])
def test_who_does_not_play_there_any_more_holds_up_no_table(club: Club, bo: User, how: str) -> None:
    season = started(club, bo, crowd(8), pace="concurrent", games_at_once=1)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    here = table_at(season, "2-1").seats.values("entry")
    for seat in TableSeat.objects.filter(table=table_at(season, "1-2"), entry__in=here).select_related("entry__user"):
        assert seat.entry
        if how == "replaced":
            substitutes.replace_player(**ids, seat_id=seat.pk)
        else:
            entries_services.remove(**ids, entry_id=seat.entry.pk)
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: drawn, drawn"
    play_out(table_at(season, "1-1"))
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: running, drawn"


@pytest.mark.slow
def test_nobody_is_in_more_games_than_the_limit(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(13), pace="concurrent", games_at_once=2, rounds_planned=6, other_size=5)
    assert set(opening.count_running_games(season).values()) <= {1, 2}
    while running := Table.objects.filter(round__season=season, state="running").first():
        play_out(running)
        sweep.advance_season(season.pk)
        assert set(opening.count_running_games(season).values()) <= {1, 2}
    assert reread(season).state == "finished"


# --- Members who go ---


def test_who_withdraws_is_in_no_later_table(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), opening="finished")
    gone = User.objects.get(name="P05")
    entries_services.withdraw(club_id=club.pk, user=gone, season_id=season.pk)
    assert not Seat.objects.filter(user=gone)
    for place in ("1-1", "1-2"):
        play_out(table_at(season, place))
    sweep.advance_season(season.pk)
    everybody = [name for n in (1, 2) for name in names_at(table_at(season, f"2-{n}"))]
    assert "P05" not in everybody
    assert everybody.count("corporal") == 1


def test_a_table_that_all_have_left_is_void(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), opening="finished")
    play_out(table_at(season, "1-1"))
    Entry.objects.filter(season=season).update(state="withdrawn")
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 finished: void"
    assert reread(season).state == "finished"


def test_cancelling_ends_the_running_games(club: Club, bo: User, django_capture_on_commit_callbacks: object) -> None:
    season = started(club, bo, crowd(4))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        services.cancel(club_id=club.pk, user=bo, season_id=season.pk)
    assert course(season) == ["1 finished: void", "2 planned: void"]
    assert Game.objects.get().status == "abandoned"
    # Nothing is revived.
    sweep.advance_season(season.pk)
    assert course(season) == ["1 finished: void", "2 planned: void"]


def test_a_game_that_was_to_be_stopped_is_stopped_though_the_message_was_lost(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4))
    services.cancel(club_id=club.pk, user=bo, season_id=season.pk)
    assert Game.objects.get().status == "running"
    advance_seasons()
    assert Game.objects.get().status == "abandoned"
    assert sweep.seasons_to_advance(timezone.now()) == []
    assert course(season) == ["1 finished: void", "2 planned: void"]
