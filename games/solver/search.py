"""The search: how much a side can take of what is still to come, asked as "at least so much?".

Every question is a zero window: the answer is a bound that is at least ``goal`` or below it, as sharp as it comes
(fail-soft). What was asked once is kept in a table at the beginning of tricks, and its keys hold for the whole deal
(`shapes`), so that all questions about one deal share it.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import HEART_QUEEN, JOKERS, ONE_CARD, Card, CardSet, two_of
from games.engine.napoleon_ranking import SAME_TWO_STRENGTH, YOROMEKI_STRENGTH

from .board import Board, Position
from .laws import CALLED, Way
from .ordering import Ordering
from .shapes import REST_SHIFT, Shapes
from .sure import SureCards

ALL_SO_FAR: Final[CardSet] = 1 << 53
"""Stands among the live cards while the opponents have taken nothing, where taking everything loses."""
SWEPT: Final = 64
"""What taking everything costs there: more than there is to take."""
_UNKNOWN: Final = 999
_STEP_SHIFT: Final = REST_SHIFT + 2
_SEAT_SHIFT: Final = _STEP_SHIFT + 1


class OutOfNodes(Exception):
    """The search was given too few nodes."""


class Search:
    """The search of one board, with its table."""

    __slots__ = (
        *("board", "bonus", "bound", "following", "hands", "laws", "limit", "maximises", "nodes"),
        *("of_follow", "of_lead", "pack", "players", "rows", "shape_of", "side", "strong"),
        *("sure", "table", "unusual", "valuable"),
    )

    def __init__(self, board: Board) -> None:
        laws = board.laws
        self.board, self.laws, self.hands, self.pack = board, laws, board.hands, board.pack
        self.bonus, self.valuable, self.players = board.bonus, board.valuable, len(board.hands)
        self.bound, self.side, self.maximises = board.bound, board.side, board.maximises
        self.rows, self.following, self.unusual = laws.rows, laws.following, laws.unusual
        ordering = Ordering(board)
        self.of_lead, self.of_follow = ordering.of_lead, ordering.of_follow
        self.shape_of = Shapes(board).of
        self.sure = SureCards(board)
        self.strong = self.sure.strong
        self.table: dict[int, tuple[int, int, CardSet]] = {}
        """By key: what is sure, what is possible, and the card that showed it."""
        self.nodes = 0
        """Cards tried so far."""
        self.limit = 0
        """The number of nodes at which `OutOfNodes` is raised."""

    def most(self, position: Position) -> int:
        """All that the side can take from here on."""
        bonus = self.bonus if position.live == self.pack else 0
        return (position.live & self.valuable).bit_count() + bonus

    def at_least(self, position: Position, goal: int) -> int:
        """A bound on what the side takes from here on: ``goal`` or more if it can take that, less if not."""
        live, seat, step = position.live, position.seat, position.step
        if not position.lying:
            return self._lead(live, seat, step, goal)
        left = self.players - position.lying.bit_count()
        return self._follow(
            *(live, self.shape_of(live)[1], seat, left, position.way),
            *(position.strength, position.holder, position.lying, step, goal),
        )

    def at_least_after(self, position: Position, card: Card, way: Way | None, goal: int) -> int:
        """The same after one more card; ``way`` says how it is led, if it is."""
        if position.lying.bit_count() < self.players - 1:
            return self.at_least(position.with_card(self.board, card, way), goal)
        strength, holder = position.strength, position.holder
        if self.rows[position.way][card] > strength:
            strength, holder = self.rows[position.way][card], position.seat
        lying = position.lying | ONE_CARD[card]
        return self._close(
            position.live, position.way, strength, holder, lying, position.step, goal
        )

    def _lead(self, live: CardSet, leader: int, step: int, goal: int) -> int:
        """A bound at the beginning of a trick."""
        most = (live & self.valuable).bit_count()
        if live & self.pack == self.pack:
            most += self.bonus
        least, lost = self.sure[live & self.strong]
        if live & ALL_SO_FAR and not lost:
            least, most = most - SWEPT, most - 1
            if most < 0:
                return least
        else:
            most -= lost
        if goal <= least or least == most:
            return least
        if goal > most:
            return most
        key, to_try = self.shape_of(live)
        key |= leader << _SEAT_SHIFT | (step > 0) << _STEP_SHIFT
        known = self.table.get(key)
        tried = 0
        if known is not None:
            least, most, tried = known
            if least >= goal:
                return least
            if most < goal:
                return most
        maximises, left, rows = self.maximises[leader], self.players - 1, self.rows
        value, follower = -_UNKNOWN if maximises else _UNKNOWN, (leader + step) % self.players
        for card, way in self._leads(live, leader, step, to_try, tried):
            strength = rows[way][card.bit_length() - 1]
            bound = self._follow(
                live, to_try, follower, left, way, strength, leader, card, step, goal
            )
            if (bound >= goal) is maximises:
                value, tried = bound, card
                break
            if (bound > value) is maximises:
                value, tried = bound, card
        self.table[key] = (value, most, tried) if value >= goal else (least, value, tried)
        return value

    def _leads(
        self, live: CardSet, leader: int, step: int, to_try: CardSet, tried: CardSet
    ) -> list[tuple[CardSet, Way]]:
        """The leads that are to be tried, the most hopeful first."""
        hand, laws = self.hands[leader] & live, self.laws
        if laws.barred_first and live & self.pack == self.pack:
            hand = hand & ~laws.barred_first or hand
        leads: list[tuple[CardSet, Way]] = []
        cards = hand & to_try
        while cards:
            card = cards & -cards
            cards ^= card
            if card & JOKERS:
                leads += [(card, way) for way in laws.joker_ways]
            else:
                leads.append((card, laws.way(card.bit_length() - 1)))
        if len(leads) > 1:
            self.of_lead(live, leader, step, tried, leads)
        return leads

    def _follow(
        self,
        live: CardSet,
        to_try: CardSet,
        seat: int,
        left: int,
        way: Way,
        strength: int,
        holder: int,
        lying: CardSet,
        step: int,
        goal: int,
    ) -> int:
        """A bound within a trick, in which ``left`` seats are still to play, ``seat`` the next of them."""
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfNodes
        cards = self.hands[seat] & live
        if way >= CALLED and cards & JOKERS:
            cards &= JOKERS
        elif cards & self.bound[seat][way]:
            cards &= self.following[way]
        cards &= to_try
        left -= 1
        order = [cards]
        if cards & (cards - 1):
            order = self.of_follow(live, cards, seat, left, way, strength, holder, step)
        maximises, row = self.maximises[seat], self.rows[way]
        value, follower = -_UNKNOWN if maximises else _UNKNOWN, (seat + step) % self.players
        for card in order:
            own = row[card.bit_length() - 1]
            best, winner = (own, seat) if own > strength else (strength, holder)
            if left:
                bound = self._follow(
                    live, to_try, follower, left, way, best, winner, lying | card, step, goal
                )
            else:
                bound = self._close(live, way, best, winner, lying | card, step, goal)
            if (bound >= goal) is maximises:
                return bound
            if (bound > value) is maximises:
                value = bound
        return value

    def _close(
        self,
        live: CardSet,
        way: Way,
        strength: int,
        holder: int,
        lying: CardSet,
        step: int,
        goal: int,
    ) -> int:
        """A bound at the end of a trick. ``strength`` is that of the strongest card, which ``holder`` played."""
        if lying & self.unusual[way]:
            holder = self._unusual_winner(live, way, strength, holder, lying)
        taken = (lying & self.valuable).bit_count()
        if self.bonus and live & self.pack == self.pack:
            taken += self.bonus
        if (lying & self.laws.turning).bit_count() & 1:
            step = -step
        live ^= lying
        if self.side[holder]:
            return taken + self._lead(live, holder, step, goal - taken)
        if taken:
            live &= ~ALL_SO_FAR
        return self._lead(live, holder, step, goal)

    def _unusual_winner(
        self, live: CardSet, way: Way, strength: int, holder: int, lying: CardSet
    ) -> int:
        """Who wins a trick in which the ♥Q or a 2 may do more than rank (rules.md 1.5)."""
        laws, owner = self.laws, self.board.owner
        if lying & laws.yoromeki == laws.yoromeki and strength < YOROMEKI_STRENGTH:
            return owner[HEART_QUEEN]
        two = two_of(way & 3)
        if (
            laws.same_two
            and strength < SAME_TWO_STRENGTH
            and lying >> two & 1
            and not lying & ~(laws.suits[way] | JOKERS)
            and not lying & laws.spoilers
            and (laws.same_two_first_trick or live & self.pack != self.pack)
        ):
            return owner[two]
        return holder
