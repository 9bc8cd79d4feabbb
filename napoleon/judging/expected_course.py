"""The course of a deal: what the declarer's side could expect before each card, exactly where that is worked out."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from napoleon.engine.deal import PassedOut
from napoleon.judging.deal_moves import DealMoves
from napoleon.judging.effort import Effort
from napoleon.judging.judgement import CoursePoint
from napoleon.judging.perfect_play import taken_at_best
from napoleon.judging.playing_on import ending_when_decided, play_on, taken
from napoleon.solver import PlayState, PlyValues


def course_of(moves: DealMoves, exact: Sequence[PlyValues | None], effort: Effort) -> Iterator[CoursePoint]:
    """A point before each card, and one after the last where the deal was played to its end."""
    cards, result = moves.cards, moves.result
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
