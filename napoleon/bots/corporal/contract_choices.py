"""The corporal before the play of Napoleon: what it bids, calls and exchanges.

The estimate of a hand is a sum of weights that were fitted to thousands of deals between corporals. Its base holds
what the widow and an adjutant bring. A corporal bids as long as being Napoleon at that count promises more points
than another seat being Napoleon.
"""

from functools import lru_cache
from math import erf, sqrt
from typing import Final

from napoleon.bots.card_order import CardOrder, card_order
from napoleon.bots.contract_extras import ADJUTANT, SPREAD, calls_nobody, raises
from napoleon.bots.view_reading import best, exchange_of, has_to_bid, impatience, lowest_bids, pass_of
from napoleon.engine import Bid, Call, DealView, Exchange, NapoleonRules, Raise
from napoleon.engine.cards import (
    JOKERS,
    NO_TRUMP,
    PICTURE_COUNT,
    PICTURES,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    card_set,
    cards_in,
    is_joker,
    one_of_each,
)
from napoleon.engine.events import Command
from napoleon.engine.napoleon import trumps
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH
from napoleon.engine.napoleon_scoring import scores
from napoleon.inference.hand_strength import (
    BASE,
    HIGH_TRUMPS,
    LEFT_JACK,
    MIGHTY_WORTH,
    RIGHT_JACK,
    SIDE_ACE,
    SIDE_ACES,
    TRUMP,
)
from napoleon.inference.view_values import known, seat_of

from .card_value import WEIGHTS, kept

_OTHERS_MAKE: Final = 0.55
"""How often a bid of another seat is made."""
_LEAST_CHANCE: Final = 0.5
"""Below this a corporal bids only if it must, whatever the points."""
_BEYOND: Final = 2
"""By so many pictures a bid is made, or missed by more than one, on average: it counts where each picture does."""

_BASE_NO_TRUMP: Final = 2.0
_ACE_NO_TRUMP, _KING_NO_TRUMP = 1.1, 0.4
_NO_JOKER: Final = 0.9
_KINGS: Final = one_of_each("K")


def bid(deal: DealView, rules: NapoleonRules, seed: int) -> Command:
    """Bid as low as possible with the best trump, or pass; the last seats bid where the deal would be dealt again."""
    passing = pass_of(deal)
    extra = impatience(deal, rules)
    options = []
    for trump, lowest in lowest_bids(deal).items():
        expected = estimate(rules, deal.hand, trump) + extra
        options.append((expected - lowest.count, lowest, expected))
    if not options:
        return known(passing)
    _, lowest, expected = best(options, lambda option: option[0], seed)
    if passing is None or has_to_bid(deal, rules):
        return lowest
    if not worth_bidding(rules, expected, lowest.count):
        return passing
    if deal.phase == "sealed_bidding":
        return lowest._replace(count=highest_worth(rules, expected, lowest.count))
    return lowest


def highest_worth(rules: NapoleonRules, expected: float, count: int) -> int:
    """The highest count worth bidding, from that one on: in a sealed auction there is no second chance to bid."""
    while count < PICTURE_COUNT and worth_bidding(rules, expected, count + 1):
        count += 1
    return count


def estimate(rules: NapoleonRules, hand: CardSet, trump: Suit) -> float:
    """The pictures that Napoleon's side should win with this hand before the exchange."""
    ordered = card_order(rules, trump)
    rank = ordered.rank
    value = BASE[rules.players] + (0.0 if rules.joker else _NO_JOKER)
    value += MIGHTY_WORTH * (hand >> rank.mighty & 1)
    for joker in cards_in(hand & JOKERS):
        value += _joker(ordered.worth[joker], rank.rows[trump & 3][joker])
    if trump == NO_TRUMP:
        value += _BASE_NO_TRUMP + _ACE_NO_TRUMP * (hand & SIDE_ACES).bit_count()
        return value + _KING_NO_TRUMP * (hand & _KINGS).bit_count()
    value += RIGHT_JACK * (hand >> rank.right_jack & 1) + LEFT_JACK * (hand >> rank.left_jack & 1)
    held = hand & SUIT_SETS[trump] & ~rank.powers
    value += TRUMP * held.bit_count()
    for card_rank, more in HIGH_TRUMPS.items():
        value += more * (held >> 13 * trump + card_rank & 1)
    return value + SIDE_ACE * (hand & ~held & SIDE_ACES).bit_count()


def _joker(best: int, followed: int) -> float:
    """The joker's share, from the cards it beats at its best and when it follows."""
    if best > SAME_TWO_STRENGTH:
        return 1.8 if followed > SAME_TWO_STRENGTH else 0.8
    return 0.2


