"""What a decision cost, as far as its player could know: it is compared with others in deals that looked the same.

One sample of worlds chooses the better option and another measures its gain: the best of many cards in one sample
would always look better than it is. Many more worlds measure a loss above its standard error again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, Final, NamedTuple

from napoleon.engine.deal import PassedOut
from napoleon.engine.events import Command, are_same
from napoleon.engine.variants import State
from napoleon.engine.view import deal_view
from napoleon.inference import World, worlds
from napoleon.judging.effort import Effort
from napoleon.judging.judgement import BareCommand, Gains, MeanLoss
from napoleon.judging.playing_on import PlayedOut, dealt_of, ending_when_decided, play_on, points_of, taken_by_side_of

_CHOOSING, _MEASURING, _CONFIRMING = 1, 2, 3
"""Seeds, so that each sample of worlds is one of its own."""


class Comparison(NamedTuple):
    """What was done beside the best of the options."""

    loss: MeanLoss | None
    """None where no world was found."""
    best: Command
    depends: bool = True
    """Whether any points hung on the choice, in the worlds where the best was chosen."""


class _Measure(NamedTuple):
    """What a deal is worth to a seat, and whether it may end as soon as that is decided."""

    worth: Callable[[PlayedOut | PassedOut[Any], int], int]
    stops: bool


_POINTS: Final = _Measure(points_of, stops=True)
_TAKEN: Final = _Measure(taken_by_side_of, stops=False)


def compare(state: State, done: Command, options: Sequence[Command], effort: Effort) -> Comparison:
    """What was done cost in points against the best of the options."""
    compared = _chosen(state, done, options, effort, _POINTS)
    if compared.loss is None or are_same(compared.best, done):
        return compared
    loss = _compared(state, done, compared.best, _MEASURING, effort.measuring, _POINTS)
    if loss is not None and loss.lost > loss.error:
        loss = _compared(state, done, compared.best, _CONFIRMING, effort.confirming, _POINTS)
    return compared._replace(loss=loss)


def compare_taken(state: State, done: Command, options: Sequence[Command], effort: Effort) -> MeanLoss | None:
    """What was done cost the side of its player in pictures or tricks: asked where no points hang on the choice."""
    compared = _chosen(state, done, options, effort, _TAKEN)
    if compared.loss is None or are_same(compared.best, done):
        return compared.loss
    loss = _compared(state, done, compared.best, _MEASURING, effort.measuring, _TAKEN)
    # Whether the player wins points is no question here.
    return loss and replace(loss, gains=None)


def _chosen(state: State, done: Command, options: Sequence[Command], effort: Effort, measure: _Measure) -> Comparison:
    """The best of the options, without what it is worth."""
    chances = _worlds(state, done.seat, _CHOOSING, effort.choosing, measure)
    if not chances:
        return Comparison(None, done)
    weights = [world.weight for world in chances]
    values = [_weighted(weights, _worths(chances, option, measure)) for option in options]
    # Of equals the one that was done, so that nothing is said against it.
    best = max(zip(values, options, strict=True), key=lambda pair: (pair[0], are_same(pair[1], done)))[1]
    nothing = MeanLoss(best=BareCommand.of(done), lost=0.0, error=0.0)
    return Comparison(nothing, best, depends=len(set(values)) > 1)


def _worlds(state: State, seat: int, seed: int, count: int, measure: _Measure) -> list[World]:
    """Deals that look the same to the seat, which is to act."""
    return [
        world._replace(state=ending_when_decided(world.state, measure.stops))
        for world in worlds(deal_view(state, seat), dealt_of(state).rules, seed, count)
        if isinstance(world.state, type(state))
    ]


def _compared(state: State, done: Command, best: Command, seed: int, count: int, measure: _Measure) -> MeanLoss | None:
    """How much better the best one does than what was done, in worlds of their own."""
    chances = _worlds(state, done.seat, seed, count, measure)
    if not chances:
        return None
    by_best, by_done = (_worths(chances, command, measure) for command in (best, done))
    weights = [world.weight for world in chances]
    differences = [more - less for more, less in zip(by_best, by_done, strict=True)]
    lost = _weighted(weights, differences)
    spread = sum((weight * (gain - lost)) ** 2 for weight, gain in zip(weights, differences, strict=True))
    size = 1 / sum(weight**2 for weight in weights)
    return MeanLoss(
        best=BareCommand.of(best),
        lost=lost,
        error=sqrt(spread * size / max(1.0, size - 1)),
        gains=Gains(
            best=_weighted(weights, [points > 0 for points in by_best]),
            played=_weighted(weights, [points > 0 for points in by_done]),
        ),
    )


def _worths(chances: Sequence[World], command: Command, measure: _Measure) -> list[int]:
    """What the command brings its seat in each of the worlds."""
    return [measure.worth(play_on(world.state, command, number), command.seat) for number, world in enumerate(chances)]


def _weighted(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
