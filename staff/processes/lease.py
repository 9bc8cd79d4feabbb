"""One of several schedulers leads: it holds a lease, and another takes over when it is not renewed.

Two that lead at once would do no harm: tasks may run twice, and a planned move is made under the lock of its game.
The lease saves the work of doing everything twice.
"""

from __future__ import annotations

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
from staff.processes.scheduler import SteadyScheduler

log = logging.getLogger(__name__)

NAME: Final = "scheduler"
LENGTH: Final = timedelta(seconds=30)
RENEW_EVERY: Final = 10.0
"""Seconds; a lease is lost only after two renewals in a row have failed."""
WRONG: Final = timedelta(hours=1)
"""A lease that lasts longer comes from a clock that was ahead."""

LOOK_BACK: Final = timedelta(hours=6)
"""What was due within this time before a scheduler takes over, it does, perhaps once more."""


class Leadership:
    """This process's claim to lead."""

    def __init__(self, name: str = NAME) -> None:
        self.name = name
        self.holder = f"{socket.gethostname()[:60]}/{os.getpid()}/{uuid4().hex[:8]}"
        self.leads_until = 0.0
        """By the monotonic clock of this process: stepping the machine's clock does not make two of them lead."""

    def leads(self) -> bool:
        return time.monotonic() < self.leads_until

    def renew(self) -> bool:
        """Renew the lease, or take it over if nobody has; whether this process leads now."""
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
        # Plans are carried out by the one that leads.
        timekeeper.is_leader = self.leadership.leads
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        if not self._leads():
            self.has_led = False
            return RENEW_EVERY / 2
        if not self.has_led:
            self.has_led = True
            self._leave_to_the_former()
        return min(super().tick(*args, **kwargs), RENEW_EVERY)

    def _leave_to_the_former(self) -> None:
        """Take for done what was due long before this process leads: whoever led then has done it."""
        long_ago = self.app.now() - LOOK_BACK
        for entry in self.schedule.values():
            if entry.last_run_at < long_ago:
                entry.last_run_at = long_ago

    def _leads(self) -> bool:
        """Ask the database when it is time to renew. If it does not answer, nothing can be done anyway."""
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
