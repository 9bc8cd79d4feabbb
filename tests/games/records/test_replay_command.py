"""`manage.py replay` prints what `python -m napoleon replay` prints, and needs no database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.presentation.error_messages import REFUSALS
from napoleon.error_messages import SENTENCES
from tests.support.golden import LOGS

ROOT = Path(__file__).parents[3]
NOWHERE = "postgres://nobody:nothing@127.0.0.1:1/nowhere"


def printed(*command: str, given: bytes) -> tuple[int, bytes, bytes]:
    settings = {"DATABASE_URL": NOWHERE, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **settings},
        input=given,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("options", [[], ["--json"], ["--seat", "1"]])
def test_it_prints_what_the_library_prints(options: list[str]) -> None:
    records = b"".join((LOGS / name).read_bytes() for name in ("gurunapo.jsonl", "nap.jsonl"))
    given = records + records[:5000] + b"\nno record\n"
    site = printed("manage.py", "replay", *options, given=given)
    assert site == printed("-m", "napoleon", "replay", *options, given=given)
    assert site[0] == 1
    assert site[1]


@pytest.mark.parametrize(("arguments", "error"), [(["missing.jsonl"], "No such file"), (["--seat", "9"], "no seat 9")])
def test_what_cannot_be_replayed_is_an_error_of_the_command(arguments: list[str], error: str) -> None:
    with pytest.raises(CommandError, match=error):
        call_command("replay", str(LOGS / "nap.jsonl"), *arguments)


def test_the_site_says_what_the_library_says() -> None:
    """Records are all the same; only a line that is no JSON gets a hint besides."""
    for reason, sentence in SENTENCES.items():
        assert str(REFUSALS[reason]).startswith(sentence)
