"""What the documentation says about the engine and its formats is run."""

import doctest
import json
import re
from typing import get_args

import pytest
import uvicorn
from django.test import Client

from napoleon.engine.errors import ErrorCode
from napoleon.engine.record import replay, summary
from tests.support.documents import ROOT, blocks, text_of

OPERATIONS = "docs/operations.md"
PAGES = [
    *(
        "README.md",
        "docs/cdn.md",
        "docs/kubernetes.md",
        "docs/rules-engine.md",
        "docs/solver.md",
        "docs/record.md",
        "docs/shuffle.md",
    )
]


@pytest.mark.parametrize("name", ["README.md", "docs/rules-engine.md", "docs/solver.md"])
def test_examples_run(name: str) -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks(name, "python")), {}, name, name, 0)
    result = doctest.DocTestRunner().run(examples)
    assert result.attempted > 0
    assert result.failed == 0


def test_records_on_the_page_replay() -> None:
    for record in blocks("docs/record.md", "json record"):
        (replayed,) = replay(record.split("\n"))
        assert replayed.error is None
        assert replayed.match is not None
        assert replayed.match.open


def test_the_answer_on_the_page_is_given() -> None:
    first = blocks("docs/record.md", "json record")[0].strip().split("\n")
    (answer,) = blocks("docs/record.md", "json answer")
    (replayed,) = replay(first[:-1])
    assert summary(replayed) == json.loads(answer)


DECISIONS = [
    ({"seat": True}, "not_your_turn"),
    ({"seat": "1"}, "not_your_turn"),
    ({"seat": 9}, "not_your_turn"),
    ({"seat": 1.0}, "not_your_turn"),
    ({"deal": None}, "not_your_turn"),
    ({"deal": 2}, "not_your_turn"),
    ({"suit": None}, "illegal_play"),
    ({"suit": "S"}, "illegal_play"),
    ({"type": "call"}, "illegal_call"),
    ({"type": "pass"}, "illegal_bid"),
    ({"type": "shout"}, "unknown_event"),
    ({"give_to": None}, None),
]


@pytest.mark.parametrize(("change", "code"), DECISIONS)
def test_the_decisions_on_the_page_hold(change: dict[str, object], code: str | None) -> None:
    *before, last = blocks("docs/record.md", "json record")[0].strip().split("\n")
    (replayed,) = replay([*before, json.dumps({**json.loads(last), **change})])
    assert (replayed.error and replayed.error.code) == code


@pytest.mark.parametrize(
    ("place", "change", "code"), [(1, {"widow": None}, "bad_deal"), (9, {"give_to": None}, "illegal_exchange")]
)
def test_null_is_not_the_same_as_nothing(place: int, change: dict[str, None], code: str) -> None:
    lines = blocks("docs/record.md", "json record")[1].strip().split("\n")
    lines[place] = json.dumps({**json.loads(lines[place]), **change})
    (replayed,) = replay(lines)
    assert replayed.error is not None
    assert (replayed.error.line, replayed.error.code) == (place + 1, code)


def test_every_code_is_explained() -> None:
    for page in ("docs/record.md", "docs/rules-engine.md"):
        assert {code for code in get_args(ErrorCode) if f"`{code}`" not in text_of(page)} == set()


def test_every_reason_is_explained() -> None:
    from games.presentation.error_messages import REFUSALS

    text = text_of("docs/rules-engine.md")
    assert {reason for reason in REFUSALS if f"`{reason}`" not in text} == set()


@pytest.mark.django_db
def test_the_page_on_running_a_site_names_all_that_readiness_is_asked_of(client: Client) -> None:
    (said,) = re.findall(r"`/readyz` says that (.*?)\n\n", text_of(OPERATIONS), re.DOTALL)
    assert {service for service in client.get("/readyz").json() if service not in said} == set()


def test_the_server_that_the_page_starts_believes_no_headers_by_itself() -> None:
    """Whom to believe is the settings' to say (`TRUSTED_PROXIES`)."""
    (command,) = re.findall(r"`uvicorn ([^`]*napoleon_site[^`]*)`", text_of(OPERATIONS))
    started = uvicorn.main.make_context("uvicorn", command.split()).params
    assert started["app"] == "napoleon_site.asgi:application"
    assert not started["proxy_headers"]


def test_the_page_on_running_a_site_names_every_key_that_is_to_be_kept() -> None:
    variables, backups = (
        text_of(OPERATIONS).split(f"## {heading}")[1].split("\n## ")[0] for heading in ("Variables", "Backups")
    )
    keys = re.findall(r"^\| `(\w+_KEY)` .*?`(var/\w+)`", variables, re.MULTILINE)
    assert keys
    assert {name for key in keys for name in key if f"`{name}`" not in backups} == set()


def test_benchmarks_that_are_named_are_there_and_none_is_named_as_if_it_were_all() -> None:
    (names,) = re.findall(r"\(BENCH=([^;)]+); the files in benchmarks/", text_of("Makefile"))
    named = {names, *re.findall(r"python -m benchmarks\.(\w+)", text_of("docs/benchmarks.md"))}
    assert named <= {path.stem for path in (ROOT / "benchmarks").glob("*.py")}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text_of(name)):
        assert (ROOT / name).parent.joinpath(target).exists(), target
