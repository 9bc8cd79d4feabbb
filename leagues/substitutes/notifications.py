"""What people are notified of about substitutes (`players/notifications/kinds.py`)."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Offer, Season
from leagues.seasons.notifications import SeasonNotification, dated
from players.notifications.kinds import SubjectRow


class AskedToSubstitute(SeasonNotification):
    name = "season_asked"
    label = gettext_lazy("I am asked to be a substitute")
    is_urgent = True
    title = gettext_lazy("%(season)s, round %(round)s: will you be a substitute?")
    page, link = "substitutes", pgettext_lazy("a link", "Answer")
    offer = SubjectRow(Offer.objects.select_related("seat__table__round", "seat__entry__user"))

    @classmethod
    def notify(cls, offer: Offer, season: Season) -> None:
        cls.write_of(season, [offer.user_id], f"offer:{offer.pk}", offer=offer.pk)

    @property
    def is_current(self) -> bool:
        is_open = self.offer.state == Offer.State.OPEN
        return is_open and self.offer.answer_by > timezone.now()

    @property
    def round_number(self) -> int:
        return self.offer.seat.table.round.number

    def lines(self) -> list[str]:
        return dated(_("Please answer by %(date)s."), self.offer.answer_by)
