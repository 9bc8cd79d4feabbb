"""How likely players like our bots would have bid, discarded and played so, with the cards that a world gives them.

Plays are judged by a table of frequencies, counted in deals between bots (docs/bots.md, "Training"): how
often a seat of that role, in such a situation, takes the trick, adds a picture card, or adds a small card.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, log1p
from typing import Final, NamedTuple, TypeAlias

from napoleon.engine import Bid, DealView, NapoleonRules
from napoleon.engine.cards import (
    CARD_NAMES,
    JOKERS,
    NO_CARD,
    NO_TRUMP,
    PICTURES,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    cards_in,
)
from napoleon.engine.deal import Led, led_suit
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH, ranking

from .habit_table import HABITS
from .hand_strength import BASE, HIGH_TRUMPS, LEFT_JACK, MIGHTY_WORTH, RIGHT_JACK, SIDE_ACE, SIDE_ACES, TRUMP
from .view_values import known, led_of

Situation: TypeAlias = int
TAKES, ADDS_PICTURE, ADDS_SMALL = range(3)
"""What a seat does that follows in a trick."""
_TRUST: Final = 0.7
"""Habits are judged one by one, as if each told something new: they tell less than that."""


class FollowedPlay(NamedTuple):
    """A card that was played to a trick, with all that everybody knows of it."""

    seat: int
    kind: int
    """What it did: `TAKES`, `ADDS_PICTURE` or `ADDS_SMALL`."""
    suit: CardSet
    higher: CardSet
    """The cards that would have taken the trick."""
    winner: int
    """Who was winning the trick before."""
    valuable: bool
    """Whether picture cards lay in it."""
    then: CardSet
    """The seat's cards that were played from then on."""


def followed_plays(view: DealView, rules: NapoleonRules) -> list[FollowedPlay]:
    """Every card of the play so far but the leads, the last one first."""
    trump = known(view.trump)
    rank = ranking(rules, trump)
    followed: list[FollowedPlay] = []
    later: list[CardSet] = [0] * len(view.hand_sizes)
    runs = [(list(zip(trick.seats(), trick.cards, strict=True)), trick.led) for trick in view.tricks]
    if view.trick:
        runs.append((list(view.trick), led_of(view)))
    for number in range(len(runs) - 1, -1, -1):
        played, led = runs[number]
        cards = tuple(card for _, card in played)
        for place in range(len(played) - 1, -1, -1):
            seat, card = played[place]
            later[seat] |= 1 << card
            if place == 0:
                continue
            winning, why = rank.strongest(cards[:place], led, number == 0)
            higher = _higher(rules, trump, led, rank.strength_of(cards[winning], why, led))
            adds = ADDS_PICTURE if PICTURES >> card & 1 else ADDS_SMALL
            kind = TAKES if higher >> card & 1 else adds
            followed.append(
                FollowedPlay(
                    seat,
                    kind,
                    SUIT_SETS[led_suit(led)],
                    higher,
                    played[winning][0],
                    any(PICTURES >> other & 1 for other in cards[:place]),
                    later[seat],
                )
            )
    return followed


@lru_cache(maxsize=1 << 14)
def _higher(rules: NapoleonRules, trump: Suit, led: Led, strength: int) -> CardSet:
    """The cards above that strength in a trick led so."""
    row = ranking(rules, trump).rows[led]
    return sum(1 << card for card, value in enumerate(row) if value > strength)


def situation(play: FollowedPlay, hand: CardSet, napoleon: int, adjutant: int | None) -> Situation:
    """The situation in which a seat with that hand played, as a number."""
    seat, winner = play.seat, play.winner
    suited = hand & play.suit
    legal = suited | hand & JOKERS if suited else hand
    rest = legal & ~play.higher
    role = 0 if seat == napoleon else 1 if seat == adjutant else 2
    friend = (winner in (napoleon, adjutant)) == (role < 2)
    number = role * 2 + friend
    number = number * 2 + play.valuable
    number = number * 2 + bool(suited)
    number = number * 2 + bool(legal & play.higher)
    number = number * 2 + bool(rest & PICTURES)
    return number * 2 + bool(rest & ~PICTURES)


class Habits:
    """Judges worlds by the actions of the seats in one deal."""

    def __init__(self, view: DealView, rules: NapoleonRules, me: int) -> None:
        self.view, self.rules, self.me = view, rules, me
        self.plays: list[FollowedPlay] = []
        if view.phase in ("playing", "claimed"):
            self.plays = [play for play in followed_plays(view, rules) if play.seat != me]
        self.said = _said(view, rules, me)

    def discarding(self) -> Sequence[float] | None:
        """How much likelier one card than another lies among discards that were not shown."""
        view = self.view
        if view.phase not in ("playing", "claimed"):
            return None
        return _discarding(self.rules, known(view.trump))

    def expected(self, seat: int) -> Sequence[float] | None:
        """How much more often a card is tried in the hand of a seat that bid: its weight decides in the end."""
        for other, bid, _ in self.said:
            if other == seat and bid is not None and bid.trump != NO_TRUMP:
                return _expected(self.rules, bid.trump)
        return None

    def likelihood(self, hands: tuple[CardSet, ...], dealt: tuple[CardSet, ...], adjutant: int | None) -> float:
        """The logarithm of how likely all this was, but for a constant."""
        napoleon = self.view.declarer
        value = 0.0
        if napoleon is not None:
            for play in self.plays:
                hand = hands[play.seat] | play.then
                value += HABITS[situation(play, hand, napoleon, adjutant)][play.kind]
        for seat, bid, refused in self.said:
            value += _bids(self.rules, dealt[seat], bid, refused)
        return _TRUST * value


