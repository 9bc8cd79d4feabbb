from __future__ import annotations

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
        found = checks(Site(timezone.now()))
        if options["json"]:
            self.stdout.write(json.dumps([one._asdict() for one in found], ensure_ascii=False))
        else:
            for one in found:
                self.stdout.write(f"{one.level:5} {one.name}: {one.found}")
                if one.advice:
                    self.stdout.write(f"      {one.advice}")
        if any(one.level == Level.BAD for one in found):
            sys.exit(1)
