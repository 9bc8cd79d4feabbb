"""The reader's places in running seasons, for the front page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import template

from leagues.models import Division, Entry, Season, Standing
from leagues.standings.number_format import as_text

register = template.Library()

MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Mine:
    """A season that runs, and the reader's line in its standings."""

    season: Season
    division: Division
    place: int | None
    points: str


@register.simple_tag(takes_context=True)
def my_places(context: dict[str, Any]) -> list[Mine]:
    """The reader's places in the seasons that run, the newest first. In one query."""
    user = context["user"]
    running = Standing.objects.filter(
        entry__user=user,
        # Former members of a season may not be able to see it any more.
        entry__state=Entry.State.ENTERED,
        division__season__state=Season.State.RUNNING,
    ).select_related("division__season__club")
    return [
        Mine(one.division.season, one.division, one.place, as_text(one.points))
        for one in running.order_by("-division__season")[:MOST]
    ]
