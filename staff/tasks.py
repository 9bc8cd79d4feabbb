"""Tasks for running the site."""

from celery import shared_task

from staff import housekeeping
from staff.backups import nightly


# Before a move to another machine, the site is often made read-only first.
@shared_task(runs_read_only=True)
def back_up_and_prove() -> None:
    """Store a backup, and prove that it can be restored."""
    nightly.back_up_and_prove()


@shared_task
def keep_house() -> None:
    """Delete expired sessions, guests who never played, and old files."""
    housekeeping.keep_house()
