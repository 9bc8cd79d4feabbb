"""The page of reports as a command."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from infrastructure.management.reports import ReportCommand
from staff.management.arguments import staff_member
from staff.moderation import services
from staff.moderation.forms import ACTIONS
from staff.moderation.models import Report, StaffAction
from staff.moderation.services import KINDS

LINES = 100


class Command(ReportCommand):
    help = (
        "Lists the reports of players, or the last lines of the log of staff; hides or shows a text, mutes a person or "
        "lets them write again, removes a name or a description, dismisses a report. Everything done is written into "
        "the log of staff."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=("list", "log", *ACTIONS))
        targets = f"{':12, '.join(KINDS)}:12 or report:12, by their numbers"
        parser.add_argument("target", nargs="?", default="", help=targets)
        parser.add_argument("--reason", default="", help="for the log; needed for all but list and log")
        parser.add_argument("--by", default="", metavar="EMAIL", help="who of staff decides")
        parser.add_argument("--days", type=int, default=services.DEFAULT_MUTE, help="how long a mute lasts")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "list":
            lines = [_described(report) for report in services.open_reports()]
        elif options["action"] == "log":
            entries = StaffAction.objects.select_related("actor", "person")[:LINES]
            lines = [
                {
                    "at": action.at.isoformat(),
                    "actor": action.actor_id,
                    "action": action.action,
                    "target": action.target,
                    "person": action.person_id,
                    "until": action.until.isoformat() if action.until else None,
                    "reason": action.reason,
                }
                for action in entries
            ]
        else:
            lines = [self._act(options)]
        self.report(lines, "\n".join(map(_as_text, lines)))

    def _act(self, options: dict[str, Any]) -> dict[str, Any]:
        actor = staff_member(options["by"])
        target = _target(options["target"])
        try:
            with transaction.atomic():
                entry = services.carry_out(
                    options["action"], target, actor=actor, reason=options["reason"], days=options["days"]
                )
                transaction.set_rollback(options["dry_run"])
        except services.ActionRefused as error:
            raise CommandError(str(error)) from error
        until = entry.until.isoformat() if entry.until else None
        done = {"action": entry.action, "target": entry.target, "until": until}
        return {**done, "reason": entry.reason, "done": not options["dry_run"]}


def _target(name: str) -> Any:
    kind, _colon, number = name.partition(":")
    model = {**KINDS, "report": Report}.get(kind)
    if model is None or not number.isdecimal():
        raise CommandError("Name a target, such as comment:12.")
    target = model._default_manager.filter(pk=int(number)).first()
    if target is None:
        raise CommandError(f"There is no {name}.")
    return target


def _described(report: Report) -> dict[str, Any]:
    target = services.target_of(report)
    return {
        "report": report.pk,
        "at": report.at.isoformat(),
        "reason": report.reason,
        "words": report.words,
        "target": services.name_of(target) if target else None,
        "person": report.person_id,
        "reporter": report.reporter_id,
    }


def _as_text(values: dict[str, Any]) -> str:
    return " · ".join(f"{name}: {value}" for name, value in values.items() if value not in (None, ""))
