"""The trophies on a profile: places 1 to 3 in finished seasons of clubs that the reader may see."""

from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _

from leagues.models import Membership, Season, Standing
from leagues.standings.number_format import ordinal
from players.models import User

LAST_PLACE: Final = 3
SHOWN: Final = 12


def trophies_of(user: User, reader: User) -> list[Standing]:
    """The newest first. In one query."""
    mine = Membership.objects.filter(club=OuterRef("division__season__club"), user=reader, ended_at=None)
    trophies = Standing.objects.filter(
        Q(division__season__club__is_public=True) | Exists(mine),
        entry__user=user,
        place__lte=LAST_PLACE,
        division__season__state=Season.State.FINISHED,
        # A file may say anything.
        division__season__imported_at=None,
        # Otherwise the final standings have not been computed yet.
        division__standings_state__is_provisional=False,
    )
    related = trophies.select_related("division__season__club")
    return list(related.order_by("-division__season")[:SHOWN])


def trophies_on_profile(sender: type[User], user: User, reader: User, **kwargs: Any) -> list[tuple[str, object]]:
    trophies = trophies_of(user, reader)
    if not trophies:
        return []
    lines = [(_path(standing), ordinal(standing.place or 0), *_words(standing)) for standing in trophies]
    return [(_("Trophies"), format_html_join("", '<p><a href="{}">{} · {}</a> {}</p>', lines))]


def _path(standing: Standing) -> str:
    division, season = standing.division, standing.division.season
    return reverse("leagues:standings", args=[season.club.slug, season.slug, division.number])


def _words(standing: Standing) -> tuple[str, str]:
    """The season, and its division and club."""
    division, season = standing.division, standing.division.season
    if division.number == 1 and not division.name:
        return season.name, season.club.name
    return season.name, _(", ").join((str(division), season.club.name))
