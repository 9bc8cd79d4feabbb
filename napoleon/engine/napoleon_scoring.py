"""Whether a bid at Napoleon is made, and what a deal is worth (rules.md 1.6)."""

from __future__ import annotations

from typing import Final, NamedTuple

from .cards import PICTURE_COUNT
from .rules import NapoleonRules, Scoring


class Points(NamedTuple):
    """The points of Napoleon, of the adjutant, and of each ally."""

    napoleon: int
    adjutant: int
    ally: int

    def times(self, factor: int) -> Points:
        """All of them multiplied."""
        return Points(self.napoleon * factor, self.adjutant * factor, self.ally * factor)


class ScoringTable(NamedTuple):
    """The points of one value of the option ``scoring``."""

    made: Points
    made_alone: Points
    """If Napoleon plays alone."""
    lost: Points
    lost_alone: Points
    swept: Points | None = None
    """Made with all picture cards; None: as `made`."""
    swept_alone: Points | None = None
    per_picture_bid: bool = False
    """Whether the points are multiplied by the count of the bid."""
    doubled_by_sweep: bool = False
    """Whether they double when the side takes all picture cards, unless ``sweep`` is ``normal``."""
    by_difference: bool = False
    """Whether the points are multiplied as `difference` says, Napoleon's also by the number of players who pay."""


TABLES: Final[dict[Scoring, ScoringTable]] = {
    "gurunapo": ScoringTable(
        made=Points(4, 2, 0),
        made_alone=Points(6, 0, 0),
        lost=Points(0, 0, 2),
        lost_alone=Points(0, 0, 1),
        swept=Points(6, 4, 0),
        swept_alone=Points(10, 0, 0),
    ),
    "plus_minus": ScoringTable(
        made=Points(2, 1, -1),
        made_alone=Points(4, 0, -1),
        lost=Points(-2, -1, 1),
        lost_alone=Points(-4, 0, 1),
        doubled_by_sweep=True,
    ),
    "bid_value": ScoringTable(
        made=Points(1, 1, 0),
        made_alone=Points(1, 0, 0),
        lost=Points(0, 0, 1),
        lost_alone=Points(0, 0, 1),
        per_picture_bid=True,
    ),
    "difference": ScoringTable(
        made=Points(1, 1, -1),
        made_alone=Points(1, 0, -1),
        lost=Points(-1, -1, 1),
        lost_alone=Points(-1, 0, 1),
        by_difference=True,
    ),
}
"""The points of every way of scoring (rules.md 1.6)."""
BACK_RUN: Final = 11
"""So many picture cards of the allies double what a lost bid costs, under ``difference``."""


def difference(rules: NapoleonRules, count: int, side_pictures: int, made: bool) -> int:
    """What each ally pays or gets under ``scoring: difference``, before anything doubles (more rules, 2.11).

    >>> difference(NapoleonRules(min_bid=13, scoring="difference"), 15, 16, True)
    5
    """
    return 2 * (count - rules.min_bid) + side_pictures - count if made else count - side_pictures


class NapoleonOutcome(NamedTuple):
    """How a deal of Napoleon ended."""

    side_pictures: int
    """Picture cards that Napoleon's side took."""
    made: bool
    scores: tuple[int, ...]
    """Points by seat."""


def is_made(rules: NapoleonRules, count: int, out_of_deal: int, side_pictures: int) -> bool:
    """Whether a side with so many picture cards has made its bid of ``count`` (rules.md 1.6).

    ``out_of_deal`` picture cards were discarded to nobody. The option ``sweep`` says when taking all loses.

    >>> is_made(NapoleonRules(sweep="loses"), 13, 0, 20)
    False
    """
    if side_pictures < count:
        return False
    if rules.sweep == "normal" or count == PICTURE_COUNT:
        return True
    everything = PICTURE_COUNT
    if rules.sweep == "loses_ignoring_discards":
        everything -= out_of_deal
    return side_pictures < everything


