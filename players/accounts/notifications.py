"""Notifications about staff's changes to accounts."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.models import User
from players.notifications.kinds import NotificationKind


class AccountsMerged(NotificationKind):
    name = "accounts_merged"
    label = gettext_lazy("Another account of mine was merged into this one")
    title = gettext_lazy("%(name)s’s account was merged into this one")
    action = pgettext_lazy("a link", "Go to your profile")

    @classmethod
    def notify(cls, source: User, target: User) -> None:
        """Store the name, since its account is deleted."""
        cls.write([target.pk], f"{cls.name}:{source.pk}", was=str(source))

    @property
    def path(self) -> str:
        return reverse("players:profile", args=[self.user_id])

    def words(self) -> dict[str, object]:
        return {"name": self.data["was"]}

    def lines(self) -> list[str]:
        return [
            _("The site’s staff have merged your two accounts."),
            _(
                "The seats, results, clubs, friends and texts of %(name)s now belong to this account. From now on, "
                "sign in with this account only."
            )
            % self.words(),
        ]
