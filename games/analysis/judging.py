"""A deal that is over, judged decision by decision: what each cost, exactly and by what its player could know.

Pure: the moves in, a `DealJudgement` out, the same for the same moves. Costs are limited by counts of worlds and of
playouts and by nodes, never by time.

The better card is chosen by one sample of worlds and its gain measured by another: the best of many cards in one
sample would always look better than it is. A loss above its standard error is measured once more, by many worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from games.analysis.before_play import candidates, reason_before_play
from games.analysis.judgement import (
    Choice,
    CoursePoint,
    DealJudgement,
    Decision,
    Gains,
    MeanLoss,
    kind_of,
)
from games.analysis.perfect_play import exact_loss, taken_at_best
from games.analysis.playouts import (
    PlayedOut,
    PlayState,
    dealt_of,
    ending_when_decided,
    play_on,
    points_of,
)
from games.analysis.proposals import Proposed, judge_proposal
from games.analysis.reasons import reason_for
from games.engine import Play
from games.engine.deal import PassedOut, Trick
from games.engine.events import Command
from games.engine.nap import NEEDED, NapResult
from games.engine.nap import scores as nap_scores
from games.engine.napoleon_play import NapoleonResult
from games.engine.napoleon_scoring import scores
from games.engine.variants import State
from games.engine.view import deal_view
from games.inference import World, worlds
from games.solver import PlyValues, fastest_solver, solve_deal

VERSION: Final = 7
"""Grows with every change after which matches should be analysed anew."""


_CHOOSING, _MEASURING, _CONFIRMING = 1, 2, 3
"""Seeds, so that each sample of worlds is one of its own."""


class Effort(NamedTuple):
    """What a deal's analysis may cost."""

    choosing: int = 16
    """Worlds in which every card is tried, to find the best one."""
    measuring: int = 32
    """Other worlds in which the best card is compared with the one that was played."""
    confirming: int = 100
    """Worlds in which a loss above its standard error is measured once more."""
    playouts: int = 12
    """How often the deal is played on from each position, for the course of the expected result."""
    nodes: int = 1_000_000
    """Of the exact search, for the whole deal."""


class CardPlayed(NamedTuple):
    """A card of the deal: the ``step``-th of its moves, and the deal before it."""

    step: int
    state: PlayState
    play: Play


class BeforePlay(NamedTuple):
    """A bid, a pass, a call or an exchange: the ``step``-th move of the deal, and the deal before it."""

    step: int
    state: State
    command: Command


def judge(
    cards: Sequence[CardPlayed],
    result: PlayedOut,
    effort: Effort | None = None,
    settled: Sequence[BeforePlay] = (),
    proposed: Sequence[Proposed] = (),
) -> DealJudgement:
    """Judge a deal by all that was done in it, in order; there are no cards where it was claimed at once."""
    effort = effort or Effort()
    states, solver = [card.state for card in cards], fastest_solver()
    exact = solve_deal(states, limit=effort.nodes, total=effort.nodes, solver=solver)
    return DealJudgement(
        unit="tricks" if isinstance(result, NapResult) else "pictures",
        goal=_goal(result),
        stakes=_stakes(result),
        decisions=(*_before_play(settled, effort), *_decisions(cards, exact, result, effort)),
        course=tuple(_course(cards, exact, result, effort)),
        proposals=tuple(judge_proposal(one, solver) for one in proposed),
    )


def _goal(result: PlayedOut) -> int:
    if isinstance(result, NapResult):
        return NEEDED[result.contract.bid]
    return result.contract.count


def _stakes(result: PlayedOut) -> tuple[float, ...]:
    """What lies between made and lost, by seat."""
    if isinstance(result, NapResult):
        bid, rules = result.contract, result.dealt.rules
        made, lost = (nap_scores(rules, bid.declarer, bid.bid, made) for made in (True, False))
    else:
        made, lost = _napoleon_scores(result, True), _napoleon_scores(result, False)
    return tuple(float(abs(one - other)) for one, other in zip(made, lost, strict=True))


def _napoleon_scores(result: NapoleonResult, made: bool) -> tuple[int, ...]:
    bid = result.contract
    return scores(bid.dealt.rules, bid.count, bid.napoleon, bid.adjutant, bid.count, made)


# --- Each bid, call and exchange ---


def _before_play(settled: Sequence[BeforePlay], effort: Effort) -> Iterator[Decision]:
    for step, state, command in settled:
        view = deal_view(state, command.seat)
        options = candidates(view, dealt_of(state).rules, command)
        if len(options) == 1:
            continue
        known, best = compare(state, command, options, effort)
        is_clear = known is not None and known.is_clear
        yield Decision(
            step=step,
            seat=command.seat,
            kind=kind_of(command),
            played=Choice.of(command),
            as_dealt=_as_dealt(state, command, best, effort.playouts) if is_clear else None,
            known=known,
            reason=reason_before_play(view, dealt_of(state).rules, command, best)
            if is_clear
            else "",
        )


def _as_dealt(state: State, command: Command, best: Command, playouts: int) -> MeanLoss:
    """What it cost with the cards as they lay: both done so many times, bots straying from their best now and then."""
    ended = ending_when_decided(state, True)
    gains = [
        points_of(play_on(ended, best, seed, Random(seed)), command.seat)  # noqa: S311 (the same each time)
        - points_of(play_on(ended, command, seed, Random(seed)), command.seat)  # noqa: S311
        for seed in range(playouts)
    ]
    return MeanLoss(
        best=Choice.of(best),
        lost=fmean(gains),
        error=stdev(gains) / sqrt(playouts),
    )


