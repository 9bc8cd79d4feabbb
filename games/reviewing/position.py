"""A deal after any of its moves: as one seat knew it then, or with all hands open.

Whether a deal may be looked back on follows from the one door to secrets: it may by whoever sees its hands in the
view of the match as it stands now.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine import DealView, EndedView, Match, PlayerView, open_deal, view
from games.engine.cards import CardSet
from games.engine.events import Play
from games.engine.match import State
from games.engine.nap import NapPlaying
from games.engine.napoleon import Calling, Exchanging, Playing, Sealed
from games.engine.view import deal_view

from .replay import Move, Replay


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A deal after ``step`` of its moves. One step beyond the last, its result stands alone."""

    replay: Replay
    number: int
    step: int
    moves: list[Move]
    """All moves of the deal, the dealing first."""
    ended: EndedView
    """The deal as its reader may look back on it."""

    @property
    def last(self) -> int:
        """The step of the result."""
        return len(self.moves) if self.ended.tricks else len(self.moves) - 1

    @property
    def is_result(self) -> bool:
        return self.step == self.last

    @property
    def move(self) -> Move:
        """The move that has just been made."""
        return self.moves[min(self.step, len(self.moves) - 1)]

    @property
    def seq(self) -> int:
        return self.move.seq

    def view_of(self, seat: int | None) -> PlayerView:
        """What the seat's page showed at that point."""
        return view(self.replay.match_after(self.seq), seat)

    def deal_of(self, seat: int) -> DealView:
        """The open deal as the seat knew it; after its last card, with the trick that this has finished."""
        state = self._state()
        if state is not None:
            return deal_view(state, seat)
        return self._finished(deal_view(self._state_before(), seat))

    def deal_with_all_open(self) -> DealView:
        """The open deal with all that was hidden in it but the hands, for nobody's eyes before its end."""
        state = self._state()
        if state is not None:
            return opened(state)
        return self._finished(opened(self._state_before()))

    def hands(self) -> tuple[tuple[CardSet, CardSet], ...]:
        """For each seat the cards that it holds, and those that it has played."""
        state = self._state()
        if state is None:
            state = self._state_before()
        held, begun = hands_of(state)
        gone = 0
        for move in self.moves[: self.step + 1]:
            if isinstance(move.event, Play):
                gone |= 1 << move.event.card
        return tuple((now & ~gone, before & gone) for now, before in zip(held, begun, strict=True))

    def _state(self) -> State | None:
        return open_deal(self.replay.match_after(self.seq), self.number)

    def _state_before(self) -> State:
        """The deal before the move that ended it."""
        match = self.replay.match_after(self.moves[-2].seq)
        return next(state for state in match.open if state.deal.number == self.number)

    def _finished(self, before: DealView) -> DealView:
        ended, card = self.ended, 0
        if isinstance(self.move.event, Play):
            card = 1 << self.move.event.card
        is_napoleon = bool(ended.pictures)
        return replace(
            before,
            to_act=(),
            my_turn=False,
            legal=(),
            playable=0,
            blocked=None,
            hand=before.hand & ~card,
            seen=before.seen | card,
            leader=ended.tricks[-1].winner if ended.tricks else None,
            led_suit=None,
            trick=(),
            winning=None,
            winning_why=None,
            tricks=ended.tricks,
            tricks_won=ended.tricks_won,
            pictures=ended.pictures or before.pictures,
            adjutant=ended.adjutant,
            alone=ended.adjutant is None if is_napoleon else None,
        )


def position(replay: Replay, seat: int | None, number: int, step: int) -> Position | None:
    """The position for a reader in that seat (None: in no seat), if there is one and he may see it."""
    return positions(replay, seat, [(number, step)]).get((number, step))


def positions(
    replay: Replay, seat: int | None, places: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], Position]:
    """Those of the positions, each a deal and a step, that there are and that the reader may see."""
    places = list(places)
    asked = {number for number, _step in places}
    ends = {end.number: end for end in reviewable(replay, seat) if end.number in asked}
    moves = {number: replay.moves_of(number) for number in ends}
    found = {
        (number, step): Position(
            replay=replay, number=number, step=step, moves=moves[number], ended=ends[number]
        )
        for number, step in places
        if number in ends
    }
    return {place: at for place, at in found.items() if 0 <= at.step <= at.last}


def reviewable(replay: Replay, seat: int | None) -> list[EndedView]:
    """The deals whose hands the reader may see."""
    return open_deals(replay.match, seat, closed=replay.is_closed)


def open_deals(match: Match, seat: int | None, *, closed: bool) -> list[EndedView]:
    """The ended deals whose hands lie open to the seat; ``closed`` as for `games.engine.view`."""
    return [end for end in view(match, seat, closed=closed).ended if end.hands is not None]


def latest_step(replay: Replay, number: int) -> int | None:
    """Where a deal stands now; None if the match has no such deal."""
    count = len(replay.moves_of(number))
    if not count:
        return None
    is_played_out = any(
        end.deal.number == number and getattr(end, "tricks", ()) for end in replay.match.ended
    )
    return count if is_played_out else count - 1


def opened(state: State) -> DealView:
    """The deal as one would know it who saw all hands."""
    deal = deal_view(state, None)
    if isinstance(state, Sealed):
        return replace(deal, auction=tuple(one for one in state.declared if one is not None))
    if not isinstance(state, (Calling, Exchanging, Playing)):
        return deal
    contract = state.deal.contract if isinstance(state, Playing) else state.deal
    his = deal_view(state, contract.napoleon)
    return replace(
        deal,
        adjutant=contract.adjutant,
        alone=contract.adjutant is None if contract.called is not None else None,
        widow=his.widow,
        discards=his.discards,
        pictures=his.pictures,
        seen=his.seen,
    )


def hands_of(state: State) -> tuple[tuple[CardSet, ...], tuple[CardSet, ...]]:
    """The hands now, and as they were when the play began."""
    if isinstance(state, Playing):
        hands = state.deal.hands
        return tuple(state.hand(seat) for seat in range(len(hands))), hands
    if isinstance(state, (Calling, Exchanging)):
        contract = state.deal
        hands = contract.deal.hands
        napoleon = contract.napoleon
        hands = (*hands[:napoleon], contract.hand(), *hands[napoleon + 1 :])
        return hands, hands
    if isinstance(state, NapPlaying):
        dealt = state.deal.deal.hands
        return tuple(state.hand(seat) for seat in range(len(dealt))), dealt
    return state.deal.hands, state.deal.hands
