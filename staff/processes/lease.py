"""Leader election of schedulers: the leader holds a lease, and another takes over if it is not renewed.

Two leaders at once would do no harm: tasks may run twice, and planned moves are made under their game's lock.
The lease avoids doing everything twice.
"""

import logging
import os
import socket
import time
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import IntegrityError, connections, transaction
from django.db.models import Q
from django.utils import timezone

from games.plans import timekeeper
from staff.processes.models import Lease
from staff.processes.pulse import beat
from staff.processes.scheduler import SteadyScheduler

log = logging.getLogger(__name__)

NAME: Final = "scheduler"
LENGTH: Final = timedelta(seconds=30)
RENEW_EVERY: Final = 10.0
"""Seconds; a lease is lost only after two renewals in a row have failed."""
WRONG: Final = timedelta(hours=1)
"""Longer leases come from a clock that was ahead."""

LOOK_BACK: Final = timedelta(hours=6)
"""A new leader runs what was due within this time before, perhaps again."""


class Leadership:
    """This process's claim to lead."""

    def __init__(self, name: str = NAME) -> None:
        self.name = name
        self.holder = f"{socket.gethostname()[:60]}/{os.getpid()}/{uuid4().hex[:8]}"
        self.leads_until = 0.0
        """By this process's monotonic clock, so that a changed system clock does not create two leaders."""

    def leads(self) -> bool:
        return time.monotonic() < self.leads_until

    def renew(self) -> bool:
        """Renew the lease, or take it over if it is free; return whether this process leads."""
        asked = time.monotonic()
        if self._renew():
            self.leads_until = asked + LENGTH.total_seconds()
        else:
            self.leads_until = 0.0
        return self.leads()

    def _renew(self) -> bool:
        now = timezone.now()
        until = now + LENGTH
        free = Q(until__lte=now) | Q(until__gt=now + WRONG)
        rows = Lease.objects.filter(free | Q(holder=self.holder), name=self.name)
        if rows.update(holder=self.holder, until=until):
            return True
        if Lease.objects.filter(name=self.name).exists():
            return False
        try:
            with transaction.atomic():
                Lease.objects.create(name=self.name, holder=self.holder, until=until)
        except IntegrityError:
            return False
        return True

    def give_up(self) -> None:
        """Let another lead at once."""
        self.leads_until = 0.0
        Lease.objects.filter(name=self.name, holder=self.holder).update(until=timezone.now())


class LeadingScheduler(SteadyScheduler):
    """A scheduler that schedules only while it leads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.leadership = Leadership()
        self.has_led = False
        # The leader carries out plans.
        timekeeper.is_leader = self.leadership.leads
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        beat("scheduler")
        if not self._leads():
            self.has_led = False
            return RENEW_EVERY / 2
        if not self.has_led:
            self.has_led = True
            self._leave_to_the_former()
        return min(super().tick(*args, **kwargs), RENEW_EVERY)

    def _leave_to_the_former(self) -> None:
        """Skip what was due long before this process leads: the former leader has done it."""
        long_ago = self.app.now() - LOOK_BACK
        for entry in self.schedule.values():
            if entry.last_run_at < long_ago:
                entry.last_run_at = long_ago

    def _leads(self) -> bool:
        """Whether this process leads; renews the lease in time. Without the database nothing can run anyway."""
        left = self.leadership.leads_until - time.monotonic()
        if left > LENGTH.total_seconds() - RENEW_EVERY + 1:
            return True
        try:
            return self.leadership.renew()
        except Exception as error:
            log.warning("The lease could not be renewed: %s", type(error).__name__)
            return self.leadership.leads()
        finally:
            connections.close_all()

    def close(self) -> None:
        super().close()
        try:
            self.leadership.give_up()
        except Exception as error:
            log.warning("The lease could not be given up: %s", type(error).__name__)
