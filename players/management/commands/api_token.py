"""Make a token for the API; docs/api.md explains its use."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from infrastructure.management.numbers import whole_number
from players.api.tokens import make_token, offered_scopes
from players.models import User


class Command(BaseCommand):
    help = "Makes a token with which a program acts for the account of that address, and prints it once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")
        parser.add_argument("--scope", action="append", required=True, metavar="SCOPE", help="may be repeated")
        parser.add_argument("--name", default="api_token", help="what the token is for")
        of_days = whole_number(1, 36_500)
        parser.add_argument("--days", type=of_days, help="how long it is valid; without, until it is ended")

    def handle(self, *args: Any, **options: Any) -> None:
        people = list(User.objects.filter(email=options["address"].lower(), is_active=True)[:2])
        if len(people) != 1:
            raise CommandError("Not exactly one active account has this address.")
        [user] = people
        offered = [scope.value for scope in offered_scopes(user)]
        if wrong := [scope for scope in options["scope"] if scope not in offered]:
            raise CommandError(f"No scope of this account: {', '.join(wrong)}. There are: {', '.join(offered)}.")
        days = options["days"]
        ends_at = timezone.now() + timedelta(days=days) if days is not None else None
        scopes = list(dict.fromkeys(options["scope"]))
        self.stdout.write(make_token(user, name=options["name"][:60], scopes=scopes, ends_at=ends_at))
