"""A clock that runs hundreds of times as fast, and the site's background processes with this clock.

`python -m benchmarks.virtual worker NAME` and `… beat` are the site's own processes with the patches below; the
product knows nothing of them. All processes compute the time from the same origin.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any

from django.utils import timezone

VARIABLE = "BENCHMARK_CLOCK"
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday noon; on the Sunday after it clocks are put forward in America."""
MINUTE = timedelta(minutes=1)


@dataclass
class Clock:
    """The virtual time. It stands at the start until the clock is started."""

    path: str
    """A shared file with the real time at which the clock was started."""
    speed: float = 1.0
    period: float = 0.5
    """Real seconds between two sweeps, for the minute of a real site."""

    def __post_init__(self) -> None:
        self.origin: float | None = None
        self.at_rest = START

    def now(self) -> datetime:
        if self.origin is None and os.path.exists(self.path):
            with open(self.path) as file:
                self.origin = float(file.read())
        if self.origin is None:
            return self.at_rest
        return START + timedelta(seconds=(time.time() - self.origin) * self.speed)

    def let_go(self) -> float:
        """Start the clock; returns the real time."""
        origin = time.time()
        with open(self.path + ".new", "w") as file:
            file.write(str(origin))
        os.replace(self.path + ".new", self.path)
        return origin

    @property
    def sweep(self) -> timedelta:
        """The virtual time between two sweeps."""
        return timedelta(seconds=self.period * self.speed)

    def hand_on(self) -> None:
        os.environ[VARIABLE] = json.dumps(asdict(self))


def from_environment() -> Clock:
    return Clock(**json.loads(os.environ[VARIABLE]))


def install(clock: Clock) -> None:
    """Make the product use this clock. Call it before Django's models are loaded, because some keep the function."""
    timezone.now = clock.now


def stretch(clock: Clock) -> None:
    """Stretch the limits for machines to as many sweeps as with real time."""
    from games.plans import timekeeper
    from games.turns import outages
    from games.turns import sweep as turns_sweep
    from players.notifications import outbox

    # It sleeps by real time.
    timekeeper.LOOK_EVERY = min(timekeeper.LOOK_EVERY, clock.period / 10)  # type: ignore[misc]
    factor = clock.sweep / MINUTE
    if factor > 1:
        outages.SILENCE *= factor  # type: ignore[misc]
        turns_sweep.BEAT *= factor  # type: ignore[misc]
        turns_sweep.STEP *= factor  # type: ignore[misc]
        timekeeper.MISSED = clock.sweep  # type: ignore[misc]
        outbox.CLAIM *= factor  # type: ignore[misc]


def hurry(app: Any, clock: Clock) -> None:
    """Beat runs by real time, so a minute of its schedule becomes one period."""
    for entry in app.conf.beat_schedule.values():
        if not isinstance(entry["schedule"], int):
            continue  # by the hour of the day, and no part of what is measured
        entry["schedule"] *= clock.period / 60
        if expires := entry.get("options", {}).get("expires"):
            entry["options"]["expires"] = expires * clock.period / 60


def label_mails() -> None:
    """Add headers to each mail: its notifications, and when they were last checked."""
    from players.notifications import dispatch, mail, outbox

    letter, still_true, settle = mail.letter, dispatch._still_true, outbox.settle
    checked = ""

    @wraps(still_true)
    def note_check(deliveries: Sequence[Any], channel: str, now: datetime) -> Any:
        nonlocal checked
        checked = timezone.now().isoformat()
        return still_true(deliveries, channel, now)

    @wraps(letter)
    def labelled(user: Any, address: str, items: Sequence[tuple[Any, Any]], identity: str) -> Any:
        message = letter(user, address, items, identity)
        message.extra_headers["X-Notifications"] = " ".join(
            str(notification.pk) for notification, _ in items
        )
        message.extra_headers["X-Checked"] = checked
        return message

    @wraps(settle)
    def settled_now(deliveries: Iterable[Any], state: str, now: datetime) -> None:
        # A task uses the time of its start, and here it lasts for minutes.
        settle(deliveries, state, timezone.now())

    mail.letter, dispatch._still_true, outbox.settle = labelled, note_check, settled_now


def label_reminders() -> None:
    """Record when each reminder was really written, because a sweep uses the time of its start."""
    from games.notifications import turns

    write_all = turns.write_all

    @wraps(write_all)
    def labelled(rows: Iterable[Any]) -> None:
        rows = list(rows)
        for row in rows:
            row.data["written"] = timezone.now().isoformat()
        write_all(rows)

    turns.write_all = labelled


def main(part: str, name: str = "") -> None:
    clock = from_environment()
    install(clock)
    from napoleon_site.celery import app

    app.finalize()
    hurry(app, clock)
    import django

    django.setup()
    stretch(clock)
    if part == "beat":
        app.Beat(loglevel="WARNING", quiet=True).run()
        return
    label_mails()
    label_reminders()
    worker = app.Worker(loglevel="WARNING", quiet=True, hostname=f"{name}@benchmark")
    worker.start()
    sys.exit(worker.exitcode)


if __name__ == "__main__":
    main(*sys.argv[1:])
