"""Two accounts of one person become one: what the source has done and owns becomes the target's, and the source goes.

No log of a game is rewritten: logs name seats, and rows beside them say whose a seat is. What a person may have only
once is merged here and by the receivers of `accounts_merging`. All other rows that name the source, in whichever app,
name the target afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import models, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from players.accounts.devices import forget_name_in_log
from players.accounts.notifications import AccountsMerged
from players.friends.models import Block, Friendship
from players.friends.queries import between
from players.models import (
    CalendarFeed,
    Notification,
    NotificationSettings,
    PushSubscription,
    Session,
    User,
    Vacation,
)
from players.signals import (
    account_locking,
    accounts_merging,
    merge_judged,
    vacations_changed,
)

Span: TypeAlias = tuple[datetime, datetime]


class MergeRefused(Exception):
    """These accounts cannot become one; ``reasons`` tell why, in the reader's language."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


def reasons_against(source: User, target: User) -> list[str]:
    """Why the two accounts cannot become one; empty if they can."""
    if source.pk == target.pk:
        return [_("These are the same account.")]
    reasons = []
    if source.is_staff or source.is_superuser:
        reasons.append(
            _("%(name)s is staff: a superuser must remove their rights first.") % {"name": source}
        )
    if target.is_guest:
        reasons.append(
            _("%(name)s is a guest: the account that stays must be a registered one.")
            % {"name": target}
        )
    if not (source.is_active and target.is_active):
        reasons.append(_("One of the accounts is not active."))
    for _receiver, more in merge_judged.send(User, source=source, target=target):
        reasons += more or []
    return reasons


@transaction.atomic
def merge(source: User, target: User) -> None:
    """Give the target all that is the source's, and delete the source."""
    # Whoever joins a club has locked that before they need the row of the person.
    account_locking.send(User, users=[source, target])
    keys = sorted((source.pk, target.pk))
    # Not against new references to them: whoever moves has locked the game before they need the row of the person.
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
    # Now against them as well: a row that came in after the move would go with the source.
    list(User.objects.select_for_update().filter(pk=source.pk).values_list("pk"))
    _move_the_rest(source, target)
    _merge_rows(source, target)
    vacations_changed.send(User, user=target)
    AccountsMerged.notify(source, target)


def _merge_rows(source: User, target: User) -> None:
    """A mute outlives the merge, whichever of the two had it."""
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
    """Of two friendships with one person the one that is accepted stays; a block of either holds for both."""
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
        both = Q(asker__in=(source, target), asked=other) | Q(
            asked__in=(source, target), asker=other
        )
        Friendship.objects.filter(both).delete()


def _merge_vacations(source: User, target: User) -> None:
    """Days that both have taken count once: of the source's vacations what the target's do not cover is kept."""
    taken = list(target.vacations.order_by("start").values_list("start", "end"))
    for vacation in Vacation.objects.filter(user=source):
        left = _outside(vacation.start, vacation.end, taken)
        Vacation.objects.bulk_create(
            Vacation(user=source, start=start, end=end) for start, end in left
        )
        vacation.delete()


def _outside(start: datetime, end: datetime, taken: Sequence[Span]) -> Iterator[Span]:
    """The parts of a time that lie in none of the others, which are in order."""
    for begun, over in taken:
        if begun < end and over > start:
            if start < begun:
                yield start, begun
            start = max(start, over)
    if start < end:
        yield start, end


def _merge_notifications(source: User, target: User) -> None:
    """Who was told the same by both accounts keeps it once."""
    known = Notification.objects.filter(user=target).values("key")
    Notification.objects.filter(user=source, key__in=known).delete()


def _delete_ways_in(source: User) -> None:
    """Addresses, keys, devices and settings are those of the target alone: nobody stays signed in as the source."""
    models_: tuple[type[models.Model], ...] = (
        Authenticator,
        CalendarFeed,
        EmailAddress,
        NotificationSettings,
        PushSubscription,
        Session,
    )
    for model in models_:
        model._default_manager.filter(user=source).delete()


def _move_the_rest(source: User, target: User) -> None:
    for field in relations():
        rows = field.model._base_manager.filter(**{field.name: source})
        rows.update(**{field.name: target})


def relations() -> Iterator[models.ForeignKey[Any, Any]]:
    """Every column of the site that names a person."""
    for relation in User._meta.get_fields(include_hidden=True):
        if (
            isinstance(relation, models.ManyToOneRel)
            and not relation.related_model._meta.auto_created
        ):
            yield relation.field
