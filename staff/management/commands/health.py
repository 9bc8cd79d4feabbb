import json
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import timezone

from staff.health.checks import Level, Site, checks

PATIENCE: Final = 8.0
"""In seconds, for all checks together."""
THEREAFTER: Final = 0.4
"""In seconds, for each check that is left: the command answers within 15 seconds whatever is down."""


@contextmanager
def impatience() -> Iterator[None]:
    """Interrupt a check that waits for a service."""

    def interrupt(*_: object) -> None:
        raise TimeoutError

    former = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, THEREAFTER)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


class Command(BaseCommand):
    help = "Says how the site is: what the page “Health” shows. Ends with 1 if anything is red."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a list of objects")

    def handle(self, *args: Any, **options: Any) -> None:
        with impatience():
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
