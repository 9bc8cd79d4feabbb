"""Time-outs, autopilot, and matches that nobody comes back to."""

from datetime import timedelta

import pytest

from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.models import Event, Game, Turn
from games.plans import services as planning
from games.plans.plan import PassPlan
from games.seats import pauses, substitution, time_outs
from games.turns import services, sweep
from napoleon.time_bank import DAY, HOUR, NOTHING, ClockRules
from players.models import Notification, User
from tests.support.play import choices, move, payload, reread, running, seen
from tests.support.timed_match import begin, events, is_sound
from tests.support.timed_match import game as game
from tests.support.visits import get, text
from tests.support.waiting_match import work_out_anew
from tests.support.wall_clock import Wall, at, away, to_move

pytestmark = pytest.mark.django_db


def test_nothing_happens_before_the_time_out(game: Game, wall: Wall) -> None:
    wall.now = at("3 21:59")
    assert not time_outs.time_out(game_id=game.pk)
    assert reread(game).seq == game.seq


def test_a_bot_plays_when_the_flag_has_fallen(game: Game, wall: Wall) -> None:
    late = to_move(game)
    wall.go(days=1, hours=10)
    assert time_outs.time_out(game_id=game.pk)
    event = game.events.latest("seq")
    assert event.by == Event.By.TIMEOUT
    assert event.payload["seat"] == game.seats.get(user=late).number
    assert to_move(game) != late
    assert Notification.objects.get(kind="timed_out").user == late
    seat = game.seats.get(user=late)
    assert (seat.missed, seat.bank, seat.autopilot) == (1, NOTHING, False)
    assert is_sound(game)


def test_it_happens_once(game: Game, wall: Wall) -> None:
    wall.go(days=2)
    assert time_outs.time_out(game_id=game.pk)
    assert not time_outs.time_out(game_id=game.pk)
    assert game.events.filter(by=Event.By.TIMEOUT).count() == 1


def test_a_vacation_nobody_knows_of_yet_counts_before_the_time_out(game: Game, wall: Wall) -> None:
    user = to_move(game)
    user.vacations.create(start=at("3 00:00"), end=at("9 00:00"))
    User.objects.filter(pk=user.pk).update(vacations_until=at("9 00:00"))
    wall.go(days=2)
    assert not time_outs.time_out(game_id=game.pk)
    assert Turn.objects.get(game=game).times_out_at == at("9 22:00")


def test_moving_again_forgives_what_was_missed(game: Game, wall: Wall) -> None:
    late = to_move(game)
    wall.go(days=2)
    time_outs.time_out(game_id=game.pk)
    while to_move(game) != late:
        move(game, to_move(game))
    move(game, late)
    assert game.seats.get(user=late).missed == 0


def test_a_bank_alone_gives_an_hour_after_a_time_out(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, clock=ClockRules(move=NOTHING, bank=DAY, quiet=False, autopilot=0))
    late = to_move(game)
    # Plans may wait for ten minutes at this table: so long nobody's bank runs.
    wall.go(days=1, minutes=9)
    assert not time_outs.time_out(game_id=game.pk)
    wall.go(minutes=1)
    assert time_outs.time_out(game_id=game.pk)
    assert game.seats.get(user=late).bank == HOUR


def test_a_bank_alone_runs_at_once_where_plans_do_not_wait(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, clock=ClockRules(move=NOTHING, bank=DAY, quiet=False))
    Game.objects.filter(pk=game.pk).update(release="at_once")
    work_out_anew(game)
    wall.go(days=1)
    assert time_outs.time_out(game_id=game.pk)


def test_a_plan_is_carried_out_when_the_flag_falls_before_its_time(game: Game, wall: Wall) -> None:
    late = to_move(game)
    wall.now = at("3 21:58")
    planning.add_plan(slug=game.slug, user=late, deal=1, plan=PassPlan())
    game.turns.update(release_at=at("3 22:07"))
    wall.now = at("3 22:00")
    assert time_outs.time_out(game_id=game.pk)
    event = game.events.latest("seq")
    assert (event.type, event.by) == ("pass", Event.By.PLAN)
    assert (game.seats.get(user=late).missed, game.seats.get(user=late).bank) == (0, NOTHING)
    assert not Notification.objects.filter(kind="timed_out").exists()
    assert is_sound(game)


def test_who_has_planned_one_deal_of_two_is_late_in_the_other(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, deals_at_once=2)
    while len(set(game.turns.values_list("user", flat=True))) > 1:
        move(game, to_move(game))
    late = to_move(game)
    wall.go(days=3)
    planning.add_plan(slug=game.slug, user=late, deal=2, plan=PassPlan())
    assert time_outs.time_out(game_id=game.pk)
    moved = game.events.filter(seq__gt=game.seq, type__in=["bid", "pass"]).order_by("-seq")[:2]
    assert {(event.payload["deal"], event.by) for event in moved} == {(1, Event.By.TIMEOUT), (2, Event.By.PLAN)}
    assert game.seats.get(user=late).missed == 1
    assert Notification.objects.get(kind="timed_out").data["deal"] == 1
    assert is_sound(game)


