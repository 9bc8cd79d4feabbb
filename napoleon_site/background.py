"""The workers and the scheduler of `manage.py serve`.

They equal `celery worker` and `celery beat` without Celery's command line, which takes longer to load than all the
rest.
"""

import os
import sys
from typing import Any

from .celery import app

# So much nicer to the other processes of the machine is the worker that analyses matches.
NICENESS = 10


def main(part: str) -> None:
    if part == "scheduler":
        app.Beat(loglevel="WARNING", quiet=True).run()
        return
    its_own: dict[str, Any] = {}
    if part == "analyst":
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
    worker.start()
    sys.exit(worker.exitcode)


if __name__ == "__main__":
    main(sys.argv[1])
