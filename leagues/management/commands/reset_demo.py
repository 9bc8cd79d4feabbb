from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from leagues.demo_site import NotADemoError, reset_demo


class Command(BaseCommand):
    help = "Begins a demonstration (DEMO=1) anew, as every night: DELETES EVERYTHING, and creates the demo world."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This is no demonstration: DEMO is not set.")
        try:
            reset_demo()
        except NotADemoError as error:
            raise CommandError(str(error)) from None
        self.stdout.write("The demonstration has begun anew.")
