"""What people and webhooks are notified of about pauses (`players/notifications/kinds.py`)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.clubs.audit_log import Audited
from leagues.clubs.notifications import reason_lines
from leagues.models import Club, Entry, SeasonPause, TableSeat
from leagues.seasons.notifications import SeasonNotification, SeasonPost, dated
from players.models import User
from players.notifications.kinds import Message, SubjectRow


class SeasonPaused(SeasonNotification, SeasonPost, Audited):
    """Goes to everybody whose clock stops or goes on, but not to the organiser who decided it."""

    name = "season_paused"
    label = gettext_lazy("A season or table of mine pauses, or goes on early")
    push = False
    page, link = "pauses", pgettext_lazy("a link", "Go to the pauses")
    webhook_label = gettext_lazy("A season or a round pauses")
    pause = SubjectRow(SeasonPause.objects.select_related("season__club", "round", "table__round"))
    audit = {
        "season_paused": gettext_lazy("%(actor)s paused %(season)s from %(since)s to %(until)s."),
        "round_paused": gettext_lazy("%(actor)s paused round %(round)s of %(season)s from %(since)s to %(until)s."),
        "time_given": gettext_lazy("%(actor)s gave the table %(table)s more time: its clocks stop until %(until)s."),
        "pause_ended": gettext_lazy("%(actor)s ended a pause of %(season)s early."),
    }

    @classmethod
    def notify(cls, pause: SeasonPause, by: User) -> None:
        cls._write(pause, by, "set")
        if pause.table_id is None:
            cls.enqueue_of(pause.season, f"{pause.pk}", pause=pause.pk)

    @classmethod
    def notify_end(cls, pause: SeasonPause, by: User) -> None:
        cls._write(pause, by, "ended")

    @classmethod
    def _write(cls, pause: SeasonPause, by: User, what: str) -> None:
        users = set(_members(pause)) - {by.pk}
        cls.write_of(pause.season, users, f"{pause.pk}:{what}", pause=pause.pk, reason=pause.reason, what=what)

    @property
    def is_end(self) -> bool:
        return bool(self.data["what"] == "ended")

    @property
    def is_current(self) -> bool:
        return self.is_end == (self.pause.ended_at is not None) and not self.season.is_over and self.is_in

    def message(self) -> Message:
        if self.is_end:
            return self.compose(_("%(season)s: the pause is over, and the clocks run again"))
        return self.compose(_title(self.pause), [*_dates(self.pause), *reason_lines(self.data)])

    def words(self) -> dict[str, object]:
        return {**super().words(), "season": self.season, "round": self.pause.round and self.pause.round.number}

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        found = SeasonPause.objects.select_related("season__club", "round")
        pause = found.filter(pk=data["pause"], ended_at=None).first()
        if pause is None:
            return None
        words = {"round": pause.round and pause.round.number}
        return cls.of_season(pause.season, _title(pause), [*_dates(pause), pause.reason], **words)


def _members(pause: SeasonPause) -> list[int | None]:
    """The people in the season, or those with a seat in the round or at the table."""
    entered = Entry.objects.filter(season=pause.season, state=Entry.State.ENTERED)
    if pause.table_id:
        entered = entered.filter(pk__in=TableSeat.objects.filter(table=pause.table_id).values("entry"))
    elif pause.round_id:
        entered = entered.filter(pk__in=TableSeat.objects.filter(table__round=pause.round_id).values("entry"))
    return list(entered.values_list("user", flat=True))


def _title(pause: SeasonPause) -> str:
    if pause.table_id:
        return _("%(season)s, round %(round)s: your table gets more time")
    if pause.round_id:
        return _("%(season)s: round %(round)s pauses")
    return _("%(season)s pauses")


def _dates(pause: SeasonPause) -> list[str]:
    return [
        *dated(_("The clocks stop on %(date)s."), pause.start),
        *dated(_("They run again on %(date)s."), pause.end),
        _("The dates that come later have moved."),
    ]
