from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.models import Game
from infrastructure.management.reports import ReportCommand
from leagues.demo_site import NotADemoError, check_is_demo, reset_demo
from players.models import User


class Command(ReportCommand):
    help = "Restarts a demonstration (DEMO=1), as every night: DELETES EVERYTHING, and creates the demo world."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would be deleted, and delete nothing")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This is no demonstration: DEMO is not set.")
        is_dry = options["dry_run"]
        told = {"people": User.objects.count(), "matches": Game.objects.count()}
        try:
            check_is_demo() if is_dry else reset_demo()
        except NotADemoError as error:
            raise CommandError(str(error)) from None
        text = "{people} people and {matches} matches {verb}."
        verb = "to be deleted" if is_dry else "deleted; the demonstration has begun again"
        self.report({"deleted": told, "done": not is_dry}, text.format(**told, verb=verb))
