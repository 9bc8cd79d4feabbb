"""Signs of life: a thread of every process regularly stores its resources and open streams."""

import logging
import os
import resource
import socket
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock, Thread
from typing import Final

from django.conf import settings
from django.db import connections
from django.db.models import QuerySet
from django.utils import timezone

from staff.processes.contact import contact
from staff.processes.models import Process

log = logging.getLogger(__name__)

EVERY: Final = 20.0
"""Seconds between two signs of life."""
ALIVE: Final = timedelta(seconds=70)
"""A process seen within this time is alive: two signs of life may be lost."""
REMEMBERED: Final = timedelta(days=1)

_started: Final[set[str]] = set()
_starting: Final = Lock()


def start(role: str, streams: Callable[[], int] = int) -> None:
    """Start the signs of life of this process in that role; repeated calls do nothing.

    The worker of an embedded site is also its scheduler, and has a row for each role.
    """
    with _starting:
        if not settings.PROCESS_BEATS or role in _started:
            return
        _started.add(role)
    Thread(target=Beats(role, streams).run, name=f"signs of life: {role}", daemon=True).start()


class Beats:
    """The signs of life of one process."""

    def __init__(self, role: str, streams: Callable[[], int] = int) -> None:
        self.role, self.streams = role, streams
        self.started_at, self.host = timezone.now(), socket.gethostname()[:100]
        self.key = f"{self.host}/{os.getpid()}/{role}/{self.started_at.timestamp():.3f}"

    def run(self) -> None:
        while True:
            try:
                self.beat(timezone.now())
                contact.made()
            except Exception as error:
                contact.missed()
                log.warning("A sign of life could not be stored: %s", type(error).__name__)
            connections.close_all()
            time.sleep(EVERY)

    def beat(self, now: datetime) -> None:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        values = {
            "seen_at": now,
            "memory": _resident_bytes() or usage.ru_maxrss * 1024,
            "processor": usage.ru_utime + usage.ru_stime,
            "streams": self.streams(),
        }
        if Process.objects.filter(key=self.key).update(**values):
            return
        Process.objects.create(
            key=self.key,
            role=self.role,
            host=self.host,
            pid=os.getpid(),
            release=settings.RELEASE,
            started_at=self.started_at,
            **values,
        )
        Process.objects.filter(seen_at__lt=now - REMEMBERED).delete()


def alive(now: datetime) -> QuerySet[Process]:
    """The living processes."""
    return Process.objects.filter(seen_at__gt=now - ALIVE)


def _resident_bytes() -> int:
    """The process's resident memory; 0 if unknown."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


def worker_starts(**_kwargs: object) -> None:
    start(Process.Role.WORKER)


def scheduler_starts(**_kwargs: object) -> None:
    start(Process.Role.SCHEDULER)
