from __future__ import annotations

import os
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.analysis.services import analyse_next

# So much nicer is it to the other processes of the machine.
NICENESS: Final = 10


class Command(BaseCommand):
    help = "Analyses the matches that wait for it, deal by deal, and ends when none is left."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        while analyse_next():
            pass
