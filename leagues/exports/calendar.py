"""The rounds of a club as a calendar feed."""

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Event

from infrastructure.calendar_files import calendar_event, calendar_response
from leagues.models import Club, Round, Season
from players.notifications.calendar_revisions import revised

# The length of a round without a closing date.
SHOWN_AS: Final = timedelta(minutes=15)
REFRESH: Final = timedelta(hours=1)
MOST: Final = 200


def calendar_of(club: Club) -> HttpResponse:
    """The feed: an event for each round with dates, from its opening to its closing."""
    events = [_event(club, round_) for round_ in rounds_of(club)[:MOST]]
    return calendar_response(revised(events), "Rounds", name=club.name, refresh=REFRESH)


def _event(club: Club, round_: Round) -> Event:
    round_.season.club = club
    opens = round_.opened_at or round_.opens_at or timezone.now()
    closes = round_.closed_at or round_.closes_at or opens
    words = {"season": round_.season.name, "round": round_.number}
    return calendar_event(
        f"round-{round_.pk}",
        opens,
        max(closes, opens + SHOWN_AS),
        round_.season.get_absolute_url(),
        summary=_("%(season)s: round %(round)s") % words,
        transparency="TRANSPARENT",
    )


def rounds_of(club: Club) -> QuerySet[Round]:
    """The rounds with dates, in seasons that every visitor of the club sees. An opened round has a date."""
    hidden = (Season.State.DRAFT, Season.State.CANCELLED)
    begins = Coalesce("opened_at", "opens_at")
    dated = Round.objects.filter(season__club=club).annotate(begins=begins)
    shown = dated.filter(begins__isnull=False).exclude(season__state__in=hidden)
    return shown.select_related("season").order_by("-begins", "pk")
