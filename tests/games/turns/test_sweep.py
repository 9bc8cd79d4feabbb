"""The sweep: each thing that time brings about happens once, whoever sweeps, and whatever went wrong before."""

from concurrent.futures import ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tasks
from games.models import Game, Heartbeat, Outage, Turn
from games.plans import services as planning
from games.plans.plan import PassPlan
from games.seats import pauses, time_outs
from games.turns import open_turns, sweep
from napoleon.time_bank import HOUR, ClockRules, clock_to_json
from players.models import Notification, User
from tests.support.play import move, reread
from tests.support.waiting_match import begin, reminded, timed_out, work_out_anew
from tests.support.wall_clock import Wall, at

pytestmark = pytest.mark.django_db


# --- Reminders ---


def test_reminders_come_at_half_of_the_time_and_two_hours_before_the_time_out(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    told = {}
    for _ in range(34):
        sweep.sweep()
        told[f"{wall.now:%d %H}"] = reminded(game)
        wall.go(hours=1)
    assert told["02 23"] == 0
    assert told["03 00"] == told["03 19"] == 1
    assert told["03 20"] == told["03 21"] == 2
    assert Notification.objects.filter(kind="reminder").values_list("user", flat=True).distinct().get() == (
        game.turns.get().user_id
    )


def test_a_second_sweep_finds_nothing_to_do(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=13)
    for _ in range(3):
        sweep.sweep()
    assert reminded(game) == 1


def test_reminders_that_were_missed_are_one(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=33)
    sweep.sweep()
    assert reminded(game) == 1
    assert game.turns.get().remind_at is None


@pytest.mark.parametrize("is_planned", [True, False])
def test_nobody_is_reminded_of_a_turn_that_their_plan_will_take(
    ai: User, bo: User, wall: Wall, is_planned: bool
) -> None:
    """Half of the shortest allowance may be over before the site does what was planned."""
    game = begin(ai, bo)
    clock = clock_to_json(ClockRules(move=HOUR, bank=10 * HOUR, quiet=False))
    Game.objects.filter(pk=game.pk).update(release="hour", clock_json=clock)
    move(game, game.turns.get().user)
    turn = game.turns.get()
    assert turn.remind_at == wall.now + HOUR / 2
    planning.set_play_forced(slug=game.slug, user=turn.user, wished=True)
    if is_planned:
        planning.add_plan(slug=game.slug, user=turn.user, deal=1, plan=PassPlan())
    game.turns.update(release_at=wall.now + HOUR * 0.8)
    wall.go(minutes=35)
    sweep.sweep()
    assert reminded(game) == (not is_planned)


def test_nobody_is_reminded_of_what_is_over(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=1)
    move(game, game.turns.get().user)
    wall.go(hours=11, minutes=30)
    sweep.sweep()
    assert reminded(game) == 0


def test_a_deadline_that_moves_arms_its_reminders_anew(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=32)
    sweep.sweep()
    pauses.pause(game_id=game.pk, user=ai, days=2, reason="")
    wall.go(hours=47)
    sweep.sweep()
    assert reminded(game) == 1
    wall.go(hours=2)
    sweep.sweep()
    assert reminded(game) == 2


def test_a_reminder_that_is_due_outlives_a_new_reckoning(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=12, minutes=1)
    work_out_anew(game)
    sweep.sweep()
    assert reminded(game) == 1


def test_a_reminder_that_has_moved_is_due_at_its_new_time(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=14, minutes=30)
    Outage.objects.create(start=at("2 23:00"), end=at("3 01:00"))
    assert game.turns.get().remind_at == at("3 00:00")
    work_out_anew(game)
    assert game.turns.get().remind_at == at("3 02:00")


def test_a_claim_and_its_reminder_are_both_written_or_neither(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(ai, bo)
    wall.go(hours=13)
    with monkeypatch.context() as patch:
        patch.setattr(Turn.objects, "bulk_update", 1 / 1)  # nothing that can be called
        with pytest.raises(TypeError):
            sweep.remind(wall.now)
    assert reminded(game) == 0
    sweep.sweep()
    assert reminded(game) == 1


def steps(monkeypatch: pytest.MonkeyPatch, wall: Wall, seconds: int = 0) -> list[str]:
    """Up to when each step of a sweep goes, as the sweeps come; each takes so long."""
    noted: list[str] = []

    def note(until: datetime) -> None:
        noted.append(f"{until:%H:%M:%S}")
        wall.go(seconds=seconds, beating=False)

    monkeypatch.setattr(sweep, "time_out", note)
    return noted


def test_after_a_delay_what_was_due_first_is_done_first(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    wall.go(minutes=1)
    wall.go(minutes=4, seconds=30, beating=False)
    noted = steps(monkeypatch, wall, seconds=20)
    sweep.sweep()
    assert noted == ["12:03:00", "12:05:00", "12:06:10"]
    assert Heartbeat.objects.get().at == at("2 12:06") + timedelta(seconds=10)


def test_who_comes_every_minute_takes_one_step(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    wall.go(minutes=1)
    noted = steps(monkeypatch, wall)
    for _ in range(2):
        wall.go(seconds=61, beating=False)
        sweep.sweep()
    assert noted == ["12:02:01", "12:03:02"]


def test_after_a_delay_nobody_is_reminded_of_a_flag_that_has_fallen(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=33, minutes=57)
    game.turns.update(remind_at=wall.now + timedelta(minutes=1))
    wall.go(minutes=4, beating=False)
    sweep.sweep()
    assert (reminded(game), timed_out(game)) == (0, 1)


# --- Time-outs ---


def test_flags_are_seen_to_on_the_minute(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=33, minutes=59)
    sweep.sweep()
    assert timed_out(game) == 0
    wall.go(minutes=1)
    sweep.sweep()
    assert timed_out(game) == 1
    sweep.sweep()
    assert timed_out(game) == 1


def test_a_game_that_fails_holds_up_no_other(ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = begin(ai, bo), begin(ai, bo)
    real = time_outs.time_out

    def fail(*, game_id: int) -> bool:
        if game_id == first.pk:
            raise RuntimeError
        return real(game_id=game_id)

    wall.go(hours=35)
    monkeypatch.setattr(time_outs, "time_out", fail)
    assert sweep.time_out(wall.now) == 1
    assert (timed_out(first), timed_out(second)) == (0, 1)


# --- Many workers ---


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_do_everything_once(ai: User, bo: User, wall: Wall) -> None:
    games = [begin(ai, bo) for _ in range(6)]
    wall.go(hours=13)
    together(4)
    assert {reminded(game) for game in games} == {1}
    wall.go(hours=22)
    together(4)
    # Each seat has a turn of its own: whose opened with the time-out is not late.
    assert {timed_out(game) for game in games} == {1}
    assert Notification.objects.filter(kind="timed_out").count() == 6


@pytest.mark.parametrize("many", [1, 2])
def test_with_many_time_outs_other_workers_are_asked_to_help(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, many: int
) -> None:
    games = [begin(ai, bo) for _ in range(2)]
    asked: list[str] = []
    monkeypatch.setattr(sweep, "MANY", many)
    monkeypatch.setattr(tasks.help_time_out, "delay", asked.append)
    wall.go(hours=35)
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep.time_out(wall.now) == 2
    # With one writer at a time nobody can help.
    can_help = connection.features.has_select_for_update_skip_locked
    assert asked == [wall.now.isoformat()] * (sweep.HELPERS if many < 2 and can_help else 0)
    assert {timed_out(game) for game in games} == {1}


def test_help_plays_for_those_whose_time_is_up(ai: User, bo: User, wall: Wall) -> None:
    first, second = begin(ai, bo), begin(ai, bo)
    wall.go(hours=13)
    tasks.help_time_out(wall.now.isoformat())
    assert timed_out(first) == timed_out(second) == 0
    wall.go(hours=22)
    tasks.help_time_out(wall.now.isoformat())
    assert timed_out(first) == timed_out(second) == 1


@pytest.mark.django_db(transaction=True)
def test_a_deadline_that_moves_while_the_sweep_comes_by_brings_no_second_reminder(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(ai, bo)
    wall.go(hours=13)
    set_deadlines = open_turns.set_deadlines
    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as patch:

        def with_a_sweep(game: Game, seats: Any, turns: Any, now: datetime) -> list[Turn]:
            if turns:
                # Just read. Where no more than a game is locked, the sweep is through at once.
                wait([pool.submit(remind_elsewhere, wall)], timeout=1)
            return set_deadlines(game, seats, turns, now)

        patch.setattr(open_turns, "set_deadlines", with_a_sweep)
        pauses.pause(game_id=game.pk, user=ai, days=2, reason="")
    sweep.remind(wall.now)
    assert reminded(game) == 1


def remind_elsewhere(wall: Wall) -> None:
    try:
        sweep.remind(wall.now)
    finally:
        connection.close()


def together(workers: int) -> None:
    barrier = Barrier(workers)

    def work() -> None:
        try:
            barrier.wait(20)
            sweep.sweep()
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(work) for _ in range(workers)]:
            done.result()
    # What another held just then is for the next run.
    sweep.sweep()


def test_the_task_lets_bots_move_as_well(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=35)
    tasks.sweep()
    assert timed_out(game) == 1
    assert reread(game).seq > game.seq


def test_with_nothing_due_it_takes_few_queries(ai: User, bo: User, wall: Wall) -> None:
    for _ in range(3):
        begin(ai, bo)
    with CaptureQueriesContext(connection) as captured:
        sweep.sweep()
    asked = [query["sql"] for query in captured if not query["sql"].startswith(("SAVE", "RELEASE"))]
    # The heartbeat, outages; live play, time-outs, outages, reminders, meetings, tables to close; the first two again.
    assert len(asked) == 10
