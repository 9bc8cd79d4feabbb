"""The worker and the scheduler of `manage.py serve`.

They equal `celery worker` and `celery beat` without Celery's command line, which takes longer to load than all the
rest. In the embedded mode both share a process, which saves a third of the site's memory.
"""

import logging
import os
import sys
from threading import Thread

from celery.beat import Service

from .celery import app

log = logging.getLogger(__name__)


def main(*parts: str) -> None:
    if "worker" not in parts:
        app.Beat(loglevel="WARNING", quiet=True).run()
        return
    # One worker has no others to talk to.
    worker = app.Worker(
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
        Service(app).start()
    except Exception:
        log.exception("The scheduler failed")
        # The supervisor starts the process again: a worker alone would wait for ever for what is due.
        os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
