# Loads the Celery app in every process, so that all send tasks to the same broker.
from .celery import app as celery_app

__all__ = ["celery_app"]
