"""The rounds of a club as an iCalendar feed (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from leagues.models import Club, Round, Season

# The length of a round without a closing date.
SHOWN_AS: Final = timedelta(minutes=15)
REFRESH: Final = timedelta(hours=1)
MOST: Final = 200


def calendar_of(club: Club) -> bytes:
    """The feed: an event for each round with dates, from its opening to its closing."""
    calendar = Calendar()
    calendar.add("prodid", "-//Napoleon League//Rounds//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club.name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for round_ in rounds_of(club)[:MOST]:
        calendar.add_component(_event(club, round_))
    text: bytes = calendar.to_ical()
    return text


def _event(club: Club, round_: Round) -> Event:
    """A round. Its uid keeps it the same event when its dates move."""
    round_.season.club = club
    address = f"{settings.SITE_URL}{round_.season.get_absolute_url()}"
    opens = round_.opened_at or round_.opens_at or timezone.now()
    closes = round_.closed_at or round_.closes_at
    event = Event()
    event.add("uid", f"round-{round_.pk}@napoleon-league")
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("dtstart", opens.astimezone(UTC))
    event.add("dtend", max(closes or opens, opens + SHOWN_AS).astimezone(UTC))
    words = {"season": round_.season.name, "round": round_.number}
    event.add("summary", _("%(season)s: round %(round)s") % words)
    event.add("description", address)
    event.add("url", address)
    event.add("transp", "TRANSPARENT")
    return event


def rounds_of(club: Club) -> QuerySet[Round]:
    """The rounds with dates, in seasons that every visitor of the club sees. An opened round has a date."""
    hidden = (Season.State.DRAFT, Season.State.CANCELLED)
    begins = Coalesce("opened_at", "opens_at")
    dated = Round.objects.filter(season__club=club).annotate(begins=begins)
    shown = dated.filter(begins__isnull=False).exclude(season__state__in=hidden)
    return shown.select_related("season").order_by("-begins", "pk")
