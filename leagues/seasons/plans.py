"""Whole seasons to begin from: what the form of a new one is filled with."""

from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from leagues.models import Season
from leagues.seasons.table_sizes import ANY_SIZE


class SeasonPlan(NamedTuple):
    """A whole season to begin from; everything in it can still be changed."""

    name: Promise
    summary: Promise
    initial: dict[str, Any]


BRISK: Final = {"deals": 2, "deals_at_once": 2, "auction": "sealed", "finish": "when_decided"}
PLANS: Final[dict[str, SeasonPlan]] = {
    "usual": SeasonPlan(
        gettext_lazy("Ten weeks"),
        gettext_lazy("Five rounds of two weeks; two short deals at once, with sealed bids."),
        {**BRISK, "rounds_planned": 5, "round_days": 14},
    ),
    "long": SeasonPlan(
        gettext_lazy("Half a year"),
        gettext_lazy("Six rounds of a month; four deals at once, as at the table."),
        {"deals": 4, "deals_at_once": 4, "rounds_planned": 6, "round_days": 30},
    ),
    "real": SeasonPlan(
        gettext_lazy("Evenings at real tables"),
        gettext_lazy("Five rounds, each drawn from those present; they enter the results themselves."),
        {
            "venue": Season.Venue.REAL_TABLES.value,
            "gap": Season.Gap.BYES.value,
            "closing": Season.Closing.PRO_RATA.value,
            "opening": Season.Opening.FINISHED.value,
            "takes_attendance": True,
            "other_size": ANY_SIZE,
            "late_until": 5,
            "rounds_planned": 5,
            "round_days": None,
        },
    ),
    "cup": SeasonPlan(
        gettext_lazy("Knock-out"),
        gettext_lazy("Rounds of two weeks; the first two of each table go on, up to the final."),
        {
            **BRISK,
            "round_days": 14,
            "pairing": Season.Pairing.OUT.value,
            "advancing": 2,
            "opening": Season.Opening.FINISHED.value,
            "points": "both",
            "places": "5 3 2 1 0",
        },
    ),
    "swiss": SeasonPlan(
        gettext_lazy("Up and down"),
        gettext_lazy("Five rounds of two weeks, each drawn from the standings; points by place."),
        {
            **BRISK,
            "rounds_planned": 5,
            "round_days": 14,
            "pairing": Season.Pairing.SWISS.value,
            "points": "both",
            "places": "5 3 2 1 0",
        },
    ),
}
