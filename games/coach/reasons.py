"""Why the coach suggests a command, in a line that a newcomer can read.

Texts name cards as ``[SA]``, suits as ``[S]`` and words of the glossary as ``[trumps:high trumps]``; pages draw the
cards and explain the words.
"""

from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.cards import suit_word
from napoleon.bots.corporal.card_choice import PlayJudgement
from napoleon.bots.corporal.deduction import study
from napoleon.bots.view_reading import is_last
from napoleon.engine import Bid, BidNap, Call, DealView, Exchange, NapoleonRules, Play, Raise, Redeal, Rules, card_name
from napoleon.engine.cards import (
    JOKERS,
    NO_TRUMP,
    PICTURES,
    SUIT_SETS,
    TRUMPS,
    Card,
    CardSet,
    Suit,
    cards_in,
    is_joker,
    is_picture,
)
from napoleon.engine.events import Command
from napoleon.engine.nap import strongest
from napoleon.engine.napoleon_ranking import ranking


def reason_for(command: Command, deal: DealView, rules: Rules) -> str:
    """Why, from what the seat to act may know."""
    if isinstance(command, Play):
        return _of_play(command, deal, rules)
    if isinstance(command, Call):
        return _of_call(command, deal)
    if isinstance(command, Exchange):
        return _of_exchange(deal)
    if isinstance(command, Bid) and isinstance(rules, NapoleonRules):
        return _of_bid(command, deal, rules)
    if isinstance(command, BidNap):
        return _of_nap_bid(command)
    if isinstance(command, Redeal):
        return _("Your cards are so poor that you may throw them in: in the next deal you may do better.")
    if isinstance(command, Raise):
        return _of_raise(command)
    return _of_pass(deal)


# --- Before the play ---


def _of_bid(bid: Bid, deal: DealView, rules: NapoleonRules) -> str:
    """The suit's length and the strong cards, which every bid rests on."""
    strong = " ".join(map(code_of, _strong_cards(deal.hand, bid.trump, rules)))
    words = {
        "length": 0 if bid.trump == NO_TRUMP else (deal.hand & SUIT_SETS[bid.trump]).bit_count(),
        "suit": _suit(bid.trump),
        "strong": strong,
        "count": bid.count,
    }
    if bid.trump == NO_TRUMP:
        text = _(
            "High cards in all suits: [bid:promise] %(count)s [picture-card:picture cards] without [trumps:trumps]."
        )
    elif strong:
        text = _(
            "%(length)s cards of %(suit)s, and %(strong)s: [bid:promise] %(count)s [picture-card:picture cards] "
            "with %(suit)s as [trumps:trumps]."
        )
    else:
        text = _(
            "%(length)s cards of %(suit)s: [bid:promise] %(count)s [picture-card:picture cards] with %(suit)s as "
            "[trumps:trumps]."
        )
    return text % words


def _strong_cards(hand: CardSet, trump: Suit, rules: NapoleonRules) -> list[Card]:
    """Up to three of the hand's cards that are above the trumps."""
    rank = ranking(rules, trump)
    return sorted(cards_in(hand & (rank.powers | JOKERS)), reverse=True)[:3]


def _of_raise(bid: Raise) -> str:
    text = _(
        "With the [widow:widow] your side should win more than you [bid:promised]: raise to %(count)s with %(suit)s as "
        "[trumps:trumps]."
    )
    if bid.trump == NO_TRUMP:
        text = _(
            "With the [widow:widow] your side should win more than you [bid:promised]: raise to %(count)s without "
            "[trumps:trumps]."
        )
    return text % {"count": bid.count, "suit": _suit(bid.trump)}


def _of_nap_bid(bid: BidNap) -> str:
    if bid.bid == "misere":
        return _("Your cards are so low that they may well win no [trick:trick] at all.")
    return _("Your high cards should win that many [trick:tricks].")


def _of_pass(deal: DealView) -> str:
    if deal.high is None:
        return _("Your cards are too weak to promise anything: [pass:pass].")
    return _("To go higher would promise more than your cards are likely to win: [pass:pass].")


def _of_call(call: Call, deal: DealView) -> str:
    if call.who == "nobody":
        return _("Your cards are strong enough alone: call nobody, and play against all others.")
    if call.who == "first_trick":
        return _(
            "No card that you lack would help you much: the winner of the first [trick:trick] becomes your partner, "
            "[adjutant:adjutant]."
        )
    words = {"card": code_of(call.card)}
    if deal.hand >> call.card & 1:
        return _("Your cards are strong enough alone: name %(card)s, which you hold yourself.") % words
    text = _(
        "[call:Call] %(card)s, the strongest card you lack: its holder is your secret partner, [adjutant:adjutant]."
    )
    return text % words


