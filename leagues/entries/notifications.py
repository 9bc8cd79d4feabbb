"""What people are notified of about entries (`players/notifications/kinds.py`)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.clubs.notifications import reason_lines
from leagues.models import Entry, Season, TableSeat
from leagues.seasons.notifications import SeasonNotification, organisers_of
from players.models import User
from players.notifications.kinds import Message, SubjectRow


class EntryNotification(SeasonNotification):
    entry = SubjectRow(Entry.objects.select_related("user"))


class EntryRequested(EntryNotification):
    """Goes to the organisers, who answer it."""

    name = "season_applied"
    label = gettext_lazy("Somebody enters a season that I organise")
    push = False
    title = gettext_lazy("%(name)s wants to play in %(season)s")
    page, link = "entries", pgettext_lazy("a link", "Go to the entries")

    @classmethod
    def notify(cls, entry: Entry) -> None:
        key = f"{entry.pk}:{entry.order}"
        cls.write_of(entry.season, organisers_of(entry.season), key, entry=entry.pk)

    @property
    def is_current(self) -> bool:
        waits = self.entry.state == Entry.State.APPLIED
        return waits and not self.season.is_over and self.organises

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.entry.name}


class EntryWithdrawn(EntryNotification):
    """Goes to the organisers of a running season, with what they can do about it."""

    name = "season_left"
    label = gettext_lazy("Somebody withdraws from a season that I organise")
    push = False
    link = pgettext_lazy("a link", "Go to the season")

    @classmethod
    def notify(cls, entry: Entry) -> None:
        if entry.season.state == Season.State.RUNNING:
            cls.write_of(entry.season, organisers_of(entry.season), f"{entry.pk}:{entry.order}", entry=entry.pk)

    @property
    def is_current(self) -> bool:
        is_out = self.entry.state == Entry.State.WITHDRAWN
        return is_out and self.season.state == Season.State.RUNNING and self.organises

    def message(self) -> Message:
        lines = [
            _("In a match that runs, a bot plays in their seat until a substitute takes over."),
            _("If they were drawn to rounds to come, draw these again, or a bot takes their seats."),
        ]
        if self.season.is_at_real_tables:
            lines = [_("If they were drawn to rounds to come, draw these again, or their seats stay empty.")]
        return self.compose(_("%(name)s has withdrawn from %(season)s"), lines)

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.entry.name}


class EntrySettled(EntryNotification):
    """The entry was approved, put on the waiting list, refused, or not answered in time."""

    name = "season_settled"
    label = gettext_lazy("My entry is decided")
    audit = {
        "entry_added": gettext_lazy("%(actor)s entered %(subject)s for %(season)s."),
        "entry_approved": gettext_lazy("%(actor)s approved the entry of %(subject)s for %(season)s."),
        "entry_put_on_list": gettext_lazy("%(actor)s put %(subject)s on the waiting list of %(season)s."),
        "entry_refused": gettext_lazy("%(actor)s refused the entry of %(subject)s for %(season)s."),
    }
    audit_by_site = {"entry_expired": gettext_lazy("The entry of %(subject)s for %(season)s was not answered in time.")}

    @classmethod
    def notify(cls, entry: Entry, reason: str = "") -> None:
        key = f"{entry.pk}:{entry.order}:{entry.state}"
        data = {"entry": entry.pk, "state": entry.state, "reason": reason}
        cls.write_of(entry.season, [entry.user_id], key, **data)

    @property
    def is_current(self) -> bool:
        return bool(self.entry.state == self.data["state"])

    def message(self) -> Message | None:
        texts = {
            Entry.State.ENTERED: _("You are in: %(season)s"),
            Entry.State.WAITING: _("You are on the waiting list: %(season)s"),
            Entry.State.REFUSED: _("The organisers have not approved your entry: %(season)s"),
            Entry.State.EXPIRED: _("Your entry was not answered in time: %(season)s"),
        }
        text = texts.get(self.data["state"])
        return self.compose(text, reason_lines(self.data)) if text else None


class TakenOut(EntryNotification):
    """An organiser has ended the entry, or somebody else plays on in the person's seat."""

    name = "season_out"
    label = gettext_lazy("I am removed from a season, or replaced at a table")
    audit = {
        "entry_removed": gettext_lazy("%(actor)s removed %(subject)s from %(season)s."),
        "replaced": gettext_lazy("%(actor)s replaced %(subject)s at a table of %(season)s."),
    }

    @classmethod
    def notify(cls, entry: Entry, reason: str) -> None:
        key = f"{entry.pk}:{entry.order}"
        cls.write_of(entry.season, [entry.user_id], key, entry=entry.pk, reason=reason)

    @classmethod
    def notify_replaced(cls, seat: TableSeat, user: User, reason: str) -> None:
        # With the game, since the person may be replaced again at a restarted table.
        key, round_ = f"seat:{seat.pk}:{seat.table.game_id}", seat.table.round
        cls.write_of(round_.season, [user.pk], key, round=round_.number, reason=reason)

    @property
    def is_current(self) -> bool:
        gone = (Entry.State.REFUSED, Entry.State.WITHDRAWN)
        return "entry" not in self.data or self.entry.state in gone

    def message(self) -> Message:
        text = _("You are no longer in %(season)s")
        if "round" in self.data:
            text = _("%(season)s, round %(round)s: an organiser has given your seat to a substitute")
        return self.compose(text, reason_lines(self.data))
