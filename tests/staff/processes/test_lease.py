"""One of several schedulers leads; another takes over when it is gone."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from celery import Celery
from celery.schedules import crontab
from django.db import OperationalError, connections
from django.utils import timezone

from games.plans import timekeeper
from staff.models import Lease
from staff.processes.lease import LENGTH, Leadership, LeadingScheduler


@pytest.mark.django_db
def test_one_leads_and_renews() -> None:
    first, second = Leadership(), Leadership()
    assert [first.renew(), second.renew(), first.renew()] == [True, False, True]
    assert (first.leads(), second.leads()) == (True, False)


@pytest.mark.django_db
def test_another_takes_over_when_it_runs_out_or_is_given_up() -> None:
    first, second, third = Leadership(), Leadership(), Leadership()
    assert first.renew()
    Lease.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert second.renew()
    assert not first.renew()
    assert not first.leads()
    second.give_up()
    assert third.renew()


@pytest.mark.django_db
def test_a_lease_that_a_clock_has_noted_which_was_ahead_holds_nobody_up() -> None:
    first, second = Leadership(), Leadership()
    assert first.renew()
    Lease.objects.update(until=timezone.now() + timedelta(hours=9))
    assert second.renew()


@pytest.mark.django_db
def test_who_could_not_renew_for_its_length_does_not_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("staff.processes.lease.time.monotonic", lambda: clock[0])
    first = Leadership()
    assert first.renew()
    clock[0] += LENGTH.total_seconds()
    assert not first.leads()


@pytest.mark.django_db(transaction=True)
def test_of_many_that_ask_at_once_one_leads() -> None:
    leaders = [Leadership() for _ in range(6)]

    def ask(one: Leadership) -> None:
        one.renew()
        connections.close_all()

    threads = [threading.Thread(target=ask, args=[one]) for one in leaders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(one.leads() for one in leaders) == 1


@pytest.fixture
def schedulers(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> list[LeadingScheduler]:
    monkeypatch.setattr(timekeeper, "is_leader", timekeeper.is_leader)
    monkeypatch.setattr("staff.processes.lease.connections.close_all", lambda: None)
    app = Celery(broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {"sweep": {"task": "games.tasks.sweep", "schedule": 0}}
    return [LeadingScheduler(app=app, schedule_filename=str(tmp_path / f"beat{number}")) for number in range(2)]


@pytest.mark.django_db
def test_only_the_scheduler_that_leads_schedules(
    schedulers: list[LeadingScheduler], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[LeadingScheduler] = []
    for one in schedulers:
        monkeypatch.setattr(one, "apply_async", lambda *args, one=one, **kwargs: sent.append(one))
    for _ in range(3):
        for one in schedulers:
            one.tick()
    assert set(sent) == {schedulers[0]}
    schedulers[0].close()
    schedulers[1].tick()
    schedulers[1].tick()
    assert sent[-1] is schedulers[1]
    schedulers[1].close()


@pytest.mark.django_db
def test_who_takes_over_by_day_does_not_do_the_night_again(
    schedulers: list[LeadingScheduler], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    one = schedulers[0]
    monkeypatch.setattr(one, "apply_async", lambda entry, *_, **__: sent.append(entry.name))
    one.add(name="every night", task="x", schedule=crontab(hour=(one.app.now().hour - 8) % 24, app=one.app))
    for entry in one.schedule.values():
        entry.last_run_at = one.app.now() - timedelta(days=2)
    for _ in range(3):
        one.tick()
    assert "sweep" in sent
    assert "every night" not in sent
    one.close()


@pytest.mark.django_db
def test_a_database_that_is_away_ends_no_scheduler(
    schedulers: list[LeadingScheduler], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> bool:
        raise OperationalError

    monkeypatch.setattr(schedulers[0].leadership, "renew", fail)
    assert schedulers[0].tick() > 0
    assert not timekeeper.is_leader()
