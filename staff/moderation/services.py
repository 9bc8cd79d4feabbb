"""Players' reports, and staff's decisions, which are all logged with actor and reason."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import ChatMessage, Comment, Game, HouseRules
from leagues.clubs.audit_log import record_in_audit_log
from leagues.models import Club, Role, Season, Team
from players.account_locks import lock_accounts
from players.models import User
from staff.moderation.models import Report, StaffAction

Text = ChatMessage | Comment
Described = Club | Season
Named = User | Game | HouseRules | Team | Described
Target = Text | Named
Action = StaffAction.Action

KINDS: Final[dict[str, type[Target]]] = {
    "person": User,
    "message": ChatMessage,
    "comment": Comment,
    "table": Game,
    "house_rules": HouseRules,
    "club": Club,
    "season": Season,
    "team": Team,
}
OF_A_PERSON: Final = ("person", "message", "comment")
DEFAULT_MUTE: Final = 7
LONGEST_MUTE: Final = 365
"""In days."""


class ActionRefused(Exception):
    """A refused action; the text gives the reason in the reader's language."""


def kind_of(target: Target) -> str:
    return next(kind for kind, model in KINDS.items() if isinstance(target, model))


def name_of(target: Target) -> str:
    """The target's name in the log: ``comment:12``."""
    return f"{kind_of(target)}:{target.pk}"


def responsible_for(target: Target) -> User | None:
    """The person themselves, a text's author, a table's host, a team's captain, who keeps house rules, or the first
    owner of a club."""
    match target:
        case User():
            return target
        case ChatMessage() | Comment():
            return target.user
        case HouseRules() if target.user is not None:
            return target.user
        case HouseRules():
            target = target.of_club.club
        case Game():
            return target.host
        case Team() if target.captain is not None:
            return target.captain.user
        case Team():
            target = target.season
    club = target.club if isinstance(target, Season) else target
    owners = club.current_memberships().filter(role=Role.OWNER).select_related("user")
    first = owners.order_by("joined_at", "pk").first()
    return first.user if first else None


# --- Reports ---


def report(*, reporter: User, target: Target, reason: str, words: str) -> Report:
    """Store a player's report, or update their open report of the same target."""
    about = {**dict.fromkeys(KINDS), "person": responsible_for(target), kind_of(target): target}
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
            *("reporter", "person", "message__game", "comment__game", "message__user", "comment__user"),
            *("table__host", "house_rules", "club", "season__club", "team__season__club", "team__captain__user"),
        )[:100]
    )


def target_of(report: Report) -> Target | None:
    targets = (getattr(report, kind) for kind in KINDS if kind != "person")
    return next(filter(None, targets), report.person)


def dismiss(report: Report, *, actor: User | None, reason: str) -> StaffAction:
    """Close the report without action."""

    def settle() -> None:
        _settle(Q(pk=report.pk), Report.Outcome.DISMISSED, actor)

    return do(Action.DISMISS, settle, actor, report.person, f"report:{report.pk}", reason)


def carry_out(
    decision: str, target: Target | Report, *, actor: User | None, reason: str, days: int = DEFAULT_MUTE
) -> StaffAction:
    """Do to the target what staff have decided, and log it. Raises `ActionRefused`, then nothing has changed."""
    match decision, target:
        case "dismiss", Report(settled_at=None):
            return dismiss(target, actor=actor, reason=reason)
        case "hide", ChatMessage() | Comment():
            return hide(target, actor=actor, reason=reason)
        case "show", ChatMessage() | Comment():
            return show(target, actor=actor, reason=reason)
        case "unname", User() | Game() | HouseRules() | Team() | Club() | Season():
            return remove_name(target, actor=actor, reason=reason)
        case "clear", Club() | Season():
            return remove_description(target, actor=actor, reason=reason)
        case "mute", User():
            return mute(target, days=days, actor=actor, reason=reason)
        case "unmute", User():
            return unmute(target, actor=actor, reason=reason)
    raise ActionRefused(_("This cannot be done."))


# --- Texts ---


def hide(text: Text, *, actor: User | None, reason: str) -> StaffAction:
    """Hide the text from all but its author and staff, and settle its reports."""

    def write() -> None:
        values = {"hidden_at": timezone.now(), "hidden_by": actor}
        type(text)._default_manager.filter(pk=text.pk).update(**values)
        _settle(Q(**{kind_of(text): text}), Report.Outcome.ACTED, actor)

    return do(Action.HIDE, write, actor, text.user, name_of(text), reason)


