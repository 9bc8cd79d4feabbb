"""The argument of commands that choose games."""

from argparse import ArgumentParser
from collections.abc import Sequence

from django.core.management.base import CommandError

from games.models import Game


def add_slugs(parser: ArgumentParser) -> None:
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="all games if left out")


def chosen(slugs: Sequence[str]) -> list[int]:
    """Return the keys of the named games, or of all games."""
    games = Game.objects.order_by("pk")
    if not slugs:
        return list(games.values_list("pk", flat=True))
    keys = dict(games.filter(slug__in=slugs).values_list("slug", "pk"))
    if missing := [slug for slug in slugs if slug not in keys]:
        raise CommandError(f"There is no game {', '.join(missing)}.")
    return list(keys.values())
