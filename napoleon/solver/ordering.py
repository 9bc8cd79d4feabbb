"""Which card is tried first. The order never changes a value, only how soon it is found."""

from napoleon.engine.cards import CardSet

from .board import Board
from .laws import Way


class Ordering:
    __slots__ = ("above", "maximises", "opponents", "rows", "valuable")

    def __init__(self, board: Board) -> None:
        self.rows, self.above = board.laws.rows, board.laws.above
        self.valuable, self.maximises = board.valuable, board.maximises
        self.opponents = {
            step: tuple(opponents_of(board, seat, step) for seat in range(len(board.hands))) for step in (1, -1)
        }
        """By direction, seat and number of seats to come: what those of them hold who play against the seat."""

    def of_lead(self, live: CardSet, seat: int, step: int, tried: CardSet, leads: list[tuple[CardSet, Way]]) -> None:
        """Sort the leads: what did it before, then those that nobody beats, the strongest first, then the cheapest."""
        rows, above, valuable = self.rows, self.above, self.valuable
        against = self.opponents[step][seat][-1] & live

        def worth(lead: tuple[CardSet, Way]) -> int:
            card, way = lead
            if card == tried:
                return -1000
            strength = rows[way][card.bit_length() - 1]
            if not against & above[way][strength]:
                return -strength - 100
            return strength + (100 if card & valuable else 0)

        leads.sort(key=worth)

    def of_follow(
        self, live: CardSet, cards: CardSet, seat: int, left: int, way: Way, strength: int, holder: int, step: int
    ) -> list[CardSet]:
        """The cards of one who follows, each as a set."""
        above, valuable = self.above[way], self.valuable
        against = self.opponents[step][seat][left] & live if left else 0
        winners = cards & above[strength]
        if self.maximises[seat] == self.maximises[holder] and not against & above[strength]:
            return _rising(cards & valuable) + _rising(cards & ~valuable)
        if not winners:
            return _rising(cards & ~valuable) + _rising(cards & valuable)
        takers, losers = _rising(winners), cards ^ winners
        if len(takers) > 1:
            row = self.rows[way]
            takers.sort(key=lambda card: row[card.bit_length() - 1])
        rest = _rising(losers & ~valuable) + _rising(losers & valuable)
        if not against:
            return takers + rest
        row = self.rows[way]
        sure = [card for card in takers if not against & above[row[card.bit_length() - 1]]]
        return sure + rest + takers[: len(takers) - len(sure)]


def opponents_of(board: Board, seat: int, step: int) -> tuple[CardSet, ...]:
    """By number of seats that come after this one, the cards of its opponents among them."""
    players, cards = len(board.hands), 0
    by_number = [0]
    for place in range(1, players):
        other = (seat + place * step) % players
        if board.maximises[other] != board.maximises[seat]:
            cards |= board.hands[other]
        by_number.append(cards)
    return tuple(by_number)


def _rising(cards: CardSet) -> list[CardSet]:
    rising = []
    while cards:
        low = cards & -cards
        rising.append(low)
        cards ^= low
    return rising
