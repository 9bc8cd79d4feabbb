"""What every bot reads off a view: its own seat, its options, the running trick."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from napoleon.engine import Bid, BidNap, DealView, LegalExchanges, NapoleonRules, Pass, Play, Rules
from napoleon.engine.cards import Card, Suit
from napoleon.engine.events import NapBid
from napoleon.engine.napoleon_ranking import Ranking
from napoleon.inference.view_values import known, led_of

T = TypeVar("T")


def best(options: Sequence[T], value: Callable[[T], float], seed: int) -> T:
    """The option of the highest value. The seed decides between equal ones."""
    values = [value(option) for option in options]
    highest = max(values)
    equals = [option for option, worth in zip(options, values, strict=True) if worth == highest]
    return equals[seed % len(equals)]


def lowest_bids(deal: DealView) -> dict[Suit, Bid]:
    """For each trump the lowest bid that may be made now."""
    lowest: dict[Suit, Bid] = {}
    for command in deal.legal:
        if isinstance(command, Bid):
            lowest.setdefault(command.trump, command)
    return lowest


def nap_bids(deal: DealView) -> dict[NapBid, BidNap]:
    return {command.bid: command for command in deal.legal if isinstance(command, BidNap)}


def pass_of(deal: DealView) -> Pass | None:
    """The pass, where the seat may pass."""
    return next((said for said in deal.legal[:2] if isinstance(said, Pass)), None)


def impatience(deal: DealView, rules: Rules) -> float:
    """How far to stretch a bid, in pictures or tricks, because so many deals were passed out.

    Otherwise bots under a ``min_bid`` of 20 would pass out deals for ever.
    """
    return max(0.0, (deal.number - 3 * rules.deals - 5) / 4)


def has_to_bid(deal: DealView, rules: Rules) -> bool:
    """Whether a pass may well have the deal dealt again: all have passed, and at most one more seat is to speak."""
    return deal.phase == "bidding" and is_last_hope(rules, len(deal.auction), deal.high)


def is_last_hope(rules: Rules, heard: int, high: object) -> bool:
    """The same, by how many have spoken and what was bid."""
    auctions = 2 if isinstance(rules, NapoleonRules) and rules.all_pass == "show_widow" else 1
    return rules.deals_again and high is None and heard >= auctions * rules.players - 2


def exchange_of(deal: DealView) -> LegalExchanges:
    """The exchange that is to be made. Raises `ValueError` in any other phase."""
    first = deal.legal[0]
    return known(first if isinstance(first, LegalExchanges) else None)


def takes(deal: DealView, rank: Ranking, card: Card) -> bool:
    """Whether the card would win the running trick so far."""
    if not deal.trick:
        return True
    cards = (*(lying for _, lying in deal.trick), card)
    return rank.strongest(cards, led_of(deal), not deal.tricks)[0] == len(cards) - 1


def is_last(deal: DealView) -> bool:
    """Whether the seat that is to play completes the trick."""
    return len(deal.trick) == len(deal.hand_sizes) - 1


def plays_by_card(deal: DealView) -> dict[Card, list[Play]]:
    """The plays that may be made now, by card. A led joker has one for each suit that it may name."""
    plays: dict[Card, list[Play]] = {}
    for command in deal.legal:
        if isinstance(command, Play):
            plays.setdefault(command.card, []).append(command)
    return plays
