"""The moves of a deal as its analysis takes them, read from the log of the match."""

from __future__ import annotations

from typing import TypeGuard

from games.kernel.replay import rows_of, transitions
from games.models import Game
from napoleon.engine import Bid, BidNap, Call, Claim, Concede, Exchange, Pass, Play
from napoleon.engine.deal import PassedOut
from napoleon.engine.events import Proposal
from napoleon.engine.match import open_deal
from napoleon.engine.nap import NapPlaying
from napoleon.engine.napoleon_play import Playing
from napoleon.engine.variants import End
from napoleon.judging.deal_moves import BeforePlay, CardPlayed
from napoleon.judging.playing_on import PlayedOut
from napoleon.judging.proposals import Proposed


def moves_of_deal(
    game: Game, number: int
) -> tuple[list[CardPlayed], list[BeforePlay], list[Proposed], PlayedOut]:
    """The cards of the deal, what came before them and what was put to the seats, each with the deal before it; and its
    result."""
    cards: list[CardPlayed] = []
    settled: list[BeforePlay] = []
    proposed: list[Proposed] = []
    step, ended = -1, tuple[End, ...]()
    for logged, before, after in transitions(game.rules, rows_of(game)):
        event, ended = logged.event, after.ended
        if getattr(event, "deal", None) != number:
            continue
        step += 1
        state = open_deal(before, number)
        if isinstance(event, Play) and isinstance(state, Playing | NapPlaying):
            cards.append(CardPlayed(step, state, event))
        elif isinstance(event, Bid | BidNap | Pass | Call | Exchange) and state is not None:
            settled.append(BeforePlay(step, state, event))
        elif _is_put_to_seats(event) and isinstance(state, Playing | NapPlaying):
            proposed.append(Proposed(step, state, event))
    results = [end for end in ended if end.number == number]
    result = next(end for end in results if not isinstance(end, PassedOut))
    return cards, settled, proposed, result


def _is_put_to_seats(event: object) -> TypeGuard[Proposal]:
    return isinstance(event, Concede) or (isinstance(event, Claim) and not event.certain)
