"""The deadlines of open turns: by whose hours, what moves them, and what a move costs and gives."""

import pytest

from games.integrity.rebuild import differences, rebuild
from games.kernel.game_queries import locked
from games.models import Game, Outage, Turn
from games.turns.open_turns import refresh
from napoleon.time_bank import HOUR, ClockRules
from players.models import User, Vacation
from tests.support.play import move, reread, running
from tests.support.wall_clock import Wall, at

pytestmark = pytest.mark.django_db
DAY_AND_BANK = ClockRules(bank=10 * HOUR, quiet=False)


def two(ai: User, bo: User, clock: ClockRules = DAY_AND_BANK, **rules: object) -> Game:
    """A match of two, begun at noon on Monday 2 March."""
    return running(ai, bo, preset="nap", players=2, clock=clock, **rules)


def turn_of(game: Game) -> Turn:
    return Turn.objects.select_related("user").get(game=game)


def make_new(game: Game) -> Turn:
    """The turn with its deadlines worked out anew."""
    game = locked(key=game.pk)
    refresh(game, list(game.seats.all()), game.started_at)
    return turn_of(game)


def test_a_turn_is_due_after_its_allowance_and_falls_when_the_bank_is_gone(ai: User, bo: User, wall: Wall) -> None:
    turn = turn_of(two(ai, bo))
    assert (turn.due, turn.times_out_at) == (at("3 12:00"), at("3 22:00"))
    assert turn.tell_at == at("2 12:02")


def test_reminders_are_those_of_the_person(ai: User, bo: User, wall: Wall) -> None:
    User.objects.update(reminders="half,12h,2h")
    for user in (ai, bo):
        user.refresh_from_db()
    turn = turn_of(two(ai, bo))
    assert turn.remind_at == at("3 00:00")
    assert turn.remind_later == [at("3 10:00").isoformat(), at("3 20:00").isoformat()]


def test_quiet_hours_are_those_of_the_player_s_zone(ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        user.time_zone = "Asia/Tokyo"
        user.save()
    # It is 21:00 in Tokyo: two hours, then a night, and again 16 hours of the next day.
    turn = turn_of(two(ai, bo, ClockRules(bank=10 * HOUR)))
    assert turn.due == at("4 04:00")
    User.objects.update(keeps_quiet=False)
    assert make_new(turn.game).due == at("4 04:00"), "while a turn is open its hours stay"


def test_who_keeps_no_quiet_hours_has_the_plain_time(ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        user.keeps_quiet = False
        user.save()
    assert turn_of(two(ai, bo, ClockRules())).due == at("3 12:00")


def test_a_new_zone_holds_from_the_next_turn_on(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo, ClockRules())
    first = turn_of(game)
    User.objects.update(time_zone="Pacific/Auckland")
    assert make_new(game).times_out_at == first.times_out_at
    seat = game.seats.get(user=first.user)
    assert seat.hours_json == {"zone": "UTC", "quiet": ["23:00", "07:00"]}
    while turn_of(game).user != first.user or turn_of(game).opened_at == first.opened_at:
        wall.go(minutes=1)
        move(game, turn_of(game).user)
    seat.refresh_from_db()
    assert seat.hours_json["zone"] == "Pacific/Auckland"


def test_a_player_alone_with_bots_has_no_clock(ai: User, wall: Wall) -> None:
    turn = turn_of(running(ai, first_bidder="dealer_left"))
    assert (turn.due, turn.times_out_at, turn.remind_at, turn.tell_at) == (None, None, None, None)


# --- What a move costs and gives ---


def test_a_move_in_time_costs_nothing(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    user = turn_of(game).user
    wall.go(hours=23)
    move(game, user)
    assert game.seats.get(user=user).bank == 10 * HOUR
    assert turn_of(game).due == at("4 11:00")


def test_a_late_move_is_paid_for_by_the_bank(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    user = turn_of(game).user
    wall.go(hours=27)
    move(game, user)
    assert game.seats.get(user=user).bank == 7 * HOUR


def test_each_move_gives_something_back(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo, ClockRules(bank=10 * HOUR, increment=HOUR / 2, quiet=False))
    user = turn_of(game).user
    wall.go(hours=27)
    move(game, user)
    assert game.seats.get(user=user).bank == 7.5 * HOUR


def test_deals_at_once_draw_on_one_bank(cast: list[User], wall: Wall) -> None:
    game = running(*cast[:2], preset="nap", players=2, deals=4, deals_at_once=2, clock=DAY_AND_BANK)
    while len({turn.user_id for turn in game.turns.all()}) > 1:
        wall.go(hours=1)
        move(game, game.turns.order_by("opened_at").first().user)
    first, second = game.turns.order_by("opened_at")
    assert first.opened_at < second.opened_at
    assert second.times_out_at == max(second.due, first.times_out_at)
    wall.go(hours=(first.due - wall.now) / HOUR + 1)
    move(game, first.user)
    assert game.seats.get(user=first.user).bank == 9 * HOUR


# --- Reasons to stand still ---


def test_a_vacation_moves_the_deadline_by_as_much(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    user = turn_of(game).user
    Vacation.objects.create(user=user, start=at("3 00:00"), end=at("8 00:00"))
    User.objects.filter(pk=user.pk).update(vacations_until=at("8 00:00"))
    turn = make_new(game)
    assert (turn.due, turn.times_out_at) == (at("8 12:00"), at("8 22:00"))


def test_somebody_else_s_vacation_moves_nothing(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    [other] = {ai, bo} - {turn_of(game).user}
    Vacation.objects.create(user=other, start=at("3 00:00"), end=at("8 00:00"))
    User.objects.filter(pk=other.pk).update(vacations_until=at("8 00:00"))
    assert make_new(game).times_out_at == at("3 22:00")


def test_an_outage_that_is_not_noticed_yet_costs_no_bank(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    user = turn_of(game).user
    wall.go(hours=24)
    wall.go(hours=5, beating=False)
    move(game, user)
    assert game.seats.get(user=user).bank == 10 * HOUR


def test_an_outage_that_is_not_given_back_yet_costs_no_bank(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    user = turn_of(game).user
    Outage.objects.create(start=at("3 08:00"), end=at("3 14:00"))
    wall.go(hours=27)
    move(game, user)
    assert game.seats.get(user=user).bank == 10 * HOUR


def test_an_outage_of_the_past_is_counted_out(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    Outage.objects.create(start=at("2 13:00"), end=at("2 18:00"))
    wall.go(hours=1)
    game = locked(key=game.pk)
    refresh(game, list(game.seats.all()), wall.now)
    assert turn_of(game).times_out_at == at("4 03:00")


# --- Read models ---


def test_lost_deadlines_come_back(ai: User, bo: User, wall: Wall) -> None:
    game = two(ai, bo)
    Turn.objects.update(due=None, times_out_at=None, remind_at=None)
    assert "without a clock" in rebuild(game.pk)[0]
    turn = turn_of(game)
    assert (turn.due, turn.times_out_at) == (at("3 12:00"), at("3 22:00"))
    assert differences(reread(game)) == []
