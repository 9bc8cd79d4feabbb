"""What each card would have come to by perfect play with all hands open, from the last trick back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from games.analysis.judgement import Choice, Exact
from games.analysis.playouts import PlayState
from games.engine import Play, nap
from games.engine.nap import NEEDED, NapPlaying
from games.engine.napoleon_scoring import outcome
from games.solver import fastest_solver, plays_for_more

Values: TypeAlias = dict[Play, int]
"""For each play, what the declarer's side takes in the whole deal."""


def values_backwards(states: Sequence[PlayState], nodes: int) -> list[Values | None]:
    """For each state in order, the values of its plays; None before the point from which the nodes suffice.

    One table serves the whole deal. The search goes backwards, because each trick makes it some five times as dear.
    """
    solver, found = fastest_solver(), list[Values | None]()
    for state in reversed(states):
        values = solver.evaluate_plays(state, limit=max(0, nodes - solver.nodes))
        if values is None:
            break
        found.append(values)
    return [*[None] * (len(states) - len(found)), *reversed(found)]


def exact_loss(state: PlayState, play: Play, values: Values) -> Exact:
    """What the card cost by perfect play from here on."""
    best = _best(state, values)
    # Of equals the card that was played, so that nothing is said against it.
    if values[play] == values[best]:
        best = play
    gain = _points(state, play.seat, values[best]) - _points(state, play.seat, values[play])
    return Exact(
        best=Choice.of(best),
        value=values[play],
        best_value=values[best],
        lost=float(max(0, gain)),
    )


def value_of(state: PlayState, values: Values) -> int:
    """What the declarer's side takes if the seat plays its best card."""
    return values[_best(state, values)]


def _best(state: PlayState, values: Values) -> Play:
    return (max if plays_for_more(state) else min)(values, key=lambda play: values[play])


def _points(state: PlayState, seat: int, taken: int) -> int:
    if isinstance(state, NapPlaying):
        declarer, bid = state.contract.declarer, state.contract.bid
        made = not taken if bid == "misere" else taken >= NEEDED[bid]
        return nap.scores(state.dealt.rules, declarer, bid, made)[seat]
    bid_for, napoleon = state.contract.count, state.contract.napoleon
    adjutant, out = state.contract.adjutant, state.contract.pictures_out()
    return outcome(state.dealt.rules, bid_for, napoleon, adjutant, out, taken).scores[seat]
