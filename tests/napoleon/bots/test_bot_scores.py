"""The tally of matches between bots."""

from random import Random

from napoleon.bots.bot_scores import BotScores
from napoleon.bots.simulation import play_match
from napoleon.engine import rules_from_json
from napoleon.engine.nap import NapResult


def test_a_tally_is_the_sum_of_the_deals_scores() -> None:
    levels = ["corporal", "recruit", "recruit"]
    match = play_match(rules_from_json({"preset": "nap", "players": 3, "deals": 10}), levels, Random(1))
    tally = BotScores()
    tally.add(match.ended, levels)
    results = [end for end in match.ended if isinstance(end, NapResult)]
    assert tally.played == len(results) == 10
    assert tally.passed_out == len(match.ended) - 10
    assert sum(tally.deals.values()) == 30
    of_corporal = sum(points for (level, _), points in tally.points.items() if level == "corporal")
    assert of_corporal == sum(end.scores[0] for end in results) == match.scores[0]
    assert sum(tally.made.values()) == sum(end.made for end in results)