# --- Each card ---


def _decisions(
    cards: Sequence[CardPlayed],
    exact: Sequence[PlyValues | None],
    result: PlayedOut,
    effort: Effort,
) -> Iterator[Decision]:
    for number, ((step, state, play), values) in enumerate(zip(cards, exact, strict=True)):
        if len(state.legal(state.turn)) == 1:
            continue
        known = known_loss(state, play, effort)
        better = known.best if known else Choice.of(play)
        trick = _trick_of(result, number)
        clear = known is not None and known.is_clear and trick is not None
        yield Decision(
            step=step,
            seat=play.seat,
            played=Choice.of(play),
            exact=exact_loss(state, play, values) if values else None,
            known=known,
            reason=reason_for(state, Choice.of(play), better, trick) if clear and trick else "",
        )


def _trick_of(result: PlayedOut, number: int) -> Trick | None:
    """The trick that the deal's card of that number went to; None if it was not finished."""
    place = number // result.contract.dealt.rules.players
    return result.tricks[place] if place < len(result.tricks) else None


def known_loss(state: PlayState, play: Play, effort: Effort) -> MeanLoss | None:
    """What the card cost by what its player could know; None where no world was found."""
    return compare(state, play, state.legal(state.turn), effort)[0]


def compare(
    state: State, done: Command, options: Sequence[Command], effort: Effort
) -> tuple[MeanLoss | None, Command]:
    """What was done cost so much by what the player could know, against the best of the options; and that."""
    chances = _worlds(state, done.seat, _CHOOSING, effort.choosing)
    if not chances:
        return None, done
    values = {option: _mean(chances, option) for option in options}
    # Of equals the one that was done, so that nothing is said against it.
    best = max(options, key=lambda option: (values[option], option == done))
    if best == done:
        known = MeanLoss(best=Choice.of(best), lost=0.0, error=0.0)
        return known, done
    found = _compared(state, done, best, _MEASURING, effort.measuring)
    if found is not None and found.lost > found.error:
        found = _compared(state, done, best, _CONFIRMING, effort.confirming)
    return found, best


def _worlds(state: State, seat: int, seed: int, count: int) -> list[World]:
    """Deals that look the same to the seat, which is to act, ended as soon as the points are decided."""
    return [
        world._replace(state=ending_when_decided(world.state, True))
        for world in worlds(deal_view(state, seat), dealt_of(state).rules, seed, count)
        if isinstance(world.state, type(state))
    ]


def _mean(found: Sequence[World], command: Command) -> float:
    return _weighted([world.weight for world in found], _points(found, command))


def _compared(state: State, done: Command, best: Command, seed: int, count: int) -> MeanLoss | None:
    """How much better the best one does than what was done, in worlds of their own."""
    chances = _worlds(state, done.seat, seed, count)
    if not chances:
        return None
    by_best, by_done = (_points(chances, one) for one in (best, done))
    weights = [world.weight for world in chances]
    differences = [one - other for one, other in zip(by_best, by_done, strict=True)]
    lost = _weighted(weights, differences)
    spread = sum(
        (weight * (one - lost)) ** 2 for weight, one in zip(weights, differences, strict=True)
    )
    size = 1 / sum(weight**2 for weight in weights)
    return MeanLoss(
        best=Choice.of(best),
        lost=lost,
        error=sqrt(spread * size / max(1.0, size - 1)),
        gains=Gains(
            best=_weighted(weights, [one > 0 for one in by_best]),
            played=_weighted(weights, [one > 0 for one in by_done]),
        ),
    )


def _points(found: Sequence[World], command: Command) -> list[int]:
    """What the command brings its seat in each of the worlds."""
    return [
        points_of(play_on(world.state, command, number), command.seat)
        for number, world in enumerate(found)
    ]


def _weighted(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


# --- The course of the deal ---


def _course(
    cards: Sequence[CardPlayed],
    exact: Sequence[PlyValues | None],
    result: PlayedOut,
    effort: Effort,
) -> Iterator[CoursePoint]:
    for (step, state, _play), values in zip(cards, exact, strict=True):
        if values is None:
            yield CoursePoint(step - 1, _expected(state, effort.playouts), False)
        else:
            yield CoursePoint(step - 1, float(taken_at_best(state, values)), True)
    if cards and result.proposal is None and _is_played_out(cards[-1].state):
        yield CoursePoint(cards[-1].step, float(taken(result)), True)


def _expected(state: PlayState, playouts: int) -> float:
    """The mean of what the declarer's side takes if bots play on."""
    whole, rng = ending_when_decided(state, False), Random(0)  # noqa: S311 (a sample, and the same each time)
    ends = [play_on(whole, None, seed, rng) for seed in range(playouts)]
    return fmean(taken(end) for end in ends if not isinstance(end, PassedOut))


def _is_played_out(last: PlayState) -> bool:
    """Whether the deal ended with the last card, and not because it was decided."""
    return last.hand(last.turn).bit_count() == 1


def taken(result: PlayedOut) -> int:
    """What the declarer's side took."""
    if isinstance(result, NapResult):
        return result.tricks_won[result.declarer]
    return result.outcome.side_pictures
