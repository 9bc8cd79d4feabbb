"""Tasks for running the site."""

from celery import shared_task

from staff.backups import nightly


@shared_task
def back_up_and_prove() -> None:
    """Store a backup, and prove that it can be restored."""
    nightly.back_up_and_prove()
