"""The recruit: a bot that plays sensibly by a few rules of thumb, and remembers nothing.

It bids a little on a strong hand, calls the strongest card that it does not hold, keeps its strong cards,
takes a trick that holds pictures as cheaply as it can, and otherwise plays low.
"""

from collections.abc import Callable
from typing import Any, Final

from napoleon.engine import Call, DealView, Exchange, NapoleonRules, NapRules, Play, Rules
from napoleon.engine.cards import (
    JOKERS,
    NO_TRUMP,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    card_set,
    cards_in,
    is_joker,
    is_picture,
    one_of_each,
    rank_of,
)
from napoleon.engine.events import Command, NapBid
from napoleon.engine.napoleon_ranking import ranking
from napoleon.engine.rules import VariantName
from napoleon.inference.view_values import known, nap_bid_of, seat_of

from .card_order import CardOrder, card_order
from .spare_hand import spare_hand
from .view_reading import best, exchange_of, impatience, is_last, lowest_bids, nap_bids, pass_of, plays_by_card, takes

_ACES: Final = one_of_each("A")
_MOST_OVER_MINIMUM: Final = 2
"""A recruit never bids more than this above the lowest bid of the rules."""
_OPENS_BELOW: Final = 2.0
"""A recruit opens the auction with a hand that is worth so many pictures less than the lowest bid."""
_WITHOUT_JACKS: Final = 1.5
"""What a hand needs less where there is no right and left jack to hold."""
_NAP_OPENS_BELOW: Final = 1.0
"""The same in tricks at Nap."""