def test_deals_at_once_that_run_out_together_are_one_time_out(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, deals_at_once=4)
    wall.go(days=3)
    assert time_outs.time_out(game_id=game.pk)
    assert game.events.filter(by=Event.By.TIMEOUT).count() == 4
    assert set(game.seats.values_list("missed", flat=True)) == {1}
    assert is_sound(game)


# --- Autopilot ---


def test_two_time_outs_in_a_row_put_the_seat_on_autopilot(game: Game, wall: Wall) -> None:
    late = to_move(game)
    away(game, late, wall)
    assert game.events.filter(by=Event.By.TIMEOUT).count() == 2
    assert events(game, "autopilot") == [("autopilot", "site")]
    assert Notification.objects.get(kind="autopilot").user == late
    assert "Away: a bot is playing" in text(get(None, f"/t/{game.slug}/"))
    # From then on nobody waits for them.
    assert to_move(game) != late
    move(game, to_move(game))
    assert not game.turns.filter(user=late).exists()
    assert is_sound(game)


def test_a_table_may_do_without_autopilot(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, clock=ClockRules(bank=NOTHING, quiet=False, autopilot=0))
    for _ in range(6):
        wall.go(days=2)
        assert time_outs.time_out(game_id=game.pk)
    assert not game.seats.filter(autopilot=True).exists()


def test_taking_the_seat_back_is_one_step(game: Game, wall: Wall) -> None:
    late = to_move(game)
    away(game, late, wall)
    time_outs.take_back(game_id=game.pk, user=late)
    seat = game.seats.get(user=late)
    assert (seat.autopilot, seat.missed) == (False, 0)
    assert events(game, "autopilot")[-1] == ("autopilot", "player")
    time_outs.take_back(game_id=game.pk, user=late)
    assert len(events(game, "autopilot")) == 2
    assert is_sound(game)


def test_when_all_are_away_the_table_rests(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    game = reread(game)
    assert game.closes_at == wall.now + timedelta(days=7)
    assert services.games_awaiting_bots() == []
    assert not services.go_on(game_id=game.pk)
    assert not game.turns.exclude(user=None).exists()
    assert is_sound(game)


def test_who_comes_back_to_a_resting_table_has_their_whole_time(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    wall.go(days=3)
    back = game.seats.get(number=game.turns.get().seat).user
    time_outs.take_back(game_id=game.pk, user=back)
    turn = game.turns.get()
    assert (turn.user, turn.opened_at, turn.due) == (back, wall.now, wall.now + DAY)
    assert reread(game).closes_at is None
    assert is_sound(game)


def test_a_move_takes_the_seat_back_as_well(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    user = game.seats.get(number=game.turns.get().seat).user
    data = payload(choices(reread(game), user)[0])
    services.act(slug=game.slug, user_id=user.pk, payload=data, seen=seen(state_of(reread(game)), data), key=None)
    assert not game.seats.get(user=user).autopilot
    assert is_sound(game)


# --- Tables that nobody comes back to ---


def test_a_table_that_all_have_left_is_closed_after_a_week(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        substitution.leave(game_id=game.pk, user=user)
    wall.go(days=6, hours=23)
    sweep.sweep()
    assert reread(game).status == Game.Status.RUNNING
    wall.go(hours=1)
    sweep.sweep()
    game = reread(game)
    assert (game.status, game.ended_at) == (Game.Status.ABANDONED, wall.now)
    assert events(game, "abandoned", "reveal") == [("abandoned", "site")]
    assert not game.turns.exists()
    assert is_sound(game)
    with pytest.raises(TableError, match="over"):
        time_outs.take_back(game_id=game.pk, user=ai)


def test_a_table_that_rests_is_not_closed_in_a_pause(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    pauses.pause(game_id=game.pk, user=ai, days=14, reason="New Year")
    assert reread(game).closes_at == wall.now + timedelta(days=14 + 7)
    wall.go(days=20)
    sweep.sweep()
    assert reread(game).status == Game.Status.RUNNING
    assert is_sound(game)
    wall.go(days=1)
    sweep.sweep()
    assert reread(game).status == Game.Status.ABANDONED


def test_when_a_pause_ends_early_the_days_count_from_then(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    pauses.pause(game_id=game.pk, user=ai, days=14, reason="")
    wall.go(days=3)
    pauses.resume(game_id=game.pk)
    assert reread(game).closes_at == wall.now + timedelta(days=7)
    assert is_sound(game)


def test_a_hand_against_bots_that_is_not_played_on_is_closed_after_a_month(ai: User, wall: Wall) -> None:
    game = running(ai)
    wall.go(days=29)
    sweep.sweep()
    move(game, ai)
    wall.go(days=29)
    sweep.sweep()
    assert reread(game).status == Game.Status.RUNNING
    wall.go(days=1)
    sweep.sweep()
    assert reread(game).status == Game.Status.ABANDONED


def test_days_in_which_the_site_did_not_run_are_none_in_which_nobody_came_back(ai: User, wall: Wall) -> None:
    game = running(ai)
    wall.go(days=29)
    wall.go(days=40, beating=False)
    sweep.sweep()
    assert reread(game).status == Game.Status.RUNNING
    assert is_sound(game)
    wall.go(hours=23)
    sweep.sweep()
    assert reread(game).status == Game.Status.RUNNING
    wall.go(hours=1)
    sweep.sweep()
    assert reread(game).status == Game.Status.ABANDONED
