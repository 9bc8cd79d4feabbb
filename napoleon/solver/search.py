"""The search: how much a side can take of what is still to come, asked as "at least so much?".

Every question is a zero window: the answer is a bound that is at least ``goal`` or below it, as sharp as it comes
(fail-soft). What was asked once is kept in a table at the beginning of tricks, and its keys hold for the whole deal
(`shapes`), so that all questions about one deal share it.
"""

from collections.abc import Sequence
from typing import Final

from napoleon.engine.cards import CardSet
from napoleon.engine.following import may_follow

from .board import Board, BoardPosition
from .laws import Way
from .ordering import Ordering
from .shapes import Shapes
from .sure_pictures import SureCards

ALL_SO_FAR: Final[CardSet] = 1 << 54
"""A bit set among the live cards while the opponents have taken nothing, where taking everything loses."""
SWEPT: Final = 64
"""What taking everything costs there: more than there is to take."""
_UNKNOWN: Final = 999
_PLACE_BITS: Final = 4
"""Bits for the leader and the direction."""
_PLACE: Final = (1 << _PLACE_BITS) - 1
LEAST, MOST, TRIED = range(3)
"""The places of an entry in the table."""


class OutOfNodes(Exception):
    """The search was given too few nodes."""


class Search:
    """The search of one board, with its table."""

    __slots__ = (
        *("board", "bonus", "bound", "called", "following", "hands", "laws", "limit", "maximises"),
        *("nodes", "of_follow", "of_lead", "pack", "players", "rows", "seen", "shape_of", "side"),
        *("strong", "sure", "table", "turning", "unusual", "valuable"),
    )

    def __init__(self, board: Board) -> None:
        laws = board.laws
        self.board, self.laws, self.hands, self.pack = board, laws, board.hands, board.pack
        self.bonus, self.valuable, self.players = board.bonus, board.valuable, len(board.hands)
        self.bound, self.side, self.maximises = board.bound, board.side, board.maximises
        self.rows, self.following, self.unusual = laws.rows, laws.following, laws.unusual
        self.called, self.turning = laws.called, laws.turning
        ordering = Ordering(board)
        self.of_lead, self.of_follow = ordering.of_lead, ordering.of_follow
        self.shape_of = Shapes(board).of
        self.sure = SureCards(board)
        self.strong = self.sure.strong
        self.table: dict[int, list[int]] = {}
        """By shape: what is sure, what is possible, and the card that showed it."""
        self.seen: dict[int, list[int]] = {}
        """The same by position."""
        self.nodes = 0
        """Cards tried so far."""
        self.limit = 0
        """The number of nodes at which `OutOfNodes` is raised."""

    def at_least(self, position: BoardPosition, goal: int) -> int:
        """A bound on what the side takes from here on: ``goal`` or more if it can take that, less if not."""
        live, seat, step = position.live, position.seat, position.step
        if not position.lying:
            return self._lead(live, seat, step, goal)
        left = self.players - position.lying.bit_count()
        go_on = self._follow if left > 1 else self._last
        return go_on(
            *(live, self.shape_of(live)[1], seat, left, position.way),
            *(position.strength, position.holder, position.lying, step, goal),
        )

    def _lead(self, live: CardSet, leader: int, step: int, goal: int) -> int:
        """A bound at the beginning of a trick."""
        place = live << _PLACE_BITS | leader << 1 | (step > 0)
        entry = self.seen.get(place)
        if entry is None:
            least, most = self._limits(live)
            if goal <= least or least == most:
                return least
            if goal > most:
                return most
            entry = self.seen[place] = self._entry(live, place, least, most)
        if entry[LEAST] >= goal:
            return entry[LEAST]
        if entry[MOST] < goal:
            return entry[MOST]
        maximises, left, rows = self.maximises[leader], self.players - 1, self.rows
        follow = self._follow if left > 1 else self._last
        value, tried = -_UNKNOWN if maximises else _UNKNOWN, entry[TRIED]
        to_try, follower = self.shape_of(live)[1], (leader + step) % self.players
        for card, way in self._leads(live, leader, step, to_try, tried):
            strength = rows[way][card.bit_length() - 1]
            bound = follow(live, to_try, follower, left, way, strength, leader, card, step, goal)
            if (bound > value) is maximises:
                value, entry[TRIED] = bound, card
            if (bound >= goal) is maximises:
                break
        entry[LEAST if value >= goal else MOST] = value
        return value

    def _limits(self, live: CardSet) -> tuple[int, int]:
        """What is sure and what is possible at the beginning of a trick, without a search."""
        most = (live & self.valuable).bit_count()
        if self.bonus and live & self.pack == self.pack:
            most += self.bonus
        least, lost = self.sure[live & self.strong]
        if not live & ALL_SO_FAR or lost:
            return least, most - lost
        # Either everything is taken, or at least one card is not.
        return most - SWEPT, most - 1 if most else most - SWEPT

    def _entry(self, live: CardSet, place: int, least: int, most: int) -> list[int]:
        """What is known of the position, or of another one of the same shape. It is changed in place."""
        key = self.shape_of(live)[0] << _PLACE_BITS | place & _PLACE
        entry = self.table.get(key)
        if entry is None:
            entry = self.table[key] = [least, most, 0]
        return entry

    def _leads(
        self, live: CardSet, leader: int, step: int, to_try: CardSet, tried: CardSet
    ) -> list[tuple[CardSet, Way]]:
        """The leads that are to be tried, the most hopeful first."""
        hand, laws = self.hands[leader] & live, self.laws
        if laws.barred_first and live & self.pack == self.pack:
            hand = hand & ~laws.barred_first or hand
        leads: list[tuple[CardSet, Way]] = []
        cards, ways = hand & to_try, self.board.leads(live)
        while cards:
            card = cards & -cards
            cards ^= card
            leads += [(card, way) for way in ways[card.bit_length() - 1]]
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
        bound, allowed, hand = self.bound[seat][way], self.following[way], self.hands[seat] & live
        cards = may_follow(hand, bound, allowed, self.called[way]) & to_try
        left -= 1
        order: Sequence[CardSet] = (cards,)
        if cards & (cards - 1):
            order = self.of_follow(live, cards, seat, left, way, strength, holder, step)
        maximises, row = self.maximises[seat], self.rows[way]
        go_on = self._follow if left > 1 else self._last
        value, follower = -_UNKNOWN if maximises else _UNKNOWN, (seat + step) % self.players
        for card in order:
            own = row[card.bit_length() - 1]
            lies = lying | card
            if own > strength:
                bound = go_on(live, to_try, follower, left, way, own, seat, lies, step, goal)
            else:
                bound = go_on(live, to_try, follower, left, way, strength, holder, lies, step, goal)
            if (bound >= goal) is maximises:
                return bound
            if (bound > value) is maximises:
                value = bound
        return value

    def _last(
        self,
        live: CardSet,
        to_try: CardSet,
        seat: int,
        _left: int,
        way: Way,
        strength: int,
        holder: int,
        lying: CardSet,
        step: int,
        goal: int,
    ) -> int:
        """The same for the last to play to a trick."""
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfNodes
        bound, allowed, hand = self.bound[seat][way], self.following[way], self.hands[seat] & live
        cards = may_follow(hand, bound, allowed, self.called[way]) & to_try
        order: Sequence[CardSet] = (cards,)
        if cards & (cards - 1):
            order = self.of_follow(live, cards, seat, 0, way, strength, holder, step)
        maximises, row = self.maximises[seat], self.rows[way]
        value = -_UNKNOWN if maximises else _UNKNOWN
        for card in order:
            own = row[card.bit_length() - 1]
            if own > strength:
                bound = self._close(live, way, own, seat, lying | card, step, goal)
            else:
                bound = self._close(live, way, strength, holder, lying | card, step, goal)
            if (bound >= goal) is maximises:
                return bound
            if (bound > value) is maximises:
                value = bound
        return value

    def _close(self, live: CardSet, way: Way, strength: int, holder: int, lying: CardSet, step: int, goal: int) -> int:
        """A bound at the end of a trick. ``strength`` is that of the strongest card, which ``holder`` played."""
        if lying & self.unusual[way]:
            first = live & self.pack == self.pack
            holder = self.board.winner(lying, way, strength, holder, first)
        taken = (lying & self.valuable).bit_count()
        if self.bonus and live & self.pack == self.pack:
            taken += self.bonus
        if self.turning and (lying & self.turning).bit_count() & 1:
            step = -step
        if self.side[holder]:
            return taken + self._lead(live ^ lying, holder, step, goal - taken)
        live ^= lying
        if taken:
            live &= ~ALL_SO_FAR
        return self._lead(live, holder, step, goal)
