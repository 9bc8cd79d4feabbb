"""Plans are carried out at their own moments, whatever else the site does."""

import logging
import re
import threading
import time
from datetime import datetime, timedelta
from itertools import combinations
from random import Random

import pytest
from celery.signals import beat_init

from games.models import Event, Game, Turn
from games.plans import release, services, timekeeper
from games.plans.plan import PassPlan
from games.turns import services as turns_services
from games.turns import sweep
from napoleon.engine import BidNap, Play, card_name
from napoleon.engine.events import LegalCommand
from napoleon.time_bank import DAY, HOUR, ClockRules
from players.models import User
from tests.support.play import Json, choices, move, reread, running
from tests.support.samples import critical, distance
from tests.support.visits import get, post, text
from tests.support.wall_clock import Wall, to_move

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def waiting(*people: User, **rules: object) -> Game:
    """A match in which whoever is to move has planned to pass."""
    game = running(*people, **{"preset": "nap", "players": 2, "deals": 3, **rules})  # type: ignore[arg-type]
    services.add_plan(slug=game.slug, user=to_move(game), deal=1, plan=PassPlan())
    return game


def planned(*games: Game) -> list[Event]:
    return list(Event.objects.filter(game__in=games, by=Event.By.PLAN).order_by("at"))


# --- When ---


def test_a_move_is_made_and_stored_at_the_moment_that_was_drawn(ai: User, bo: User, wall: Wall) -> None:
    games = [waiting(ai, bo) for _ in range(4)]
    drawn = sorted(game.turns.get().release_at for game in games)
    assert len({moment.microsecond for moment in drawn}) == 4
    wall.run(minutes=10)
    assert [event.at for event in planned(*games)] == drawn


def test_the_sweep_makes_no_planned_move(ai: User, bo: User, wall: Wall) -> None:
    game = waiting(ai, bo)
    wall.go(minutes=11)
    sweep.sweep()
    assert planned(game) == []


def test_missed_moves_are_not_made_all_at_once(ai: User, bo: User, wall: Wall) -> None:
    games = [waiting(ai, bo) for _ in range(4)]
    back = wall.go(minutes=11)
    wall.run(minutes=1)
    assert planned(*games) == []
    wall.run(minutes=10)
    moments = [event.at for event in planned(*games)]
    assert len(set(moments)) == 4
    assert all(MINUTE <= moment - back <= 10 * MINUTE + timedelta(seconds=1) for moment in moments)


def test_a_move_that_is_a_little_late_is_made(ai: User, bo: User, wall: Wall) -> None:
    game = waiting(ai, bo)
    wall.now = game.turns.get().release_at + timekeeper.MISSED / 2
    assert timekeeper.step() == 0
    timekeeper.step()
    assert [event.at for event in planned(game)] == [wall.now]


@pytest.mark.parametrize("is_planned", [True, False])
def test_a_move_is_stored_with_the_moment_at_which_it_is_written(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch, is_planned: bool
) -> None:
    """What was to be done before that, of which a plan has more, does not show."""
    game = waiting(ai, bo)
    wall.now = game.turns.get().release_at
    module = services if is_planned else turns_services
    play_on = turns_services.play_on
    monkeypatch.setattr(module, "play_on", lambda table: (wall.go(seconds=1), play_on(table)))
    if is_planned:
        timekeeper.step()
    else:
        move(game, to_move(game))
    assert game.events.latest("seq").at == wall.now


def test_it_looks_often_enough_to_find_every_turn_in_time(ai: User, bo: User, wall: Wall) -> None:
    assert timekeeper.step() == timekeeper.LOOK_EVERY < release.SOONEST.total_seconds()
    game = waiting(ai, bo)
    assert timekeeper.step() == timekeeper.LOOK_EVERY
    wall.now = game.turns.get().release_at - timedelta(milliseconds=1500)
    assert timekeeper.step() == 1.5


def test_a_plan_of_a_late_turn_comes_before_the_time_out(ai: User, bo: User, wall: Wall) -> None:
    for number in range(5):
        game = running(ai, bo, preset="nap", players=2, clock=ClockRules(move=HOUR, bank=DAY, quiet=False))
        wall.go(hours=24, minutes=59, seconds=10 * number)
        services.add_plan(slug=game.slug, user=to_move(game), deal=1, plan=PassPlan())
        turn = game.turns.get()
        assert turn.times_out_at is not None
        assert turn.release_at is not None
        assert wall.now < turn.release_at < turn.times_out_at


# --- What goes wrong ---


