"""Seats whose people are away: what the clock does, what everybody sees, and how they come back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.clock import DAY, HOUR, NOTHING, ClockRules
from games.integrity.rebuild import differences
from games.kernel import early_end
from games.kernel.log import broken_links, state_of
from games.kernel.transaction import NotSeated, TableError
from games.models import Event, Game, Turn
from games.plans import services as planning
from games.plans.plan import PassPlan
from games.seats import absence
from games.turns import services, sweep
from players.models import Notification, User
from tests.support.play import choices, move, payload, reread, running, seen
from tests.support.visits import get, text
from tests.support.wall_clock import Wall, at, away, to_move

pytestmark = pytest.mark.django_db

CLOCK = ClockRules(bank=10 * HOUR, quiet=False)


@pytest.fixture
def game(ai: User, bo: User, wall: Wall) -> Game:
    """A match of two, begun at noon on Monday 2 March."""
    return begin(ai, bo)


def begin(*people: User, clock: ClockRules = CLOCK, **rules: Any) -> Game:
    return running(*people, preset="nap", players=2, deals=9, clock=clock, **rules)


def events(game: Game, *kinds: str) -> list[tuple[str, str]]:
    rows = game.events.filter(type__in=kinds).order_by("seq")
    return list(rows.values_list("type", "by"))


def is_sound(game: Game) -> bool:
    game = reread(game)
    return broken_links(game) == [] and differences(game) == []


# --- Time-outs ---


def test_nothing_happens_before_the_time_out(game: Game, wall: Wall) -> None:
    wall.now = at("3 21:59")
    assert not absence.time_out(game_id=game.pk)
    assert reread(game).seq == game.seq


def test_a_bot_plays_when_the_flag_has_fallen(game: Game, wall: Wall) -> None:
    late = to_move(game)
    wall.go(days=1, hours=10)
    assert absence.time_out(game_id=game.pk)
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
    assert absence.time_out(game_id=game.pk)
    assert not absence.time_out(game_id=game.pk)
    assert game.events.filter(by=Event.By.TIMEOUT).count() == 1


def test_a_vacation_nobody_knows_of_yet_counts_before_the_time_out(game: Game, wall: Wall) -> None:
    user = to_move(game)
    user.vacations.create(start=at("3 00:00"), end=at("9 00:00"))
    User.objects.filter(pk=user.pk).update(vacations_until=at("9 00:00"))
    wall.go(days=2)
    assert not absence.time_out(game_id=game.pk)
    assert Turn.objects.get(game=game).times_out_at == at("9 22:00")


def test_moving_again_forgives_what_was_missed(game: Game, wall: Wall) -> None:
    late = to_move(game)
    wall.go(days=2)
    absence.time_out(game_id=game.pk)
    while to_move(game) != late:
        move(game, to_move(game))
    move(game, late)
    assert game.seats.get(user=late).missed == 0


def test_a_bank_alone_gives_an_hour_after_a_time_out(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, clock=ClockRules(move=NOTHING, bank=DAY, quiet=False, autopilot=0))
    late = to_move(game)
    # Plans may wait for ten minutes at this table: so long nobody's bank runs.
    wall.go(days=1, minutes=9)
    assert not absence.time_out(game_id=game.pk)
    wall.go(minutes=1)
    assert absence.time_out(game_id=game.pk)
    assert game.seats.get(user=late).bank == HOUR


def test_a_bank_alone_runs_at_once_where_plans_do_not_wait(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, clock=ClockRules(move=NOTHING, bank=DAY, quiet=False))
    Game.objects.filter(pk=game.pk).update(release="at_once")
    wall.go(days=1)
    assert absence.time_out(game_id=game.pk)


def test_a_plan_is_carried_out_when_the_flag_falls_before_its_time(game: Game, wall: Wall) -> None:
    late = to_move(game)
    wall.now = at("3 21:58")
    planning.add_plan(slug=game.slug, user=late, deal=1, plan=PassPlan())
    game.turns.update(release_at=at("3 22:07"))
    wall.now = at("3 22:00")
    assert absence.time_out(game_id=game.pk)
    event = game.events.latest("seq")
    assert (event.type, event.by) == ("pass", Event.By.PLAN)
    assert (game.seats.get(user=late).missed, game.seats.get(user=late).bank) == (0, NOTHING)
    assert not Notification.objects.filter(kind="timed_out").exists()
    assert is_sound(game)


def test_who_has_planned_one_deal_of_two_is_late_in_the_other(
    ai: User, bo: User, wall: Wall
) -> None:
    game = begin(ai, bo, deals_at_once=2)
    while len(set(game.turns.values_list("user", flat=True))) > 1:
        move(game, to_move(game))
    late = to_move(game)
    wall.go(days=3)
    planning.add_plan(slug=game.slug, user=late, deal=2, plan=PassPlan())
    assert absence.time_out(game_id=game.pk)
    moved = game.events.filter(seq__gt=game.seq, type__in=["bid", "pass"]).order_by("-seq")[:2]
    assert {(event.payload["deal"], event.by) for event in moved} == {
        (1, Event.By.TIMEOUT),
        (2, Event.By.PLAN),
    }
    assert game.seats.get(user=late).missed == 1
    assert Notification.objects.get(kind="timed_out").data["deal"] == 1
    assert is_sound(game)


def test_deals_at_once_that_run_out_together_are_one_time_out(
    ai: User, bo: User, wall: Wall
) -> None:
    game = begin(ai, bo, deals_at_once=4)
    wall.go(days=3)
    assert absence.time_out(game_id=game.pk)
    late = game.events.filter(by=Event.By.TIMEOUT)
    assert late.count() == 4
    assert set(game.seats.values_list("missed", flat=True)) == {1}
    assert is_sound(game)


# --- Autopilot ---


def test_two_time_outs_in_a_row_put_the_seat_on_autopilot(game: Game, wall: Wall) -> None:
    late = to_move(game)
    away(game, late, wall)
    assert game.events.filter(by=Event.By.TIMEOUT).count() == 2
    assert events(game, "autopilot") == [("autopilot", "site")]
    assert Notification.objects.get(kind="autopilot").user == late
    # From then on nobody waits for him.
    assert to_move(game) != late
    move(game, to_move(game))
    assert not game.turns.filter(user=late).exists()
    assert is_sound(game)


def test_a_table_may_do_without_autopilot(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo, clock=ClockRules(bank=NOTHING, quiet=False, autopilot=0))
    for _ in range(6):
        wall.go(days=2)
        assert absence.time_out(game_id=game.pk)
    assert not game.seats.filter(autopilot=True).exists()


def test_taking_the_seat_back_is_one_step(game: Game, wall: Wall) -> None:
    late = to_move(game)
    away(game, late, wall)
    absence.take_back(game_id=game.pk, user=late)
    seat = game.seats.get(user=late)
    assert (seat.autopilot, seat.missed) == (False, 0)
    assert events(game, "autopilot")[-1] == ("autopilot", "player")
    absence.take_back(game_id=game.pk, user=late)
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


def test_who_comes_back_to_a_resting_table_has_his_whole_time(
    game: Game, ai: User, bo: User, wall: Wall
) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    wall.go(days=3)
    back = game.seats.get(number=game.turns.get().seat).user
    absence.take_back(game_id=game.pk, user=back)
    turn = game.turns.get()
    assert (turn.user, turn.opened_at, turn.due) == (back, wall.now, wall.now + DAY)
    assert reread(game).closes_at is None
    assert is_sound(game)


def test_a_move_takes_the_seat_back_as_well(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    user = game.seats.get(number=game.turns.get().seat).user
    data = payload(choices(reread(game), user)[0])
    expected = seen(state_of(reread(game)), data)
    services.act(slug=game.slug, user_id=user.pk, payload=data, seen=expected, key=None)
    assert not game.seats.get(user=user).autopilot
    assert is_sound(game)


# --- Leaving and substitutes ---


def test_a_bot_plays_on_for_who_has_left(cast: list[User], wall: Wall) -> None:
    ai, bo, chie = cast[:3]
    game = running(ai, bo, chie, preset="nap", players=3, clock=CLOCK)
    absence.leave(game_id=game.pk, user=ai)
    assert events(game, "left") == [("left", "player")]
    assert game.seats.get(number=0).bot == "corporal"
    assert set(game.turns.values_list("user", flat=True)) <= {bo.pk, chie.pk}
    assert game.turns.get().times_out_at
    with pytest.raises(TableError):
        absence.leave(game_id=game.pk, user=ai)
    assert is_sound(game)


def test_who_is_left_with_bots_has_no_clock_any_more(
    game: Game, ai: User, bo: User, wall: Wall
) -> None:
    absence.leave(game_id=game.pk, user=ai)
    assert game.turns.get().user == bo
    assert game.turns.get().times_out_at is None
    assert reread(game).closes_at == wall.now + timedelta(days=30)


def test_a_substitute_takes_the_seat_that_was_offered(
    game: Game, ai: User, bo: User, chie: User, wall: Wall
) -> None:
    number = game.seats.get(user=ai).number
    away(game, ai, wall)
    hand = state_of(reread(game)).match
    absence.offer(game_id=game.pk, number=number, user=chie)
    assert Notification.objects.get(kind="invited").user == chie
    absence.sit_in(game_id=game.pk, user=chie)
    assert Notification.objects.get(kind="substitute").user == chie
    seat = game.seats.get(number=number)
    assert (seat.user, seat.invited, seat.bot, seat.autopilot) == (chie, None, "", False)
    assert seat.bank == CLOCK.bank
    assert events(game, "substituted") == [("substituted", "player")]
    # The seat's cards and past are hers now.
    assert state_of(reread(game)).match == hand
    with pytest.raises(NotSeated):
        services.act(slug=game.slug, user_id=ai.pk, payload={}, seen=None, key=None)
    assert is_sound(game)


def alone_for(game: Game, user: User, wall: Wall, days: int) -> int:
    """Let the person, alone with bots, leave his turn open for so long; a seat that may be offered."""
    assert game.turns.get().user == user
    assert game.turns.get().times_out_at is None
    wall.go(days=days)
    return game.seats.exclude(user=user).earliest("number").number


def test_who_was_alone_with_bots_has_his_whole_time_when_somebody_comes(
    ai: User, bo: User, wall: Wall
) -> None:
    game = running(ai, preset="nap", players=3, deals=3, clock=CLOCK)
    number = alone_for(game, ai, wall, days=5)
    absence.offer(game_id=game.pk, number=number, user=bo)
    absence.sit_in(game_id=game.pk, user=bo)
    turn = game.turns.get()
    assert (turn.user, turn.opened_at, turn.due) == (ai, wall.now, wall.now + DAY)
    assert turn.tell_at == wall.now + timedelta(minutes=2)
    assert turn.remind_at == wall.now + DAY / 2
    sweep.sweep()
    assert not game.events.filter(by=Event.By.TIMEOUT).exists()
    assert is_sound(game)


def test_who_was_left_alone_with_bots_has_his_whole_time_when_somebody_comes(
    ai: User, bo: User, chie: User, wall: Wall
) -> None:
    game = running(ai, bo, preset="nap", players=3, deals=3, clock=CLOCK)
    while to_move(game) != ai:
        move(game, to_move(game))
    absence.leave(game_id=game.pk, user=bo)
    alone_for(game, ai, wall, days=3)
    absence.offer(game_id=game.pk, number=1, user=chie)
    absence.sit_in(game_id=game.pk, user=chie)
    assert game.turns.get(user=ai).times_out_at == wall.now + DAY + CLOCK.bank
    sweep.sweep()
    assert not game.events.filter(by=Event.By.TIMEOUT).exists()
    assert is_sound(game)


def test_of_two_who_play_on_nobody_gets_more_time_when_a_third_comes(
    ai: User, bo: User, chie: User, dai: User, wall: Wall
) -> None:
    game = running(ai, bo, chie, preset="nap", players=3, deals=3, clock=CLOCK)
    while to_move(game) != ai:
        move(game, to_move(game))
    absence.leave(game_id=game.pk, user=bo)
    before = game.turns.get(user=ai)
    wall.go(hours=3)
    absence.offer(game_id=game.pk, number=1, user=dai)
    absence.sit_in(game_id=game.pk, user=dai)
    assert game.turns.get(user=ai).opened_at == before.opened_at
    assert game.turns.get(user=ai).times_out_at == before.times_out_at
    assert is_sound(game)


def test_only_seats_of_bots_are_offered_and_only_to_others(
    game: Game, ai: User, bo: User, chie: User, wall: Wall
) -> None:
    number = game.seats.get(user=bo).number
    with pytest.raises(TableError, match="The player of that seat is playing again"):
        absence.offer(game_id=game.pk, number=number, user=chie)
    away(game, bo, wall)
    with pytest.raises(TableError, match="is already at this table"):
        absence.offer(game_id=game.pk, number=number, user=ai)
    with pytest.raises(TableError, match="playing again"):
        absence.offer(game_id=game.pk, number=7, user=chie)
    absence.offer(game_id=game.pk, number=number, user=chie)
    absence.offer(game_id=game.pk, number=number, user=None)
    with pytest.raises(TableError, match="No seat is free"):
        absence.sit_in(game_id=game.pk, user=chie)


def test_nobody_plays_two_hands_of_a_match(cast: list[User], wall: Wall) -> None:
    ai, bo, chie, dai, _ = cast
    game = running(ai, bo, chie, preset="nap", players=3, deals=9)
    numbers = {user: game.seats.get(user=user).number for user in (bo, chie)}
    absence.leave(game_id=game.pk, user=chie)
    absence.offer(game_id=game.pk, number=numbers[chie], user=dai)
    absence.leave(game_id=game.pk, user=bo)
    with pytest.raises(TableError, match="Bo has played another hand at this table"):
        absence.offer(game_id=game.pk, number=numbers[chie], user=bo)
    absence.offer(game_id=game.pk, number=numbers[bo], user=bo)
    absence.sit_in(game_id=game.pk, user=bo)
    assert game.seats.get(user=bo).number == numbers[bo]


def test_whose_seat_somebody_else_has_taken_has_seen_its_cards(
    game: Game, ai: User, bo: User, chie: User, wall: Wall
) -> None:
    away(game, ai, wall)
    taken = game.seats.get(user=ai).number
    absence.offer(game_id=game.pk, number=taken, user=chie)
    absence.sit_in(game_id=game.pk, user=chie)
    absence.leave(game_id=game.pk, user=bo)
    with pytest.raises(TableError, match="Ai has played another hand"):
        absence.offer(game_id=game.pk, number=1 - taken, user=ai)


def test_an_offer_ends_when_the_person_comes_back(
    game: Game, ai: User, chie: User, wall: Wall
) -> None:
    away(game, ai, wall)
    absence.offer(game_id=game.pk, number=game.seats.get(user=ai).number, user=chie)
    absence.take_back(game_id=game.pk, user=ai)
    with pytest.raises(TableError, match="No seat is free"):
        absence.sit_in(game_id=game.pk, user=chie)
    # An old offer is not good for another time.
    away(game, ai, wall)
    with pytest.raises(TableError, match="No seat is free"):
        absence.sit_in(game_id=game.pk, user=chie)


def test_an_offer_ends_with_a_move_as_well(ai: User, bo: User, chie: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=9, clock=CLOCK, listed=False)
    for user in (ai, bo):
        away(game, user, wall)
    seat = game.seats.get(number=game.turns.get().seat)
    absence.offer(game_id=game.pk, number=seat.number, user=chie)
    assert get(chie, f"/t/{game.slug}/").status_code == 200
    assert move(game, seat.user)
    seat.refresh_from_db()
    assert (seat.autopilot, seat.invited) == (False, None)
    assert get(chie, f"/t/{game.slug}/").status_code == 404


@pytest.mark.parametrize("end", [early_end.stop, early_end.play_out])
def test_an_offer_ends_with_the_match(
    ai: User, bo: User, chie: User, wall: Wall, end: Callable[..., bool]
) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1, clock=CLOCK, listed=False)
    away(game, bo, wall)
    absence.offer(game_id=game.pk, number=game.seats.get(user=bo).number, user=chie)
    assert get(chie, f"/t/{game.slug}/").status_code == 200
    while end(game_id=game.pk) and not reread(game).is_over:
        pass
    assert reread(game).is_over
    assert not game.seats.exclude(invited=None).exists()
    assert get(chie, f"/t/{game.slug}/").status_code == 404
    assert "offered to" not in text(get(bo, f"/t/{game.slug}/people/"))


# --- Pauses ---


def test_a_pause_moves_every_deadline(game: Game, ai: User, wall: Wall) -> None:
    wall.go(hours=6)
    absence.pause(game_id=game.pk, user=ai, days=3, reason="New Year")
    assert game.turns.get().times_out_at == at("6 22:00")
    assert events(game, "paused") == [("paused", "player")]
    wall.go(days=1)
    absence.resume(game_id=game.pk)
    assert game.turns.get().times_out_at == at("4 22:00")
    assert events(game, "resumed") == [("resumed", "player")]
    assert reread(game).paused_until == wall.now
    assert is_sound(game)


def test_play_goes_on_in_a_pause_for_who_wants_to(game: Game, ai: User, wall: Wall) -> None:
    absence.pause(game_id=game.pk, user=ai, days=3, reason="")
    wall.go(hours=5)
    move(game, to_move(game))
    assert game.turns.get().due == at("6 12:00")


def test_a_table_does_not_rest_for_ever(game: Game, ai: User, wall: Wall) -> None:
    def pause(days: int) -> None:
        absence.pause(game_id=game.pk, user=ai, days=days, reason="")

    for days in (0, 15):
        with pytest.raises(TableError, match="14 more days"):
            pause(days)
    pause(14)
    with pytest.raises(TableError, match="already"):
        pause(1)
    wall.go(days=14)
    pause(14)
    wall.go(days=14)
    with pytest.raises(TableError, match="2 more days"):
        pause(3)
    pause(2)


# --- Tables that nobody comes back to ---


def test_a_table_that_all_have_left_is_closed_after_a_week(
    game: Game, ai: User, bo: User, wall: Wall
) -> None:
    for user in (ai, bo):
        absence.leave(game_id=game.pk, user=user)
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
        absence.take_back(game_id=game.pk, user=ai)


def test_a_table_that_rests_is_not_closed_in_a_pause(
    game: Game, ai: User, bo: User, wall: Wall
) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    absence.pause(game_id=game.pk, user=ai, days=14, reason="New Year")
    assert reread(game).closes_at == wall.now + timedelta(days=14 + 7)
    wall.go(days=20)
    sweep.sweep()
    assert reread(game).status == Game.Status.RUNNING
    assert is_sound(game)
    wall.go(days=1)
    sweep.sweep()
    assert reread(game).status == Game.Status.ABANDONED


def test_when_a_pause_ends_early_the_days_count_from_then(
    game: Game, ai: User, bo: User, wall: Wall
) -> None:
    for user in (ai, bo):
        away(game, user, wall)
    absence.pause(game_id=game.pk, user=ai, days=14, reason="")
    wall.go(days=3)
    absence.resume(game_id=game.pk)
    assert reread(game).closes_at == wall.now + timedelta(days=7)
    assert is_sound(game)


def test_a_hand_against_bots_that_is_not_played_on_is_closed_after_a_month(
    ai: User, wall: Wall
) -> None:
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


def test_days_in_which_the_site_did_not_run_are_none_in_which_nobody_came_back(
    ai: User, wall: Wall
) -> None:
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