class Computation(NamedTuple):
    """How the points of a deal arise, step by step. Each step starts from the one before."""

    base: Points
    """For the bid that was made or lost."""
    swept: Points
    """After the bonus for all picture cards."""
    valued: Points
    """Multiplied by the bid, where it counts."""
    total: Points
    """Doubled as often as something doubles."""


def computation(
    rules: NapoleonRules,
    count: int,
    alone: bool,
    side_pictures: int,
    made: bool,
    out_of_deal: int = 0,
    *,
    doublings: int = 0,
) -> Computation:
    """How a deal's points arise. The arguments are those of `scores`; ``alone`` is a Napoleon without an adjutant.

    >>> computation(NapoleonRules(), 14, False, 20, True).swept
    Points(napoleon=6, adjutant=4, ally=0)
    """
    table, all_taken = TABLES[rules.scoring], side_pictures == PICTURE_COUNT
    if made:
        base, bonus = table.made, table.swept
        if alone:
            base, bonus = table.made_alone, table.swept_alone
    else:
        base, bonus = table.lost_alone if alone else table.lost, None
    if table.by_difference:
        points = base.times(difference(rules, count, side_pictures, made))
        payers = rules.players - (1 if alone else 3)
        valued = points._replace(napoleon=points.napoleon * payers)
        allies = PICTURE_COUNT - out_of_deal - side_pictures
        doublings += all_taken if made else allies >= BACK_RUN
        return Computation(base, base, valued, valued.times(2**doublings))
    swept = bonus if bonus and all_taken else base
    valued = swept.times(count) if table.per_picture_bid else swept
    doubles = table.doubled_by_sweep and all_taken and rules.sweep != "normal"
    return Computation(base, swept, valued, valued.times(2) if doubles else valued)


def scores(
    rules: NapoleonRules,
    count: int,
    napoleon: int,
    adjutant: int | None,
    side_pictures: int,
    made: bool,
    out_of_deal: int = 0,
    *,
    doublings: int = 0,
) -> tuple[int, ...]:
    """The points of each seat. ``adjutant`` is None where Napoleon played alone.

    ``doublings`` is how often the call and the trumps double, `Contract.doublings`; only ``difference`` asks.

    >>> scores(NapoleonRules(scoring="plus_minus"), 12, 0, 3, 14, True)
    (2, -1, -1, 1, -1)
    """
    alone = adjutant is None
    points = computation(rules, count, alone, side_pictures, made, out_of_deal, doublings=doublings).total
    by_seat = [points.ally] * rules.players
    by_seat[napoleon] = points.napoleon
    if adjutant is not None:
        by_seat[adjutant] = points.adjutant
    return tuple(by_seat)


def outcome(
    rules: NapoleonRules,
    count: int,
    napoleon: int,
    adjutant: int | None,
    out_of_deal: int,
    side_pictures: int,
    *,
    doublings: int = 0,
) -> NapoleonOutcome:
    """The outcome of a deal whose side took so many picture cards. The arguments are those of `scores`."""
    made = is_made(rules, count, out_of_deal, side_pictures)
    points = scores(rules, count, napoleon, adjutant, side_pictures, made, out_of_deal, doublings=doublings)
    return NapoleonOutcome(side_pictures, made, points)


def is_decided(
    rules: NapoleonRules,
    count: int,
    napoleon: int,
    adjutant: int | None,
    out_of_deal: int,
    side_pictures: int,
    open_pictures: int,
    *,
    doublings: int = 0,
) -> bool:
    """Whether the remaining ``open_pictures`` can no longer change any score.

    The option ``finish: when_decided`` ends the deal then (rules.md 1.6).
    """
    possible = {
        outcome(rules, count, napoleon, adjutant, out_of_deal, side_pictures + more, doublings=doublings).scores
        for more in range(open_pictures + 1)
    }
    return len(possible) == 1