def show(text: Text, *, actor: User | None, reason: str) -> StaffAction:
    def write() -> None:
        manager = type(text)._default_manager
        manager.filter(pk=text.pk).update(hidden_at=None, hidden_by=None)

    return do(Action.SHOW, write, actor, text.user, name_of(text), reason)


def hidden_texts(limit: int = 50) -> list[tuple[str, Text]]:
    """The last hidden texts, each with its kind."""
    models: tuple[type[Text], ...] = (Comment, ChatMessage)
    texts: list[Text] = []
    for model in models:
        rows = model._default_manager.filter(hidden_at__isnull=False).order_by("-hidden_at")
        texts += rows.select_related("user", "game")[:limit]
    texts.sort(key=lambda text: text.hidden_at or text.at, reverse=True)
    return [(kind_of(text), text) for text in texts[:limit]]


# --- Names ---


def remove_name(target: Named, *, actor: User | None, reason: str) -> StaffAction:
    """Show a person by their number, a table by its host and a team by its members; give others a plain name."""
    person = responsible_for(target)

    def write() -> None:
        target.name = plain_name(target)
        target.save(update_fields=["name"])
        if isinstance(target, User):
            User.objects.filter(pk=target.pk).update(asked_to_rename=True)
        elif isinstance(target, Team):
            record_in_audit_log(target.season, "unnamed")
        elif isinstance(target, Described):
            record_in_audit_log(target, "unnamed")
        elif isinstance(target, HouseRules) and target.user is None:
            record_in_audit_log(target.of_club.club, "house_rules_unnamed")
        _settle(_about(target), Report.Outcome.ACTED, actor)

    return do(Action.UNNAME, write, actor, person, name_of(target), reason)


def plain_name(target: Named) -> str:
    if isinstance(target, Club):
        return _("Club %(number)s") % {"number": target.pk}
    if isinstance(target, Season):
        return _("Season %(number)s") % {"number": target.pk}
    if isinstance(target, HouseRules):
        return _("House rules %(number)s") % {"number": target.pk}
    return ""


def remove_description(target: Described, *, actor: User | None, reason: str) -> StaffAction:
    def write() -> None:
        target.about = ""
        target.save(update_fields=["about"])
        record_in_audit_log(target, "cleared")
        _settle(_about(target), Report.Outcome.ACTED, actor)

    return do(Action.CLEAR, write, actor, responsible_for(target), name_of(target), reason)


def _about(target: Named) -> Q:
    """The reports of just this; those of a person's texts stay open."""
    others = {f"{kind}__isnull": True for kind in KINDS if kind not in ("person", kind_of(target))}
    return Q(**others, **{kind_of(target): target})


# --- People ---


def mute(person: User, *, days: int, actor: User | None, reason: str) -> StaffAction:
    """Bar the person from writing what others see (`players.writing`), but not from playing.

    It answers the reports of them and their texts, but not those of the names of tables, clubs and the like.
    """
    if not 1 <= days <= LONGEST_MUTE:
        words = {"most": LONGEST_MUTE}
        raise ActionRefused(_("A mute lasts from 1 to %(most)s days.") % words)
    if person.is_staff:
        text = _("%(name)s is staff: a superuser must remove their rights first.")
        raise ActionRefused(text % {"name": person})
    until = timezone.now() + timedelta(days=days)

    def write() -> None:
        User.objects.filter(pk=person.pk).update(muted_until=until)
        others = {f"{kind}__isnull": True for kind in KINDS if kind not in OF_A_PERSON}
        _settle(Q(person=person, **others), Report.Outcome.ACTED, actor)

    return do(Action.MUTE, write, actor, person, name_of(person), reason, until)


def unmute(person: User, *, actor: User | None, reason: str) -> StaffAction:
    """Let the person write again."""

    def write() -> None:
        User.objects.filter(pk=person.pk).update(muted_until=None)

    return do(Action.UNMUTE, write, actor, person, name_of(person), reason)


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
) -> StaffAction:
    """Carry out the action and log it, in one transaction; return the line of the log."""
    if not reason.strip():
        raise ActionRefused(_("Please give a reason for the log."))
    with transaction.atomic():
        write()
        return StaffAction.objects.create(
            at=timezone.now(),
            actor=actor,
            action=action,
            person=person,
            target=target,
            reason=reason.strip()[:300],
            until=until,
        )