def likely(expected: float, count: int) -> float:
    """The likelihood of winning so many pictures."""
    return 0.5 * (1.0 + erf((expected - count + 0.5) / SPREAD / sqrt(2.0)))


@lru_cache(maxsize=4096)
def _points(rules: NapoleonRules, count: int, alone: bool) -> tuple[float, float, float, float]:
    """Napoleon's points if the bid is made or lost, and the average of the other seats then."""
    beyond = _BEYOND if rules.scoring == "difference" else 0
    made = scores(rules, count, 0, None if alone else 1, min(PICTURE_COUNT, count + beyond), True)
    lost = scores(rules, count, 0, None if alone else 1, max(0, count - 1 - beyond), False)
    others = rules.players - 1
    return made[0], lost[0], sum(made[1:]) / others, sum(lost[1:]) / others


def promises(rules: NapoleonRules, expected: float, count: int, alone: bool) -> float:
    """The points that Napoleon may expect from this bid, with the adjutant or alone."""
    made, lost, _, _ = _points(rules, count, alone)
    chance = likely(expected - (ADJUTANT if alone else 0.0), count)
    return chance * made + (1.0 - chance) * lost


def worth_bidding(rules: NapoleonRules, expected: float, count: int) -> bool:
    """Whether being Napoleon at that count promises more than another seat being it."""
    _, _, made, lost = _points(rules, count, False)
    leaving = _OTHERS_MAKE * made + (1.0 - _OTHERS_MAKE) * lost
    if likely(expected, count) < _LEAST_CHANCE:
        return False
    return promises(rules, expected, count, False) >= leaving


# --- The call and the exchange ---


def call(deal: DealView, rules: NapoleonRules) -> Call:
    """Call the strongest card that lies elsewhere, or an own card where playing alone promises more."""
    nobody = calls_nobody(deal, rules, estimate(rules, deal.hand, known(deal.trump)))
    if nobody is not None:
        return nobody
    callable_cards = card_set(command.card for command in deal.legal if isinstance(command, Call))
    ordered = card_order(rules, known(deal.trump))
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


def before_exchange(deal: DealView, rules: NapoleonRules) -> Raise | None:
    """A raise of the bid, if the widow has made it worth more."""
    if not any(isinstance(command, Raise) for command in deal.legal):
        return None
    expected = {}
    for trump in trumps(rules):
        kept = deal.hand & ~card_set(least_worth(deal, rules, trump)[: rules.widow_size])
        expected[trump] = estimate(rules, kept, trump)
    return raises(deal, rules, expected)


def exchange(deal: DealView, rules: NapoleonRules, seed: int) -> Exchange:
    """Discard what would bring the least, counting what the discarded pictures bring."""
    choice = exchange_of(deal)
    discards = least_worth(deal, rules)[: choice.size]
    others = choice.recipients
    to = None
    if others:
        to = deal.adjutant if deal.adjutant in others else others[seed % len(others)]
    return Exchange(deal.number, choice.seat, card_set(discards), to)


def least_worth(deal: DealView, rules: NapoleonRules, trump: Suit | None = None) -> list[Card]:
    """The cards that may be discarded, those first that would bring the least; ``trump`` in place of the bid's."""
    among = exchange_of(deal).among
    ordered = card_order(rules, known(deal.trump) if trump is None else trump)
    saved = _saved(rules, ordered, among)
    worth = {card: _keep(rules, ordered, among, card) - saved * (PICTURES >> card & 1) for card in cards_in(among)}
    return sorted(worth, key=lambda card: (worth[card], card))


def _saved(rules: NapoleonRules, ordered: CardOrder, among: CardSet) -> float:
    """The share of a discarded picture card that Napoleon's side keeps."""
    if rules.discards_to == "napoleon":
        return 1.0
    if rules.discards_to == "first_trick_winner":
        # Napoleon leads to the first trick.
        return 0.8 if among >> ordered.strongest_first[0] & 1 else 0.4
    return 0.0


def _keep(rules: NapoleonRules, ordered: CardOrder, among: CardSet, card: Card) -> float:
    """What speaks for keeping a card."""
    value = kept(ordered, ordered.pack & ~among, card)
    if card // 13 == ordered.rank.trump:
        value += WEIGHTS.trumps
    if ordered.rank.callers >> card & 1:
        # With the joker in hand, the card that calls it is better out of play.
        value += -0.5 if among & JOKERS else 0.3
    if card % 13 == 0 and not is_joker(card) and rules.same_two != "off":
        value += 0.3
    return value
