"""Who could still be the adjutant, as far as a seat can tell for sure from what it has seen."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import DealView
from games.engine.cards import JOKER, Card
from games.engine.napoleon import Trick
from games.engine.play import TrickRules, trick_rules
from games.engine.rules import NapoleonRules


@dataclass(frozen=True, slots=True)
class Suspects:
    """The seats that may hold the called card, or may have held it."""

    seats: tuple[int, ...]
    may_be_alone: bool
    is_certain: bool
    """The view says it; nothing is left to guess."""


def suspects(rules: NapoleonRules, deal: DealView, seat: int) -> Suspects | None:
    """Who may be the adjutant in the eyes of that seat; None before a card is called."""
    if deal.called is None or deal.declarer is None or deal.trump is None:
        return None
    if deal.adjutant is not None:
        return Suspects((deal.adjutant,), False, True)
    if deal.alone:
        return Suspects((), True, True)
    tricks = trick_rules(rules, deal.trump)
    cleared = _cleared(rules, tricks, deal, deal.called)
    seats = tuple(
        other
        for other in range(rules.players)
        if other not in (deal.declarer, seat) and other not in cleared
    )
    may_be_alone = deal.alone is None and _may_be_alone(rules)
    return Suspects(seats, may_be_alone, False)


def _may_be_alone(rules: NapoleonRules) -> bool:
    """Napoleon may call a card of his own, or one that the widow has for him."""
    return rules.own_card_call or rules.call == "before_exchange"


def _cleared(
    rules: NapoleonRules, tricks: TrickRules, deal: DealView, called: Card
) -> frozenset[int]:
    """The seats that would have had to play otherwise with the called card in hand."""
    cleared: set[int] = set()
    for trick in deal.tricks:
        if isinstance(trick, Trick):
            plays = list(zip(trick.seats(), trick.cards, strict=True))
            cleared |= _out_of_line(rules, tricks, plays, trick.led, called)
    if deal.trick and deal.led_suit is not None:
        cleared |= _out_of_line(rules, tricks, list(deal.trick), deal.led_suit, called)
    return frozenset(cleared)


def _out_of_line(
    rules: NapoleonRules,
    tricks: TrickRules,
    plays: list[tuple[int, Card]],
    led: int,
    called: Card,
) -> set[int]:
    lead = plays[0][1]
    if called == JOKER:
        joker_called = lead == tricks.joker_call
        return {seat for seat, card in plays[1:] if card != JOKER} if joker_called else set()
    if called // 13 != led & 3 or not _binds(rules, tricks, called):
        return set()
    following = tricks.following[led]
    return {seat for seat, card in plays[1:] if not following >> card & 1}


def _binds(rules: NapoleonRules, tricks: TrickRules, called: Card) -> bool:
    """Whether the adjutant had to follow with the called card, or may have kept it back."""
    ranks = tricks.ranking
    if rules.withhold == "none":
        return True
    withheld = ranks.powers
    if rules.withhold == "mighty_and_right_jack":
        withheld &= ~(1 << ranks.left_jack)
    return not withheld >> called & 1
