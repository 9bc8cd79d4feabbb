import os
import signal
from contextlib import suppress
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.core.management.base import BaseCommand

from games.analysis.services import analyse_next
from games.boards.par import work_out_next

# Other processes of the machine come first.
NICENESS: Final = 10


class Command(BaseCommand):
    help = "Analyses the matches that wait for it, deal by deal, and ends when none is left or when it is told to."
    requires_system_checks = ()
    is_to_stop = False

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        signal.signal(signal.SIGTERM, self.interrupt)
        with suppress(SoftTimeLimitExceeded):
            while not self.is_to_stop and (analyse_next() or work_out_next()):
                pass

    def interrupt(self, *_facts: object) -> None:
        """Give the deal back, as in a worker of Celery's."""
        self.is_to_stop = True
        raise SoftTimeLimitExceeded
