"""Positions in the middle and at the end of recruits' deals."""

from collections.abc import Iterator
from random import Random

from napoleon.bots import choose
from napoleon.bots.simulation import shuffled
from napoleon.engine import Match, Rules, advance, start, view
from napoleon.engine.events import Event
from napoleon.engine.match import NextDeal
from napoleon.engine.nap import NapPlaying
from napoleon.engine.napoleon_play import Playing

Course = tuple[Match, list[Event]]


def courses(rules: Rules, count: int, seed: int = 1) -> Iterator[Course]:
    """Single deals by recruits, stopped during the play, with their events."""
    rng = Random(seed)
    for _ in range(count):
        deal = shuffled(rules, NextDeal(1, None), rng)
        match, moment = advance(start(rules), deal), rng.random()
        events: list[Event] = [deal]
        cards = rules.players * rules.hand_size
        while match.open:
            state = match.open[0]
            if isinstance(state, Playing | NapPlaying):
                held = sum(state.hand(seat).bit_count() for seat in range(rules.players))
                if held <= moment * cards:
                    yield match, list(events)
                    break
            seat = state.to_act()[0]
            command = choose("recruit", view(match, seat).deals[0], rules, rng.getrandbits(16))
            match = advance(match, command)
            events.append(command)


def endings(rules: Rules, rng: Random) -> Iterator[Match]:
    """The positions of a deal by recruits in which the seat to play has one or two cards."""
    match = advance(start(rules), shuffled(rules, NextDeal(1, None), rng))
    while match.open:
        state = match.open[0]
        is_play = isinstance(state, Playing | NapPlaying)
        if is_play and state.hand(state.turn).bit_count() <= 2:
            yield match
        seat = state.to_act()[0]
        command = choose("recruit", view(match, seat).deals[0], rules, rng.getrandbits(16))
        match = advance(match, command)


def play_of(match: Match) -> Playing | NapPlaying:
    state = match.open[0]
    assert isinstance(state, Playing | NapPlaying)
    return state
