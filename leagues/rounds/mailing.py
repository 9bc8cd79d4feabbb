"""Mails how a round stands to its members."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.models import Seat
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_in_any_state
from leagues.models import Bye, Entry, Round, TableSeat
from leagues.rounds.progress import RoundRows, progress, read_round
from leagues.rounds.report import report_lines
from leagues.seasons.notifications import SeasonContext, SeasonNotification
from players.account_locks import TWICE
from players.models import User
from players.notifications.kinds import Message, SubjectRow

MAIL_AGAIN: Final = timedelta(hours=6)
"""The wait before the same round may be mailed again."""


@transaction.atomic
def mail_round(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Mail a round that has begun, whichever organiser asks first."""
    season, now = lock_in_any_state(club_id, user, season_id), timezone.now()
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state == Round.State.PLANNED:
        raise ClubError(_("This round has not begun."))
    if round_.mailed_at and now - round_.mailed_at < TWICE:
        return
    if not may_mail(round_, now):
        raise ClubError(_("This round was mailed a few hours ago."))
    round_.season, round_.mailed_at = season, now
    round_.save(update_fields=["mailed_at"])
    record_in_audit_log(season, "round_mailed", actor=user, round=number)
    RoundMailed.notify(round_, user)


def may_mail(round_: Round, now: datetime) -> bool:
    """Whether the round has begun, and was not mailed within the last hours."""
    is_fresh = round_.mailed_at is None or now - round_.mailed_at >= MAIL_AGAIN
    return round_.state != Round.State.PLANNED and is_fresh


class MailContext(SeasonContext):
    @cached_property
    def reports(self) -> dict[int, RoundRows]:
        """What the reports tell, by round; each reader sees of it what they may."""
        rounds = RoundMailed.of_round.among(self).values()
        return {round_.pk: read_round(round_.season, round_, timezone.now()) for round_ in rounds}

    @cached_property
    def people(self) -> dict[int, User]:
        return User.objects.in_bulk(self.user_ids)


class RoundMailed(SeasonNotification):
    """An organiser has mailed how a round stands; what the mail says is true when it goes out."""

    name = "season_report"
    label = gettext_lazy("An organiser mails an update on my round")
    push = False
    title = gettext_lazy("%(season)s, round %(round)s: status update")
    context_class = MailContext
    context: MailContext
    page, link = "round", pgettext_lazy("a link", "Go to the round")
    of_round = SubjectRow(Round.objects.select_related("season__club"))
    audit = {"round_mailed": gettext_lazy("%(actor)s mailed the members of round %(round)s of %(season)s an update.")}

    @classmethod
    def notify(cls, round_: Round, by: User) -> None:
        """Goes to those who play in the round, whose seats they are, who have a bye, and the organiser."""
        seats = TableSeat.objects.filter(table__round=round_)
        owners = seats.filter(entry__state=Entry.State.ENTERED)
        byes = Bye.objects.filter(round=round_, entry__state=Entry.State.ENTERED)
        playing = Seat.objects.filter(game__league_table__round=round_)
        users = {
            by.pk,
            *owners.values_list("entry__user", flat=True),
            *byes.values_list("entry__user", flat=True),
            *playing.values_list("user", flat=True),
        }
        at = round_.mailed_at or timezone.now()
        key = f"{round_.pk}:{at.timestamp()}"
        data = {"of_round": round_.pk, "round": round_.number, "mailed": at.isoformat()}
        cls.write_of(round_.season, users, key, **data)

    @property
    def is_current(self) -> bool:
        """A later mail says more."""
        at = self.of_round.mailed_at
        return self.sees_club and at is not None and at.isoformat() == self.data["mailed"]

    def message(self) -> Message:
        if not self.context.full:
            return self.compose(self.title)
        now, rows = timezone.now(), self.context.reports[self.data["of_round"]]
        reader = self.context.people[self.user_id]
        shown = progress(rows, reader, now, organises=self.organises)
        return self.compose(self.title, report_lines(rows, shown, now))
