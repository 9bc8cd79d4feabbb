"""The trophies on a profile: places 1 to 3 of finished seasons, of clubs that its reader may see."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _

from leagues.models import Membership, Season, Standing
from leagues.standings.number_format import ordinal
from players.models import User
from players.signals import profile_shown

LAST_PLACE: Final = 3
SHOWN: Final = 12


def trophies_of(user: User, reader: User) -> list[Standing]:
    """The newest first. In one query."""
    mine = Membership.objects.filter(
        club=OuterRef("division__season__club"), user=reader, ended_at=None
    )
    found = Standing.objects.filter(
        Q(division__season__club__is_public=True) | Exists(mine),
        entry__user=user,
        place__lte=LAST_PLACE,
        division__season__state=Season.State.FINISHED,
        # Otherwise the final standings have not been computed yet.
        division__standings_state__is_provisional=False,
    )
    return list(
        found.select_related("division__season__club").order_by("-division__season")[:SHOWN]
    )


@receiver(profile_shown)
def shown_on_profiles(
    sender: type[User], user: User, reader: User, **kwargs: Any
) -> list[tuple[str, object]]:
    trophies = trophies_of(user, reader)
    if not trophies:
        return []
    lines = [(_path(one), ordinal(one.place or 0), *_words(one)) for one in trophies]
    return [(_("Trophies"), format_html_join("", '<p><a href="{}">{} · {}</a> {}</p>', lines))]


def _path(one: Standing) -> str:
    season = one.division.season
    return reverse("leagues:standings", args=[season.club.slug, season.slug, one.division.number])


def _words(one: Standing) -> tuple[str, str]:
    """The season, and what it belongs to."""
    division, season = one.division, one.division.season
    if division.number == 1 and not division.name:
        return season.name, season.club.name
    return season.name, _(", ").join((str(division), season.club.name))
