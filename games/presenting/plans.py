"""Plans in words, and what a player may plan with the cards that he sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import DealView, NapoleonRules, Rules
from games.engine.cards import RANKS, SUITS, TRUMPS, Card, card_name
from games.planning.plans import CardPlan, PassPlan, Plan

from .cards import in_hand_order, label, rank_word, suit_word

Choice = tuple[str, str]
"""The value of a choice, and its words."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A plan on its maker's list."""

    words: str
    conditions: Sequence[str]
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanChoices:
    """What the form for a new plan offers in a deal."""

    in_auction: bool
    with_trump: bool
    """Whether bids are a count and a trump, so that one can be named."""
    trumps: Sequence[Choice] = ()
    cards: Sequence[Choice] = ()
    suits: Sequence[Choice] = ()
    ranks: Sequence[Choice] = ()
    has_joker: bool = False
    """Whether the pack has one."""
    holds_joker: bool = False


def plan_lines(plans: Iterable[Plan]) -> list[PlanLine]:
    return [PlanLine(*_words(plan), plan) for plan in plans]


def _words(plan: Plan) -> tuple[str, list[str]]:
    if isinstance(plan, PassPlan):
        return _passing(plan), []
    return _playing(plan), list(_conditions(plan))


def _passing(plan: PassPlan) -> str:
    if plan.count is None:
        return _("Pass, whatever is bid.")
    bid = str(plan.count) if plan.trump is None else f"{plan.count} {_suit(plan.trump)}"
    return _("Pass, unless the best bid is below %(bid)s.") % {"bid": bid}


def _playing(plan: CardPlan) -> str:
    card = _card(plan.play) if isinstance(plan.play, int) else _WHICH[plan.play]()
    if plan.suit is not None:
        card = _("%(card)s, calling for %(suit)s") % {"card": card, "suit": _suit(plan.suit)}
    if plan.led is None:
        return _("Next turn: %(card)s.") % {"card": card}
    return _("If %(suit)s are led: %(card)s.") % {"suit": _suit(plan.led), "card": card}


_WHICH = {
    "lowest": lambda: _("the lowest card of the suit"),
    "highest": lambda: _("the highest card of the suit"),
}


def _conditions(plan: CardPlan) -> Iterable[str]:
    if plan.by_partner:
        yield _("Only if someone on my side has led.")
    if plan.stop_pictures:
        yield _("Not if a picture card lies in the trick.")
    if plan.stop_card is not None:
        yield _("Not if this card lies in the trick: %(card)s.") % {"card": _card(plan.stop_card)}
    if plan.stays:
        yield _("For the rest of the deal.")


def _card(card: Card) -> str:
    return label(card_name(card))


def _suit(suit: int) -> str:
    return suit_word(TRUMPS[suit])


def plan_choices(deal: DealView, rules: Rules) -> PlanChoices:
    """What the reader may plan in this deal, from what he sees of it."""
    with_trump = isinstance(rules, NapoleonRules)
    if deal.phase in ("bidding", "sealed_bidding", "must_bid"):
        return PlanChoices(
            in_auction=True,
            with_trump=with_trump,
            trumps=[(letter, suit_word(letter)) for letter in TRUMPS],
        )
    held = [card_name(card) for card in in_hand_order(deal.hand)]
    return PlanChoices(
        in_auction=False,
        with_trump=with_trump,
        cards=[(card, label(card)) for card in held],
        suits=[(letter, suit_word(letter)) for letter in reversed(SUITS)],
        ranks=[(rank, rank_word(rank)) for rank in reversed(RANKS)],
        has_joker=isinstance(rules, NapoleonRules) and rules.joker,
        holds_joker="JK" in held,
    )
