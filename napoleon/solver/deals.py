"""Whole deals: the value of every position of a finished deal, and par for its contract."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from napoleon.engine import Play, nap
from napoleon.engine.cards import is_joker
from napoleon.engine.deal import CALL_LED, Trick, led_suit
from napoleon.engine.nap import NapResult
from napoleon.engine.napoleon_play import NapoleonResult, Playing, lead_off

from .board import PlayState
from .questions import NODES, Solver
from .worth import made_by_count, points_by_count, scores_by_count, taking_more_pays

Values: TypeAlias = dict[Play, int]


class PlyValues(NamedTuple):
    """The value of each play of one position, for both goals (`Goal`)."""

    taken: Values
    points: Values


def states_of(end: NapoleonResult | NapResult) -> list[PlayState]:
    """The position before each card of the tricks that were finished, the first lead first."""
    if isinstance(end, NapResult):
        state: PlayState = nap.lead_off(end.contract)
    else:
        state = lead_off(end.contract)
    states = []
    plays = [(trick, play) for trick in end.tricks for play in plays_of(end.number, trick)]
    for trick, play in plays:
        states.append(state)
        after = state.after(_as_called(state, play, trick) if isinstance(state, Playing) else play)
        if isinstance(after, PlayState):
            state = after
    return states


def _as_called(state: Playing, play: Play, trick: Trick) -> Play:
    """The lead with what its player said of the joker, where that was theirs to say."""
    rules = state.trick_rules
    is_asked = rules.call_optional and not state.trick and rules.callers >> play.card & 1
    return play._replace(calls_joker=trick.led >= CALL_LED) if is_asked else play


def plays_of(number: int, trick: Trick) -> list[Play]:
    """The plays of a finished trick."""
    named = led_suit(trick.led) if is_joker(trick.cards[0]) else None
    return [
        Play(number, seat, card, None if place else named)
        for place, (seat, card) in enumerate(zip(trick.seats(), trick.cards, strict=True))
    ]


def solve_deal(
    states: Sequence[PlayState], *, limit: int = NODES, total: int | None = None, solver: Solver | None = None
) -> list[PlyValues | None]:
    """The value of each play in every position of one deal; None where the nodes did not suffice.

    ``states`` are positions of one deal in their order. The last one is solved first, so that each can build on what
    was learnt about those after it. ``limit`` holds for each position, ``total`` for all together. Where they do not
    suffice, the positions before are not tried: they are harder.
    """
    solver = solver or Solver()
    solved: list[PlyValues | None] = [None] * len(states)
    for place in reversed(range(len(states))):
        left = limit if total is None else min(limit, max(0, total - solver.nodes))
        solved[place] = _both(states[place], left, solver)
        if solved[place] is None:
            break
    return solved


def _both(state: PlayState, limit: int, solver: Solver) -> PlyValues | None:
    taken = solver.evaluate_plays(state, limit=limit)
    if taken is None:
        return None
    if taking_more_pays(state):
        by_count = points_by_count(state)
        return PlyValues(taken, {play: by_count[count] for play, count in taken.items()})
    points = solver.evaluate_plays(state, goal="points", limit=limit)
    return None if points is None else PlyValues(taken, points)


class Par(NamedTuple):
    """The result of perfect play with open hands from a position on. None: not worked out."""

    taken: tuple[int, int]
    """The least and the most that the declarer's side takes; equal where the value was worked out."""
    opponents: tuple[int, int]
    """The same of its opponents."""
    made: bool | None
    scores: tuple[int, ...] | None
    """Points by seat."""


def par(state: PlayState, *, limit: int = NODES) -> Par:
    """What the deal as called could have brought each side; ``state`` is its first lead, or any later position."""
    solver = Solver()
    points = solver.evaluate(state, goal="points", limit=limit)
    by_count, made_by = scores_by_count(state), made_by_count(state)
    declarer = state.contract.winning_bid.seat
    alike = [count for count, scores in enumerate(by_count) if scores[declarer] == points]
    low, high = solver.bracket(state, limit=limit)
    if alike:
        # Where to take everything loses, they take less than they could.
        high = min(high, alike[-1])
        low = min(max(low, alike[0]), high)
    everything = len(by_count) - 1
    return Par(
        taken=(low, high),
        opponents=(everything - high, everything - low),
        made=bool(made_by[alike[0]]) if alike else None,
        scores=by_count[alike[0]] if alike else None,
    )
