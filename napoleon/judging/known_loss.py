"""What a decision cost, as far as its player could know: it is compared with others in deals that looked the same.

One sample of worlds chooses the better option and another measures its gain: the best of many cards in one sample
would always look better than it is. Many more worlds measure a loss above its standard error again.
"""

from collections.abc import Sequence
from math import sqrt

from napoleon.engine import Play
from napoleon.engine.events import Command
from napoleon.engine.variants import State
from napoleon.engine.view import deal_view
from napoleon.inference import World, worlds
from napoleon.judging.effort import Effort
from napoleon.judging.judgement import BareCommand, Gains, MeanLoss
from napoleon.judging.playing_on import dealt_of, ending_when_decided, play_on, points_of
from napoleon.solver import PlayState

_CHOOSING, _MEASURING, _CONFIRMING = 1, 2, 3
"""Seeds, so that each sample of worlds is one of its own."""


def known_loss(state: PlayState, play: Play, effort: Effort) -> MeanLoss | None:
    """What the card cost against the best that might have been played; None where no world was found."""
    return compare(state, play, state.legal(state.turn), effort)[0]


def compare(state: State, done: Command, options: Sequence[Command], effort: Effort) -> tuple[MeanLoss | None, Command]:
    """What was done cost against the best of the options, and that option; no cost where no world was found."""
    chances = _worlds(state, done.seat, _CHOOSING, effort.choosing)
    if not chances:
        return None, done
    values = {option: _weighted([world.weight for world in chances], _points(chances, option)) for option in options}
    # Of equals the one that was done, so that nothing is said against it.
    best = max(options, key=lambda option: (values[option], option == done))
    if best == done:
        known = MeanLoss(best=BareCommand.of(best), lost=0.0, error=0.0)
        return known, done
    loss = _compared(state, done, best, _MEASURING, effort.measuring)
    if loss is not None and loss.lost > loss.error:
        loss = _compared(state, done, best, _CONFIRMING, effort.confirming)
    return loss, best


def _worlds(state: State, seat: int, seed: int, count: int) -> list[World]:
    """Deals that look the same to the seat, which is to act, ended as soon as the points are decided."""
    return [
        world._replace(state=ending_when_decided(world.state, True))
        for world in worlds(deal_view(state, seat), dealt_of(state).rules, seed, count)
        if isinstance(world.state, type(state))
    ]


def _compared(state: State, done: Command, best: Command, seed: int, count: int) -> MeanLoss | None:
    """How much better the best one does than what was done, in worlds of their own."""
    chances = _worlds(state, done.seat, seed, count)
    if not chances:
        return None
    by_best, by_done = (_points(chances, command) for command in (best, done))
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


def _points(chances: Sequence[World], command: Command) -> list[int]:
    """What the command brings its seat in each of the worlds."""
    return [points_of(play_on(world.state, command, number), command.seat) for number, world in enumerate(chances)]


def _weighted(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
