"""The captain's call: the missing card whose holder helps most, by learned weights."""

from typing import Final

from napoleon.bots.card_order import card_order
from napoleon.bots.corporal import contract_choices
from napoleon.engine import Call, DealView, NapoleonRules
from napoleon.engine.cards import SUIT_SETS, Card, Suit, is_joker
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH
from napoleon.inference.view_values import known

from .weights import CALL_WEIGHTS

_TRUMP_KINDS: Final = {12: "trump ace", 11: "trump king", 10: "trump queen"}
_SIDE_ACE: Final = 12


def call(deal: DealView, rules: NapoleonRules) -> Call:
    """The card to call. Whether to play alone is decided as by a corporal."""
    usual = contract_choices.call(deal, rules)
    if usual.who is not None:
        return usual
    mine = deal.hand | deal.discards
    if mine >> usual.card & 1:
        return usual
    trump = known(deal.trump)
    offered = [command.card for command in deal.legal if isinstance(command, Call) and command.who is None]

    def helps(card: Card) -> float:
        return CALL_WEIGHTS[kind(rules, trump, card)]

    best = max((card for card in offered if not mine >> card & 1), key=helps)
    return Call(deal.number, usual.seat, best) if helps(best) > helps(usual.card) else usual


def kind(rules: NapoleonRules, trump: Suit, card: Card) -> str:
    """What sort of card it is at this trump."""
    order = card_order(rules, trump)
    if is_joker(card):
        strong = order.rank.rows[trump & 3][card] > SAME_TWO_STRENGTH
        return "strong joker" if strong else "weak joker"
    if card == order.rank.mighty:
        return "mighty under yoromeki" if rules.yoromeki else "mighty"
    if card == order.rank.right_jack:
        return "right jack"
    if card == order.rank.left_jack:
        return "left jack"
    if trump < 4 and SUIT_SETS[trump] >> card & 1:
        return _TRUMP_KINDS.get(card % 13, "trump")
    return "side ace" if card % 13 == _SIDE_ACE else "other"
