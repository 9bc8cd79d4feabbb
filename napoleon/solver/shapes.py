"""Which cards are worth the same, and which positions are.

Two neighbours in one hand take the same tricks, so only one of them has to be tried; and two positions in which the
same seats hold the same ranks *in order* have the same value, whatever those ranks are. Cards that do more than rank
are never exchanged for a neighbour, nor for another card in another position.
"""

from typing import Final

from napoleon.engine.cards import HEART_QUEEN, JOKERS, ONE_CARD, SUIT_SETS, CardSet, Suit, cards_in, two_of

from .board import Board

SUIT_BITS: Final = (1 << 13) - 1
ID_BITS: Final = 15
"""Bits for the shape of a suit: it has at most 2¹³ sets of live cards, each in at most four surroundings."""
REST_SHIFT: Final = 4 * ID_BITS


class Shapes:
    """The shapes of one board, worked out as they come up."""

    def __init__(self, board: Board) -> None:
        surroundings = [(joker, mighty) for mighty in (False, True) for joker in (False, True)]
        ids: list[dict[tuple[int, ...], int]] = [{}, {}, {}, {}]
        self.mighty = board.laws.mighty
        self.by_surroundings = [
            tuple(SuitShapes(board, suit, joker, mighty, ids[suit]) for suit in range(4))
            for joker, mighty in surroundings
        ]
        """By whether a joker lives (1) and the mighty does (2), the shapes of the four suits."""

    def of(self, live: CardSet) -> tuple[int, CardSet]:
        """A number that is the same for positions of the same shape, and the cards that are to be tried."""
        around = self.by_surroundings[bool(live & JOKERS) | (live >> self.mighty & 1) << 1]
        clubs, diamonds, hearts, spades = around
        key0, cards0 = clubs[live & SUIT_BITS]
        key1, cards1 = diamonds[live >> 13 & SUIT_BITS]
        key2, cards2 = hearts[live >> 26 & SUIT_BITS]
        key3, cards3 = spades[live >> 39 & SUIT_BITS]
        rest = live >> 52 << REST_SHIFT
        return key0 | key1 | key2 | key3 | rest, cards0 | cards1 | cards2 | cards3 | live & JOKERS


class SuitShapes(dict[int, tuple[int, CardSet]]):
    """For each set of live cards of one suit: its part of a position's key, and its cards that are to be tried."""

    def __init__(self, board: Board, suit: Suit, joker: bool, mighty: bool, ids: dict[tuple[int, ...], int]) -> None:
        super().__init__()
        self.board, self.suit, self.joker, self.ids = board, suit, joker, ids
        laws = board.laws
        alone = laws.turning | laws.sometimes
        if joker:
            alone |= laws.callers
        if mighty and set(laws.yoromeki) != {-1}:
            alone |= ONE_CARD[HEART_QUEEN] | laws.returning
        self.alone = alone & SUIT_SETS[suit]
        """Cards that rank as others do, and do something else besides."""

    def __missing__(self, bits: int) -> tuple[int, CardSet]:
        first = 13 * self.suit
        live, laws = bits << first, self.board.laws
        alone = self.alone | (ONE_CARD[two_of(self.suit)] if self._has_same_two(live) else 0)
        sequence = [live & laws.powers]
        to_try, last = live & laws.powers, -1
        for card in reversed(cards_in(live & ~laws.powers)):
            bit = 1 << card
            kind = 2 * self.board.owner[card] + (self.board.valuable >> card & 1)
            if alone & bit:
                kind, last = 16 + card, -1
            elif kind == last:
                sequence.append(kind)
                continue
            else:
                last = kind
            sequence.append(kind)
            to_try |= bit
        number = self.ids.setdefault(tuple(sequence), len(self.ids))
        self[bits] = shape = (number << ID_BITS * self.suit, to_try)
        return shape

    def _has_same_two(self, live: CardSet) -> bool:
        """Whether all seats might still play this suit to one trick."""
        if not self.board.laws.same_two:
            return False
        holders = sum(1 for hand in self.board.hands if hand & live)
        jokers = (self.board.pack & JOKERS).bit_count() if self.joker else 0
        return holders + jokers >= len(self.board.hands)
