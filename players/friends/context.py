"""What the page of friends and a profile show."""

from __future__ import annotations

from typing import Any

from players.friends.models import Block
from players.friends.presence import online_among
from players.friends.queries import between, friendships_of, has_blocked
from players.models import User


def friends_context(user: User) -> dict[str, Any]:
    """Return the context of ``players/friends/friends.html``."""
    friendships = friendships_of(user)
    accepted = [row for row in friendships if row.accepted_at]
    pending = [row for row in friendships if not row.accepted_at]
    friends = [row.asked if row.asker_id == user.pk else row.asker for row in accepted]
    online = online_among(friends)
    friends.sort(key=lambda friend: (friend.pk not in online, str(friend).casefold()))
    blocks = (
        Block.objects.filter(user=user, blocked__is_active=True)
        .select_related("blocked")
        .order_by("at", "pk")
    )
    return {
        "friends": friends,
        "online": online,
        "received": [row.asker for row in pending if row.asked_id == user.pk],
        "sent": [row.asked for row in pending if row.asker_id == user.pk],
        "blocked": [row.blocked for row in blocks],
    }


def relation_to(user: User, person: User) -> str:
    """What the person is to the reader: self, blocked, friend, sent, received, or none."""
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
