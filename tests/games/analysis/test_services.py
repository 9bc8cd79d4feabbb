"""Whose match is analysed, when, and what may be: only what is over, one deal at a time, people in turn."""

import os
import signal
import time
from datetime import timedelta
from io import StringIO
from types import FrameType
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games import tasks
from games.analysis import services
from games.analysis import waiting as waiting_analyses
from games.kernel.followers import behind, catch_up
from games.models import Analysis, DealAnalysis, Game
from napoleon.judging import VERSION, DealMoves
from napoleon.judging.judgement import DealJudgement
from players.models import User
from tests.support.analyses import blundered, of_blunder
from tests.support.concurrency import at_once
from tests.support.play import play_first_deal, play_out, running
from tests.support.visits import guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The results of the deals that were judged, without the work."""
    calls: list[Any] = []

    def judge(moves: DealMoves) -> DealJudgement:
        calls.append(moves.result)
        return of_blunder()

    monkeypatch.setattr(services, "judge", judge)
    return calls


@pytest.fixture
def automatic(settings: Any) -> None:
    settings.ANALYSE_ENDED_MATCHES = True


def two_deals(ai: User, bo: User) -> Game:
    return play_out(running(ai, bo, preset="nap", players=2, deals=2), ai, bo)


# --- Which matches ---


def test_a_match_that_has_just_ended_is_analysed_deal_by_deal(
    automatic: None, judged: list[Any], ai: User, bo: User
) -> None:
    game = two_deals(ai, bo)
    catch_up(game.pk)
    assert game.pk not in behind()
    analysis = Analysis.objects.get(pk=game.pk)
    assert (analysis.person, analysis.deals) == (ai, 2)
    for done in (1, 2):
        assert services.analyse_next()
        assert DealAnalysis.objects.filter(analysis=game.pk).count() == done
    assert not services.analyse_next()
    analysis.refresh_from_db()
    assert analysis.is_finished
    assert [result.number for result in judged] == services.deals_to_analyse(game)


def test_a_running_match_is_never_analysed(automatic: None, judged: list[Any], ai: User, bo: User) -> None:
    game = play_first_deal(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    catch_up(game.pk)
    services.ask(game, ai)
    assert services.deals_to_analyse(game) == []
    assert not Analysis.objects.exists()
    # Not even where a row says so.
    Analysis.objects.create(game=game, asked_at=timezone.now(), version=1, deals=1)
    services.analyse_next()
    assert judged == []
    assert not DealAnalysis.objects.exists()


def test_other_matches_wait_until_somebody_asks(automatic: None, settings: Any, ai: User, bo: User) -> None:
    """Those of guests, those that ended long ago, and all if the site says so."""
    with_guests = two_deals(guest(), guest())
    old = blundered([ai, bo])
    game = two_deals(ai, bo)
    catch_up(with_guests.pk)
    catch_up(old.pk)
    settings.ANALYSE_ENDED_MATCHES = False
    catch_up(game.pk)
    assert not Analysis.objects.exists()
    services.ask(old, bo)
    services.ask(old, ai)
    assert Analysis.objects.get().person == bo


def test_an_abandoned_match_is_not_analysed(judged: list[Any], ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    services.ask(Game.objects.get(pk=game.pk), ai)
    assert not Analysis.objects.exists()


# --- In which order ---


def waiting(person: User | None, minutes: int, deals: int = 2) -> Analysis:
    people = [User.objects.create(name=f"{minutes}", email=f"{minutes}@example.org"), *[person] * 0]
    game = blundered([*people, User.objects.create(name="x", email=f"x{minutes}@example.org")])
    at = timezone.now() + timedelta(minutes=minutes)
    return Analysis.objects.create(game=game, person=person, asked_at=at, version=VERSION, deals=deals)


def test_people_take_turns_and_each_ones_oldest_comes_first(ai: User, bo: User) -> None:
    first, second, third = waiting(ai, 1), waiting(ai, 2), waiting(bo, 3)
    now = timezone.now()
    assert waiting_analyses.claim(now) == first
    # One at a time for each person.
    assert waiting_analyses.claim(now) == third
    assert waiting_analyses.claim(now) is None
    Analysis.objects.update(claimed_until=None)
    Analysis.objects.filter(pk=first.pk).update(is_finished=True)
    Analysis.objects.filter(pk=third.pk).update(served_at=now + timedelta(seconds=1))
    assert waiting_analyses.claim(now + timedelta(seconds=2)) == second
    assert waiting_analyses.claim(now + timedelta(seconds=2)) == third


@pytest.mark.django_db(transaction=True)
def test_workers_that_ask_at_once_get_deals_of_different_people(ai: User, bo: User) -> None:
    first, _second, third = waiting(ai, 1), waiting(ai, 2), waiting(bo, 3)
    now = timezone.now()
    claimed = at_once(*[lambda: waiting_analyses.claim(now)] * 4)
    assert sorted(claimed, key=str) == sorted([first, third, None, None], key=str)


def test_those_that_nobody_waits_for_take_turns_too(ai: User) -> None:
    nobodys, also, hers = waiting(None, 1), waiting(None, 2), waiting(ai, 3)
    now = timezone.now()
    assert waiting_analyses.claim(now) == nobodys
    Analysis.objects.filter(pk=nobodys.pk).update(claimed_until=None, is_finished=True)
    assert [waiting_analyses.claim(now), waiting_analyses.claim(now)] == [hers, also]


def test_the_work_of_a_dead_worker_is_taken_up_three_times_at_most(ai: User) -> None:
    only, now = waiting(ai, 1), timezone.now()
    for _ in range(waiting_analyses.MAX_ATTEMPTS):
        assert waiting_analyses.claim(now) == only
        assert waiting_analyses.claim(now) is None
        assert not waiting_analyses.is_left_out()
        now += waiting_analyses.LEASE
    assert waiting_analyses.claim(now) is None


def test_a_deal_that_fails_is_tried_again_and_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch, ai: User, bo: User
) -> None:
    game, faults = blundered([ai, bo]), [ValueError("no"), ValueError("no")]

    def judge(moves: DealMoves) -> DealJudgement:
        if faults:
            raise faults.pop()
        return of_blunder()

    monkeypatch.setattr(services, "judge", judge)
    services.ask(game, ai)
    assert waiting_analyses.is_left_out()
    tasks.analyse_what_was_left_out()
    assert faults == []
    assert Analysis.objects.get().is_finished


@pytest.mark.parametrize("part", ["deals_to_analyse", "judge", "tally"])
def test_a_deal_that_is_interrupted_is_begun_anew_at_once_however_often(
    part: str, monkeypatch: pytest.MonkeyPatch, judged: list[Any], ai: User, bo: User
) -> None:
    game, left, whole = (blundered([ai, bo]), [*range(waiting_analyses.MAX_ATTEMPTS)], getattr(services, part))
    services.ask(game, ai)

    def cut(*args: Any, **kwargs: Any) -> Any:
        if left:
            raise SoftTimeLimitExceeded(left.pop())
        return whole(*args, **kwargs)

    monkeypatch.setattr(services, part, cut)
    tasks.analyse()
    assert left == []
    assert Analysis.objects.get().is_finished


@pytest.mark.django_db(transaction=True)
def test_a_worker_interrupted_in_a_statement_gives_the_deal_back(
    monkeypatch: pytest.MonkeyPatch, judged: list[Any], ai: User, bo: User
) -> None:
    services.ask(blundered([ai, bo]), ai)
    Analysis.objects.update(claimed_until=None, is_finished=False)
    DealAnalysis.objects.all().delete()

    def cut(signum: int, frame: FrameType | None) -> None:
        raise SoftTimeLimitExceeded

    def judge(moves: DealMoves) -> DealJudgement:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        if connection.vendor == "postgresql":
            connection.cursor().execute("SELECT pg_sleep(0.5)")
        time.sleep(0.5)
        return of_blunder()

    monkeypatch.setattr(services, "judge", judge)
    former = signal.signal(signal.SIGALRM, cut)
    try:
        assert services.analyse_next()
    finally:
        signal.signal(signal.SIGALRM, former)
    left = Analysis.objects.get()
    assert (left.claimed_until, left.attempts) == (None, 0)


def test_an_interruption_after_the_deal_is_stored_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, judged: list[Any], ai: User, bo: User
) -> None:
    services.ask(blundered([ai, bo]), ai)
    whole = services._store

    def cut(*args: Any) -> None:
        whole(*args)
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(services, "_store", cut)
    assert services.analyse_next()
    only = Analysis.objects.get()
    assert (only.is_finished, only.attempts) == (True, 0)


def test_findings_for_an_analysis_restarted_at_the_same_time_are_dropped(
    monkeypatch: pytest.MonkeyPatch, ai: User, bo: User
) -> None:
    game = two_deals(ai, bo)
    services.ask(game, ai)
    done: list[int] = []

    def judge(moves: DealMoves) -> DealJudgement:
        done.append(moves.result.number)
        if len(done) == 2:
            services.again([game.pk])
        return of_blunder()

    monkeypatch.setattr(services, "judge", judge)
    while services.analyse_next():
        pass
    numbers = services.deals_to_analyse(game)
    assert done == [*numbers, *numbers]
    assert [row.number for row in DealAnalysis.objects.order_by("number")] == numbers
    assert Analysis.objects.get().is_finished


def test_a_worker_that_took_too_long_leaves_the_next_one_its_claim(
    monkeypatch: pytest.MonkeyPatch, ai: User, bo: User
) -> None:
    services.ask(blundered([ai, bo]), ai)
    later = timezone.now() + 2 * waiting_analyses.LEASE

    def judge(moves: DealMoves) -> DealJudgement:
        Analysis.objects.update(claimed_until=later)
        raise ValueError

    monkeypatch.setattr(services, "judge", judge)
    services.analyse_next()
    assert Analysis.objects.get().claimed_until == later


def test_a_match_that_cannot_be_read_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, ai: User
) -> None:
    only = waiting(ai, 1)

    def unreadable(game: Game) -> list[int]:
        raise ValueError

    monkeypatch.setattr(services, "deals_to_analyse", unreadable)
    assert services.analyse_next()
    assert f"game {only.pk} could not be analysed" in caplog.text
    assert Analysis.objects.get().claimed_until is None


def test_told_to_stop_the_process_of_an_embedded_site_gives_its_deal_back(
    monkeypatch: pytest.MonkeyPatch, ai: User, bo: User
) -> None:
    services.ask(blundered([ai, bo]), ai)

    def judge(moves: DealMoves) -> DealJudgement:
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError

    monkeypatch.setattr(services, "judge", judge)
    monkeypatch.setattr(os, "nice", lambda _: None)
    former = signal.getsignal(signal.SIGTERM)
    try:
        call_command("analyse")
    finally:
        signal.signal(signal.SIGTERM, former)
    left = Analysis.objects.get()
    assert (left.claimed_until, left.attempts, left.is_finished) == (None, 0, False)


def test_a_worker_interrupted_before_it_has_a_deal_ends_without_an_error() -> None:
    assert SoftTimeLimitExceeded in tasks.analyse.throws


def test_nobody_asks_for_too_many(ai: User, bo: User) -> None:
    for number in range(services.MAX_WAITING):
        waiting(ai, number)
    with pytest.raises(services.TooManyWaiting):
        services.ask(blundered([ai, bo]), ai)
    # Those that were given up do not count.
    Analysis.objects.update(attempts=waiting_analyses.MAX_ATTEMPTS)
    services.ask(blundered([ai, bo]), ai)
    assert Analysis.objects.filter(attempts=0).exists()


def test_the_command_has_matches_analysed_again(judged: list[Any], ai: User, bo: User) -> None:
    game, other = blundered([ai, bo]), waiting(bo, 1)
    services.ask(game, ai)
    services.analyse_next()
    Analysis.objects.filter(pk=other.pk).update(is_finished=True)
    Analysis.objects.filter(pk=game.pk).update(version=0)
    told = StringIO()
    call_command("rebuild_analyses", now=True, stdout=told)
    assert told.getvalue() == "1 matches to be analysed again.\n."
    assert [row.analysis_id for row in DealAnalysis.objects.all()] == [game.pk]
    call_command("rebuild_analyses", other.game.slug, stdout=told)
    assert waiting_analyses.is_left_out()