@lru_cache(maxsize=1024)
def _expected(rules: NapoleonRules, trump: Suit) -> tuple[float, ...]:
    lane = _LANE * trump
    worths = [(packed >> lane & (1 << _LANE) - 1) / _UNIT for packed in _strengths(rules)]
    return tuple(1.0 + worth for worth in worths)


@lru_cache(maxsize=1024)
def _discarding(rules: NapoleonRules, trump: Suit) -> tuple[float, ...]:
    rank = ranking(rules, trump)
    kept = rank.powers | JOKERS | (SUIT_SETS[trump] if trump != NO_TRUMP else 0)
    return tuple(0.05 if kept >> card & 1 else 0.2 if SIDE_ACES >> card & 1 else 1.0 for card in range(len(CARD_NAMES)))


# --- The auction ---

_SLOPE: Final = 1.0
"""How many pictures of strength make a bid e times as likely, far from where it is even."""
_BOLDNESS: Final = 1.0
"""In pictures: a seat bids this far above what its hand shows half of the time."""
_LANE: Final = 12
"""The bits of one trump's strength in a packed sum."""
_UNIT: Final = 32


def _said(view: DealView, rules: NapoleonRules, me: int) -> list[tuple[int, Bid | None, int | None]]:
    """For each other seat that spoke its highest bid, and the count that it did not want to bid at last.

    Where all have passed and one has to bid, both are the same count.
    """
    high: Bid | None = None
    bids: dict[int, Bid] = {}
    refused: dict[int, int] = {}
    for said in view.auction:
        if isinstance(said, Bid):
            is_forced = len(refused) == rules.players
            high = bids[said.seat] = said
            if not is_forced:
                refused.pop(said.seat, None)
        else:
            heard = high if rules.auction == "open" else None
            refused[said.seat] = rules.min_bid if heard is None else heard.count + 1
    seats = sorted({*bids, *refused} - {me})
    return [(seat, bids.get(seat), refused.get(seat)) for seat in seats]


def _bids(rules: NapoleonRules, hand: CardSet, bid: Bid | None, refused: int | None) -> float:
    packed = 0
    table = _strengths(rules)
    for card in cards_in(hand):
        packed += table[card]
    if bid is not None and bid.trump == NO_TRUMP:
        return 0.0
    base = BASE[rules.players]
    lanes = [packed >> _LANE * trump & (1 << _LANE) - 1 for trump in range(4)]
    value = 0.0
    if bid is not None and bid.count == refused:
        # A forced bid tells the best trump of the hand, and not how good it is.
        value -= log(sum(exp((lane - lanes[bid.trump]) / _UNIT / _SLOPE) for lane in lanes))
    elif bid is not None:
        value += _log_likelihood(base + lanes[bid.trump] / _UNIT - bid.count)
    if refused is not None:
        value += _log_likelihood(refused - base - max(lanes) / _UNIT - 2 * _BOLDNESS)
    return value


def _log_likelihood(margin: float) -> float:
    """The logarithm of a likelihood that rises with the margin."""
    return _by_eighths(round((margin + _BOLDNESS) * 8))


@lru_cache(maxsize=1024)
def _by_eighths(eighths: int) -> float:
    return -log1p(exp(-eighths / 8 / _SLOPE))


@lru_cache(maxsize=256)
def _strengths(rules: NapoleonRules) -> tuple[int, ...]:
    """For each card what it brings at each trump, in parts of a picture, packed into one number."""
    packed = [0] * len(CARD_NAMES)
    for trump in range(4):
        rank = ranking(rules, trump)
        for card in range(len(CARD_NAMES)):
            packed[card] |= round(_UNIT * _worth(rules, trump, card)) << _LANE * trump
        for card, worth in ((rank.left_jack, LEFT_JACK), (rank.right_jack, RIGHT_JACK), (rank.mighty, MIGHTY_WORTH)):
            if card == NO_CARD:
                continue
            packed[card] &= ~((1 << _LANE) - 1 << _LANE * trump)
            packed[card] |= round(_UNIT * worth) << _LANE * trump
    return tuple(packed)


def _worth(rules: NapoleonRules, trump: Suit, card: Card) -> float:
    if JOKERS >> card & 1:
        return 1.6 if ranking(rules, trump).rows[trump][card] > SAME_TWO_STRENGTH else 0.6
    if card // 13 == trump:
        return TRUMP + HIGH_TRUMPS.get(card % 13, 0.0)
    return SIDE_ACE if SIDE_ACES >> card & 1 else 0.0