def test_a_game_that_fails_holds_up_no_other(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = waiting(ai, bo), waiting(ai, bo)
    first = wall.now + MINUTE
    Turn.objects.update(release_at=first)
    act_for = release.act_for

    def fail(table, state, number):  # type: ignore[no-untyped-def]
        if table.game == bad:
            raise RuntimeError
        return act_for(table, state, number)

    with monkeypatch.context() as patch, caplog.at_level(logging.CRITICAL):
        patch.setattr(release, "act_for", fail)
        wall.run(minutes=2)
    assert len(planned(good)) == 1
    assert planned(bad) == []
    assert bad.turns.get().release_at > first
    wall.run(minutes=10)
    assert len(planned(bad)) == 1


def test_a_turn_that_its_plans_leave_to_the_player_is_not_looked_at_again(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2)
    services.set_play_forced(slug=game.slug, user=to_move(game), wished=True)
    wall.run(minutes=10)
    assert planned(game) == []
    assert services.next_release() is None


def test_the_scheduler_starts_it() -> None:
    from games import tasks  # noqa: F401

    assert timekeeper.start in [receiver() for _, receiver in beat_init.receivers]


def test_it_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread of its own and by the real clock."""
    steps, done = [], threading.Event()

    def step() -> float:
        steps.append(time.monotonic())
        if len(steps) == 1:
            raise RuntimeError
        if len(steps) > 2:
            done.set()
            threading.Event().wait()  # to the end of the process
        return 0.05

    monkeypatch.setattr(timekeeper, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(timekeeper, "step", step)
    timekeeper.start()
    assert done.wait(10)
    assert steps[2] - steps[1] >= 0.05


# --- What others see of the person ---


def test_a_planned_move_counts_as_a_visit_like_any_other(ai: User, bo: User, wall: Wall) -> None:
    game = waiting(ai, bo)
    mover = to_move(game)
    User.objects.update(seen_at=wall.now - 3 * DAY, last_login=None)
    wall.run(minutes=10)
    (event,) = planned(game)
    mover.refresh_from_db()
    assert mover.last_visit == event.at


def test_pages_show_moments_of_moves_to_the_second(ai: User, bo: User, wall: Wall) -> None:
    """The time from there to the arrival at open pages is not the same by hand and by plan."""
    wall.now += timedelta(microseconds=123456)
    game = running(ai, bo, preset="nap", players=2, deals=2)
    while game.result_seq == 0:
        move(game, to_move(game))
        game = reread(game)
    table = f"/t/{game.slug}/"
    for reader, path in ((bo, table), (ai, "/"), (bo, f"{table}review/1/1/?times=1")):
        moments = re.findall(r'datetime="([^"]*)"', text(get(reader, path)))
        assert moments
        assert not [moment for moment in moments if "." in moment]


# --- Hand, plan and force ---


class Town:
    """Tables whose people plan half of their moves and make the others by hand, after delays of the same range."""

    def __init__(self, wall: Wall, games: list[Game]) -> None:
        self.wall, self.games, self.rng = wall, games, Random(1)
        self.turns: dict[int, tuple[Turn, str]] = {}
        self.by_hand: dict[int, datetime] = {}
        self.moved: dict[str, list[tuple[float, float]]] = {"hand": [], "plan": [], "forced": []}
        """The delay of each move, and its moment."""

    def live(self, at_least: int) -> None:
        sweep_at = self.wall.now
        while min(map(len, self.moved.values())) < at_least:
            for turn in Turn.objects.select_related("user").order_by("game_id"):
                self.decide(turn)
            due = self.wall.now + timedelta(seconds=timekeeper.step())
            self.wall.now = min([due, sweep_at, *self.by_hand.values()])
            for number in [one for one, at in self.by_hand.items() if at <= self.wall.now]:
                del self.by_hand[number]
                move(self.games[number], to_move(self.games[number]), self.rng)
            if sweep_at <= self.wall.now:
                sweep.sweep()
                sweep_at += MINUTE

    def decide(self, turn: Turn) -> None:
        """Note how the last turn ended; decide how the open one is to end."""
        number = [game.pk for game in self.games].index(turn.game_id)
        game = self.games[number]
        before = self.turns.get(number)
        if before and before[0].opened_at == turn.opened_at:
            return
        if before:
            delay = (turn.opened_at - before[0].opened_at).total_seconds()
            self.moved[before[1]].append((delay, turn.opened_at.timestamp()))
        assert turn.user is not None
        options = choices(reread(game), turn.user)
        choice, kind = self.rng.choice(options), self.rng.choice(["hand", "plan"])
        if len(options) == 1 and isinstance(choice, Play):
            kind = "forced"
        elif kind == "hand":
            self.by_hand[number] = self.wall.now + timedelta(seconds=self.rng.uniform(60, 600))
        else:
            post(turn.user, f"/t/{game.slug}/plan/tap/", deal=turn.deal, **tapped(choice))
        self.turns[number] = turn, kind


def tapped(choice: LegalCommand) -> Json:
    """What a tap on the board sends to plan this."""
    if isinstance(choice, Play):
        return {"do": "play", "play": card_name(choice.card)}
    return {"do": "bid", "bid": choice.bid} if isinstance(choice, BidNap) else {"do": "pass"}


@pytest.mark.slow
def test_hand_plan_and_force_cannot_be_told_apart(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By neither the delay nor its phase, while the sweep runs each minute."""
    # The town asks again after each change, so that there is nothing to find in between.
    monkeypatch.setattr(timekeeper, "LOOK_EVERY", 60.0)
    games = [running(ai, bo, preset="nap", players=2, deals=20) for _ in range(8)]
    for game in games:
        for user in (ai, bo):
            services.set_play_forced(slug=game.slug, user=user, wished=True)
    town = Town(wall, games)
    town.live(at_least=50)
    for one, two in combinations(town.moved.values(), 2):
        limit = critical(len(one), len(two))
        assert distance([delay for delay, _ in one], [delay for delay, _ in two]) < limit
        for period in (1, 10, 60):
            assert distance([at % period for _, at in one], [at % period for _, at in two]) < limit
