"""The panel for planning ahead: one player's plans for a deal in words, and what else they can plan."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.known_states import GameState
from games.models import Game, Seat
from games.plans.plan import AUCTION, BidPlan, CardPlan, NapBidPlan, PassPlan, Plan, is_spent
from games.plans.release import is_at_once, plans_of
from games.plans.services import automation_of, text_of
from games.presentation.cards import BidWord, bid_text, in_hand_order, label, nap_bid_word, rank_word, suit_word
from napoleon.engine import DealView, NapoleonRules, Rules, open_deal
from napoleon.engine.cards import RANKS, SUITS, TRUMPS, Card, card_name, cards_in
from napoleon.engine.napoleon_ranking import callers
from napoleon.engine.view import deal_view

_WHEN: Final[dict[str, Promise]] = {
    Game.Release.AT_ONCE: gettext_lazy("Plans and forced cards are played as soon as your turn starts."),
    Game.Release.MINUTES: gettext_lazy(
        "Plans and forced cards are played one to ten minutes after your turn starts. "
        "The delay is random, so it gives nothing away."
    ),
    Game.Release.HOUR: gettext_lazy(
        "Plans and forced cards are played within an hour after your turn starts. "
        "The delay is random, so it gives nothing away."
    ),
}


class PlanLine(NamedTuple):
    """A plan on its player's list."""

    words: str
    conditions: list[str]
    text: str
    """The plan as the form that removes it sends it back."""


Choices = Sequence[tuple[str, str]]
"""Pairs of a value and its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanChoices:
    """What the form for a new plan offers."""

    in_auction: bool
    with_trump: bool = False
    trumps: Choices = ()
    cards: Choices = ()
    suits: Choices = ()
    ranks: Choices = ()
    jokers: Choices = ()
    holds_joker: bool = False
    may_call_joker: bool = False
    """Whether the hand holds a card whose player says whether it calls the joker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlansPanel:
    """The context of ``games/plans/_plans.html``."""

    game: Game
    plays_forced: bool = False
    when: str = ""
    deal: int | None = None
    refused: str = ""
    """Why a plan was refused."""
    plans: Sequence[PlanLine] = ()
    choices: PlanChoices | None = None
    """None in a deal that is over."""
    shown: str = ""
    """Changes with the plans, the hand and the phase: a panel that shows another one is replaced.

    While it stays the same, so does what the reader is about to choose, whatever the others play.
    """


def plans_panel(game: Game, seat: Seat | None, state: GameState, number: int | None, refused: str = "") -> PlansPanel:
    """Return the reader's panel; it is empty without a seat in a running match."""
    if seat is None or game.status != Game.Status.RUNNING:
        return PlansPanel(game=game)
    automation = automation_of(seat)
    release = Game.Release.AT_ONCE if is_at_once(game, game.seats.all()) else game.release
    panel = PlansPanel(
        game=game,
        plays_forced=automation.plays_forced,
        when=str(_WHEN[release]),
        deal=number,
        refused=refused,
        shown="over",
    )
    deal = open_deal(state.match, number or 0)
    if deal is None:
        return panel
    view = deal_view(deal, seat.number)
    plans = [plan for plan in plans_of(automation, deal.number) if not is_spent(plan, view)]
    return replace(
        panel,
        plans=[plan_line(plan) for plan in plans],
        choices=_choices(view, game.rules),
        shown=f"{view.phase}.{view.hand.bit_count()}.{len(plans)}",
    )


def plan_line(plan: Plan) -> PlanLine:
    if isinstance(plan, CardPlan):
        return PlanLine(_card_words(plan), list(_conditions(plan)), text_of(plan))
    return PlanLine(_pass_words(plan) if isinstance(plan, PassPlan) else _bid_words(plan), [], text_of(plan))


def _pass_words(plan: PassPlan) -> str:
    if plan.count is None:
        return _("Pass, whatever is bid.")
    bid = str(plan.count) if plan.trump is None else _bid(plan.count, plan.trump)
    return _("Pass, unless the best bid is below %(bid)s.") % {"bid": bid}


def _bid_words(plan: BidPlan | NapBidPlan) -> str:
    if isinstance(plan, NapBidPlan):
        return _("Bid %(bid)s.") % {"bid": nap_bid_word(plan.bid)}
    words = {"bid": _bid(plan.count, plan.trump), "most": plan.most}
    if plan.most is None:
        return _("Bid %(bid)s.") % words
    return _("Bid %(bid)s, unless somebody bids more than %(most)s.") % words


def _card_words(plan: CardPlan) -> str:
    if isinstance(plan.play, int):
        card = _card(plan.play)
    elif plan.play == "lowest":
        card = _("the lowest card of the suit")
    else:
        card = _("the highest card of the suit")
    if plan.suit is not None:
        card = _("%(card)s, calling for %(suit)s") % {"card": card, "suit": _suit(plan.suit)}
    if plan.calls_joker is not None:
        text = _("%(card)s, calling the joker") if plan.calls_joker else _("%(card)s, without calling the joker")
        card = text % {"card": card}
    if plan.led is None:
        return _("Next turn: %(card)s.") % {"card": card}
    return _("If %(suit)s are led: %(card)s.") % {"suit": _suit(plan.led), "card": card}


def _conditions(plan: CardPlan) -> Iterator[str]:
    if plan.by_partner:
        yield _("Only if someone on my side has led.")
    if plan.stop_pictures:
        yield _("Not if there is a picture card in the trick.")
    if plan.stop_card is not None:
        yield _("Not if this card is in the trick: %(card)s.") % {"card": _card(plan.stop_card)}
    if plan.stays:
        yield _("For the rest of the deal.")


def _card(card: Card) -> str:
    return label(card_name(card))


def _bid(count: int, trump: int) -> str:
    return bid_text(BidWord(count, TRUMPS[trump]))


def _suit(suit: int) -> str:
    return suit_word(TRUMPS[suit])


def _choices(deal: DealView, rules: Rules) -> PlanChoices:
    """Return what the player can plan, judging from their own view."""
    is_napoleon = isinstance(rules, NapoleonRules)
    if deal.phase in AUCTION:
        trumps = [(letter, suit_word(letter)) for letter in reversed(TRUMPS)]
        return PlanChoices(in_auction=True, with_trump=is_napoleon, trumps=trumps)
    held = [card_name(card) for card in in_hand_order(deal.hand)]
    return PlanChoices(
        in_auction=False,
        cards=[(card, label(card)) for card in held],
        suits=[(letter, suit_word(letter)) for letter in reversed(SUITS)],
        ranks=[(rank, rank_word(rank)) for rank in reversed(RANKS)],
        jokers=[(card_name(card), label(card_name(card))) for card in cards_in(rules.jokers)],
        holds_joker=deal.hand & rules.jokers != 0,
        may_call_joker=_may_call_joker(deal, rules),
    )


def _may_call_joker(deal: DealView, rules: Rules) -> bool:
    if not isinstance(rules, NapoleonRules) or not rules.joker_call_optional:
        return False
    return deal.hand & callers(rules, deal.trump) != 0
