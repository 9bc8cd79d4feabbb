"""What the rules make of so many pictures, or tricks, of the declarer's side."""

from napoleon.engine import nap
from napoleon.engine.cards import PICTURE_COUNT
from napoleon.engine.nap import NEEDED, TRICKS, NapPlaying
from napoleon.engine.napoleon_play import Playing
from napoleon.engine.napoleon_scoring import NapoleonOutcome, outcome

from .board import PlayState


def is_workable(state: PlayState) -> bool:
    """Whether the search can work the position out: not while the first trick is still to show the adjutant."""
    return isinstance(state, NapPlaying) or bool(state.contract.who != "first_trick" or state.past.tricks)


def made_by_count(state: PlayState) -> list[int]:
    """For each number that the declarer's side may take in the whole deal, 1 if the contract is made, else 0."""
    if isinstance(state, NapPlaying):
        bid = state.contract.bid
        if bid == "misere":
            return [1] + [0] * TRICKS
        return [int(count >= NEEDED[bid]) for count in range(TRICKS + 1)]
    return [int(worth.made) for worth in _napoleon_outcomes(state)]


def scores_by_count(state: PlayState) -> list[tuple[int, ...]]:
    """For each such number the points of every seat."""
    if not isinstance(state, NapPlaying):
        return [worth.scores for worth in _napoleon_outcomes(state)]
    contract = state.contract
    rules, declarer, bid = contract.dealt.rules, contract.declarer, contract.bid
    return [nap.scores(rules, declarer, bid, bool(made)) for made in made_by_count(state)]


def points_by_count(state: PlayState) -> list[int]:
    """For each such number the points of Napoleon, or of the declarer at Nap."""
    declarer = state.contract.winning_bid.seat
    return [scores[declarer] for scores in scores_by_count(state)]


def scores_by_points(state: PlayState) -> dict[int, tuple[int, ...]]:
    """The points of every seat by those of Napoleon, or of the declarer at Nap."""
    declarer = state.contract.winning_bid.seat
    return {scores[declarer]: scores for scores in reversed(scores_by_count(state))}


def taking_more_pays(state: PlayState) -> bool:
    """Whether more never brings the declarer's side fewer points, or at misère fewer never do: `sweep` may say no."""
    points = points_by_count(state)
    return points in (sorted(points), sorted(points, reverse=True))


def _napoleon_outcomes(state: Playing) -> list[NapoleonOutcome]:
    """How the deal ends with each number of pictures."""
    contract = state.contract
    rules, out = contract.dealt.rules, contract.pictures_out()
    bid = (contract.count, contract.napoleon, contract.adjutant, out)
    doublings = contract.doublings()
    return [outcome(rules, *bid, count, doublings=doublings) for count in range(PICTURE_COUNT - out + 1)]
