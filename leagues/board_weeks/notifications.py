"""What members and webhooks are notified of about weeks of boards (`players/notifications/kinds.py`)."""

from typing import Any

from django.utils import timezone
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.models import BoardPlay
from leagues.clubs.notifications import ClubContext, ClubNotification
from leagues.models import BoardWeek, Club, Membership
from leagues.seasons.notifications import dated
from leagues.webhooks.webhook_post import WebhookPost
from players.notifications.kinds import Message, SubjectRow
from players.notifications.models import Group


class BoardWeekContext(ClubContext):
    @property
    def weeks(self) -> dict[int, BoardWeek]:
        return BoardWeekNotification.week.among(self)

    @property
    def club_ids(self) -> set[int]:
        return {week.series.club_id for week in self.weeks.values()}

    @cached_property
    def plays(self) -> dict[tuple[int | None, int], BoardPlay]:
        """By person and set."""
        sets = [week.board_set_id for week in self.weeks.values()]
        found = BoardPlay.objects.filter(user__in=self.user_ids, board_set__in=sets, counts=True)
        return {(play.user_id, play.board_set_id): play for play in found}


class BoardWeekNotification(ClubNotification, WebhookPost):
    group = Group.SEASONS
    context_class = BoardWeekContext
    context: BoardWeekContext
    push = False
    webhook_title: Any
    week = SubjectRow(BoardWeek.objects.select_related("series__club", "board_set"))

    @property
    def club(self) -> Club:  # type: ignore[override]
        return self.week.series.club

    @property
    def play(self) -> BoardPlay | None:
        return self.context.plays.get((self.user_id, self.week.board_set_id or 0))

    @property
    def path(self) -> str:
        return self.week.series.get_absolute_url() if self.sees_club else super().path

    @property
    def action(self) -> Promise | str:
        return pgettext_lazy("a link", "Go to the boards") if self.sees_club else super().action

    def words(self) -> dict[str, object]:
        return {"boards": self.week.name}

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        week = BoardWeek.objects.filter(pk=data["week"]).select_related("series__club").first()
        if week is None:
            return None
        return Message(title=str(cls.webhook_title) % {"boards": week.name}, path=week.series.get_absolute_url())


class BoardWeekOpened(BoardWeekNotification):
    """Goes to all members of the club."""

    name = "boards_opened"
    label = gettext_lazy("A week of boards opens in my club")
    title = gettext_lazy("%(boards)s: the boards are open")
    webhook_title = gettext_lazy("%(boards)s: the boards are open.")
    webhook_label = gettext_lazy("A week of boards opens")

    @classmethod
    def notify(cls, week: BoardWeek) -> None:
        members = Membership.objects.filter(club=week.series.club_id, ended_at=None)
        cls.write(members.values_list("user", flat=True), f"{cls.name}:{week.pk}", week=week.pk)
        cls.enqueue(week.series.club, f"{cls.name}:{week.pk}", week=week.pk)

    @property
    def is_current(self) -> bool:
        return self.membership is not None and self.play is None and self.week.is_open(timezone.now())

    def lines(self) -> list[str]:
        return dated(_("They close on %(date)s (%(zone)s)."), self.week.closes_at)


class BoardWeekOver(BoardWeekNotification):
    """Goes to the members who played."""

    name = "boards_over"
    label = gettext_lazy("A week of boards that I played is over")
    title = gettext_lazy("%(boards)s: the results are there")
    webhook_title = gettext_lazy("%(boards)s: the results are there.")
    webhook_label = gettext_lazy("A week of boards is over")

    @classmethod
    def notify(cls, week: BoardWeek) -> None:
        played = BoardPlay.objects.filter(board_set=week.board_set_id, counts=True)
        cls.write(played.values_list("user", flat=True), f"{cls.name}:{week.pk}", week=week.pk)
        cls.enqueue(week.series.club, f"{cls.name}:{week.pk}", week=week.pk)

    @property
    def is_current(self) -> bool:
        return self.membership is not None

    def lines(self) -> list[str]:
        if self.play is None or self.play.place is None:
            return []
        return [_("You are in place %(place)s.") % {"place": self.play.place}]
