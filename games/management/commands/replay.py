"""Replay records, checking every event (docs/record.md). Needs no database: it is `python -m napoleon replay`."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from napoleon.replay_command import HELP, CannotReplay, ReplayCommand, add_arguments


class Command(BaseCommand):
    help = HELP
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        given = {name: options[name] for name in ("files", "json", "seat")}
        command = ReplayCommand(**given, out=self.stdout, errors=self.stderr)
        try:
            is_right = command.run()
        except CannotReplay as error:
            raise CommandError(str(error)) from None
        if not is_right:
            sys.exit(1)
