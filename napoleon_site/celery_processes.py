"""The workers and the scheduler of `manage.py serve`.

They equal `celery worker` and `celery beat` without Celery's command line, which takes longer to load than all the
rest. In the embedded mode both share a process, which saves a third of the site's memory.
"""

import logging
import os
import sys
import warnings
from threading import Thread
from typing import Any

from celery.beat import Service
from celery.exceptions import SecurityWarning
from django.conf import settings

from .celery import app

log = logging.getLogger(__name__)

# Other processes of the machine come before the worker that analyses matches.
NICENESS = 10


# Celery warns root of messages that could bring code with them. Ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


def main(*parts: str) -> None:
    if parts == ("scheduler",):
        app.Beat(loglevel="WARNING", quiet=True).run()
        return
    # Embedded there is one worker for all queues; an analysis is a process there (`games.analysis.analyst`).
    its_own: dict[str, Any] = {} if settings.EMBEDDED else {"exclude_queues": ["analysis"]}
    if "analyst" in parts:
        os.nice(NICENESS)
        its_own = {"queues": ["analysis"], "concurrency": 1, "hostname": "analyst@localhost"}
    # The workers have nothing to tell each other.
    worker = app.Worker(
        **its_own,
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    if "scheduler" in parts:
        Thread(target=_schedule, name="scheduler", daemon=True).start()
    worker.start()
    sys.exit(worker.exitcode)


def _schedule() -> None:
    try:
        Service(app, scheduler_cls=app.conf.beat_scheduler).start()
    except Exception:
        log.exception("The scheduler failed")
        # The supervisor starts the process again: a worker alone would wait for ever for what is due.
        os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
