"""The workers and the scheduler of `manage.py serve`.

They equal `celery worker` and `celery beat` without Celery's command line, which takes longer to load than everything
else. On an embedded site both share a process, which saves a third of its memory.
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

# Workers of one queue each, which no other worker reads: a busy one would hold back what it has fetched beforehand.
ALONE = {"timekeeper": "sweep", "analyst": "analysis", "attempts": "attempts"}
# Nobody at a running table waits for these. They do one task at a time, and yield to all other processes.
BESIDE_PLAY = {"analyst", "attempts"}
BESIDE_PLAY_NICENESS = 19
# Time-outs, reminders and mails come due several at once. A player's move goes first.
NICENESS = 10


# Celery warns root of messages that could contain code. Ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


def main(*parts: str) -> None:
    known = ["worker", *ALONE, "scheduler"]
    if not parts or not set(parts) <= set(known):
        raise SystemExit(f"Say what to run: python -m napoleon_site.celery_processes and one of {', '.join(known)}.")
    if parts == ("scheduler",):
        app.Beat(loglevel="WARNING", quiet=True).run()
        return
    # An embedded site has one worker for all queues; analyses run in a process of `games.analysis.analyst`.
    its_own: dict[str, Any] = {} if settings.EMBEDDED else {"exclude_queues": list(ALONE.values())}
    for part in ALONE.keys() & set(parts):
        its_own = {"queues": [ALONE[part]], "hostname": f"{part}@localhost"}
        if part in BESIDE_PLAY:
            its_own["concurrency"] = 1
    os.nice(BESIDE_PLAY_NICENESS if BESIDE_PLAY & set(parts) else NICENESS)
    # Workers need not communicate with each other.
    worker = app.Worker(
        **its_own, loglevel="WARNING", quiet=True, without_gossip=True, without_mingle=True, without_heartbeat=True
    )
    if "scheduler" in parts:
        Thread(target=_schedule, name="scheduler", daemon=True).start()
    worker.start()
    sys.exit(worker.exitcode)


def _schedule() -> None:
    try:
        Service(app, scheduler_cls=app.conf.beat_scheduler).start()
    except SystemExit as end:
        print(end, file=sys.stderr)
        os._exit(1)
    except Exception:
        log.exception("The scheduler failed")
        # The supervisor restarts the process: a worker alone would wait forever.
        os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
