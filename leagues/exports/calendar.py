"""The rounds of a club as a calendar that other programs read (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from leagues.exports.tables import rounds_of
from leagues.models import Club, Round

# A round without an end stands at its opening.
SHOWN_AS: Final = timedelta(minutes=15)
REFRESH: Final = timedelta(hours=1)
MOST: Final = 200


def rounds(club: Club) -> bytes:
    """The calendar: an event for each round with dates, from its opening to its closing."""
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
    """A round: the same event however its dates move."""
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
