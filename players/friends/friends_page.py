"""The context of the page of friends."""

from dataclasses import dataclass

from players.friends.forms import AskFriendForm
from players.friends.models import Block
from players.friends.presence import online_among
from players.friends.queries import friendships_of
from players.models import User


@dataclass(frozen=True, slots=True)
class FriendsPage:
    friends: list[User]
    """Those who are online first, then by name."""
    online: set[int]
    received: list[User]
    sent: list[User]
    blocked: list[User]
    form: AskFriendForm
    error: str


def friends_page(user: User, form: AskFriendForm, error: str) -> FriendsPage:
    friendships = friendships_of(user)
    accepted = [row for row in friendships if row.accepted_at]
    pending = [row for row in friendships if not row.accepted_at]
    friends = [row.asked if row.asker_id == user.pk else row.asker for row in accepted]
    online = online_among(friends)
    blocks = Block.objects.filter(user=user, blocked__is_active=True).select_related("blocked")
    return FriendsPage(
        friends=sorted(friends, key=lambda friend: (friend.pk not in online, str(friend).casefold())),
        online=online,
        received=[row.asker for row in pending if row.asked_id == user.pk],
        sent=[row.asked for row in pending if row.asker_id == user.pk],
        blocked=[row.blocked for row in blocks.order_by("at", "pk")],
        form=form,
        error=error,
    )
