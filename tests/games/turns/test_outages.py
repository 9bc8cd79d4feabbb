"""Outages: the time in which nothing was seen to is given back, and nothing that was seen to lies in it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import departure, tasks
from games.models import Draft, Game, Heartbeat, Outage, Seat, Turn, Upload
from games.seats import time_outs
from games.turns import open_turns, outages, sweep
from players.models import User
from tests.support.play import lobby, reread
from tests.support.waiting_match import begin, reminded, timed_out, work_out_anew
from tests.support.wall_clock import Wall, at

pytestmark = pytest.mark.django_db


def test_the_time_of_an_outage_is_given_back(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=20)
    wall.go(hours=30, beating=False)
    sweep.sweep()
    outage = Outage.objects.get()
    assert (outage.start, outage.end, outage.is_given_back) == (at("3 08:00"), wall.now, True)
    turn = game.turns.get()
    assert (turn.due, turn.times_out_at) == (at("4 18:00"), at("5 04:00"))
    assert timed_out(game) == 0
    sweep.sweep()
    assert Outage.objects.count() == 1


def test_a_reminder_that_fell_into_an_outage_moves_with_the_time_out(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=13)
    sweep.sweep()
    wall.go(hours=18)
    assert reminded(game) == 1
    # The next would have come at 20:00.
    wall.go(hours=2, beating=False)
    sweep.sweep()
    assert game.turns.get().times_out_at == at("4 00:00")
    assert reminded(game) == 1
    wall.go(minutes=59)
    sweep.sweep()
    assert reminded(game) == 1
    wall.go(minutes=1)
    sweep.sweep()
    assert reminded(game) == 2


def test_an_outage_that_is_noted_in_the_middle_of_a_reckoning_counts(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(hours=2, beating=False)
    asked: list[str] = []

    def beat_after_the_first(execute: Any, sql: str, *given: Any) -> Any:
        found = execute(sql, *given)
        if "games_outage" in sql or "games_heartbeat" in sql:
            asked.append(sql)
            if len(asked) == 1:
                outages.note_silence()
        return found

    with connection.execute_wrapper(beat_after_the_first):
        work_out_anew(game)
    assert Outage.objects.exists()
    assert reread(game).turns.get().times_out_at == at("4 00:00")


def test_a_few_runs_that_were_missed_are_no_outage(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(minutes=5, beating=False)
    sweep.sweep()
    assert not Outage.objects.exists()
    assert game.turns.get().times_out_at == at("3 22:00")


def test_who_takes_long_is_down_for_what_comes_meanwhile(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [begin(ai, bo) for _ in range(4)]
    wall.go(hours=35)
    time_out = time_outs.time_out

    def slowly(*, game_id: int) -> bool:
        wall.go(minutes=4, beating=False)
        return time_out(game_id=game_id)

    monkeypatch.setattr(time_outs, "time_out", slowly)
    sweep.sweep()
    assert [timed_out(game) for game in games] == [1, 1, 1, 1]
    sweep.sweep()
    outage = Outage.objects.get()
    assert (outage.start, outage.end) == (at("3 23:00"), at("3 23:16"))
    # The turn that was opened at 23:04 has lost twelve minutes, of a day and of the ten hours.
    assert min(turn.times_out_at for turn in Turn.objects.all()) == at("5 09:16")


def test_giving_back_for_long_is_no_outage(ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [begin(ai, bo) for _ in range(3)]
    wall.go(hours=2, beating=False)

    def slowly(game: Game, seats: Sequence[Seat], now: datetime) -> None:
        open_turns.refresh(game, seats, wall.go(minutes=4, beating=False))

    monkeypatch.setattr(sweep, "refresh", slowly)
    sweep.sweep()
    assert Outage.objects.count() == 1
    assert {reread(game).turns.get().times_out_at for game in games} == {at("4 00:00")}


def test_giving_back_leaves_most_of_the_processor_to_visitors(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        begin(ai, bo)
    wall.go(hours=2, beating=False)
    rests: list[float] = []
    monkeypatch.setattr("games.turns.sweep.time.sleep", rests.append)
    monkeypatch.setattr("games.turns.sweep.time.perf_counter", iter([0.0, 0.02, 1.0, 1.01, 2.0, 7.0]).__next__)
    sweep.sweep()
    assert rests == pytest.approx([0.18, 0.09, 1.0])


def test_nothing_waits_until_all_is_given_back(ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of processes that die each time before they get there, nobody has a reminder early, or a time-out late."""
    game = begin(ai, bo)
    wall.go(hours=11)
    wall.go(hours=2, beating=False)

    def die() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sweep, "give_back", die)
    seen = {}
    for _ in range(36):
        with pytest.raises(KeyboardInterrupt):
            sweep.sweep()
        seen[f"{wall.now:%d %H}"] = (reminded(game), timed_out(game))
        wall.go(hours=1)
    assert not Outage.objects.get().is_given_back
    assert (seen["03 01"], seen["03 02"]) == ((0, 0), (1, 0))
    assert (seen["03 21"], seen["03 22"], seen["03 23"]) == ((1, 0), (2, 0), (2, 0))
    assert seen["04 00"] == (2, 1)


