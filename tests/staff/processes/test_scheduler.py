"""The scheduler goes on when the machine's clock is set back."""

from datetime import timedelta
from pathlib import Path

import pytest
from celery import Celery

from staff.processes.scheduler import SteadyScheduler

NINE_HOURS = timedelta(hours=9)


class Clock:
    """An application with a clock that can be set, and what its scheduler has sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[str] = []
        self.ahead = NINE_HOURS
        self.app = Celery(broker="memory://", set_as_current=False)
        self.app.conf.beat_schedule = {"sweep": {"task": "games.tasks.sweep", "schedule": 60}}
        right = Celery.now
        monkeypatch.setattr(Celery, "now", lambda app: right(app) + self.ahead)
        monkeypatch.setattr(SteadyScheduler, "apply_async", lambda _self, entry, **_: self.sent.append(entry.name))

    def pass_by(self, time: timedelta) -> None:
        self.ahead += time

    def scheduler(self, file: Path) -> SteadyScheduler:
        return SteadyScheduler(app=self.app, schedule_filename=str(file))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_what_ran_by_a_clock_that_was_ahead_runs_again_in_time(
    is_restarted: bool, clock: Clock, tmp_path: Path
) -> None:
    scheduler = clock.scheduler(tmp_path / "beat")
    clock.pass_by(timedelta(seconds=61))
    scheduler.tick()
    assert clock.sent == ["sweep"]
    clock.pass_by(-NINE_HOURS)
    if is_restarted:
        scheduler.close()
        scheduler = clock.scheduler(tmp_path / "beat")
    assert scheduler.tick() <= 60
    clock.pass_by(timedelta(seconds=59))
    scheduler.tick()
    assert clock.sent == ["sweep"]
    clock.pass_by(timedelta(seconds=2))
    scheduler.tick()
    assert clock.sent == ["sweep", "sweep"]
    scheduler.close()
