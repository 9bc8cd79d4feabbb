"""A test client that skips repeated setup. Imported in `conftest.py`."""

from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import login
from django.core.signals import setting_changed
from django.http import HttpRequest
from django.template import Context, RequestContext, Template
from django.test import client as django_client
from django.test.client import Client, ClientHandler
from django.test.utils import ContextList

from players.accounts.sessions import SessionStore
from players.models import User

MADE_OF_MIDDLEWARE = ("_middleware_chain", "_view_middleware", "_template_response_middleware", "_exception_middleware")


@pytest.fixture(scope="session", autouse=True)
def clients_share_their_middleware() -> Iterator[None]:
    """Building the middleware takes longer than many an answer. A test that changes settings has its own."""
    load, loaded = ClientHandler.load_middleware, dict[str, Any]()

    def load_once(handler: ClientHandler) -> None:
        if not loaded:
            load(handler)
            loaded.update({name: getattr(handler, name) for name in MADE_OF_MIDDLEWARE})
        vars(handler).update(loaded)

    def forget(**_setting: object) -> None:
        loaded.clear()

    setting_changed.connect(forget)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "load_middleware", load_once)
        yield
    setting_changed.disconnect(forget)


@pytest.fixture(scope="session", autouse=True)
def new_clients_sign_in_by_one_write() -> Iterator[None]:
    """`force_login` would save an empty session and change its key before storing the user."""
    sign_in = Client._login

    def sign_in_at_once(client: Client, user: User, backend: str | None = None) -> None:
        if settings.SESSION_COOKIE_NAME in client.cookies:
            return sign_in(client, user, backend)
        request = HttpRequest()
        request.session = SessionStore()
        # It has no key yet that somebody else might know.
        vars(request.session)["cycle_key"] = lambda: None
        login(request, user, backend)
        request.session.save()
        client._set_login_cookies(request)
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "_login", sign_in_at_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def answers_know_the_context_of_their_page() -> Iterator[None]:
    """Django copies the context once for every template that a page includes, and for every field of its forms."""

    def note(store: dict[str, Any], template: Template, context: Context, **_signal: object) -> None:
        store.setdefault("templates", []).append(template)
        contexts = store.setdefault("context", ContextList())
        if isinstance(context, RequestContext) and context.template is template:
            contexts.append(copy(context))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(django_client, "store_rendered_templates", note)
        yield
