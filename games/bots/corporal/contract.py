"""How a corporal that has become Napoleon calls the adjutant and exchanges cards."""

from __future__ import annotations

from games.bots.common import exchange_of, known, seat_of
from games.bots.strength import Order, order
from games.engine import Bid, Call, DealView, Exchange, NapoleonRules
from games.engine.cards import (
    JOKER,
    JOKER_SET,
    PICTURES,
    Card,
    CardSet,
    card_set,
    cards_in,
)

from .bidding import estimate, promises
from .prospects import MANNER, kept


def call(deal: DealView, rules: NapoleonRules) -> Call:
    """Call the strongest card that lies elsewhere; a card of one's own where playing alone promises more."""
    callable_cards = card_set(action.card for action in deal.legal if isinstance(action, Call))
    ordered = order(rules, known(deal.trump))
    mine = deal.hand | deal.discards
    alone = callable_cards & mine and _better_alone(deal, rules)
    wanted = (callable_cards & mine if alone else callable_cards & ~mine) or callable_cards
    for card in ordered.strongest_first:
        if wanted >> card & 1:
            return Call(deal.number, seat_of(deal), card)
    raise ValueError("there is nothing to call")


def _better_alone(deal: DealView, rules: NapoleonRules) -> bool:
    contract = known(deal.contract)
    count = contract.count if isinstance(contract, Bid) else rules.min_bid
    expected = estimate(rules, deal.hand, known(deal.trump))
    return promises(rules, expected, count, True) > promises(rules, expected, count, False)


def exchange(deal: DealView, rules: NapoleonRules, seed: int) -> Exchange:
    """Discard what would bring the least, counting what the discarded pictures bring."""
    choice = exchange_of(deal)
    ordered = order(rules, known(deal.trump))
    saved = _saved(rules, ordered, choice.among)
    worth = {
        card: _keep(rules, ordered, choice.among, card) - saved * (PICTURES >> card & 1)
        for card in cards_in(choice.among)
    }
    discards = sorted(worth, key=lambda card: (worth[card], card))[: choice.size]
    others = choice.recipients
    to = None
    if others:
        to = deal.adjutant if deal.adjutant in others else others[seed % len(others)]
    return Exchange(deal.number, choice.seat, card_set(discards), to)


def _saved(rules: NapoleonRules, ordered: Order, among: CardSet) -> float:
    """How much of a discarded picture comes to Napoleon's side."""
    if rules.discards_to == "napoleon":
        return 1.0
    if rules.discards_to == "first_trick_winner":
        # Napoleon leads to that trick.
        return 0.8 if among >> ordered.strongest_first[0] & 1 else 0.4
    return 0.0


def _keep(rules: NapoleonRules, ordered: Order, among: CardSet, card: Card) -> float:
    """What speaks for keeping a card."""
    value = kept(ordered, ordered.pack & ~among, card)
    if card // 13 == ordered.rank.trump:
        value += MANNER.trumps
    if card == ordered.rank.joker_call:
        # Where Napoleon holds the joker, nobody should be able to call it.
        value += -0.5 if among & JOKER_SET else 0.3
    if card % 13 == 0 and card != JOKER and rules.same_two != "off":
        value += 0.3
    return value
