"""The API as a whole: its document, what each scope reaches, and what pages of others may read."""

import re
from typing import get_args

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

from infrastructure.api.problems import PLAIN
from napoleon.engine.errors import ErrorCode
from players.api.models import Scope
from players.models import User
from tests.support.api import Operation, Program, operations
from tests.support.documents import ROOT

pytestmark = pytest.mark.django_db


def test_the_document_is_valid_openapi_and_describes_every_operation() -> None:
    document = Program().get("/openapi.json").json()
    assert [str(error) for error in OpenAPIV31SpecValidator(document).iter_errors()] == []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], path
            assert operation["operationId"], path
            assert "security" in operation, path
            assert {"401", "429"} <= operation["responses"].keys(), path
            success = next(answer for code, answer in operation["responses"].items() if code.startswith("2"))
            assert all("example" in content for content in success["content"].values()), (method, path)


def test_the_page_explains_every_code_that_an_error_links_to() -> None:
    page = Client().get("/api/").content.decode()
    folders = ("games", "leagues", "players", "infrastructure", "napoleon_site")
    sources = "".join(path.read_text() for folder in folders for path in (ROOT / folder).rglob("*.py"))
    codes = {*re.findall(r"\bProblem\(\s*\d+,\s*\"(\w+)\"", sources), *get_args(ErrorCode), *dict(PLAIN.values())}
    assert {"stale", "illegal_play", "not_found"} < codes
    assert {code for code in codes if f'id="{code}"' not in page} == set()


def test_the_page_lists_every_operation() -> None:
    page = Client().get("/api/").content.decode()
    listed = re.findall(r"<b><code>(GET|POST) (/[^<]*)</code>", page)
    assert sorted(listed) == sorted((each.method, each.path.removeprefix("/api/v1")) for each in operations())


def documented() -> dict[str, set[str]]:
    """By scope, the operations of the table in docs/api.md."""
    page = (ROOT / "docs" / "api.md").read_text().partition("## What a token reaches")[2]
    rows = re.findall(r"^\| `([a-z:]+)` \| (.*) \|$", page, re.MULTILINE)
    return {scope: set(re.findall(r"`([A-Z]+ [^`]+)`", row)) for scope, row in rows}


def name_of(operation: Operation) -> str:
    return f"{operation.method} {operation.path.removeprefix('/api/v1')}"


def test_a_token_of_each_scope_reaches_what_the_documentation_says() -> None:
    table, asked = documented(), 0
    assert table.keys() == set(Scope.values)
    for number, scope in enumerate(Scope.values):
        bot = User.objects.create(name=f"Bot {number}", email=f"{number}@example.org", is_bot=True, bot_author="Ai")
        for operation in operations():
            cache.clear()
            # Each by a token of its own: one operation ends all that there are.
            answer = operation.ask(Program(bot, scope), "none")
            is_refused = answer.status_code == 403 and answer.json()["code"] == "missing_scope"
            assert is_refused == (bool(operation.scopes) and name_of(operation) not in table[scope]), (scope, operation)
            asked += 1
    assert asked == len(Scope.values) * len(operations())


# --- Pages of others (CORS) ---

ELSEWHERE = "https://elsewhere.example"


def told(answer: HttpResponse) -> list[str]:
    """What it tells browsers about pages of others."""
    return [name for name in answer.headers if name.startswith("Access-Control-")]


@pytest.mark.parametrize("path", ["/archive", "/bots", "/boards", "/openapi.json", "/records/nothing", "/clubs/none"])
def test_pages_of_others_read_what_needs_no_token_and_send_no_cookies(path: str) -> None:
    answer = Program().get(path, Origin=ELSEWHERE)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_they_can_send_no_token_and_change_nothing(ai: User) -> None:
    program = Program(ai)
    asked = {"Origin": ELSEWHERE, "Access-Control-Request-Method": "GET"}
    for path in ("/account", "/games", "/archive"):
        wanted = {**asked, "Access-Control-Request-Headers": "authorization"}
        preflight = program.client.options(f"/api/v1{path}", headers=wanted)
        assert (preflight.status_code, told(preflight)) == (405, []), path
        assert told(program.get(path, Origin=ELSEWHERE)) == []
    assert told(Program().post("/games", Origin=ELSEWHERE)) == []
    assert told(Client().post("/oauth/token/", headers={"Origin": ELSEWHERE})) == []


def test_a_cookie_opens_nothing_to_them(ai: User) -> None:
    browser = Client()
    browser.force_login(ai)
    own = browser.get("/api/v1/games?mine=true", headers={"Origin": ELSEWHERE})
    assert (own.status_code, own.json()["code"]) == (401, "no_token")
