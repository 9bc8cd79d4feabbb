"""Notifications about friends."""

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.friends.models import Friendship
from players.models import User
from players.notifications.kinds import NotificationContext, NotificationKind, SubjectRow


class FriendContext(NotificationContext):
    @cached_property
    def friendships(self) -> dict[tuple[int, int], Friendship]:
        """By asker and asked, without requests from blocked people."""
        mine = Q(asker__in=self.user_ids) | Q(asked__in=self.user_ids)
        rows = Friendship.objects.filter(mine)
        return {(row.asker_id, row.asked_id): row for row in rows if (row.asked_id, row.asker_id) not in self.blocks}


class FriendNotification(NotificationKind):
    context_class = FriendContext
    context: FriendContext
    friend = SubjectRow(User.objects.filter(is_active=True))
    action = pgettext_lazy("a link", "Go to your friends")

    @property
    def path(self) -> str:
        return reverse("players:friends")

    def words(self) -> dict[str, object]:
        return {"name": self.friend}


class FriendAsked(FriendNotification):
    name = "friend_asked"
    label = _("Friend requests")
    title = _("%(name)s asks you to be friends")

    @classmethod
    def notify(cls, asker: User, asked: User) -> None:
        """At most once for two people, even if the request is repeated."""
        cls.write([asked.pk], f"{cls.name}:{asker.pk}", friend=asker.pk)

    @property
    def is_current(self) -> bool:
        friendship = self.context.friendships.get((self.friend.pk, self.user_id))
        return friendship is not None and friendship.accepted_at is None


class FriendAccepted(FriendNotification):
    name = "friend_accepted"
    label = _("A friend request is accepted")
    title = _("%(name)s is your friend now")
    mail = push = False

    @classmethod
    def notify(cls, asked: User, asker: User) -> None:
        cls.write([asker.pk], f"{cls.name}:{asked.pk}", friend=asked.pk)

    @property
    def is_current(self) -> bool:
        friendship = self.context.friendships.get((self.user_id, self.friend.pk))
        return friendship is not None and friendship.accepted_at is not None
