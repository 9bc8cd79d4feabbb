"""The worker and the scheduler of `manage.py serve`.

They equal `celery worker` and `celery beat` without Celery's command line, which takes longer to load than all the
rest.
"""

import sys

from .celery import app


def main(part: str) -> None:
    if part == "scheduler":
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
    worker.start()
    sys.exit(worker.exitcode)


if __name__ == "__main__":
    main(sys.argv[1])
