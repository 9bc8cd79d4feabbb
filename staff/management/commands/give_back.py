"""The page "Give seats back" as a command."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from games.kernel.transaction import TableError
from games.models import Game
from infrastructure.management.reports import ReportCommand
from staff.give_back import services
from staff.give_back.services import Loss
from staff.management.arguments import add_decision, as_lines, staff_member
from staff.moderation.services import ActionRefused


class Command(ReportCommand):
    help = (
        "Gives seats of a running match back to the people from whom bots have taken them, with a whole bank of time. "
        "Those who have left by themselves get theirs only by --seat. What was played stays."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="what stands after /t/ in the address of the table")
        parser.add_argument(
            "--seat", type=int, action="append", metavar="N", help="only this seat, from 1; may be repeated"
        )
        add_decision(parser)
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(slug=options["table"]).first()
        if game is None:
            raise CommandError(f"There is no table {options['table']}.")
        try:
            with transaction.atomic():
                given = self._give_back(game, options)
                transaction.set_rollback(options["dry_run"])
        except (TableError, ActionRefused) as error:
            raise CommandError(str(error)) from error
        data = {
            "table": game.slug,
            "seats": [{"seat": loss.place, "person": loss.person.pk} for loss in given],
            "done": not options["dry_run"],
        }
        self.report(data, as_lines(data))

    def _give_back(self, game: Game, options: dict[str, Any]) -> list[Loss]:
        services.found_running(game)
        lost = services.losses(game)
        chosen = [number - 1 for number in options["seat"] or ()]
        numbers = chosen or [loss.number for loss in lost if not loss.is_own_wish]
        actor = staff_member(options["by"])
        return services.give_back(game, numbers, actor=actor, reason=options["reason"])
