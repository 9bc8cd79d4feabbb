"""Resend messages that were given up, for example after a day-long outage of the mail server."""

import json
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.management.numbers import whole_number
from players.models import Delivery
from players.notifications.outbox import State


class Command(BaseCommand):
    help = (
        "Sends mails and push messages again that were given up within the last hours. What is out of date by now is "
        "dropped, as ever."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hours", type=whole_number(1, 8760), default=24, help="how far back; 24 if left out")
        parser.add_argument("--channel", choices=["mail", "push"], default="mail")
        parser.add_argument("--dry-run", action="store_true", help="count, and change nothing")
        parser.add_argument("--json", action="store_true", help="print an object of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        given_up = Delivery.objects.filter(
            state=State.FAILED, channel=options["channel"], settled_at__gt=now - timedelta(hours=options["hours"])
        )
        number = given_up.count()
        if not options["dry_run"]:
            reset = {"tries": 0, "not_before": now, "settled_at": None, "claim": None}
            number = given_up.update(state=State.WAITING, **reset)
        result = {"messages": number, "done": not options["dry_run"]}
        self.stdout.write(json.dumps(result) if options["json"] else f"{number} messages to be sent again.")
