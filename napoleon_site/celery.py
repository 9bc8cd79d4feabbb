import os
import time
from typing import Any

from celery import Celery
from celery.signals import before_task_publish
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")

# kombu takes only known names in a broker's URL.
TRANSPORT_ALIASES["sqlite"] = "napoleon_site.broker:Transport"

app = Celery("napoleon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def stamp(headers: dict[str, Any], **_kwargs: object) -> None:
    """Say when the task was enqueued: brokers do not tell how long a message has waited."""
    headers["enqueued_at"] = time.time()


before_task_publish.connect(stamp, weak=False)
