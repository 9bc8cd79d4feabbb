import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from leagues.demo_site import NotADemoError, check_is_demo, reset_demo
from players.models import User


class Command(BaseCommand):
    help = "Begins a demonstration (DEMO=1) anew, as every night: DELETES EVERYTHING, and creates the demo world."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would be deleted, and delete nothing")
        parser.add_argument("--json", action="store_true", help="print an object of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This is no demonstration: DEMO is not set.")
        is_dry = options["dry_run"]
        told = {"people": User.objects.count(), "matches": Game.objects.count()}
        try:
            check_is_demo() if is_dry else reset_demo()
        except NotADemoError as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.stdout.write(json.dumps({"deleted": told, "done": not is_dry}))
        elif is_dry:
            self.stdout.write("{people} people and {matches} matches to be deleted.".format(**told))
        else:
            self.stdout.write("The demonstration has begun anew.")
