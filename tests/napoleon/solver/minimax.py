"""The solver's yardstick: plain minimax over the engine, and positions to compare them on."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, get_args

from napoleon.bots.simulation import shuffled
from napoleon.engine import LegalExchanges, Play, Rules, start
from napoleon.engine.cards import card_set, cards_in
from napoleon.engine.events import Exchange
from napoleon.engine.match import MatchCursor, next_deal
from napoleon.engine.nap import NapPlaying, NapResult
from napoleon.engine.napoleon_play import NapoleonResult, Playing
from napoleon.solver import Goal, PlayState, Solver, plays_for_more
from napoleon.solver.questions import Asked


def taken(end: NapoleonResult | NapResult) -> int:
    """The pictures or tricks that the declarer's side has taken."""
    if isinstance(end, NapResult):
        return end.tricks_won[end.declarer]
    return end.outcome.side_pictures


def values_by_trying(state: PlayState | NapoleonResult | NapResult) -> dict[Asked, int]:
    """The value for each goal by trying everything; all goals share the way through the positions."""
    if isinstance(state, NapoleonResult | NapResult):
        return {"taken": taken(state), "points": state.scores[state.declarer], "made": int(state.made)}
    after = [values_by_trying(state.after(play)) for play in state.legal(state.turn)]
    return best_of(state, after)


def best_of(state: PlayState, after: Sequence[dict[Asked, int]]) -> dict[Asked, int]:
    """What the seat to play gets, goal by goal, if its plays have these values."""
    is_nap = isinstance(state, NapPlaying)
    is_side = state.turn in ((state.contract.declarer,) if is_nap else state.contract.side())
    wants_few = is_nap and state.contract.bid == "misere"
    return {
        goal: (max if is_side != (wants_few and goal == "taken") else min)(values[goal] for values in after)
        for goal in after[0]
    }


def random_states(rules: Rules, rng: Random) -> list[PlayState]:
    """Every position of the play of one deal, played at random."""
    cursor, states = MatchCursor(start(rules)), []
    cursor.push(shuffled(rules, next_deal(cursor.match()), rng))
    while cursor.open:
        (state,) = cursor.open.values()
        if isinstance(state, Playing | NapPlaying):
            states.append(state)
        command = rng.choice(state.legal(state.to_act()[0]))
        if isinstance(command, LegalExchanges):
            give_to = rng.choice(command.recipients) if command.recipients else None
            discard = card_set(rng.sample(cards_in(command.among), command.size))
            command = Exchange(command.deal, command.seat, discard, give_to)
        cursor.push(command)
    return states


class Values(NamedTuple):
    """Minimax on a position: the value of each play for each goal, and whether the contract is made."""

    by_goal: dict[Goal, dict[Play, int]]
    made: bool


def values_of(states: Sequence[PlayState]) -> list[Values]:
    """Minimax on each position."""
    values = []
    for state in states:
        by_play = {play: values_by_trying(state.after(play)) for play in state.legal(state.turn)}
        by_goal = {goal: {play: after[goal] for play, after in by_play.items()} for goal in get_args(Goal)}
        values.append(Values(by_goal, bool(best_of(state, [*by_play.values()])["made"])))
    return values


def differences(states: Sequence[PlayState], values: Sequence[Values], solver: Solver) -> int:
    """How many of the solver's answers on one deal's positions, last first, differ from minimax."""
    count = 0
    for state, wanted in reversed([*zip(states, values, strict=True)]):
        for goal, by_play in wanted.by_goal.items():
            best = max if plays_for_more(state, goal=goal) else min
            count += solver.evaluate_plays(state, goal=goal) != by_play
            count += solver.evaluate(state, goal=goal) != best(by_play.values())
        count += solver.is_made(state) != wanted.made
    return count
