"""A world played on to its end by rules of thumb: quick, so that a captain can look at hundreds of them.

Every seat plays much as a corporal does: the card that should win the most pictures now, less what it should bring
later. Nobody looks into another hand: what may beat a card is a chance, from the cards that are out and the suits that
a seat is known to lack, and until the called card is played only its holder knows the adjutant.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from napoleon.bots.card_order import CardOrder, card_order
from napoleon.bots.corporal.card_value import WEIGHTS, chance, kept
from napoleon.bots.corporal.deduction import none_of
from napoleon.engine import NapoleonRules
from napoleon.engine.cards import CARD_NAMES, JOKERS, PICTURES, Card, CardSet, Suit, cards_in
from napoleon.engine.following import may_follow
from napoleon.engine.napoleon_play import Playing
from napoleon.solver.board import Board, BoardPosition

_FROM_FRIEND: Final = 0.5
"""The pictures that a later friend adds to a trick that is won."""
_FROM_ENEMY: Final = 0.15


class Keeping(NamedTuple):
    """What cards should bring if they are kept."""

    above: tuple[CardSet, ...]
    """For each card those above it."""
    worth: tuple[tuple[float, ...], ...]
    """For each card what it should bring, by how many of those are out."""


@lru_cache(maxsize=1024)
def keeping(rules: NapoleonRules, trump: Suit) -> Keeping:
    """The table of a rule set and a trump, as a corporal judges cards (`corporal.card_value`)."""
    order = card_order(rules, trump)
    above = tuple(_above(order, card) for card in range(len(CARD_NAMES)))
    worth = tuple(_worths(order, card, cards) for card, cards in enumerate(above))
    return Keeping(above, worth)


def _above(order: CardOrder, card: Card) -> CardSet:
    """The cards that lessen the chance of this one, found by asking for each."""
    if not order.pack >> card & 1:
        return 0
    alone = chance(order, 0, card)
    return sum(1 << other for other in cards_in(order.pack & ~(1 << card)) if chance(order, 1 << other, card) < alone)


def _worths(order: CardOrder, card: Card, above: CardSet) -> tuple[float, ...]:
    if not order.pack >> card & 1:
        return (0.0,)
    worths, out = [kept(order, 0, card)], 0
    for other in cards_in(above):
        out |= 1 << other
        worths.append(kept(order, out, card))
    return tuple(worths)


class Playout:
    """Plays one board on from any of its positions."""

    __slots__ = (
        *("board", "called", "friends", "friends_hidden", "keep_above", "keep_worth"),
        *("free", "lacking", "lacks", "napoleon", "players"),
    )

    def __init__(
        self, board: Board, table: Keeping, napoleon: int, called: CardSet, lacking: tuple[CardSet, ...]
    ) -> None:
        self.board, self.napoleon, self.called = board, napoleon, called
        self.players = len(board.hands)
        self.keep_above, self.keep_worth = table.above, table.worth
        self.friends = [[float(own == other) for other in board.side] for own in board.side]
        self.friends_hidden = self._hidden()
        self.lacking = lacking
        """For each seat the cards that everybody knows it not to hold."""
        self.lacks = list(lacking)
        laws = board.laws
        self.free = [cards | called for cards, called in zip(laws.following, laws.called, strict=True)]
        """By way, the cards with which nobody shows that they lack the suit."""

    def _hidden(self) -> list[list[float]]:
        """How likely each seat takes each other for a friend, before the called card is played."""
        board, napoleon, players = self.board, self.napoleon, self.players
        rows = []
        for seat in range(players):
            if board.side[seat] and seat != napoleon:
                rows.append(self.friends[seat])
                continue
            likely = 1.0 / (players - 1) if seat == napoleon else 1.0 - 1.0 / (players - 2)
            row = [likely] * players
            row[napoleon] = 0.0
            row[seat] = 1.0
            rows.append(row)
        return rows

    def taken(self, position: BoardPosition) -> int:
        """What Napoleon's side takes in the whole deal if all play on so."""
        board = self.board
        laws, players = board.laws, self.players
        live, seat, step, taken = position.live, position.seat, position.step, position.taken
        lying, way = position.lying, position.way
        strength, holder = position.strength, position.holder
        left = players - 1 - lying.bit_count()
        rows, side, bound, free = laws.rows, board.side, board.bound, self.free
        pack, bonus = board.pack, board.bonus
        self.lacks = list(self.lacking)
        while live:
            if not lying:
                card, way = self.lead(live, seat, step)
                strength, holder = rows[way][card.bit_length() - 1], seat
            else:
                card = self.follow(live, seat, step, left, way, strength, holder, lying)
                own = rows[way][card.bit_length() - 1]
                if own > strength:
                    strength, holder = own, seat
                if not card & free[way]:
                    self.lacks[seat] |= bound[seat][way]
            lying |= card
            if left:
                left -= 1
                seat = (seat + step) % players
                continue
            first = live == pack
            if lying & laws.unusual[way]:
                holder = board.winner(lying, way, strength, holder, first)
            if side[holder]:
                taken += (lying & PICTURES).bit_count()
                if first:
                    taken += bonus
            if laws.turning and (lying & laws.turning).bit_count() & 1:
                step = -step
            live &= ~lying
            lying, left, seat = 0, players - 1, holder
        return taken

    def lead(self, live: CardSet, seat: int, step: int) -> tuple[CardSet, int]:
        """The lead of a seat, and how it leads."""
        laws = self.board.laws
        hand = self.board.hands[seat] & live
        out = live & ~hand
        if laws.barred_first and live == self.board.pack:
            hand = hand & ~laws.barred_first or hand
        size, left = hand.bit_count(), self.players - 1
        rest = min(1.0, (size - 1) / 2)
        best, best_card, best_way = -99.0, 0, 0
        leads = self.board.leads(live)
        trumps, drawing = laws.trumps, 0.0
        if seat == self.napoleon:
            drawing = WEIGHTS.draw * (out & trumps).bit_count()
        friends = self._friends(seat, live)
        coming = self._coming(friends, seat, step, left)
        cards = hand
        while cards:
            card = cards & -cards
            cards ^= card
            number = card.bit_length() - 1
            keep = self.keep_worth[number][(self.keep_above[number] & out).bit_count()] * rest
            picture = 1.0 if card & PICTURES else 0.0
            will = WEIGHTS.will if card & PICTURES else WEIGHTS.will_empty
            for way in leads[number]:
                above = laws.above[way][laws.rows[way][number]] & out
                won = self._held(friends, out, size, seat, step, left, way, above, 1.0, will)
                value = won * (picture + coming) - keep
                if laws.suits[way] & trumps:
                    value += drawing
                if out & laws.called[way] & JOKERS:
                    value += WEIGHTS.joker_called
                if value > best:
                    best, best_card, best_way = value, card, way
        return best_card, best_way

    def follow(
        self, live: CardSet, seat: int, step: int, left: int, way: int, strength: int, holder: int, lying: CardSet
    ) -> CardSet:
        """The card that a seat adds to a trick, with ``left`` seats to come after it."""
        board, laws = self.board, self.board.laws
        hand = board.hands[seat] & live
        bound, allowed = board.bound[seat][way], laws.following[way]
        cards = may_follow(hand, bound, allowed, laws.called[way])
        if not cards & (cards - 1):
            return cards
        out, size = live & ~hand & ~lying, hand.bit_count()
        rest = min(1.0, (size - 1) / 2)
        lies = (lying & PICTURES).bit_count()
        if board.bonus and live == board.pack:
            lies += board.bonus
        friends = self._friends(seat, live)
        coming = lies + self._coming(friends, seat, step, left)
        row, higher = laws.rows[way], laws.above[way][strength]
        beating, holding = higher & out, friends[holder]
        will = WEIGHTS.will if lies else WEIGHTS.will_empty
        # How likely the side wins with a card that does not take the trick; a picture draws others to an empty one.
        passed = self._held(friends, out, size, seat, step, left, way, beating, holding, will)
        passed_picture, will_picture = passed, WEIGHTS.will
        if not lies and cards & ~higher & PICTURES:
            passed_picture = self._held(friends, out, size, seat, step, left, way, beating, holding, will_picture)
        best, best_card = -99.0, 0
        while cards:
            card = cards & -cards
            cards ^= card
            number = card.bit_length() - 1
            keep = self.keep_worth[number][(self.keep_above[number] & out).bit_count()] * rest
            picture = 1.0 if card & PICTURES else 0.0
            if card & higher:
                above, own = laws.above[way][row[number]] & out, will_picture if picture else will
                won = self._held(friends, out, size, seat, step, left, way, above, 1.0, own)
            else:
                won = passed_picture if picture else passed
            value = won * (coming + picture) - keep
            if value > best:
                best, best_card = value, card
        return best_card

    def _friends(self, seat: int, live: CardSet) -> list[float]:
        return self.friends_hidden[seat] if live & self.called else self.friends[seat]

    def _held(
        self,
        friends: list[float],
        out: CardSet,
        size: int,
        seat: int,
        step: int,
        left: int,
        way: int,
        above: CardSet,
        holding: float,
        will: float,
    ) -> float:
        """How likely the side of a seat wins the trick, if only the cards ``above`` beat what lies.

        Each hand holds ``size`` of the cards that are ``out``.
        """
        if not above:
            return holding
        suit, lacks = self.board.laws.suits[way], self.lacks
        bindable = suit | JOKERS
        for _ in range(left):
            seat = (seat + step) % self.players
            pool = out & ~lacks[seat]
            higher = pool & above
            if not higher:
                continue
            cards = pool.bit_count()
            bound = (higher & bindable).bit_count()
            loose = higher.bit_count() - bound
            able = 1.0 - none_of(bound, size, cards) if bound else 0.0
            if loose:
                suited = (pool & suit).bit_count()
                void = none_of(suited, size, cards)
                if void:
                    able += (1.0 - able) * void * (1.0 - none_of(loose, size, cards - suited))
            able *= will
            friend = friends[seat]
            holding += (1.0 - holding) * friend * able - holding * (1.0 - friend) * able
        return holding

    def _coming(self, friends: list[float], seat: int, step: int, left: int) -> float:
        """The pictures that later seats should add to a trick that is won."""
        coming = 0.0
        for _ in range(left):
            seat = (seat + step) % self.players
            coming += _FROM_ENEMY + (_FROM_FRIEND - _FROM_ENEMY) * friends[seat]
        return coming


def playout_of(state: Playing, board: Board, lacking: tuple[CardSet, ...] = ()) -> Playout:
    """What plays the board of a state on. ``lacking``: the cards that each seat is known not to hold."""
    contract = state.contract
    table = keeping(contract.dealt.rules, contract.trump)
    called = 0 if contract.adjutant is None or contract.called is None else 1 << contract.called
    return Playout(board, table, contract.napoleon, called, lacking or (0,) * len(board.hands))
