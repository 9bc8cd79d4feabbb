"""`manage.py simulate`, which lets bots play and prints what they scored."""

import pytest
from django.core.management import CommandError, call_command


def test_the_command_prints_a_line_for_each_level_and_role(capsys: pytest.CaptureFixture[str]) -> None:
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
