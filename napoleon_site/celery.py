import os
import signal
import time
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, setup_logging, task_postrun, task_prerun, worker_shutting_down
from django.db import close_old_connections
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")

# kombu accepts only known names in a broker's URL.
TRANSPORT_ALIASES["sqlite"] = "infrastructure.sqlite_broker:Transport"
for scheme in ("redis", "rediss"):
    TRANSPORT_ALIASES[scheme] = "infrastructure.redis_broker:Transport"

app = Celery("napoleon", task_cls="infrastructure.resting_tasks:RestingTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


# The settings say what is logged and how. Celery would choose a level and write some lines by itself, tokens included.
setup_logging.connect(lambda **_facts: None, weak=False)


def stamp(headers: dict[str, Any], **_kwargs: object) -> None:
    """Record when the task was enqueued, since brokers do not report how long messages wait."""
    headers["enqueued_at"] = time.time()


before_task_publish.connect(stamp, weak=False)


def give_back_connections(sender: Any, **_facts: object) -> None:
    """Do before and after each task what Django does before and after each request.

    Celery itself would close the whole pool, so that every task opened a connection of its own, which takes PostgreSQL
    longer than most tasks (`CELERY_DB_REUSE_MAX`).
    """
    if not sender.request.is_eager:
        close_old_connections()


task_prerun.connect(give_back_connections, weak=False)
task_postrun.connect(give_back_connections, weak=False)


def interrupt(**_facts: object) -> None:
    """Interrupt long tasks that can be repeated later (`gives_way=True`) when their worker stops.

    Task processes receive `SoftTimeLimitExceeded`, as if their time limit had passed.
    """
    from celery.worker.state import active_requests  # loaded only in workers

    for request in tuple(active_requests):
        if getattr(request.task, "gives_way", False) and request.worker_pid != os.getpid():
            os.kill(request.worker_pid, signal.SIGUSR1)


worker_shutting_down.connect(interrupt, weak=False)
