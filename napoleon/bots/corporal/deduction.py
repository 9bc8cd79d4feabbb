"""What a seat can deduce about a running deal of Napoleon: cards still out, voids, and friends."""

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from napoleon.bots.card_order import CardOrder, card_order
from napoleon.engine import DealView, NapoleonRules
from napoleon.engine.cards import PICTURES, SUIT_SETS, CardSet
from napoleon.engine.deal import Trick, led_suit
from napoleon.engine.napoleon_ranking import weak_by_trick
from napoleon.inference.napoleon_worlds import excluded_cards
from napoleon.inference.view_values import known, seat_of

# How much likelier a seat is the adjutant after it gave Napoleon a picture, or took a trick that Napoleon led.
_GAVE: Final = 1.6
_GAVE_FREELY: Final = 2.5
_TOOK: Final = 0.6


class Deductions(NamedTuple):
    """The deductions of one seat from one view."""

    order: CardOrder
    """The order in tricks in which nothing is weak."""
    now: CardOrder
    """The order in the running trick."""
    me: int
    unseen: CardSet
    """Cards in other hands, or among discards that were not shown."""
    may_hold: tuple[CardSet, ...]
    """For each seat the unseen cards that it may hold."""
    friends: tuple[float, ...]
    """For each seat the likelihood that it plays on my side."""


def study(deal: DealView, rules: NapoleonRules) -> Deductions:
    """The deductions from a view of the play."""
    ordered = card_order(rules, known(deal.trump))
    unseen = ordered.pack & ~deal.seen
    excluded = excluded_cards(deal, rules)
    may_hold = tuple(unseen & ~cards for cards in excluded)
    me = seat_of(deal)
    now = card_order(rules, known(deal.trump), weak_by_trick(rules)[len(deal.tricks)])
    return Deductions(ordered, now, me, unseen, may_hold, _friends(deal, me, excluded))


@lru_cache(maxsize=1 << 16)
def none_of(wanted: int, drawn: int, pool: int) -> float:
    """The chance that ``drawn`` cards of a pool hold none of the ``wanted`` ones.

    >>> none_of(1, 5, 10)
    0.5
    """
    return 0.0 if drawn + wanted > pool else comb(pool - wanted, drawn) / comb(pool, drawn)


def _friends(deal: DealView, me: int, excluded: list[CardSet]) -> tuple[float, ...]:
    declarer = known(deal.declarer)
    players = len(deal.hand_sizes)
    if deal.am_adjutant:
        return tuple(float(seat in (me, declarer)) for seat in range(players))
    if deal.adjutant is not None or deal.alone:
        suspects = [float(seat == deal.adjutant) for seat in range(players)]
    else:
        suspects = _suspects(deal, me, excluded)
    if me == declarer:
        suspects[me] = 1.0
        return tuple(suspects)
    return tuple(0.0 if seat == declarer else 1.0 - suspect for seat, suspect in enumerate(suspects))


def _suspects(deal: DealView, me: int, excluded: list[CardSet]) -> list[float]:
    """For each seat the likelihood that it is the adjutant, while the adjutant is unknown."""
    called, declarer = deal.called, known(deal.declarer)
    if called is None:  # the winner of the first trick will be it
        return [0.0 if seat in (me, declarer) else 1.0 / len(excluded) for seat in range(len(excluded))]
    weights = [0.0 if seat in (me, declarer) or cards >> called & 1 else 1.0 for seat, cards in enumerate(excluded)]
    for trick in deal.tricks:
        _suspect(weights, trick, declarer)
    # Napoleon may be alone unknowingly, or hold the called card.
    total = sum(weights) + (0.0 if me == declarer else 0.3)
    return [weight / total for weight in weights] if total else weights


def _suspect(weights: list[float], trick: Trick, declarer: int) -> None:
    """A seat that gave Napoleon picture cards is likelier the adjutant, one that took a trick of theirs is not."""
    if trick.winner == declarer:
        led = SUIT_SETS[led_suit(trick.led)]
        for seat, card in zip(trick.seats(), trick.cards, strict=True):
            if PICTURES >> card & 1:
                weights[seat] *= _GAVE if led >> card & 1 else _GAVE_FREELY
    elif trick.leader == declarer:
        weights[trick.winner] *= _TOOK
