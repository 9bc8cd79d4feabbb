"""A browser for the whole run, a site for it to visit, and a context for each person."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser

from players.models import User
from tests.browser.chromium import LAUNCH, Contexts
from tests.browser.looks import looks
from tests.browser.site import serve
from tests.browser.visitor import Look, Visit, Visitor
from tests.support.captains import captains_think_briefly  # noqa: F401
from tests.support.sign_in import fumi, fumis, guest, mailed_link, sign_in  # noqa: F401


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **LAUNCH}


@pytest.fixture(scope="session")
def base_url(django_db_setup: None) -> Iterator[str]:
    """Where the site is served; pytest-playwright takes addresses that begin with / from here."""
    assert connection.vendor == "sqlite", "The tests in a browser run on SQLite."
    with pytest.MonkeyPatch.context() as patch:
        # Playwright keeps an event loop in this thread; nothing of ours runs in it.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with serve(connection.settings_dict["NAME"], Path(settings.VAR_DIR)) as address:
            yield address


@pytest.fixture(scope="session")
def contexts(browser: Browser, browser_context_args: dict[str, Any]) -> Contexts:
    return Contexts(partial(browser.new_context, **browser_context_args))


@pytest.fixture
def visit(base_url: str, transactional_db: None, contexts: Contexts) -> Iterator[Visit]:
    """Gives somebody a browser: `visit(ai)` is signed in, `visit()` is anybody. Nothing may go wrong in any."""
    visitors: list[Visitor] = []

    def visit(user: User | None = None, **options: Any) -> Visitor:
        # A service worker would stay with the context, and take requests out of the tests' sight.
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        visitors.append(Visitor(contexts.take(**{**usual, **options}), base_url, user))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.leave()
        contexts.put_back(visitor.context)
    problems = [problem for visitor in visitors for problem in visitor.problems]
    assert not problems, "\n".join(problems)


LOCALES = {"en": "en-GB", "ja": "ja-JP"}


@pytest.fixture(params=LOCALES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def someone(visit: Visit, language: str) -> Visit:
    """As `visit`, by somebody who reads the language; who has signed in by a test client brings that along."""

    def someone(user: User | None = None, client: Client | None = None) -> Visitor:
        visitor = visit(user, locale=LOCALES[language])
        if client:
            visitor.sign_in(client.cookies["sessionid"].value)
        return visitor

    return someone


@pytest.fixture
def look(language: str) -> Iterator[Look]:
    problems: list[str] = []

    def look(visitor: Visitor, paths: Iterable[str]) -> None:
        for path in paths:
            page = visitor.go(path)
            assert page.locator("html").get_attribute("lang") == language
            problems.extend(f"{path} {problem}" for problem in looks(page))

    yield look
    assert not problems, f"{len(problems)}\n" + "\n".join(problems)
