"""Friend requests, friendships and blocks. Blocked people get the same answers as everyone else."""

from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from players.account_locks import lock_accounts
from players.friends.models import Block, Friendship
from players.friends.notifications import FriendAccepted, FriendAsked
from players.friends.queries import between, has_blocked
from players.models import User
from players.writing import NO_INVITING

# Friendships and open requests of one person: a page lists them all.
MOST_FRIENDSHIPS: Final = 200


class FriendError(Exception):
    """A refused change; the text gives the reason in the reader's language."""


@transaction.atomic
def ask_friend(*, asker: User, asked: User) -> None:
    """Send a friend request, or accept the person's own request."""
    lock_accounts(asker, asked)
    _refuse(asker, asked)
    if friendship := between(asker, asked).first():
        if friendship.asked_id == asker.pk:
            _accept(friendship)
        return
    _refuse_too_many(asker)
    Friendship.objects.create(asker=asker, asked=asked, asked_at=timezone.now())
    if not has_blocked(asked.pk, asker.pk):
        FriendAsked.notify(asker, asked)


def _refuse(asker: User, asked: User) -> None:
    if asker == asked:
        raise FriendError(_("This is you."))
    if asker.is_muted:
        raise FriendError(str(NO_INVITING))
    if asker.is_guest or asked.is_guest:
        raise FriendError(_("Guests can’t have friends here. Sign up to add some."))
    if has_blocked(asker.pk, asked.pk):
        raise FriendError(_("You have blocked %(name)s.") % {"name": asked})


def _refuse_too_many(user: User) -> None:
    mine = Friendship.objects.filter(Q(asker=user) | Q(asked=user, accepted_at__isnull=False))
    if mine.count() >= MOST_FRIENDSHIPS:
        text = _("You have %(most)d friends and open requests. Remove one first.")
        raise FriendError(text % {"most": MOST_FRIENDSHIPS})


@transaction.atomic
def accept_friend(*, user: User, asker: User) -> None:
    """Accept the person's request."""
    lock_accounts(user, asker)
    friendship = Friendship.objects.filter(asker=asker, asked=user).first()
    if friendship is None or has_blocked(user.pk, asker.pk):
        raise FriendError(_("This request is no longer open."))
    _accept(friendship)


def _accept(friendship: Friendship) -> None:
    if friendship.accepted_at is None:
        _refuse_too_many(friendship.asked)
        friendship.accepted_at = timezone.now()
        friendship.save(update_fields=["accepted_at"])
        FriendAccepted.notify(friendship.asked, friendship.asker)


@transaction.atomic
def end_friendship(*, user: User, other: User) -> None:
    """Remove a friend, or decline or withdraw a request. The other person is not notified."""
    lock_accounts(user, other)
    own = between(user, other)
    if has_blocked(user.pk, other.pk):
        own = own.exclude(asker=other)  # the asker still sees it
    own.delete()


@transaction.atomic
def block(*, user: User, other: User) -> None:
    """Block the person: the friendship ends, and their requests are hidden."""
    if user == other:
        raise FriendError(_("This is you."))
    lock_accounts(user, other)
    Block.objects.get_or_create(user=user, blocked=other, defaults={"at": timezone.now()})
    ended = Q(accepted_at__isnull=False) | Q(asker=user)
    between(user, other).filter(ended).delete()


def unblock(*, user: User, other: User) -> None:
    Block.objects.filter(user=user, blocked=other).delete()
