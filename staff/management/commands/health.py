import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from staff.health.checks import Level, Site, checks


class Command(BaseCommand):
    help = "Says how the site is: what the page “Health” shows. Ends with 1 if anything is red."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a list of objects")

    def handle(self, *args: Any, **options: Any) -> None:
        results = checks(Site(timezone.now()))
        if options["json"]:
            self.stdout.write(json.dumps([check._asdict() for check in results], ensure_ascii=False))
        else:
            for check in results:
                self.stdout.write(f"{check.level:5} {check.name}: {check.found}")
                if check.advice:
                    self.stdout.write(f"      {check.advice}")
        if any(check.level == Level.BAD for check in results):
            sys.exit(1)