def choose(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a recruit does now."""
    return _CHOOSE[rules.variant](deal, rules, seed)


def _choose_at_nap(deal: DealView, rules: NapRules, seed: int) -> Command:
    if deal.phase == "exchanging":
        return spare_hand(deal)
    return _bid_nap(deal, rules) if deal.phase == "bidding" else _play_nap(deal, seed)


def _choose_at_napoleon(deal: DealView, rules: NapoleonRules, seed: int) -> Command:
    if deal.phase in ("bidding", "sealed_bidding", "must_bid"):
        return _bid(deal, rules, seed)
    ordered = card_order(rules, known(deal.trump))
    if deal.phase == "calling":
        return _call(deal, ordered)
    if deal.phase == "exchanging":
        return _exchange(deal, ordered.worth, seed)
    return _play(deal, ordered, seed)


# --- Napoleon: bidding, calling, exchanging ---


def _promise(rules: NapoleonRules, hand: CardSet, trump: Suit) -> float:
    """How good the hand looks with this trump: 0 is worth the lowest bid, each 1 one picture more."""
    rank = ranking(rules, trump)
    powers = (hand & rank.powers).bit_count() + (hand & JOKERS).bit_count()
    length = (hand & SUIT_SETS[trump]).bit_count() if trump != NO_TRUMP else 0
    aces = (hand & _ACES & ~rank.powers).bit_count()
    wanted = rules.hand_size * 0.35 + rules.min_bid * 0.35 - (0 if rules.power_jacks else _WITHOUT_JACKS)
    return length + 1.5 * powers + 0.7 * aces - wanted


def _bid(deal: DealView, rules: NapoleonRules, seed: int) -> Command:
    bids = lowest_bids(deal)
    passing = pass_of(deal)
    if not bids:
        return known(passing)
    trump = best(list(bids), lambda trump: _promise(rules, deal.hand, trump), seed)
    bid = bids[trump]
    promise = _promise(rules, deal.hand, trump) + impatience(deal, rules)
    if deal.high is None and -_OPENS_BELOW <= promise < 0:
        promise = 0
    limit = rules.min_bid + min(_MOST_OVER_MINIMUM, promise)
    return bid if passing is None or bid.count <= limit else passing


def _call(deal: DealView, ordered: CardOrder) -> Command:
    """Call the strongest card that lies elsewhere."""
    callable_cards = card_set(call.card for call in deal.legal if isinstance(call, Call) and call.who is None)
    mine = deal.hand | deal.discards
    for card in ordered.strongest_first:
        if callable_cards & ~mine >> card & 1:
            return Call(deal.number, seat_of(deal), card)
    return next(call for call in deal.legal if isinstance(call, Call))


def _exchange(deal: DealView, worth: tuple[int, ...], seed: int) -> Command:
    """Discard the weakest cards, of the shortest suits first."""
    choice = exchange_of(deal)

    def keep(card: Card) -> int:
        length = 0 if is_joker(card) else (choice.among & SUIT_SETS[card // 13]).bit_count()
        return 2 * worth[card] + length

    discards = sorted(cards_in(choice.among), key=keep)[: choice.size]
    to = choice.recipients[seed % len(choice.recipients)] if choice.recipients else None
    return Exchange(deal.number, choice.seat, card_set(discards), to)


# --- Napoleon: the play ---


def _friend_wins(deal: DealView) -> bool:
    """Whether the trick is being won by a seat that even a recruit takes for its own side."""
    me, winner = seat_of(deal), deal.winning
    if me == deal.declarer:
        return winner == deal.adjutant and winner is not None
    if deal.am_adjutant:
        return winner == deal.declarer
    return winner not in (None, deal.declarer, deal.adjutant)


def _play(deal: DealView, ordered: CardOrder, seed: int) -> Command:
    plays = plays_by_card(deal)
    worth = ordered.worth
    cards = list(plays)
    if not deal.trick:
        card = _lead(deal, cards, worth, seed)
    elif _friend_wins(deal):
        card = _give(cards, ordered, seed)
    else:
        card = _contest(deal, ordered, cards, seed)
    # A led joker names the suit of which the hand holds most. It is called unless the hand holds it.
    calls = not deal.hand & JOKERS
    return max(plays[card], key=lambda play: ((deal.hand & _suit_set(play)).bit_count(), play.calls_joker is calls))


def _suit_set(play: Play) -> CardSet:
    return 0 if play.suit is None else SUIT_SETS[play.suit]


def _lead(deal: DealView, cards: list[Card], worth: tuple[int, ...], seed: int) -> Card:
    """Napoleon leads the strongest card. The others lead an ace, or else a low card."""
    if seat_of(deal) == deal.declarer:
        return best(cards, lambda card: worth[card], seed)
    aces = [card for card in cards if _ACES >> card & 1]
    if aces:
        return best(aces, lambda card: worth[card], seed)
    return best(cards, lambda card: -worth[card] - 20 * is_picture(card), seed)


def _give(cards: list[Card], ordered: CardOrder, seed: int) -> Card:
    """Give a friend the weakest picture card, or else play the lowest card. Keep the power cards."""
    worth, powers = ordered.worth, ordered.rank.powers

    def gives(card: Card) -> bool:
        return is_picture(card) and not powers >> card & 1

    return best(cards, lambda card: 100 * gives(card) - worth[card], seed)


def _contest(deal: DealView, ordered: CardOrder, cards: list[Card], seed: int) -> Card:
    """Take the trick as cheaply as possible if it holds a picture card, or else throw away the least."""
    worth = ordered.worth
    winners = [card for card in cards if takes(deal, ordered.rank, card)]
    if winners and any(is_picture(card) for _, card in deal.trick):
        # The last seat takes it with the cheapest card, the others with one that may hold.
        return best(winners, lambda card: -worth[card] if is_last(deal) else worth[card], seed)
    return best(cards, lambda card: -worth[card] - 20 * is_picture(card), seed)


# --- Nap ---


def _nap_suit(hand: CardSet) -> Suit:
    """The suit that would make the best trumps: the longest, and the highest among equal ones."""
    return max(range(4), key=lambda suit: ((hand & SUIT_SETS[suit]).bit_count(), hand & SUIT_SETS[suit]))


def _bid_nap(deal: DealView, rules: NapRules) -> Command:
    """Bid two or three on trumps and aces, misère on a low hand, and never higher."""
    trumps = deal.hand & SUIT_SETS[_nap_suit(deal.hand)]
    high = sum(rank_of(card) >= 10 for card in cards_in(trumps))
    tricks = high + max(0, trumps.bit_count() - 2) / 2 + (deal.hand & _ACES & ~trumps).bit_count()
    wanted: NapBid = "three" if tricks >= 3.5 else "two"
    if all(rank_of(card) <= 5 for card in cards_in(deal.hand)):
        wanted, tricks = "misere", 2.0
    tricks += impatience(deal, rules)
    least = 2 - _NAP_OPENS_BELOW if deal.high is None else 2
    bid = nap_bids(deal).get(wanted)
    return bid if bid and tricks >= least else known(pass_of(deal))


def _play_nap(deal: DealView, seed: int) -> Command:
    plays = plays_by_card(deal)
    cards = list(plays)
    declarer = seat_of(deal) == deal.declarer
    if nap_bid_of(deal) == "misere":
        card = _avoid(deal, cards, seed) if declarer else _force(deal, cards, seed)
    elif not deal.trick:
        suit = deal.trump if deal.trump is not None else _nap_suit(deal.hand)
        card = best(cards, lambda card: rank_of(card) + 20 * (card // 13 == suit), seed)
    else:
        card = _contest_nap(deal, cards, seed)
    return plays[card][0]


def _beats(deal: DealView, card: Card) -> bool:
    """Whether the card would be the best of the running trick at Nap."""
    best_card = next(card for seat, card in deal.trick if seat == deal.winning)
    if card // 13 == best_card // 13:
        return card > best_card
    return card // 13 == deal.trump


def _contest_nap(deal: DealView, cards: list[Card], seed: int) -> Card:
    """Win with the cheapest card if last, otherwise with the highest. The declarer's opponents let each other win."""
    winners = [card for card in cards if _beats(deal, card)]
    among_friends = seat_of(deal) != deal.declarer and deal.winning != deal.declarer
    if not winners or (among_friends and is_last(deal)):
        return best(cards, lambda card: -rank_of(card) - 20 * (card // 13 == deal.trump), seed)
    sign = -1 if is_last(deal) else 1
    return best(winners, lambda card: sign * (rank_of(card) + 20 * (card // 13 == deal.trump)), seed)


def _avoid(deal: DealView, cards: list[Card], seed: int) -> Card:
    """Play the highest card that does not win, or else the lowest."""
    losers = [card for card in cards if deal.trick and not _beats(deal, card)]
    if losers:
        return best(losers, rank_of, seed)
    return best(cards, lambda card: -rank_of(card), seed)


def _force(deal: DealView, cards: list[Card], seed: int) -> Card:
    """Stay below the declarer of a misère."""
    return best(cards, lambda card: -rank_of(card), seed)


_CHOOSE: Final[dict[VariantName, Callable[[DealView, Any, int], Command]]] = {
    "napoleon": _choose_at_napoleon,
    "nap": _choose_at_nap,
}
"""How a recruit plays each game."""
