"""A deal with open hands as the search needs it, and where its play stands.

A `Board` is what stays the same through the play of one deal: whose the cards are, who plays for whom, what counts.
A `BoardPosition` is where the play stands. Both come from the engine's own states.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from napoleon.engine.cards import (
    CARD_NAMES,
    HEART_QUEEN,
    PICTURES,
    Card,
    CardSet,
    card_set,
    cards_in,
    is_joker,
    suit_of,
    two_of,
)
from napoleon.engine.deal import WAYS_TO_LEAD
from napoleon.engine.events import Play
from napoleon.engine.nap import NapPlaying
from napoleon.engine.napoleon_play import Playing, PlaySetup
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH, YOROMEKI_STRENGTH

from .laws import Laws, Way, nap_laws, napoleon_laws

PlayState: TypeAlias = Playing | NapPlaying
"""The states of the engine in which cards are played."""


@dataclass(frozen=True, slots=True)
class Board:
    """One deal: whose each card is, and what each side plays for.

    The declarer's side is Napoleon and the adjutant, or the declarer at Nap. What it takes is counted, and the seats
    that ``maximises`` marks want as much of it as they can get: the side itself, but at misère its opponents.
    """

    laws: Laws
    hands: tuple[CardSet, ...]
    """The hands when the play began."""
    owner: tuple[int, ...]
    """By card, the seat that held it then; -1 if none did."""
    bound: tuple[tuple[CardSet, ...], ...]
    """By seat and way, the cards that force the seat to follow."""
    side: tuple[bool, ...]
    """By seat, whether it is of the declarer's side."""
    maximises: tuple[bool, ...]
    valuable: CardSet
    """The cards that count for the side that takes them.

    At Nap those of the declarer: one lies in each trick, so they count tricks.
    """
    bonus: int
    """Pictures that the winner of the first trick takes besides."""

    @property
    def plays_for_more(self) -> bool:
        """Whether the declarer's side wants to take much: always but at misère."""
        return self.side == self.maximises

    @property
    def pack(self) -> CardSet:
        """All cards of the play."""
        return sum(self.hands)  # the hands share no card

    def kind(self, live: CardSet) -> int:
        """The kind of the trick (`Way`) that begins, or has begun, with these live cards."""
        kinds = self.laws.kinds
        return kinds[(self.pack & ~live).bit_count() // len(self.hands)] if kinds else 0

    def leads(self, live: CardSet) -> tuple[tuple[Way, ...], ...]:
        """For each card the ways in which it may be led to that trick."""
        return self.laws.leads[self.kind(live)]

    def most(self, position: BoardPosition) -> int:
        """All that a side can take from there on."""
        bonus = self.bonus if position.live == self.pack else 0
        return (position.live & self.valuable).bit_count() + bonus

    def winner(self, lying: CardSet, way: Way, strength: int, holder: int, first: bool) -> int:
        """Who wins a trick (rules.md 1.5). ``holder`` played the strongest card; ``first`` is the first trick."""
        laws = self.laws
        if not lying & laws.unusual[way]:
            return holder
        pair = laws.yoromeki[way]
        if lying & pair == pair and strength < YOROMEKI_STRENGTH:
            answers = [card for card, needed in laws.yoromeki_returns if lying & needed == needed]
            return self.owner[answers[0] if answers else HEART_QUEEN]
        two = two_of(way & 3)
        if (
            laws.same_two
            and strength < SAME_TWO_STRENGTH
            and lying >> two & 1
            and not lying & ~laws.same_two_suits[way & 3]
            and not lying & laws.spoilers[way]
            and (laws.same_two_first_trick or not first)
        ):
            return self.owner[two]
        return holder


class BoardPosition(NamedTuple):
    """Where the play of a board stands."""

    live: CardSet
    """The cards in the hands, and those of the running trick."""
    seat: int
    """The seat to play."""
    step: int
    taken: int
    """What the declarer's side has taken so far."""
    lost: int
    """What their opponents have taken so far."""
    lying: CardSet = 0
    """The running trick."""
    way: Way = 0
    strength: int = 0
    """The strength of the strongest card that lies."""
    holder: int = 0
    """Who played it."""

    def with_card(self, board: Board, card: Card, way: Way) -> BoardPosition:
        """The position after a card; ``way`` is how the trick is led, by this card or by the first one."""
        strength, wins = board.laws.rows[way][card], not self.lying
        wins = wins or strength > self.strength
        after = self._replace(
            seat=(self.seat + self.step) % len(board.hands),
            lying=self.lying | 1 << card,
            way=way,
            strength=strength if wins else self.strength,
            holder=self.seat if wins else self.holder,
        )
        if after.lying.bit_count() == len(board.hands):
            return after._closed(board)
        return after

    def _closed(self, board: Board) -> BoardPosition:
        """The position after a trick of which all cards lie."""
        first = self.live == board.pack
        winner = board.winner(self.lying, self.way, self.strength, self.holder, first)
        count = (self.lying & board.valuable).bit_count() + (board.bonus if first else 0)
        is_side = board.side[winner]
        return BoardPosition(
            live=self.live & ~self.lying,
            seat=winner,
            step=-self.step if (self.lying & board.laws.turning).bit_count() & 1 else self.step,
            taken=self.taken + (count if is_side else 0),
            lost=self.lost + (0 if is_side else count),
        )


def way_of(board: Board, position: BoardPosition, play: Play) -> Way:
    """How the trick is led in which the card is played."""
    if position.lying:
        return position.way
    ways = board.leads(position.live)[play.card]
    if is_joker(play.card):
        return next(way for way in ways if way & 3 == play.suit)
    return ways[-1 if play.calls_joker is False else 0]


# --- From the engine's states ---


def board_of(state: PlayState) -> Board:
    """The board of a deal. At Nap trumps must have been made, unless the bid is misère."""
    return _nap_board(state) if isinstance(state, NapPlaying) else _napoleon_board(state)


def _napoleon_board(state: Playing) -> Board:
    contract, hands = state.contract, state.setup.hands
    laws = napoleon_laws(contract.dealt.rules, contract.trump)
    side = tuple(seat in contract.side() for seat in range(len(hands)))
    return Board(
        laws=laws,
        hands=hands,
        owner=_owners(hands),
        bound=_bound(state.setup, laws),
        side=side,
        maximises=side,
        valuable=PICTURES,
        bonus=contract.pictures_for_first_trick(),
    )


def _bound(setup: PlaySetup, laws: Laws) -> tuple[tuple[CardSet, ...], ...]:
    """By seat and way, the cards that force the seat to follow."""
    of_kind = {kind: binding for kind, (_, binding) in zip(laws.kinds, setup.course, strict=False)}
    bindings = [of_kind.get(way // WAYS_TO_LEAD, setup.binding) for way in range(len(laws.suits))]
    return tuple(
        tuple([suit & binding[seat] for suit, binding in zip(laws.suits, bindings, strict=True)])
        for seat in range(len(setup.hands))
    )


def _nap_board(state: NapPlaying) -> Board:
    contract, hands = state.contract, tuple(map(state.contract.hand, range(len(state.dealt.hands))))
    is_misere = contract.bid == "misere"
    laws = nap_laws(state.trump)
    side = tuple(seat == contract.declarer for seat in range(len(hands)))
    return Board(
        laws=laws,
        hands=hands,
        owner=_owners(hands),
        bound=(laws.suits,) * len(hands),
        side=side,
        maximises=tuple(is_declarer != is_misere for is_declarer in side),
        valuable=hands[contract.declarer],
        bonus=0,
    )


def _owners(hands: tuple[CardSet, ...]) -> tuple[int, ...]:
    owner = [-1] * len(CARD_NAMES)
    for seat, hand in enumerate(hands):
        for card in cards_in(hand):
            owner[card] = seat
    return tuple(owner)


def position_of(board: Board, state: PlayState) -> BoardPosition:
    """Where the state stands on its board."""
    live = board.pack & ~state.played | card_set(state.trick)
    if isinstance(state, NapPlaying):
        won = sum(board.side[trick.winner] for trick in state.tricks)
        leader, step = state.leader, 1
        position = BoardPosition(live, leader, step, won, len(state.tricks) - won)
    else:
        past = state.past
        won = sum(count for seat, count in enumerate(past.pictures) if board.side[seat])
        position = BoardPosition(live, past.leader, past.step, won, sum(past.pictures) - won)
    if not state.trick:
        return position
    led = suit_of(state.trick[0]) if isinstance(state, NapPlaying) else state.led
    way = led + WAYS_TO_LEAD * board.kind(live)
    for card in state.trick:
        position = position.with_card(board, card, way)
    return position
