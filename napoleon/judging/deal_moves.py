"""The moves of a finished deal, each with the state before it: what the analysis starts from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from napoleon.engine import Bid, BidNap, Call, Claim, Concede, Exchange, Pass, Play, Rules, start
from napoleon.engine.deal import PassedOut
from napoleon.engine.events import Command, Event, Proposal
from napoleon.engine.match import MatchCursor
from napoleon.engine.variants import State
from napoleon.solver import PlayState

from .playing_on import PlayedOut


class CardPlayed(NamedTuple):
    """A card: the ``step``-th move of the deal."""

    step: int
    state: PlayState
    play: Play


class BeforePlay(NamedTuple):
    """A bid, a pass, a call or an exchange: the ``step``-th move of the deal."""

    step: int
    state: State
    command: Command


class Proposed(NamedTuple):
    """A claim or a concession that the other seats had to answer: the ``step``-th move of the deal."""

    step: int
    state: PlayState
    proposal: Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class DealMoves:
    """A deal and how it was played. A deal that was claimed at once has no cards."""

    before_play: Sequence[BeforePlay] = ()
    cards: Sequence[CardPlayed] = ()
    proposals: Sequence[Proposed] = ()
    result: PlayedOut


def moves_of_deal(rules: Rules, events: Iterable[Event], number: int) -> DealMoves:
    """The moves of one deal of a match. Raises `ValueError` unless the deal was played."""
    cards: list[CardPlayed] = []
    before_play: list[BeforePlay] = []
    proposals: list[Proposed] = []
    cursor, step = MatchCursor(start(rules)), -1
    for event in events:
        if event.deal == number:
            step += 1
            state = cursor.open.get(number)
            if isinstance(event, Play) and isinstance(state, PlayState):
                cards.append(CardPlayed(step, state, event))
            elif isinstance(event, Bid | BidNap | Pass | Call | Exchange) and state is not None:
                before_play.append(BeforePlay(step, state, event))
            elif _needs_answers(event) and isinstance(state, PlayState):
                proposals.append(Proposed(step, state, event))
        cursor.apply_in_place(event)
    results = [end for end in cursor.ledger.ended if end.number == number]
    [result] = (end for end in results if not isinstance(end, PassedOut))
    return DealMoves(before_play=before_play, cards=cards, proposals=proposals, result=result)


def _needs_answers(event: Event) -> TypeGuard[Proposal]:
    """Whether the event proposes to end the deal. A claim that is certain needs no answers."""
    return isinstance(event, Concede) or (isinstance(event, Claim) and not event.certain)
