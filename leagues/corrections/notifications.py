"""What people are notified of when organisers correct a result (`players/notifications/kinds.py`)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.clubs.audit_log import Audited
from leagues.clubs.notifications import reason_lines
from leagues.models import Correction, Entry
from leagues.seasons.notifications import SeasonNotification
from players.notifications.kinds import Message, SubjectRow


class MatchCorrected(SeasonNotification, Audited):
    """Goes to the members whose seats they are."""

    name = "season_corrected"
    label = gettext_lazy("A match of mine is voided, replayed, or counts again")
    page, link = "round", pgettext_lazy("a link", "Go to the round")
    correction = SubjectRow(Correction.objects.select_related("table__round__season"))
    audit = {
        "match_voided": gettext_lazy("%(actor)s voided the match of the table %(table)s."),
        "match_replayed": gettext_lazy("%(actor)s let the table %(table)s be replayed."),
        "correction_undone": gettext_lazy("%(actor)s let the match of the table %(table)s count again."),
    }

    @classmethod
    def notify(cls, correction: Correction) -> None:
        table, is_undone = correction.table, correction.undone_at is not None
        seats = table.seats.filter(entry__state=Entry.State.ENTERED)
        users = list(seats.values_list("entry__user", flat=True))
        data = {"table": table.pk, "correction": correction.pk, "undone": is_undone, "reason": correction.reason}
        cls.write_of(table.round.season, users, f"{correction.pk}:{is_undone}", **data)

    @property
    def is_current(self) -> bool:
        return bool((self.correction.undone_at is not None) == self.data["undone"]) and self.is_in

    def message(self) -> Message:
        if self.data["undone"]:
            return self.compose(_("%(season)s, round %(round)s: the match of your table counts again"))
        if self.correction.kind == Correction.Kind.VOIDED:
            text = _("%(season)s, round %(round)s: the organisers voided the match of your table")
        else:
            text = _("%(season)s, round %(round)s: your table is to be replayed")
        return self.compose(text, reason_lines(self.data))