def _of_exchange(deal: DealView) -> str:
    if deal.widow & PICTURES:
        return _(
            "The [widow:widow], the face-down cards, is yours, too. Keep what can win; [discards:discard] the rest."
        )
    return _(
        "You took the [widow:widow], the face-down cards. Keep trumps and high cards; [discards:discard] the rest."
    )


# --- The play ---


class _Outlook(NamedTuple):
    """What a card to follow with should do to the trick."""

    takes: bool
    is_safe: bool
    """Whether the side of the seat that plays it most likely wins the trick in the end."""
    could_take: bool
    """Whether another card of the hand would take it."""
    pictures: int
    """The picture cards in the trick, this one too."""


def _of_play(play: Play, deal: DealView, rules: Rules) -> str:
    if deal.playable.bit_count() == 1:
        text = _("You have no choice: %(card)s is the only card you may play.")
    elif deal.contract == BidNap(deal.number, play.seat, "misere"):
        text = _("You promised to win no [trick:trick]: %(card)s is the safest card.")
    elif not deal.trick:
        text = _of_lead(play, deal, rules)
    else:
        text = _of_following(play, _outlook(play, deal, rules))
    return text % {"card": code_of(play.card)}


def _of_lead(play: Play, deal: DealView, rules: Rules) -> str:
    if is_joker(play.card):
        return _("[lead:Lead] %(card)s, and name the suit that the others must play.")
    if isinstance(rules, NapoleonRules) and not _still_above(play.card, deal, rules):
        return _("[lead:Lead] %(card)s: no card that is still out can beat it.")
    if play.card // 13 == deal.trump and _is_high(play.card):
        return _("[lead:Lead] %(card)s: the others must give their [trumps:trumps].")
    if deal.called is not None and deal.called // 13 == play.card // 13 and deal.adjutant is None:
        return _("[lead:Lead] %(card)s, the suit of the card that was named: the [adjutant:partner] can win with it.")
    if _is_high(play.card):
        return _("[lead:Lead] %(card)s: few cards can beat it.")
    return _("[lead:Lead] a low card, %(card)s, and keep the strong ones for a fuller [trick:trick].")


def _still_above(card: Card, deal: DealView, rules: NapoleonRules) -> CardSet:
    """The cards in other hands that would beat this one if it were led."""
    mind = study(deal, rules)
    led = card // 13
    return mind.unseen & mind.order.above[led][mind.order.rank.rows[led][card]]


_LIKELY: Final = 0.8


def _is_high(card: Card) -> bool:
    return is_picture(card) and card % 13 != _TEN


_TEN: Final = 8


def _outlook(play: Play, deal: DealView, rules: Rules) -> _Outlook:
    if isinstance(rules, NapoleonRules):
        return _outlook_at_napoleon(play, deal, rules)
    lying = tuple(card for _seat, card in deal.trick)
    taking = {card for card in cards_in(deal.playable) if strongest((*lying, card), deal.trump) == len(lying)}
    takes = play.card in taking
    return _Outlook(takes, takes and is_last(deal), bool(taking), pictures=0)


def _outlook_at_napoleon(play: Play, deal: DealView, rules: NapoleonRules) -> _Outlook:
    judgement = _judgement(deal, rules)
    outlook = judgement.outlook(play)
    others = [other for other in deal.legal if isinstance(other, Play)]
    return _Outlook(
        takes=outlook.takes,
        is_safe=outlook.won >= _LIKELY,
        could_take=any(judgement.outlook(other).takes for other in others),
        pictures=judgement.on_table + is_picture(play.card),
    )


def _judgement(deal: DealView, rules: NapoleonRules) -> PlayJudgement:
    return PlayJudgement(deal, rules, study(deal, rules))


def _of_following(play: Play, outlook: _Outlook) -> str:
    if outlook.takes and outlook.is_safe:
        if not outlook.pictures:
            return _("%(card)s should win the [trick:trick].")
        text = ngettext(
            "%(card)s should win the [trick:trick], and %(n)s [picture-card:picture card] with it.",
            "%(card)s should win the [trick:trick], and %(n)s [picture-card:picture cards] with it.",
            outlook.pictures,
        )
        return text.replace("%(n)s", str(outlook.pictures))
    if outlook.takes:
        return _("%(card)s beats all that lies here so far.")
    if outlook.is_safe and is_picture(play.card):
        return _("Your side is winning this [trick:trick]: %(card)s counts for you.")
    if outlook.is_safe:
        return _("Your side is winning this [trick:trick]: keep your strong cards.")
    if outlook.could_take:
        return _("Winning this [trick:trick] would cost a card that is worth more later: give %(card)s.")
    return _("None of your cards wins this [trick:trick]: give the one you need least.")


# --- Codes ---


def code_of(card: Card) -> str:
    """The card as pages draw it in a text."""
    return f"[{card_name(card)}]"


def _suit(suit: Suit) -> str:
    return suit_word("N") if suit == NO_TRUMP else f"[{TRUMPS[suit]}]"
