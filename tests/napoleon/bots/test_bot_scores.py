"""What is counted of the bots' matches, and the command that prints it."""

from random import Random

import pytest
from django.core.management import CommandError, call_command

from napoleon.bots.bot_scores import BotScores
from napoleon.bots.simulation import play_match
from napoleon.engine import rules_from_json
from napoleon.engine.nap import NapResult


def test_a_tally_adds_up_to_what_the_deals_scored() -> None:
    levels = ["corporal", "recruit", "recruit"]
    rules = rules_from_json({"preset": "nap", "players": 3, "deals": 10})
    match = play_match(rules, levels, Random(1))
    tally = BotScores()
    tally.add(match.ended, levels)
    results = [end for end in match.ended if isinstance(end, NapResult)]
    assert tally.played == len(results) == 10
    assert tally.passed_out == len(match.ended) - 10
    assert sum(tally.deals.values()) == 30
    of_corporal = sum(points for (level, _), points in tally.points.items() if level == "corporal")
    assert of_corporal == sum(end.scores[0] for end in results) == match.scores[0]
    assert sum(tally.made.values()) == sum(end.made for end in results)


def test_the_command_prints_a_line_for_each_level_and_role(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("simulate", preset="four", bots="corporal,recruit", matches=2, seed=3)
    printed = capsys.readouterr().out
    for word in ("corporal", "recruit", "napoleon", "adjutant", "ally", "10 deals played"):
        assert word in printed


def test_the_command_prints_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        call_command("simulate", preset="nap", matches=1, seed=5)
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"bots": "general"}, "no bot 'general'"),
        ({"bots": ",".join(["recruit"] * 6)}, "6 bots for 5 seats"),
        ({"rules": "{"}, "not JSON"),
        ({"rules": "[]"}, "not a JSON object"),
        ({"rules": '{"players": 9}'}, "players"),
    ],
)
def test_the_command_refuses_what_cannot_be_played(given: dict[str, str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("simulate", matches=1, **given)
