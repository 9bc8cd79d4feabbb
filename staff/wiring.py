"""Everything that this app connects when the site starts."""

from celery.signals import beat_init, worker_ready
from django.conf import settings

from infrastructure import telemetry
from players.own_data.sections import SECTIONS
from staff import own_data
from staff.outages import dates
from staff.processes.beats import scheduler_starts, worker_starts
from staff.processes.pulse import watch_worker


def connect() -> None:
    worker_ready.connect(worker_starts)
    beat_init.connect(scheduler_starts)
    if not settings.EMBEDDED:
        worker_ready.connect(watch_worker)
    SECTIONS.extend(own_data.SECTIONS)
    dates.connect()
    if settings.METRICS_TOKEN:
        # A site without metrics does not even load their library.
        from staff.metrics import instruments

        instruments.install()
    telemetry.install()
