"""What a coached table always shows: how much is needed, the trumps, and the order of strength."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.coach.reasons import code_of
from games.presentation.tricks import WHY
from napoleon.bots.card_order import card_order
from napoleon.engine import Bid, BidNap, DealView, NapoleonRules, Rules
from napoleon.engine.cards import HEARTS, JOKERS, NO_TRUMP, PICTURE_COUNT, TRUMPS, Card, Suit, is_joker
from napoleon.engine.nap import NEEDED
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH, Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminders:
    """Texts as in `games.coach.reasons`: a few characters, and the sentences behind them."""

    counts_pictures: bool
    needed: str
    needed_in_full: str
    trump: str
    """The suit's letter; empty until it is known, and where there is none."""
    order: str
    order_in_full: str


def reminders_of(deal: DealView, rules: Rules) -> Reminders:
    needed, needed_in_full = _needed(deal, rules)
    has_trump = deal.trump is not None and deal.trump != NO_TRUMP
    order, order_in_full = _order(deal, rules)
    return Reminders(
        counts_pictures=isinstance(rules, NapoleonRules),
        needed=needed,
        needed_in_full=needed_in_full,
        trump=TRUMPS[deal.trump] if has_trump and deal.trump is not None else "",
        order=order,
        order_in_full=order_in_full,
    )


def _needed(deal: DealView, rules: Rules) -> tuple[str, str]:
    if isinstance(deal.contract, BidNap):
        words = {"needed": NEEDED[deal.contract.bid], "taken": deal.tricks_won[deal.declarer or 0]}
        return "{taken}/{needed}".format(**words), _(
            "%(needed)s tricks were promised; %(taken)s are won so far."
        ) % words
    if isinstance(deal.contract, Bid):
        side = {deal.declarer or 0} | ({deal.adjutant} if deal.adjutant is not None else set())
        words = {
            "needed": deal.contract.count,
            "taken": sum(deal.pictures[seat] for seat in side),
            "all": PICTURE_COUNT,
        }
        return "{taken}/{needed}".format(**words), _(
            "Napoleon and the partner need %(needed)s of the %(all)s picture cards; %(taken)s are won so far. Picture "
            "cards are A, K, Q, J and 10. The partner’s count as soon as all know who it is."
        ) % words
    if isinstance(rules, NapoleonRules):
        words = {"least": rules.min_bid, "all": PICTURE_COUNT}
        return f"≥{rules.min_bid}", _(
            "The lowest bid promises %(least)s of the %(all)s picture cards, which are A, K, Q, J and 10 of each suit. "
            "To pass is to promise nothing."
        ) % words
    return "≥2", _("The lowest bid promises two of the five tricks.")


def _order(deal: DealView, rules: Rules) -> tuple[str, str]:
    """The steps from the strongest card down, in short and in full."""
    trump, steps = deal.trump, []
    if isinstance(rules, NapoleonRules):
        steps += _special_steps(rules, trump)
    if trump is None:
        steps.append((_("trumps"), _("trumps")))
    elif trump != NO_TRUMP:
        code = f"[{TRUMPS[trump]}]"
        steps.append((code, _("any %(suit)s, which is the suit of trumps") % {"suit": code}))
    in_short = [short for short, _name in steps]
    named = [name for _short, name in steps]
    words = {"steps": _(", ").join(named)}
    return (
        " › ".join([*in_short, _("led suit")]),
        _("From the strongest down: %(steps)s, and then the suit that was led. No other card wins.") % words,
    )


def _special_steps(rules: NapoleonRules, trump: Suit | None) -> list[tuple[str, str]]:
    """The special cards above the trumps. Which jacks they are follows from the trumps."""
    ordered = card_order(rules, HEARTS if trump is None else trump)
    special = ordered.rank.powers | JOKERS
    cards = [
        card for card in ordered.strongest_first if special >> card & 1 and ordered.worth[card] > SAME_TWO_STRENGTH
    ]
    if trump is not None:
        return [_step(card, ordered.rank) for card in cards]
    two_jacks = (_("two jacks"), _("the jack of trumps, the other jack of its colour"))
    return [
        two_jacks if card == ordered.rank.right_jack else _step(card, ordered.rank)
        for card in cards
        if card != ordered.rank.left_jack
    ]


def _step(card: Card, rank: Ranking) -> tuple[str, str]:
    code = code_of(card)
    return code, code if is_joker(card) else f"{code} ({WHY[rank.whys[card]]})"