def test_nobody_is_reminded_beyond_what_is_known_of_outages(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(ai, bo)
    wall.go(hours=11)
    remind = sweep.remind

    def late(now: datetime) -> int:
        # The machine sleeps in the middle of a sweep.
        wall.go(hours=2, beating=False)
        return remind(now)

    with monkeypatch.context() as patch:
        patch.setattr(sweep, "remind", late)
        sweep.sweep()
    sweep.sweep()
    assert reminded(game) == 0
    wall.go(minutes=59)
    sweep.sweep()
    assert reminded(game) == 0
    wall.go(minutes=1)
    sweep.sweep()
    assert reminded(game) == 1


def test_processes_that_die_before_they_get_to_anything_are_an_outage(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(ai, bo)
    wall.go(hours=11, minutes=57)

    def die(now: datetime) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sweep, "remind", die)
        for _ in range(6):
            wall.go(minutes=1, beating=False)
            with pytest.raises(KeyboardInterrupt):
                sweep.sweep()
    sweep.sweep()
    assert (Outage.objects.get().start, wall.now) == (at("2 23:57"), at("3 00:03"))
    assert reminded(game) == 0
    wall.go(minutes=3)
    sweep.sweep()
    assert reminded(game) == 1


@pytest.mark.parametrize("later", [sweep.time_out, sweep.close])
def test_what_was_acted_upon_is_in_no_outage(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch, later: Any
) -> None:
    """A process does some of its work shortly before the silence is long enough, and dies."""
    game = begin(ai, bo)
    is_time_out = later is sweep.time_out
    wall.go(hours=33 if is_time_out else 11, minutes=56)
    sweep.sweep()
    reminded_before = reminded(game)
    wall.go(minutes=4, seconds=30, beating=False)
    due = wall.now.replace(minute=0, second=0)

    def die(until: datetime) -> None:
        if until >= due:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sweep, "remind" if is_time_out else "close", die)
        with pytest.raises(KeyboardInterrupt):
            sweep.sweep()
    wall.go(minutes=1, beating=False)
    sweep.sweep()
    assert not Outage.objects.exists()
    assert (timed_out(game), reminded(game) - reminded_before) == ((1, 0) if is_time_out else (0, 1))


def test_nothing_is_acted_upon_by_who_has_not_heard_of_an_outage(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    now = wall.go(hours=34)
    Outage.objects.create(start=at("2 13:00"), end=at("3 22:01"), is_given_back=True)
    assert sweep.remind(now) == 0
    assert not time_outs.time_out(game_id=game.pk)
    assert (reminded(game), timed_out(game)) == (0, 0)


def test_what_a_sweep_does_until_its_end_is_done_up_to_its_beginning(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(ai, bo)
    wall.go(hours=1)
    begun = wall.go(minutes=2, beating=False)

    def take_long(now: datetime) -> None:
        wall.go(minutes=2, beating=False)

    monkeypatch.setattr(sweep, "remind", take_long)
    sweep.sweep()
    assert Heartbeat.objects.get().at == begun


def test_while_the_site_runs_dates_are_settled_without_a_write() -> None:
    """By a clock that goes on between two looks at it: many tasks do this, and would wait for each other."""
    sweep.sweep()
    with CaptureQueriesContext(connection) as queries:
        outages.settle_outages()
    assert [query["sql"].partition(" ")[0] for query in queries] == ["SELECT", "SELECT"]


def test_the_first_sweep_of_a_site_is_no_outage(wall: Wall) -> None:
    sweep.sweep()
    assert Heartbeat.objects.get().at == wall.now
    assert not Outage.objects.exists()


def test_giving_back_is_taken_up_again_where_a_process_died(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [begin(ai, bo) for _ in range(3)]
    wall.go(hours=2)
    wall.go(hours=3, beating=False)

    def die(**which: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sweep, "locked", die)
        with pytest.raises(KeyboardInterrupt):
            sweep.sweep()
    assert not Outage.objects.get().is_given_back
    sweep.sweep()
    assert {game.turns.get().times_out_at for game in games} == {at("4 01:00")}
    assert Outage.objects.get().is_given_back


# --- What is deleted after a while ---


def test_the_time_for_which_the_site_has_run_leaves_outages_out(wall: Wall) -> None:
    wall.go(days=1)
    sweep.sweep()
    wall.go(days=2, beating=False)
    sweep.sweep()
    wall.go(hours=1)
    assert outages.ago(timedelta(minutes=30), wall.now) == at("5 12:30")
    assert outages.ago(timedelta(hours=3), wall.now) == at("3 10:00")
    wall.go(days=4, beating=False)  # not noted yet
    assert outages.ago(timedelta(hours=3), wall.now) == at("3 10:00")


def test_nothing_is_deleted_early_because_the_site_was_down(ai: User, bo: User, wall: Wall) -> None:
    wall.go()
    upload = Upload.objects.create(user=ai, at=wall.now, state=Upload.State.READY)
    draft = Draft.objects.create(user=ai, changed_at=wall.now, played_on=wall.now.date(), rules_json={}, players=[])
    guest = User.objects.create(name="Heron", is_guest=True, last_login=wall.now)
    wall.go(days=70, beating=False)
    tasks.tidy_uploads()
    departure.sweep_guests()
    for kept in (upload, draft, guest):
        kept.refresh_from_db()
    sweep.sweep()
    wall.go(days=8)
    tasks.tidy_uploads()
    departure.sweep_guests()
    assert not Upload.objects.exists()
    assert not User.objects.filter(pk=guest.pk).exists()
    assert Draft.objects.exists()


def test_the_table_of_a_guest_stays_open_after_an_outage(wall: Wall) -> None:
    wall.go()
    guest = User.objects.create(name="Heron", is_guest=True, last_login=wall.now)
    table = lobby(guest)
    wall.go(days=10, beating=False)
    tasks.close_left_tables()
    assert reread(table).status == Game.Status.LOBBY
    sweep.sweep()
    wall.go(days=1, seconds=1)
    tasks.close_left_tables()
    assert reread(table).status == Game.Status.CANCELLED
