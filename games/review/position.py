"""A deal after any of its moves: as one seat knew it then, or with all hands open.

A reader may review a deal if their current view of the match shows the deal's hands. `napoleon.engine.view` decides
that, as it does for every secret.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.access import open_deals
from games.kernel.replay import SeatHistory, SeatHolder
from games.review.game_replay import Move, Replay
from napoleon.engine import DealView, EndedView, PlayerView, open_deal, view
from napoleon.engine.cards import CardSet
from napoleon.engine.claims import Claimed
from napoleon.engine.deal import PassedOut
from napoleon.engine.events import Play
from napoleon.engine.nap import NapExchanging, NapPlaying
from napoleon.engine.napoleon import Calling, Exchanging, Sealed
from napoleon.engine.napoleon_play import Playing
from napoleon.engine.variants import State
from napoleon.engine.view import deal_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A deal after ``step`` of its moves. The step after the last move is the result alone."""

    replay: Replay
    number: int
    step: int
    moves: list[Move]
    """All moves of the deal, starting with the dealing."""
    ended: EndedView
    """The ended deal as the reader may review it."""

    @property
    def last(self) -> int:
        """The step of the result."""
        return len(self.moves) - 1 if self.ended.passed_out else len(self.moves)

    @property
    def is_result(self) -> bool:
        return self.step == self.last

    @property
    def move(self) -> Move:
        """The last move before this position."""
        return self.moves[min(self.step, len(self.moves) - 1)]

    @property
    def seq(self) -> int:
        return self.move.seq

    def seats(self, history: SeatHistory) -> list[SeatHolder]:
        """By seat, who made its latest move; before its first, who is to make that."""
        holders = []
        for seat in range(self.replay.match.rules.players):
            own = [
                (step, move.seq) for step, move in enumerate(self.moves) if getattr(move.event, "seat", None) == seat
            ]
            past = [seq for step, seq in own if step <= self.step]
            moment = past[-1] if past else own[0][1] if own else self.moves[-1].seq
            holders.append(history.at(moment)[seat])
        return holders

    def view_of(self, seat: int | None) -> PlayerView:
        """What the seat's page showed at that point."""
        return view(self.replay.match_after(self.seq), seat)

    def deal_of(self, seat: int) -> DealView:
        """The deal as the seat knew it; after the last card it includes the trick just finished."""
        state = self._state()
        if state is not None:
            return deal_view(state, seat)
        return self._finished(deal_view(self._state_before(), seat))

    def deal_with_all_open(self) -> DealView:
        """The deal with everything open but the hands; only for readers who may review it."""
        state = self._state()
        if state is not None:
            return opened(state)
        return self._finished(opened(self._state_before()))

    def hands(self) -> tuple[tuple[CardSet, CardSet], ...]:
        """For each seat, the cards that it holds and the cards that it has played."""
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
        """The deal just before the move that ended it."""
        match = self.replay.match_after(self.moves[-2].seq)
        return next(state for state in match.open if state.number == self.number)

    def _finished(self, before: DealView) -> DealView:
        ended, card = self.ended, 0
        if isinstance(self.move.event, Play):
            card = 1 << self.move.event.card
        is_napoleon = bool(ended.pictures)
        return replace(
            before,
            phase="playing",
            to_act=(),
            my_turn=False,
            legal=(),
            playable=0,
            blocked=None,
            proposals=(),
            proposal=None,
            agreed=(),
            hand=before.hand & ~card,
            seen=before.seen | card,
            leader=ended.tricks[-1].winner if ended.tricks else None,
            led_suit=None,
            led=None,
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
    """The position, if it exists and a reader in that seat (None: in no seat) may see it."""
    return positions(replay, seat, [(number, step)]).get((number, step))


def positions(replay: Replay, seat: int | None, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Position]:
    """Select the positions (deal and step) that exist and that the reader may see."""
    places = list(places)
    asked = {number for number, _step in places}
    ends = {end.number: end for end in reviewable(replay, seat) if end.number in asked}
    moves = {number: replay.moves_of(number) for number in ends}
    existing = {
        (number, step): Position(replay=replay, number=number, step=step, moves=moves[number], ended=ends[number])
        for number, step in places
        if number in ends
    }
    return {place: at for place, at in existing.items() if 0 <= at.step <= at.last}


def reviewable(replay: Replay, seat: int | None) -> list[EndedView]:
    """The deals whose hands the reader may see."""
    deals = [] if replay.only_played else open_deals(replay.match, seat, opens=replay.opens_deals)
    if replay.former_seat is not None:
        known = {end.number for end in deals}
        own = open_deals(replay.match, replay.former_seat, opens=replay.opens_deals)
        deals += [end for end in own if end.number in replay.played - known]
    return sorted(deals, key=lambda end: end.number)


def latest_step(replay: Replay, number: int) -> int | None:
    """The step at which the deal stands now; None if the match has no such deal."""
    count = len(replay.moves_of(number))
    if not count:
        return None
    has_result = any(end.number == number and not isinstance(end, PassedOut) for end in replay.match.ended)
    return count if has_result else count - 1


def opened(state: State) -> DealView:
    """The deal as it looks with all hands open."""
    deal = deal_view(state, None)
    if isinstance(state, Sealed):
        declared = tuple(declaration for declaration in state.declared if declaration is not None)
        return replace(deal, auction=state.history + declared)
    state = state.play if isinstance(state, Claimed) else state
    if isinstance(state, NapExchanging):
        return replace(deal, widow=state.dealt.widow)
    if isinstance(state, NapPlaying):
        return replace(deal, discards=state.contract.discards)
    if not isinstance(state, (Calling, Exchanging, Playing)):
        return deal
    contract = state.contract
    napoleons = deal_view(state, contract.napoleon)
    return replace(
        deal,
        adjutant=contract.adjutant,
        alone=napoleons.alone,
        widow=napoleons.widow,
        discards=napoleons.discards,
        pictures=napoleons.pictures,
        seen=napoleons.seen,
    )


def hands_of(state: State) -> tuple[tuple[CardSet, ...], tuple[CardSet, ...]]:
    """The hands now, and the hands at the start of the play."""
    state = state.play if isinstance(state, Claimed) else state
    if isinstance(state, Playing):
        hands = state.setup.hands
        return tuple(state.hand(seat) for seat in range(len(hands))), hands
    if isinstance(state, (Calling, Exchanging)):
        contract = state.contract
        hands = contract.dealt.hands
        napoleon = contract.napoleon
        hands = (*hands[:napoleon], contract.hand(), *hands[napoleon + 1 :])
        return hands, hands
    if isinstance(state, NapPlaying):
        seats = range(len(state.dealt.hands))
        return tuple(state.hand(seat) for seat in seats), tuple(state.contract.hand(seat) for seat in seats)
    return state.dealt.hands, state.dealt.hands
