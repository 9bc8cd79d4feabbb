"""Commands: one voice, all in the handbook, and JSON whatever happens."""

import io
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import CommandError

from infrastructure.management.reports import ReportCommand

APPS = {"games", "infrastructure", "leagues", "napoleon_site", "players", "staff"}
COMMANDS = {name: load_command_class(app, name) for name, app in get_commands().items() if app in APPS}
HANDBOOK = (Path(settings.BASE_DIR) / "docs/operations.md").read_text()
TABLE = HANDBOOK.split("## Pages and commands of staff")[1].split("\n## ")[0]
ELSEWHERE = {
    # It only refuses, and names the command that is there.
    "createsuperuser"
}
PRINTS_LINES = {"replay"}


def arguments(name: str) -> set[str]:
    return {
        option
        for action in COMMANDS[name].create_parser("manage.py", name)._actions
        for option in action.option_strings
    }


def test_every_command_is_in_the_table() -> None:
    assert {name for name in COMMANDS if f"`{name}`" not in TABLE} == ELSEWHERE


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_table_names_the_arguments_for_programs(name: str) -> None:
    named = re.search(rf"`{name}` \(([^)]*)\)", TABLE)
    told = set(re.findall(r"`(--[\w-]+)`", named[1])) if named else set()
    both = {"--dry-run", "--json"}
    assert told & both == arguments(name) & both
    assert told <= arguments(name)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_says_what_it_does_in_the_third_person(name: str) -> None:
    assert re.fullmatch(r"[A-Z]\w*s\b[:, ].*\.", COMMANDS[name].help, re.DOTALL)


def test_commands_for_programs_share_one_way() -> None:
    own = {name for name in COMMANDS if "--json" in arguments(name)}
    assert {name for name in own if not isinstance(COMMANDS[name], ReportCommand)} == PRINTS_LINES


def test_what_fails_is_told_in_json_as_well() -> None:
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("archive_logs", "/nowhere", "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"error": "There is no folder /nowhere."}


@pytest.mark.parametrize("arguments", [["--hours", "x"], ["--nonsense"]])
def test_wrong_arguments_are_told_in_json_as_well(arguments: list[str]) -> None:
    command = ReportCommand(stdout=io.StringIO(), stderr=io.StringIO())
    with pytest.raises(SystemExit) as end:
        command.run_from_argv(["manage.py", "resend", "--json", *arguments])
    assert end.value.code == 2
    assert json.loads(command.stdout.getvalue()) == {"error": "The arguments are wrong."}


@pytest.mark.parametrize("days", ["-1", "0", "5000000", "x"])
def test_a_token_is_valid_for_some_days(days: str) -> None:
    with pytest.raises(CommandError, match="not a number from 1 to"):
        call_command("api_token", "ai@example.org", "--scope", "games:read", "--days", days)
