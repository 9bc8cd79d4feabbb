# Django loads the Celery app, so that every process sends tasks to the same broker.
from .celery import app as celery_app

__all__ = ["celery_app"]
