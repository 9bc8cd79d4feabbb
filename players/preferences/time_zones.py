"""Time zones: the list to choose from, and the one a reader is likely to be in."""

from __future__ import annotations

import zoneinfo
from functools import cache
from typing import Final

from django.http import HttpRequest
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
    """The zone of that name; UTC for one that this machine has no data of."""
    return zoneinfo.ZoneInfo(name if name in names() else "UTC")


def choices(current: str = "UTC") -> list[tuple[str, object]]:
    """The zones by part of the world, for a select, with the current one even if it is unusual."""
    groups: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for name in sorted(names()):
        region, _slash, city = name.partition("/")
        if city and region in groups:
            groups[region].append((name, city.replace("_", " ").replace("/", ", ")))
    known = {name for cities in groups.values() for name, _city in cities}
    others = [name for name in dict.fromkeys(["UTC", current]) if name not in known]
    return [(name, name) for name in others] + [
        (str(label), groups[region]) for region, label in REGIONS.items()
    ]


def of_visitor(request: HttpRequest) -> str:
    """The browser's zone, else the one where most readers of the language live."""
    told = request.COOKIES.get(COOKIE, "")
    return told if told in names() else DEFAULTS.get(get_language() or "", "UTC")
