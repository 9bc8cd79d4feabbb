"""Merge two accounts of one person: everything of the source becomes the target's, and the source is deleted.

Game logs are not rewritten: they name seats, and other rows link seats to people. Rows of which a person has only
one are merged here and by the receivers of `accounts_merging`. All other rows that name the source, in any app,
then name the target.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Token
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import models, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from players.accounts.devices import forget_name_in_log
from players.accounts.notifications import AccountsMerged
from players.friends.models import Block, Friendship
from players.friends.queries import between
from players.models import (
    ApiToken,
    CalendarFeed,
    KeptAnswer,
    Notification,
    NotificationSettings,
    PushSubscription,
    Session,
    User,
    Vacation,
)
from players.signals import account_locking, accounts_merging, merge_judged, vacations_changed

Span: TypeAlias = tuple[datetime, datetime]


class MergeRefused(Exception):
    """The accounts cannot be merged; ``reasons`` are in the reader's language."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


def reasons_against(source: User, target: User) -> list[str]:
    """Why the two accounts cannot be merged; empty if they can."""
    if source.pk == target.pk:
        return [_("These are the same account.")]
    reasons = []
    if source.is_staff or source.is_superuser:
        reasons.append(_("%(name)s is staff: a superuser must remove their rights first.") % {"name": source})
    if target.is_guest:
        reasons.append(_("%(name)s is a guest. Only a registered account can be kept.") % {"name": target})
    if not (source.is_active and target.is_active):
        reasons.append(_("One of the accounts is not active."))
    for _receiver, more in merge_judged.send(User, source=source, target=target):
        reasons += more or []
    return reasons


@transaction.atomic
def merge(source: User, target: User) -> None:
    """Move everything from the source to the target, and delete the source."""
    # Joining a club locks the club before the person.
    account_locking.send(User, users=[source, target])
    keys = sorted((source.pk, target.pk))
    # New references to them stay possible for now: a move locks the game before the person.
    rows = User.objects.select_for_update(no_key=True)
    locked = {user.pk: user for user in rows.filter(pk__in=keys).order_by("pk")}
    if len(locked) < len(set(keys)):
        raise MergeRefused([_("One of the accounts is not active.")])
    source, target = locked[source.pk], locked[target.pk]
    if reasons := reasons_against(source, target):
        raise MergeRefused(reasons)
    accounts_merging.send(User, source=source, target=target)
    _merge_friends(source, target)
    _merge_vacations(source, target)
    _merge_notifications(source, target)
    _delete_ways_in(source)
    # Now lock new references out too: rows added after the move would be deleted with the source.
    list(User.objects.select_for_update().filter(pk=source.pk).values_list("pk"))
    _move_the_rest(source, target)
    _merge_rows(source, target)
    vacations_changed.send(User, user=target)
    AccountsMerged.notify(source, target)


def _merge_rows(source: User, target: User) -> None:
    """Merge the accounts' own columns; a mute of either account persists."""
    muted = [user.muted_until for user in (source, target) if user.muted_until]
    last = Vacation.objects.filter(user=target).aggregate(last=Max("end"))["last"]
    values = {
        "muted_until": max(muted, default=None),
        "vacations_until": last,
        "date_joined": min(source.date_joined, target.date_joined),
    }
    User.objects.filter(pk=target.pk).update(**values)
    forget_name_in_log(source)
    User.objects.filter(pk=source.pk).delete()
    target.refresh_from_db()


def _merge_friends(source: User, target: User) -> None:
    """Keep the accepted one of two friendships with the same person; a block by either account applies to both."""
    between(source, target).delete()
    Block.objects.filter(user__in=(source, target), blocked__in=(source, target)).delete()
    for friendship in Friendship.objects.filter(Q(asker=source) | Q(asked=source)):
        other = friendship.asked if friendship.asker_id == source.pk else friendship.asker
        known = between(target, other).first()
        if known is not None and (known.accepted_at or not friendship.accepted_at):
            friendship.delete()
        elif known is not None:
            known.delete()
    for column, other_column in (("user", "blocked"), ("blocked", "user")):
        duplicates = Block.objects.filter(**{column: target}).values(other_column)
        Block.objects.filter(**{column: source, f"{other_column}__in": duplicates}).delete()
    blocks = Block.objects.filter(Q(user__in=(source, target)) | Q(blocked__in=(source, target)))
    for block in blocks.select_related("user", "blocked"):
        other = block.blocked if block.user_id in (source.pk, target.pk) else block.user
        both = Q(asker__in=(source, target), asked=other) | Q(asked__in=(source, target), asker=other)
        Friendship.objects.filter(both).delete()


def _merge_vacations(source: User, target: User) -> None:
    """Keep the parts of the source's vacations that the target's do not cover."""
    taken = list(target.vacations.order_by("start").values_list("start", "end"))
    for vacation in Vacation.objects.filter(user=source):
        left = _outside(vacation.start, vacation.end, taken)
        Vacation.objects.bulk_create(Vacation(user=source, start=start, end=end) for start, end in left)
        vacation.delete()


def _outside(start: datetime, end: datetime, taken: Sequence[Span]) -> Iterator[Span]:
    """The parts of a time span outside the others, which are in order."""
    for begun, over in taken:
        if begun < end and over > start:
            if start < begun:
                yield start, begun
            start = max(start, over)
    if start < end:
        yield start, end


def _merge_notifications(source: User, target: User) -> None:
    """Drop the source's notifications that the target has too."""
    known = Notification.objects.filter(user=target).values("key")
    Notification.objects.filter(user=source, key__in=known).delete()


def _delete_ways_in(source: User) -> None:
    """Delete the source's addresses, keys, devices, apps and settings, which also ends its sign-ins."""
    models_: tuple[type[models.Model], ...] = (
        ApiToken,
        Authenticator,
        CalendarFeed,
        EmailAddress,
        KeptAnswer,
        NotificationSettings,
        PushSubscription,
        Session,
        SocialAccount,
        Token,
    )
    for model in models_:
        model._default_manager.filter(user=source).delete()


def _move_the_rest(source: User, target: User) -> None:
    for field in relations():
        rows = field.model._base_manager.filter(**{field.name: source})
        rows.update(**{field.name: target})


def relations() -> Iterator[models.ForeignKey[Any, Any]]:
    """Every column that refers to a person."""
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and not relation.related_model._meta.auto_created:
            yield relation.field
