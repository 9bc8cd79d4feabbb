"""Points as text, and for the front page the reader's places in running seasons and what waits for them in clubs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from django import template
from django.db.models import BigIntegerField
from django.utils import timezone

from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from leagues.models import Entry, Season, Standing
from leagues.rounds.titles import title_of
from leagues.standings import number_format
from leagues.standings.tie_break_texts import tie_break_name
from leagues.waiting import Waiting, waiting_for

register = template.Library()

MOST: Final = 12
RUNNING_PLACES: Final = PreparedQuery(
    lambda: (
        Standing.objects.filter(
            entry__user=Parameter("user", BigIntegerField()),
            # Former members of a season may not be able to see it any more.
            entry__state=Entry.State.ENTERED,
            division__season__state=Season.State.RUNNING,
        )
        .select_related("division__season__club")
        .order_by("-division__season")[:MOST]
    )
)

register.filter("points", number_format.as_text)
register.filter("plural_of", number_format.plural_of)
register.filter("exact", number_format.exact)
register.filter("ordinal", number_format.ordinal)
register.filter("tie_break", tie_break_name)
register.filter("table_title", title_of)


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """What the mapping has for the key; empty if nothing."""
    return mapping.get(key, "")


@register.filter
def signed_points(value: Fraction | str) -> str:
    return number_format.as_text(value, signed=True)


@register.filter
def span(ends: tuple[Fraction | int, Fraction | int]) -> str:
    return number_format.span(*ends)


@register.simple_tag(takes_context=True)
def my_places(context: dict[str, Any]) -> list[Standing]:
    """The reader's places in the seasons that run, the newest first. In one query."""
    return RUNNING_PLACES.all(user=context["user"].pk)


@register.simple_tag(takes_context=True)
def waiting_in_clubs(context: dict[str, Any]) -> list[Waiting]:
    """Invitations to clubs, questions to substitutes, and what organisers are to answer."""
    return waiting_for(context["user"], timezone.now())
