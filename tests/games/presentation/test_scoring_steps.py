"""How the points of a deal are told: the sentences lead to the engine's own scores, for every rule."""

import re
from itertools import product

import pytest

from games.presentation.scoring_steps import _napoleon, scoring_steps
from napoleon.engine import BidNap, EndedView, NapoleonRules, NapRules, rules_from_json, view
from napoleon.engine.events import NapBid
from napoleon.engine.nap import scores as nap_scores
from napoleon.engine.napoleon_scoring import TABLES, is_made, scores
from napoleon.engine.rules import Scoring
from tests.napoleon.engine.records import played


# By the difference is not offered yet, and the steps do not tell it.
@pytest.mark.parametrize("scoring", [scoring for scoring in TABLES if scoring != "difference"])
@pytest.mark.parametrize("sweep", ["normal", "loses", "loses_ignoring_discards"])
def test_the_last_points_told_are_those_that_are_scored(scoring: Scoring, sweep: str) -> None:
    rules = rules_from_json({"preset": "gurunapo", "scoring": scoring, "sweep": sweep})
    assert isinstance(rules, NapoleonRules)
    for count, took, alone in product((12, 20), (8, 12, 19, 20), (True, False)):
        made = is_made(rules, count, 0, took)
        scored = scores(rules, count, 0, None if alone else 1, took, made)
        steps = _napoleon(rules, count, alone, took, made, "en")
        assert [int(one.replace("−", "-")) for one in re.findall(r"(?<= )([+−]\d+|0)\b", steps[-2])] == [
            scored[0],
            *([] if alone else [scored[1]]),
            scored[-1],
        ]
        assert steps[0].endswith("made." if made else ("loses." if took >= count else "lost."))


@pytest.mark.parametrize(("bid", "made"), [("three", True), ("misere", False), ("wellington", True)])
def test_at_nap_it_is_told_who_pays_whom(bid: NapBid, made: bool) -> None:
    rules = rules_from_json({"preset": "nap", "players": 4})
    assert isinstance(rules, NapRules)
    points = nap_scores(rules, 1, bid, made)
    deal = EndedView(
        number=1,
        dealer=0,
        passed_out=False,
        auction=(),
        declarer=1,
        contract=BidNap(1, 1, bid),
        tricks_won=(0, 3, 1, 1),
        made=made,
        scores=points,
    )
    first, last = scoring_steps(rules, deal, "Bo")
    assert first.endswith("made." if made else "lost.")
    assert last.startswith("Each of the 3 others pays Bo " if made else "Bo pays each of the 3 others ")
    mine = scoring_steps(rules, deal, None)[1]
    assert mine.startswith("Each of the 3 others pays you " if made else "You pay each of the 3 others ")
    each = abs(points[0])
    assert f" {each}: {points[1]:+d}.".replace("-", "−") in last


@pytest.mark.parametrize("seed", range(8))
def test_every_deal_that_counts_is_told(seed: int) -> None:
    match = played(seed, cut=False).match
    for deal in view(match, None).ended:
        assert bool(scoring_steps(match.rules, deal, "Ai")) is not deal.passed_out
