"""Time zones: the choices, and a visitor's likely one."""

import zoneinfo
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Final

from babel import Locale
from babel.dates import get_timezone_location
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

# Written by static/js/time-zone.js.
COOKIE: Final = "zone"
DEFAULTS: Final = {"ja": "Asia/Tokyo"}
REGIONS: Final = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}


@cache
def names() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def zone(name: str) -> zoneinfo.ZoneInfo:
    """The zone with that name; UTC if this machine has no data for it."""
    return zoneinfo.ZoneInfo(name if name in names() else "UTC")


def choices(current: str = "UTC") -> list[tuple[str, object]]:
    """Choices of a select: zones by region from west to east, always including the current one.

    A city with several zone names is listed once, under the current name if it is one of them.
    """
    language = get_language() or "en"
    groups: dict[str, dict[str, tuple[timedelta, str, str]]] = {region: {} for region in REGIONS}
    for name in sorted(names(), key=lambda name: (name != current, name)):
        region, _slash, place = name.partition("/")
        if place and region in groups:
            city = _city(name, language)
            groups[region].setdefault(city, (_offset(name), city, name))
    others = ["UTC"] if current.partition("/")[0] in REGIONS else ["UTC", current]
    return [(name, _label(name, _offset(name))) for name in dict.fromkeys(others)] + [
        (str(label), [(name, _label(city, offset)) for offset, city, name in sorted(groups[region].values())])
        for region, label in REGIONS.items()
    ]


def _offset(name: str) -> timedelta:
    """Return how far today's time of the zone is from UTC."""
    return _offset_at(name, timezone.now().replace(minute=0, second=0, microsecond=0))


# Python caches eight zones and the list has hundreds, which would all be read from files for each page.
@lru_cache(maxsize=2048)
def _offset_at(name: str, hour: datetime) -> timedelta:
    return hour.astimezone(zone(name)).utcoffset() or timedelta()


@cache
def _city(name: str, language: str) -> str:
    place = get_timezone_location(name, locale=Locale.parse(language), return_city=True)
    return place.replace("_", " ").replace("/", ", ")


def _label(place: str, offset: timedelta) -> str:
    """Return the place with its time of today: ``Tokyo (UTC+9)``, ``Kathmandu (UTC+5:45)``."""
    minutes = round(abs(offset).total_seconds() / 60)
    hours = f"{minutes // 60}:{minutes % 60:02d}" if minutes % 60 else str(minutes // 60)
    return f"{place} (UTC{'−' if offset < timedelta() else '+'}{hours})"


def of_visitor(request: HttpRequest) -> str:
    """The browser's zone, or else the one where most readers of the language live."""
    name = request.COOKIES.get(COOKIE, "")
    return name if name in names() else DEFAULTS.get(get_language() or "", "UTC")
