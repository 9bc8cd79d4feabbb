"""Notifications about external matches (`players/notifications/kinds.py`)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Entry, ExternalMatch
from leagues.seasons.notifications import SeasonNotification
from players.notifications.kinds import Message


class ExternalMatchCounts(SeasonNotification):
    """An external match counts for the person's table, or no longer does."""

    name = "season_recorded"
    label = gettext_lazy("An external match is accepted for my table, or undone")
    page, link = "round", pgettext_lazy("a link", "Go to the round")
    audit = {
        "match_counted": gettext_lazy("%(actor)s accepted an external match for the table %(table)s."),
        "match_taken_back": gettext_lazy("%(actor)s undid the external match for the table %(table)s."),
        "results_entered": gettext_lazy("%(actor)s entered the results of the table %(table)s."),
        "results_confirmed": gettext_lazy("%(actor)s confirmed the results of the table %(table)s."),
        "results_corrected": gettext_lazy("%(actor)s corrected the results of the table %(table)s."),
    }

    @classmethod
    def notify(cls, match: ExternalMatch, *, counts: bool) -> None:
        table, what = match.table, "counted" if counts else "taken_back"
        seats = table.seats.filter(entry__state=Entry.State.ENTERED)
        users = list(seats.values_list("entry__user", flat=True))
        key = f"table:{table.pk}:{what}:{match.accepted_at.timestamp()}"
        data = {"table": table.pk, "counts": counts, "entered": match.is_entered}
        cls.write_of(table.round.season, users, key, **data)

    @property
    def is_current(self) -> bool:
        return self.table.is_external == self.data["counts"] and self.is_in

    def message(self) -> Message:
        return self.compose(self._text_of_results() if self.data.get("entered") else self._text())

    def _text(self) -> str:
        if self.data["counts"]:
            return _("%(season)s, round %(round)s: an external match counts for your table")
        return _("%(season)s, round %(round)s: the external match no longer counts")

    def _text_of_results(self) -> str:
        if self.data["counts"]:
            return _("%(season)s, round %(round)s: the results of your table have been entered")
        return _("%(season)s, round %(round)s: the results entered for your table no longer count")
