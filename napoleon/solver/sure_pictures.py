"""Pictures that are sure to be taken by the side that holds them, whatever anybody plays."""

from typing import TypeAlias

from napoleon.engine.cards import HEART_QUEEN, JOKERS, ONE_CARD, CardSet, cards_in
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH

from .board import Board

Sure: TypeAlias = tuple[int, int]
"""What is sure for the declarer's side, and for its opponents."""


class SureCards(dict[CardSet, Sure]):
    """By the live cards among `strong`, the pictures that nothing can beat. Worked out as they come up.

    If no live card of the other side is ever stronger than a card is at its weakest, and none of the special cases can
    be against it, the trick in which it falls is its side's. Only trumps and power cards are strong in every trick.
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        laws = board.laws
        self.board = board
        self.trumps = laws.trumps
        self.lasting = self.trumps | laws.powers
        self.strong: CardSet = self.lasting | laws.sometimes | JOKERS
        self.pair = max(laws.yoromeki, default=-1)
        """The two cards that make a yoromeki in some trick, or -1."""
        self.takers = 0 if self.pair == -1 else ONE_CARD[HEART_QUEEN] | laws.returning
        """The cards that take a yoromeki."""
        self.strong |= self.takers
        by_card = list(zip(*laws.rows, strict=True))
        self.least, self.greatest = [min(row) for row in by_card], [max(row) for row in by_card]
        self.side = sum(hand for hand, is_of in zip(board.hands, board.side, strict=True) if is_of)

    def __missing__(self, live: CardSet) -> Sure:
        members = sum(self.board.side)
        of_side = self._sure(live & self.side, live & ~self.side, members)
        of_others = self._sure(live & ~self.side, live & self.side, len(self.board.hands) - members)
        self[live] = sure = (of_side, of_others)
        return sure

    def _sure(self, own: CardSet, against: CardSet, members: int) -> int:
        """How many of the cards of a side of so many seats are sure, and count."""
        strongest = max((self.greatest[card] for card in cards_in(against)), default=-1)
        if self.board.laws.same_two and self.trumps & -self.trumps & against:
            strongest = max(strongest, SAME_TWO_STRENGTH)
        sure = sum(1 for card in cards_in(own & self.board.valuable & self.lasting) if self.least[card] > strongest)
        # The ♥Q, or its answer, takes one trick in which the mighty lies: from each member it may take one card.
        has_pair = self.pair & (own | against) == self.pair
        return max(0, sure - members) if has_pair and against & self.takers else sure
