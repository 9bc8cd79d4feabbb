"""How quick a match is to be, in words that people use: each pace sets the options and the clock of a new table.

The figures behind them are those of `benchmarks/pace.py` (docs/benchmarks.md, "Pace").
"""

from dataclasses import dataclass, field
from datetime import timedelta
from math import ceil
from typing import Any, Final

from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from games.lobby.match_length import forecast
from games.presentation.option_texts import Text
from napoleon.engine import Rules, preset_rules, rules_from_json
from napoleon.engine.rules import options_of
from napoleon.time_bank import DAY, HOUR, ClockRules

DEFAULT_PACE: Final = "weeks"


@dataclass(frozen=True, slots=True)
class Pace:
    """A pace that people choose for a table."""

    name: Text
    summary: Text
    clock: ClockRules
    changes: dict[str, Any]
    """Options that it changes in the chosen rules, where those have them."""
    is_short: bool = False
    """Whether a match has half as many deals as by the chosen rules."""
    most_deals: dict[str, int] = field(default_factory=dict)
    """At most so many deals of presets that take long for each, where five would exceed what the name promises."""
    all_at_once: bool = True
    """Whether all deals run at once."""
    plays_forced: bool = True
    """Whether the site plays where the rules leave no choice, for everybody who does not decide otherwise."""
    stays: timedelta = 7 * DAY
    """How long a person who wants to be seated usually waits for others."""

    def takes(self, preset: str) -> str:
        """Return how long a match takes, in words: in hours where all stay at the table."""
        rules = self.rules(preset)
        told = forecast(rules, self.clock, bots=0, plays_forced=self.plays_forced)
        return told.live if self.clock.move <= HOUR else told.takes

    def rules(self, preset: str) -> Rules:
        """Return the rules of a preset, at this pace."""
        plain, known = preset_rules(preset), options_of(preset)
        deals = ceil(plain.deals / 2) if self.is_short else self.most_deals.get(preset, plain.deals)
        changes = {key: value for key, value in self.changes.items() if key in known}
        at_once = deals if self.all_at_once else plain.deals_at_once
        return rules_from_json({"preset": preset, **changes, "deals": deals, "deals_at_once": at_once})


# While one visit serves all deals, a sealed auction saves as many days as it saves rounds.
_QUICK: Final = {"auction": "sealed", "finish": "when_decided"}

PACES: Final[dict[str, Pace]] = {
    "evening": Pace(
        name=_("This evening"),
        summary=_("All sit down together and stay; an hour or two"),
        clock=ClockRules(move=HOUR, bank=6 * HOUR),
        changes={"finish": "when_decided"},
        is_short=True,
        all_at_once=False,
        stays=6 * HOUR,
    ),
    "days": Pace(
        name=_("A few days"),
        summary=_("For people who look in every few hours"),
        clock=ClockRules(move=4 * HOUR, bank=DAY),
        changes=_QUICK,
        is_short=True,
        stays=2 * DAY,
    ),
    "weeks": Pace(
        name=_("Two weeks at most"),
        summary=_("For people who look in three times a day"),
        clock=ClockRules(),
        changes=_QUICK,
        most_deals={"mighty": 4},
    ),
    "open_end": Pace(
        name=_("As long as it takes"),
        summary=_("One deal after another, as the rules say"),
        clock=ClockRules(),
        changes={},
        all_at_once=False,
        plays_forced=False,
        stays=14 * DAY,
    ),
}
"""The quickest first."""


def pace_of(request: HttpRequest) -> str:
    """Return the key of the pace that the form, or else the address, names."""
    pace = request.POST.get("pace") or request.GET.get("pace") or DEFAULT_PACE
    if pace not in PACES:
        raise Http404
    return pace
