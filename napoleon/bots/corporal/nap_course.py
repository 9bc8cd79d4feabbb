"""The play of a deal of Nap in bare numbers, as all seats see it, and the cards that corporals play in it.

A `Course` is the table without the hands. It says what a corporal plays from any hand: a corporal asks it for its own,
a captain also whether the cards so far speak for a hand, and what becomes of a deal.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Self

from napoleon.engine import DealView, NapRules
from napoleon.engine.cards import NO_TRUMP, SUIT_SETS, Card, CardSet, Suit, cards_in
from napoleon.engine.events import NapBid
from napoleon.engine.following import may_follow
from napoleon.engine.nap import NEEDED, PACKS, TRICKS
from napoleon.inference.view_values import known, nap_bid_of

from .deduction import none_of
from .nap_chances import at_least, trick_chances

_KEPT_WEIGHT: Final = 0.8
"""What a trick that a card may take later counts, beside the running one."""
_KEPT_TRUMP, _KEPT_MASTER = 0.3, 0.5
"""How likely any trump takes a trick later, at least, and a master card of a side suit."""
TAKEN_AT_MISERE, KEPT_AT_MISERE = 20, 0.1
"""At misère the weight of the running trick against a rank, and for the declarer's opponents that of a rank."""
_NONE_YET: Final = -1
"""The trump before the first lead, and the led suit before a lead."""
_ABOVE: Final = tuple(SUIT_SETS[card // 13] & -(2 << card) for card in range(52))
"""For each card the higher ones of its suit."""
_BELOW: Final = tuple(SUIT_SETS[card // 13] & (1 << card) - 1 for card in range(52))
"""For each card the lower ones of its suit."""

Judged = list[tuple[float, Card]]
"""Cards, the highest first, each with its worth."""


class LaterSeat(NamedTuple):
    """What a seat knows of another one that is still to play to the trick."""

    declares: bool
    pool: int
    """How many unseen cards it may hold."""
    suited: CardSet
    """Those of the led suit."""
    void: float
    """The likelihood that it holds none of them."""
    trumps: CardSet
    """The trumps that it may hold, unless they were led."""


class Course:
    """What has been played. The hands come from outside."""

    __slots__ = (
        *("declarer", "is_misere", "needed", "pack", "players", "rules"),
        *("coming", "holder", "lacks", "led", "left", "played", "top", "trump", "turn", "won"),
    )

    def __init__(self, rules: NapRules, declarer: int, bid: NapBid) -> None:
        self.rules, self.declarer = rules, declarer
        self.players, self.pack = rules.players, PACKS[rules.deck]
        self.is_misere, self.needed = bid == "misere", NEEDED[bid]
        self.trump: Suit = NO_TRUMP if self.is_misere else _NONE_YET
        self.played: CardSet = 0
        self.lacks: list[CardSet] = [0] * rules.players
        """For each seat the suits that it did not follow."""
        self.won, self.left = 0, TRICKS
        """The tricks of the declarer, and those that are not over."""
        self.turn, self.coming = declarer, rules.players - 1
        """The seat that is to play, and how many play to the trick after it."""
        self.led: Suit = _NONE_YET
        self.top: Card = 0
        self.holder = declarer
        """The best card of the trick, and whose it is."""

    def copy(self) -> Self:
        """The same course, to be played on apart."""
        other = self.__new__(type(self))
        other.rules, other.declarer = self.rules, self.declarer
        other.players, other.pack = self.players, self.pack
        other.is_misere, other.needed, other.trump = self.is_misere, self.needed, self.trump
        other.played, other.lacks = self.played, self.lacks[:]
        other.won, other.left = self.won, self.left
        other.turn, other.coming = self.turn, self.coming
        other.led, other.top, other.holder = self.led, self.top, self.holder
        return other

    def play(self, card: Card) -> None:
        """Let the seat whose turn it is play a card."""
        suit, led = card // 13, self.led
        if led == _NONE_YET:
            self.led, self.top, self.holder = suit, card, self.turn
            if self.trump == _NONE_YET:
                self.trump = suit
        else:
            if suit != led:
                self.lacks[self.turn] |= SUIT_SETS[led]
            if self._beats_top(card):
                self.top, self.holder = card, self.turn
        self.played |= 1 << card
        if self.coming:
            self.coming -= 1
            self.turn = (self.turn + 1) % self.players
            return
        self.won += self.holder == self.declarer
        self.left -= 1
        self.turn, self.coming, self.led = self.holder, self.players - 1, _NONE_YET

    def _beats_top(self, card: Card) -> bool:
        suit = card // 13
        return card > self.top if suit == self.top // 13 else suit == self.trump

    def leads(self) -> bool:
        """Whether the seat whose turn it is leads to a trick."""
        return self.led == _NONE_YET

    def playable(self, hand: CardSet) -> CardSet:
        """What may be played from the hand. The weakest lead of a Wellington is left out of account."""
        if self.led == _NONE_YET:
            return hand
        suit = SUIT_SETS[self.led]
        return may_follow(hand, suit, suit)

    def usual(self, hand: CardSet, cards: CardSet) -> Card:
        """Which of the cards that it may play a corporal plays from the hand."""
        if not cards & (cards - 1):
            return cards.bit_length() - 1
        highest, best = -1000.0, 0
        for worth, card in self.judged(hand, cards):
            if worth > highest:
                highest, best = worth, card
        return best

    def is_made(self, hands: Sequence[CardSet], card: Card) -> bool:
        """Whether the contract is made if that card is played now, and all play on as corporals."""
        course, held = self.copy(), list(hands)
        while True:
            held[course.turn] &= ~(1 << card)
            course.play(card)
            if course.led == _NONE_YET:
                verdict = course.verdict()
                if verdict is not None:
                    return verdict
            hand = held[course.turn]
            card = course.usual(hand, course.playable(hand))

    def verdict(self) -> bool | None:
        """Whether the contract is made; None while that is open."""
        if self.is_misere:
            return None if self.left and not self.won else not self.won
        if self.won >= self.needed:
            return True
        return False if self.won + self.left < self.needed else None

    # --- What a corporal thinks of its cards ---

    def judged(self, hand: CardSet, cards: CardSet) -> Judged:
        """The worth that a corporal gives to these cards of its hand."""
        if self.trump == _NONE_YET:
            return self._first_leads(hand, cards)
        unseen = self.pack & ~(hand | self.played)
        follows = self.led != _NONE_YET
        chances = self._following(unseen, cards) if follows else self._leading(unseen, cards)
        if self.is_misere:
            return self.at_misere(hand, chances)
        return self._for_tricks(unseen, chances)

    def _first_leads(self, hand: CardSet, cards: CardSet) -> Judged:
        """The declarer's first lead makes the trump."""
        judged: Judged = []
        chance, of_suit = 0.0, _NONE_YET
        for card in reversed(cards_in(cards)):
            suit = card // 13
            if suit != of_suit:
                chance, of_suit = at_least(trick_chances(self.rules, hand, suit))[self.needed], suit
            judged.append((chance * 100 + card % 13 / 13, card))
        return judged

    def at_misere(self, hand: CardSet, chances: Judged) -> Judged:
        """The worth of cards at misère, by the likelihood that the declarer takes the trick with each."""
        if self.turn == self.declarer:
            return [(card % 13 - won * TAKEN_AT_MISERE, card) for won, card in chances]
        return [(won * TAKEN_AT_MISERE + card % 13 * KEPT_AT_MISERE, card) for won, card in chances]

    def _for_tricks(self, unseen: CardSet, chances: Judged) -> Judged:
        drawn = (self.players - 1) * self.left - (self.players - 1 - self.coming)
        pool = max(drawn, unseen.bit_count())
        declares = self.turn == self.declarer
        judged: Judged = []
        for won, card in chances:
            kept = none_of((unseen & _ABOVE[card]).bit_count(), drawn, pool)
            kept = max(_KEPT_TRUMP, kept) if card // 13 == self.trump else _KEPT_MASTER * kept
            kept += card % 13 / 1000
            judged.append(((won if declares else 1.0 - won) - _KEPT_WEIGHT * kept, card))
        return judged

    def _leading(self, unseen: CardSet, cards: CardSet) -> Judged:
        """The likelihood that the declarer takes the trick that a card leads."""
        judged: Judged = []
        later: list[LaterSeat] = []
        of_suit, declares = _NONE_YET, self.turn == self.declarer
        for card in reversed(cards_in(cards)):
            if card // 13 != of_suit:
                of_suit = card // 13
                later = self._later(unseen, of_suit)
            judged.append((self._declarer_takes(later, of_suit, card, declares), card))
        return judged

    def _following(self, unseen: CardSet, cards: CardSet) -> Judged:
        """The likelihood that the declarer takes the trick to which a card is added."""
        judged: Judged = []
        later = self._later(unseen, self.led)
        passed = self._declarer_takes(later, self.led, self.top, self.holder == self.declarer)
        declares = self.turn == self.declarer
        for card in reversed(cards_in(cards)):
            beats = self._beats_top(card)
            won = self._declarer_takes(later, self.led, card, declares) if beats else passed
            judged.append((won, card))
        return judged

    def _later(self, unseen: CardSet, led: Suit) -> list[LaterSeat]:
        """The seats that are still to play to the trick, in order."""
        trumps = 0 if self.trump in (led, NO_TRUMP) else SUIT_SETS[self.trump]
        seats = []
        for place in range(1, self.coming + 1):
            seat = (self.turn + place) % self.players
            cards = unseen & ~self.lacks[seat]
            pool = max(self.left, cards.bit_count())
            suited = cards & SUIT_SETS[led]
            void = none_of(suited.bit_count(), self.left, pool)
            seats.append(LaterSeat(seat == self.declarer, pool, suited, void, cards & trumps))
        return seats

    def _declarer_takes(self, later: Sequence[LaterSeat], led: Suit, top: Card, holds: bool) -> float:
        """The likelihood that the declarer takes the trick whose best card is ``top``; ``holds``: it is theirs."""
        won, is_misere = float(holds), self.is_misere
        for seat in later:
            beats = self._must_win(seat, top) if is_misere else self._can_win(seat, led, top)
            won = won + (1.0 - won) * beats if seat.declares else won * (1.0 - beats)
        return won

    def _must_win(self, seat: LaterSeat, top: Card) -> float:
        """How likely a seat must go above the best card at misère."""
        lower = (seat.suited & _BELOW[top]).bit_count()
        return max(0.0, none_of(lower, self.left, seat.pool) - seat.void)

    def _can_win(self, seat: LaterSeat, led: Suit, top: Card) -> float:
        """How likely a seat can beat the best card."""
        left, ruffed = self.left, top // 13 != led
        higher = 0 if ruffed else (seat.suited & _ABOVE[top]).bit_count()
        able = 1.0 - none_of(higher, left, seat.pool)
        if seat.trumps and seat.void:
            trumps = (seat.trumps & _ABOVE[top] if ruffed else seat.trumps).bit_count()
            others = max(left, seat.pool - seat.suited.bit_count())
            able += seat.void * (1.0 - none_of(trumps, left, others))
        return min(1.0, able)


def course_of(deal: DealView, rules: NapRules) -> Course:
    """The play until now, as the view tells it."""
    course = Course(rules, known(deal.declarer), nap_bid_of(deal))
    for _seat, card in plays_of(deal):
        course.play(card)
    return course


def plays_of(deal: DealView) -> Iterator[tuple[int, Card]]:
    """The cards so far, with their seats, in order."""
    for trick in deal.tricks:
        yield from zip(trick.seats(), trick.cards, strict=True)
    yield from deal.trick
