"""What the rules make of so many pictures, or tricks, of the declarer's side."""

from __future__ import annotations

from games.engine import nap
from games.engine.cards import PICTURE_COUNT
from games.engine.nap import NEEDED, TRICKS, NapPlaying
from games.engine.napoleon import Playing
from games.engine.napoleon_scoring import outcome

from .board import PlayState


def made_by_count(state: PlayState) -> list[int]:
    """For each number that the declarer's side may take in the whole deal, 1 if the contract is made, else 0."""
    if isinstance(state, NapPlaying):
        bid = state.contract.bid
        if bid == "misere":
            return [1] + [0] * TRICKS
        return [int(count >= NEEDED[bid]) for count in range(TRICKS + 1)]
    return [int(made) for made, _ in _napoleon_outcomes(state)]


def points_by_count(state: PlayState) -> list[int]:
    """For each such number the points of Napoleon, or of the declarer at Nap."""
    if isinstance(state, NapPlaying):
        contract = state.contract
        rules, declarer = contract.dealt.rules, contract.declarer
        return [
            nap.scores(rules, declarer, contract.bid, bool(made))[declarer]
            for made in made_by_count(state)
        ]
    return [points for _, points in _napoleon_outcomes(state)]


def _napoleon_outcomes(state: Playing) -> list[tuple[bool, int]]:
    """Whether the contract is made and Napoleon's points, for each number of pictures."""
    contract = state.contract
    rules, out = contract.dealt.rules, contract.pictures_out()
    bid = (contract.count, contract.napoleon, contract.adjutant, out)
    worths = [outcome(rules, *bid, count) for count in range(PICTURE_COUNT - out + 1)]
    return [(worth.made, worth.scores[contract.napoleon]) for worth in worths]
