"""The reminder of the daily boards, for people who have chosen an hour for it."""

from collections.abc import Iterable
from datetime import date

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import BoardPlay, BoardSet
from games.notifications.game_notification import date_and_time
from players.notifications.kinds import NotificationContext, NotificationKind
from players.notifications.models import Group


class BoardsContext(NotificationContext):
    @cached_property
    def sets(self) -> dict[str, BoardSet]:
        """A set of each day; those of a pool open and close together."""
        days = {date.fromisoformat(notification.data["day"]) for notification in self.notifications}
        return {str(found.day): found for found in BoardSet.objects.filter(day__in=days)}

    @cached_property
    def played(self) -> set[tuple[int | None, str]]:
        """Who has played on which of the days."""
        days = [each.day for each in self.sets.values()]
        plays = BoardPlay.objects.filter(user__in=self.user_ids, board_set__day__in=days, done_at__isnull=False)
        return {(user, str(day)) for user, day in plays.values_list("user", "board_set__day")}


class DailyBoardsOpen(NotificationKind):
    name = "daily_boards"
    label = gettext_lazy("The reminder of the daily boards, at the hour that I choose below")
    title = gettext_lazy("Today’s boards are waiting for you")
    action = gettext_lazy("Play the boards")
    group = Group.MATCHES
    site = None
    # In a mail of the next day it would no longer be true.
    is_urgent = True
    context_class = BoardsContext
    context: BoardsContext

    @classmethod
    def notify(cls, user_ids: Iterable[int], day: date) -> None:
        cls.write(user_ids, f"{cls.name}:{day}", day=str(day))

    @property
    def is_current(self) -> bool:
        found = self.context.sets.get(self.data["day"])
        is_open = found is not None and found.takes_plays(timezone.now())
        return is_open and (self.user_id, self.data["day"]) not in self.context.played

    @property
    def path(self) -> str:
        return reverse("games:daily")

    def lines(self) -> list[str]:
        closes_at = self.context.sets[self.data["day"]].closes_at
        return [_("They close: %(time)s") % {"time": date_and_time(closes_at)}] if closes_at else []
