"""The tie-breaks of standings in words."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from leagues.standings.core import TieBreak


class TieBreakText(NamedTuple):
    name: Promise
    """In lists and sentences."""
    heading: Promise
    """Beside its value."""
    counts: Promise
    """What it counts, as a sentence."""


TIE_BREAK_TEXTS: Final[dict[TieBreak, TieBreakText]] = {
    "head_to_head": TieBreakText(
        gettext_lazy("head to head"),
        gettext_lazy("Head to head"),
        gettext_lazy("For every table shared with a tied member: +1 for more points, −1 for fewer."),
    ),
    "points_per_deal": TieBreakText(
        gettext_lazy("points per deal"),
        gettext_lazy("Points per deal"),
        gettext_lazy("The score of all deals, divided by their number."),
    ),
    "napoleon_wins": TieBreakText(
        gettext_lazy("deals won as Napoleon"),
        gettext_lazy("Wins as Napoleon"),
        gettext_lazy("Deals made as Napoleon; at Nap, as declarer."),
    ),
    "contracts_made": TieBreakText(
        gettext_lazy("contracts made, as Napoleon or adjutant"),
        gettext_lazy("Contracts made"),
        gettext_lazy("Deals made as Napoleon or as adjutant."),
    ),
    "strength": TieBreakText(
        gettext_lazy("strength of the opponents"),
        gettext_lazy("Strength of opponents"),
        gettext_lazy("The totals of all opponents, counted once for each meeting."),
    ),
    "fewer_penalties": TieBreakText(
        gettext_lazy("fewer penalties"), gettext_lazy("Fewer penalties"), gettext_lazy("The lower number ranks higher.")
    ),
    "registration": TieBreakText(
        gettext_lazy("earlier registration"),
        gettext_lazy("Earlier registration"),
        gettext_lazy("The order of registration: earlier ranks higher."),
    ),
}


def tie_break_name(key: TieBreak) -> str:
    return str(TIE_BREAK_TEXTS[key].name)
