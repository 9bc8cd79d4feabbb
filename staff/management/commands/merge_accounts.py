"""The page "Merge accounts" as a command."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from infrastructure.management.reports import ReportCommand
from players.accounts.merging import MergeRefused
from staff.management.arguments import add_decision, as_lines, person, staff_member
from staff.merging import services
from staff.moderation.services import ActionRefused


class Command(ReportCommand):
    help = (
        "Makes two accounts of one person one: seats, results, memberships, texts and friends of SOURCE become those "
        "of TARGET, then SOURCE is deleted. It cannot be undone; look with --dry-run first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        who = "the number of the account, or its email address"
        parser.add_argument("source", help=f"the account that ends: {who}")
        parser.add_argument("target", help=f"the account that stays: {who}")
        add_decision(parser)
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        source, target = person(options["source"]), person(options["target"])
        follows = services.consequences(source, target)
        data = {"source": source.pk, "target": target.pk, "follows": follows}
        try:
            with transaction.atomic():
                actor = staff_member(options["by"])
                services.merge(source, target, actor=actor, reason=options["reason"])
                transaction.set_rollback(options["dry_run"])
        except (MergeRefused, ActionRefused) as error:
            raise CommandError(str(error)) from error
        data["done"] = not options["dry_run"]
        self.report(data, as_lines(data))
