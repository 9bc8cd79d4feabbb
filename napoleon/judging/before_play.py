"""The alternatives to a bid, a call or an exchange, few enough that each can be tried in many worlds.

And why an alternative was better, where the hand itself shows it.
"""

from collections.abc import Iterator
from typing import Final

from napoleon.bots import choose
from napoleon.bots.view_reading import lowest_bids
from napoleon.engine import Bid, BidNap, Call, DealView, Exchange, NapoleonRules, Pass, Raise, Redeal, Rules
from napoleon.engine.cards import NO_TRUMP, SUIT_SETS, Card, CardSet, card_set, cards_in, count_pictures, is_joker
from napoleon.engine.events import NAP_BIDS, Command
from napoleon.judging.judgement import Reason

_POLICY: Final = "corporal"
_MOST_CALLS: Final = 6
_LONGEST: Final = 2
"""In so many of the hand's suits, the longest, the lowest bid is tried."""


def candidates(view: DealView, rules: Rules, done: Command) -> list[Command]:
    """What was done, what a bot would do, and the likeliest of the rest."""
    usual = choose(_POLICY, view, rules, 0)
    commands = [done, usual]
    if isinstance(done, Exchange) and isinstance(usual, Exchange):
        # The cards are judged, and not the guess to whom they should go.
        commands = [done, usual._replace(give_to=done.give_to), *_exchanges(view, done)]
    elif isinstance(done, Call):
        commands += _calls(view)
    else:
        commands += _declarations(view)
    # Commands of two kinds may be equal tuples.
    return list({(type(command), command): command for command in commands}.values())


def _declarations(view: DealView) -> Iterator[Command]:
    """A pass, a hand thrown in, every bid at Nap, and at Napoleon the lowest bid in the longest suits."""
    yield from (command for command in view.legal if isinstance(command, Pass | Redeal | BidNap))
    if any(isinstance(command, Bid) for command in view.legal):
        suits = [trump for trump in lowest_bids(view) if trump != NO_TRUMP]
        suits.sort(key=lambda suit: (view.hand & SUIT_SETS[suit]).bit_count(), reverse=True)
        yield from (lowest_bids(view)[suit] for suit in suits[:_LONGEST])


def _calls(view: DealView) -> list[Call]:
    """The special cards that may be called, the highest of the trump suit, and whom else Napoleon may call."""
    legal = [command for command in view.legal if isinstance(command, Call)]
    of_cards = [call for call in legal if call.who is None]
    special = {card for card, _mark in view.marks}
    trumps = [call for call in of_cards if not is_joker(call.card) and call.card // 13 == view.trump]
    trumps.sort(key=lambda call: call.card, reverse=True)
    likely = [call for call in of_cards if call.card in special] + trumps
    return list(dict.fromkeys(likely))[:_MOST_CALLS] + [call for call in legal if call.who is not None]


def _exchanges(view: DealView, done: Exchange) -> Iterator[Command]:
    """Exchanges that leave none of a side suit, filled up with what was laid away and is lowest."""
    size = done.discard.bit_count()
    held = view.hand | view.widow
    for suit, of_suit in enumerate(SUIT_SETS):
        short = held & of_suit
        if suit == view.trump or not 0 < short.bit_count() <= size:
            continue
        rest = sorted(cards_in(done.discard & ~short), key=lambda card: card % 13)
        yield done._replace(discard=short | card_set(rest[: size - short.bit_count()]))


def reason_before_play(view: DealView, rules: Rules, done: Command, best: Command) -> Reason:
    """The reason in one word; empty where the hand tells none."""
    if isinstance(done, Exchange) and isinstance(best, Exchange):
        reason = _reason_for_exchange(view, done.discard, best.discard)
        more = count_pictures(best.discard) > count_pictures(done.discard)
        counts = isinstance(rules, NapoleonRules) and rules.discards_to == "first_trick_winner"
        return reason or ("kept_pictures" if more and counts else "")
    if isinstance(done, Call) and isinstance(best, Call):
        return _reason_for_call(view, done.card, best.card)
    if isinstance(best, Redeal | Raise) or isinstance(done, Redeal | Raise):
        return ""
    if isinstance(done, Pass):
        return "worth_a_bid"
    if isinstance(best, Pass):
        return "not_worth_the_bid"
    if isinstance(done, Bid) and isinstance(best, Bid):
        if done.trump != best.trump:
            return "other_trump"
        return "bid_too_low" if done.count < best.count else "bid_too_high"
    return _reason_for_nap_bid(done, best)


def _reason_for_nap_bid(done: Command, best: Command) -> Reason:
    """For bids of tricks only: misère is another game."""
    if isinstance(done, BidNap) and isinstance(best, BidNap) and "misere" not in (done.bid, best.bid):
        low = NAP_BIDS.index(done.bid) < NAP_BIDS.index(best.bid)
        return "bid_too_low" if low else "bid_too_high"
    return ""


def _reason_for_call(view: DealView, done: Card, best: Card) -> Reason:
    special = {card for card, _mark in view.marks}
    # Calling a card of one's own means playing alone.
    was_own, is_own = ((view.hand | view.discards) >> card & 1 for card in (done, best))
    if was_own != is_own:
        return "better_alone" if is_own else "better_with_partner"
    return "stronger_partner" if best in special and done not in special and not is_own else ""


def _reason_for_exchange(view: DealView, done: CardSet, best: CardSet) -> Reason:
    trumps = 0 if view.trump in (None, NO_TRUMP) else SUIT_SETS[view.trump]
    if (done & trumps).bit_count() > (best & trumps).bit_count():
        return "laid_trump_away"
    if count_pictures(done) > count_pictures(best):
        return "laid_picture_away"
    held = view.hand | view.widow
    sides = [suit for suit in SUIT_SETS if trumps and suit != trumps]
    if any(held & suit and not held & suit & ~best and held & suit & ~done for suit in sides):
        return "kept_a_suit"
    return ""
