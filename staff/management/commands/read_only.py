import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.turns.outages import start_clocks, stop_clocks
from infrastructure.read_only import ASK_EVERY, look
from staff.management.arguments import format_result


class Command(BaseCommand):
    help = "Stops all changes and clocks while pages go on answering (on), lets them go on (off), or says which it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("mode", nargs="?", choices=("on", "off"))
        parser.add_argument("--json", action="store_true", help="print an object of JSON")

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
        self.stdout.write(format_result(result, as_json=options["json"]))
