"""Players' reports, and staff's decisions, which are all logged with actor and reason."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import ChatMessage, Comment
from players.account_locks import lock_accounts
from players.models import User
from staff.moderation.models import Report, StaffAction

Text = ChatMessage | Comment
Target = User | ChatMessage | Comment
Action = StaffAction.Action

KINDS: Final[dict[str, type[Target]]] = {"person": User, "message": ChatMessage, "comment": Comment}
LONGEST_MUTE: Final = 365
"""In days."""


class ActionRefused(Exception):
    """A refused action; the text gives the reason in the reader's language."""


def kind_of(target: Target) -> str:
    return next(kind for kind, model in KINDS.items() if isinstance(target, model))


def name_of(target: Target) -> str:
    """The target's name in the log: ``comment:12``."""
    return f"{kind_of(target)}:{target.pk}"


# --- Reports ---


def report(*, reporter: User, target: Target, reason: str, words: str) -> Report:
    """Store a player's report, or update their open report of the same target."""
    person = target if isinstance(target, User) else target.user
    about = {"person": person, "message": None, "comment": None, kind_of(target): target}
    values = {"reason": reason, "words": words, "at": timezone.now()}
    with transaction.atomic():
        lock_accounts(reporter)
        open_reports = Report.objects.select_for_update().filter(reporter=reporter, settled_at=None, **about)
        known = open_reports.first()
        if known is None:
            return Report.objects.create(reporter=reporter, **about, **values)
        Report.objects.filter(pk=known.pk).update(**values)
        return known


def open_reports() -> list[Report]:
    """Open reports, oldest first."""
    reports = Report.objects.filter(settled_at=None).order_by("at", "pk")
    return list(
        reports.select_related(
            "reporter", "person", "message__game", "comment__game", "message__user", "comment__user"
        )[:100]
    )


def target_of(report: Report) -> Target | None:
    return report.message or report.comment or report.person


def dismiss(report: Report, *, actor: User | None, reason: str) -> None:
    """Close the report without action."""

    def settle() -> None:
        _settle(Q(pk=report.pk), Report.Outcome.DISMISSED, actor)

    do(Action.DISMISS, settle, actor, report.person, f"report:{report.pk}", reason)


# --- Texts ---


def hide(text: Text, *, actor: User | None, reason: str) -> None:
    """Hide the text from all but its author and staff, and settle its reports."""

    def write() -> None:
        values = {"hidden_at": timezone.now(), "hidden_by": actor}
        type(text)._default_manager.filter(pk=text.pk).update(**values)
        _settle(Q(**{kind_of(text): text}), Report.Outcome.ACTED, actor)

    do(Action.HIDE, write, actor, text.user, name_of(text), reason)


def show(text: Text, *, actor: User | None, reason: str) -> None:
    def write() -> None:
        manager = type(text)._default_manager
        manager.filter(pk=text.pk).update(hidden_at=None, hidden_by=None)

    do(Action.SHOW, write, actor, text.user, name_of(text), reason)


def hidden_texts(limit: int = 50) -> list[tuple[str, Text]]:
    """The last hidden texts, each with its kind."""
    models: tuple[type[Text], ...] = (Comment, ChatMessage)
    texts: list[Text] = []
    for model in models:
        rows = model._default_manager.filter(hidden_at__isnull=False).order_by("-hidden_at")
        texts += rows.select_related("user", "game")[:limit]
    texts.sort(key=lambda text: text.hidden_at or text.at, reverse=True)
    return [(kind_of(text), text) for text in texts[:limit]]


# --- People ---


def mute(person: User, *, days: int, actor: User | None, reason: str) -> datetime:
    """Bar the person from chats and comments for some days, but not from playing; return the end."""
    if not 1 <= days <= LONGEST_MUTE:
        words = {"most": LONGEST_MUTE}
        raise ActionRefused(_("A mute lasts from 1 to %(most)s days.") % words)
    if person.is_staff:
        text = _("%(name)s is staff: a superuser must remove their rights first.")
        raise ActionRefused(text % {"name": person})
    until = timezone.now() + timedelta(days=days)

    def write() -> None:
        User.objects.filter(pk=person.pk).update(muted_until=until)
        _settle(Q(person=person), Report.Outcome.ACTED, actor)

    do(Action.MUTE, write, actor, person, name_of(person), reason, until)
    return until


def unmute(person: User, *, actor: User | None, reason: str) -> None:
    """Let the person write again."""

    def write() -> None:
        User.objects.filter(pk=person.pk).update(muted_until=None)

    do(Action.UNMUTE, write, actor, person, name_of(person), reason)


def muted_people() -> list[User]:
    return list(User.objects.filter(muted_until__gt=timezone.now()).order_by("muted_until"))


def _settle(which: Q, outcome: str, actor: User | None) -> None:
    settled = {"settled_at": timezone.now(), "settled_by": actor, "outcome": outcome}
    Report.objects.filter(which, settled_at=None).update(**settled)


def do(
    action: Action,
    write: Callable[[], None],
    actor: User | None,
    person: User | None,
    target: str,
    reason: str,
    until: datetime | None = None,
) -> None:
    """Carry out the action and log it, in one transaction."""
    if not reason.strip():
        raise ActionRefused(_("Please give a reason for the log."))
    with transaction.atomic():
        write()
        StaffAction.objects.create(
            at=timezone.now(),
            actor=actor,
            action=action,
            person=person,
            target=target,
            reason=reason.strip()[:300],
            until=until,
        )
