"""The cost of a card against perfect play with all hands open."""

from napoleon.engine import Play
from napoleon.judging.judgement import BareCommand, Exact
from napoleon.solver import PlayState, PlyValues, plays_for_more, scores_by_points


def exact_loss(state: PlayState, play: Play, values: PlyValues) -> Exact:
    """What the card cost by perfect play from here on."""
    best = _best(state, values)
    # Of equals the card that was played, so that nothing is said against it.
    if (values.points[play], values.taken[play]) == (values.points[best], values.taken[best]):
        best = play
    scores = scores_by_points(state)
    gain = scores[values.points[best]][play.seat] - scores[values.points[play]][play.seat]
    return Exact(
        best=BareCommand.of(best),
        value=values.taken[play],
        best_value=values.taken[best],
        lost=float(max(0, gain)),
        took_too_much=_for_its_side(state, values.taken[play] - values.taken[best]) > 0,
    )


def taken_at_best(state: PlayState, values: PlyValues) -> int:
    """What the declarer's side takes if the seat plays its best card."""
    return values.taken[_best(state, values)]


def _best(state: PlayState, values: PlyValues) -> Play:
    """The card that brings its side the most points, and of those the one that takes the most for it."""
    sign = 1 if plays_for_more(state, goal="points") else -1
    return max(values.taken, key=lambda play: (sign * values.points[play], _for_its_side(state, values.taken[play])))


def _for_its_side(state: PlayState, taken: int) -> int:
    """What the declarer's side takes, as the seat to play sees it: the more the better."""
    return taken if plays_for_more(state) else -taken
