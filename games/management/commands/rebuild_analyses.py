"""Analyse matches again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.analysis.services import again, analyse_next, outdated
from games.management.games import add_slugs, chosen


class Command(BaseCommand):
    help = "Analyses the named matches again; without names, those whose analysis is outdated."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)
        parser.add_argument("--now", action="store_true", help="work here instead of in a worker")

    def handle(self, *args: Any, **options: Any) -> None:
        games = chosen(options["slugs"]) if options["slugs"] else outdated()
        self.stdout.write(f"{again(games)} matches to be analysed again.")
        while options["now"] and analyse_next():
            self.stdout.write(".", ending="")
            self.stdout.flush()
