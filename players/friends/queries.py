"""Who is whose friend, and who has blocked whom."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from players.friends.models import Block, Friendship
from players.models import User


def between(user: User, other: User) -> QuerySet[Friendship]:
    """The friendship or request between two people, in either direction."""
    return Friendship.objects.filter(Q(asker=user, asked=other) | Q(asker=other, asked=user))


def relation_to(user: User, person: User) -> str:
    """The person's relation to the user: self, blocked, friend, sent, received, or none."""
    if user == person:
        return "self"
    if has_blocked(user.pk, person.pk):
        return "blocked"
    friendship = between(user, person).first()
    if friendship is None:
        return "none"
    if friendship.accepted_at:
        return "friend"
    return "sent" if friendship.asker_id == user.pk else "received"


def friendships_of(user: User) -> list[Friendship]:
    """All friendships and requests that the person may know of, oldest first."""
    mine = Friendship.objects.filter(Q(asker=user, asked__is_active=True) | Q(asked=user, asker__is_active=True))
    # Requests by blocked people stay stored, so that their senders learn nothing; the receiver never sees them.
    unwanted = Q(asked=user, asker__in=Block.objects.filter(user=user).values("blocked"))
    return list(mine.exclude(unwanted).select_related("asker", "asked").order_by("asked_at", "pk"))


def friends_of(user: User) -> list[User]:
    """The person's friends who can be invited, by name."""
    accepted = Friendship.objects.filter(accepted_at__isnull=False)
    asked, askers = accepted.filter(asker=user), accepted.filter(asked=user)
    keys = asked.values("asked").union(askers.values("asker"))
    return list(User.objects.filter(pk__in=keys, is_active=True).order_by("name", "pk"))


def has_blocked(user_id: int | None, other_id: int | None) -> bool:
    """Whether the first person has blocked the second one."""
    if user_id is None or other_id is None:
        return False
    return Block.objects.filter(user=user_id, blocked=other_id).exists()


def not_blocking(user_ids: Iterable[int | None], sender_id: int | None) -> list[int]:
    people = [user_id for user_id in user_ids if user_id is not None]
    if not people or sender_id is None:
        return people
    blocks = Block.objects.filter(user__in=people, blocked=sender_id)
    blocking = set(blocks.values_list("user", flat=True))
    return [user_id for user_id in people if user_id not in blocking]
