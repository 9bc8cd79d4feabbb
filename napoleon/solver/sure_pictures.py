"""Pictures that are sure to be taken by the side that holds them, whatever anybody plays."""

from typing import TypeAlias

from napoleon.engine.cards import HEART_QUEEN, JOKERS, ONE_CARD, CardSet, cards_in
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH

from .board import Board

Sure: TypeAlias = tuple[int, int]
"""What is sure for the declarer's side, and for its opponents."""


class SureCards(dict[CardSet, Sure]):
    """By the live cards among `strong`, the pictures that nothing can beat. Worked out as they come up.

    A trump or a power card has one strength in every trick. If no live card of the other side is stronger, and none
    of the special cases can be against it, the trick in which it falls is its side's.
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        laws = board.laws
        self.board = board
        self.trumps = laws.trumps
        self.strong: CardSet = self.trumps | laws.powers | JOKERS
        if laws.yoromeki != -1:
            self.strong |= ONE_CARD[HEART_QUEEN]
        self.side = sum(hand for hand, is_of in zip(board.hands, board.side, strict=True) if is_of)

    def __missing__(self, live: CardSet) -> Sure:
        members = sum(self.board.side)
        of_side = self._sure(live & self.side, live & ~self.side, members)
        of_others = self._sure(live & ~self.side, live & self.side, len(self.board.hands) - members)
        self[live] = sure = (of_side, of_others)
        return sure

    def _sure(self, own: CardSet, against: CardSet, members: int) -> int:
        """How many of the cards of a side of so many seats are sure, and count."""
        rows = self.board.laws.rows
        strongest = max((row[card] for card in cards_in(against) for row in rows), default=-1)
        if self.board.laws.same_two and self.trumps & -self.trumps & against:
            strongest = max(strongest, SAME_TWO_STRENGTH)
        sure = sum(
            1
            for card in cards_in(own & self.board.valuable & (self.trumps | self.board.laws.powers))
            if rows[0][card] > strongest
        )
        # The ♥Q takes one trick in which the mighty lies: from each member of the side it may take one card.
        has_pair = self.board.laws.yoromeki & (own | against) == self.board.laws.yoromeki
        return max(0, sure - members) if has_pair and against >> HEART_QUEEN & 1 else sure
