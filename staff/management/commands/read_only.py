import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.turns.outages import start_clocks, stop_clocks
from infrastructure.management.reports import ReportCommand
from infrastructure.read_only import ASK_EVERY, look
from staff.management.arguments import as_lines


class Command(ReportCommand):
    help = "Stops all changes and clocks while pages go on answering (on), lets them go on (off), or says which it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("mode", nargs="?", choices=("on", "off"))
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["mode"] and settings.READ_ONLY:
            raise CommandError("The variable READ_ONLY decides: unset it first, and restart the processes.")
        if options["mode"] == "on":
            stop_clocks()
            # Every process has looked by then, and has finished most of what it had begun.
            time.sleep(2 * ASK_EVERY)
        elif options["mode"] == "off":
            start_clocks()
        result = {"read_only": settings.READ_ONLY or look()}
        self.report(result, as_lines(result))
