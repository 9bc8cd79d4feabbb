"""A finished deal, judged decision by decision: the cost of each, exactly and from the view of its player."""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from napoleon.engine.deal import Trick
from napoleon.engine.events import Command
from napoleon.engine.nap import NEEDED, NapResult
from napoleon.engine.nap import scores as nap_scores
from napoleon.engine.napoleon_play import NapoleonResult
from napoleon.engine.napoleon_scoring import scores
from napoleon.engine.variants import State
from napoleon.engine.view import deal_view
from napoleon.judging.before_play import candidates, reason_before_play
from napoleon.judging.card_reasons import reason_for
from napoleon.judging.deal_moves import DealMoves
from napoleon.judging.effort import Effort
from napoleon.judging.expected_course import course_of
from napoleon.judging.judgement import BareCommand, DealJudgement, Decision, MeanLoss, kind_of
from napoleon.judging.known_loss import Comparison, compare, compare_taken
from napoleon.judging.perfect_play import exact_loss
from napoleon.judging.playing_on import PlayedOut, dealt_of, ending_when_decided, play_on, points_of
from napoleon.judging.proposals import judge_proposal
from napoleon.solver import PlyValues, Solver, solve_deal

VERSION: Final = 9
"""Grows with every change after which matches should be analysed again."""


def judge(moves: DealMoves, effort: Effort | None = None) -> DealJudgement:
    """Judge every decision of a deal, in order."""
    effort, result = effort or Effort(), moves.result
    states, solver = [card.state for card in moves.cards], Solver()
    exact = solve_deal(states, limit=effort.nodes, total=effort.nodes, solver=solver)
    return DealJudgement(
        unit="tricks" if isinstance(result, NapResult) else "pictures",
        goal=_goal(result),
        stakes=_stakes(result),
        decisions=(*_before_play(moves, effort), *_decisions(moves, exact, effort)),
        course=tuple(course_of(moves, exact, effort)),
        proposals=tuple(judge_proposal(proposed, solver) for proposed in moves.proposals),
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
    return tuple(float(abs(by_made - by_lost)) for by_made, by_lost in zip(made, lost, strict=True))


def _napoleon_scores(result: NapoleonResult, made: bool) -> tuple[int, ...]:
    bid = result.contract
    return scores(bid.dealt.rules, bid.count, bid.napoleon, bid.adjutant, bid.count, made)


def _before_play(moves: DealMoves, effort: Effort) -> Iterator[Decision]:
    for step, state, command in moves.before_play:
        view = deal_view(state, command.seat)
        options = candidates(view, dealt_of(state).rules, command)
        if len(options) == 1:
            continue
        compared = compare(state, command, options, effort)
        known, best = compared.loss, compared.best
        is_clear = known is not None and known.is_clear
        yield Decision(
            step=step,
            seat=command.seat,
            kind=kind_of(command),
            played=BareCommand.of(command),
            as_dealt=_as_dealt(state, command, best, effort.playouts) if is_clear else None,
            known=known,
            taken=_taken(state, command, options, compared, moves.result, effort),
            reason=reason_before_play(view, dealt_of(state).rules, command, best) if is_clear else "",
        )


def _taken(
    state: State, done: Command, options: Sequence[Command], compared: Comparison, result: PlayedOut, effort: Effort
) -> MeanLoss | None:
    """The loss in pictures or tricks where no points hung on the choice. Those of two contracts can't be compared."""
    if compared.depends or compared.loss is None or kind_of(done) == "bid" or not _goal(result):
        return None
    # Pictures vary less than points: half the worlds choose well enough.
    return compare_taken(state, done, options, effort._replace(choosing=max(1, effort.choosing // 2)))


def _as_dealt(state: State, command: Command, best: Command, playouts: int) -> MeanLoss:
    """What it cost with the cards as they lay: both done so many times, bots straying from their best now and then."""
    ended = ending_when_decided(state, True)
    gains = [
        points_of(play_on(ended, best, seed, Random(seed)), command.seat)  # noqa: S311 (the same each time)
        - points_of(play_on(ended, command, seed, Random(seed)), command.seat)  # noqa: S311
        for seed in range(playouts)
    ]
    return MeanLoss(best=BareCommand.of(best), lost=fmean(gains), error=stdev(gains) / sqrt(playouts))


def _decisions(moves: DealMoves, exact: Sequence[PlyValues | None], effort: Effort) -> Iterator[Decision]:
    for number, ((step, state, play), values) in enumerate(zip(moves.cards, exact, strict=True)):
        if len(state.legal(state.turn)) == 1:
            continue
        options = state.legal(state.turn)
        compared = compare(state, play, options, effort)
        taken = _taken(state, play, options, compared, moves.result, effort)
        clear = next((loss for loss in (compared.loss, taken) if loss and loss.is_clear), None)
        trick = _trick_of(moves.result, number)
        yield Decision(
            step=step,
            seat=play.seat,
            played=BareCommand.of(play),
            exact=exact_loss(state, play, values) if values else None,
            known=compared.loss,
            taken=taken,
            reason=reason_for(state, BareCommand.of(play), clear.best, trick) if clear and trick else "",
        )


def _trick_of(result: PlayedOut, number: int) -> Trick | None:
    """The trick that the deal's card of that number went to; None if it was not finished."""
    place = number // result.contract.dealt.rules.players
    return result.tricks[place] if place < len(result.tricks) else None
