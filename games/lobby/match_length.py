"""How long a match will take, shown before its table is opened.

The figures are those of `benchmarks/pace.py` (docs/benchmarks.md, "Pace"): people who look in three times a day.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from napoleon.engine import Rules, rules_from_json, rules_to_json
from napoleon.time_bank import DAY, HOUR, ClockRules

# How long a table waits for one move of a person, and how many each of them makes in an open auction.
WAIT: Final = timedelta(hours=6.5)
BIDS: Final = 1.8
# The part of a deal that is played where it ends once it is decided.
UNTIL_DECIDED: Final = 0.85
# The part of the time that is left where the site plays forced cards.
WITH_FORCED: Final = 0.84
# How long a person at the table thinks about a move.
LIVE_MOVE: Final = timedelta(seconds=25)
# The same where several deals run at once: the longest of them ends the match.
UNTIL_ALL_DECIDED: Final = 0.93
# What saves less is not worth a button.
WORTHWHILE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Quicker:
    """A change of one option that makes the match shorter."""

    change: str
    """The option and its value, as ``deals_at_once=5``."""
    words: str
    takes: str
    """How long the match takes then, in words."""


class Forecast(NamedTuple):
    """The forecast for a person who is about to open a table."""

    deals: int
    takes: str
    """How long the match takes, in words; empty against bots alone."""
    live: str
    """How long it takes if all stay at the table, in words."""
    ways: list[Quicker]


def forecast(rules: Rules, clock: ClockRules, bots: int, *, plays_forced: bool = False) -> Forecast:
    people = rules.players - bots
    length = match_length(rules, clock, people, plays_forced=plays_forced)
    ways = list(ways_to_be_quicker(rules, clock, people, plays_forced=plays_forced))
    return Forecast(rules.deals, about(length) if length else "", about_live(rules), ways)


def match_length(rules: Rules, clock: ClockRules, people: int, *, plays_forced: bool = False) -> timedelta:
    """Return how long the match will probably take; nothing where no person waits for another.

    >>> rules = rules_from_json({"preset": "gurunapo", "deals": 5})
    >>> match_length(rules, ClockRules(), people=5).days
    79
    """
    if people < 2:
        return timedelta()
    wait = min(WAIT, clock.move) if clock.move else WAIT
    one_after_another = ceil(rules.deals / rules.deals_at_once)
    share = people / rules.players * (WITH_FORCED if plays_forced else 1)
    return one_after_another * _moves(rules) * share * wait


def _moves(rules: Rules) -> float:
    """How many moves of a deal come one after another."""
    cards = rules.players * rules.hand_size
    if getattr(rules, "finish", "") == "when_decided":
        cards = ceil(cards * (UNTIL_DECIDED if rules.deals_at_once == 1 else UNTIL_ALL_DECIDED))
    return cards + (0 if getattr(rules, "auction", "") == "sealed" else rules.players * BIDS)


def ways_to_be_quicker(
    rules: Rules, clock: ClockRules, people: int, *, plays_forced: bool = False
) -> Iterator[Quicker]:
    """Yield what would make the match shorter, each change by itself."""
    now = match_length(rules, clock, people, plays_forced=plays_forced)
    words = {
        "deals_at_once": ngettext("Play %(n)s deal at once", "Play all %(n)s deals at once", rules.deals)
        % {"n": rules.deals},
        "auction": _("Sealed bids, all at once"),
        "finish": _("End each deal once it is decided"),
    }
    changes: dict[str, Any] = {"deals_at_once": rules.deals, "auction": "sealed", "finish": "when_decided"}
    for key, value in changes.items():
        if not hasattr(rules, key):
            continue
        changed = _changed(rules, key, value)
        takes = match_length(changed, clock, people, plays_forced=plays_forced) if changed else now
        if takes < now * WORTHWHILE:
            yield Quicker(f"{key}={value}", words[key], about(takes))


def _changed(rules: Rules, key: str, value: Any) -> Rules | None:
    """Return the rules with another value of an option; None if the game has no such value."""
    try:
        return rules_from_json({**rules_to_json(rules), key: value}, rules.version)
    except ValueError:
        return None


def about(length: timedelta) -> str:
    """Return a length of time as people say it: "about 5 weeks"."""
    days = round(length / DAY)
    if days < 1:
        return _("less than a day")
    if days < 21:
        return ngettext("about %(n)s day", "about %(n)s days", days) % {"n": days}
    if days < 91:
        weeks = round(days / 7)
        return ngettext("about %(n)s week", "about %(n)s weeks", weeks) % {"n": weeks}
    months = round(days / 30.4)
    return ngettext("about %(n)s month", "about %(n)s months", months) % {"n": months}


def about_live(rules: Rules) -> str:
    """Return how long the match takes if all stay at the table, in words."""
    hours = max(1, round(rules.deals * _moves(rules) * LIVE_MOVE / HOUR))
    return ngettext("about %(n)s hour", "about %(n)s hours", hours) % {"n": hours}
