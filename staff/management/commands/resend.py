"""Resend messages that were given up, for example after a day-long outage of the mail server."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.utils import timezone

from infrastructure.management.numbers import whole_number
from infrastructure.management.reports import ReportCommand
from players.models import Delivery
from players.notifications.outbox import State


class Command(ReportCommand):
    help = (
        "Sends mails and push messages again that were given up within the last hours. What is out of date by now is "
        "dropped, as ever."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hours", type=whole_number(1, 8760), default=24, help="how far back; 24 if left out")
        parser.add_argument("--channel", choices=["mail", "push"], default="mail")
        parser.add_argument("--dry-run", action="store_true", help="count, and change nothing")
        super().add_arguments(parser)

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
        self.report(result, f"{number} messages to be sent again.")
