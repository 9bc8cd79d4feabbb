"""Accounts that are deleted or merged while something is written about them."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import pytest
from django.db import IntegrityError, connection

from games.models import ChatMessage, Note
from games.table import views
from infrastructure import refused_requests
from leagues.models import Club
from players.accounts import merging, services
from players.models import User
from players.signals import account_closing
from tests.support.clubs import club_of
from tests.support.concurrency import at_once
from tests.support.play import running
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def author_deleted_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The author deletes their account elsewhere just before the line is written."""
    post_message = views.post_message

    def post(**values: Any) -> None:
        services.erase(User.objects.get(pk=values["user"].pk))
        post_message(**values)

    monkeypatch.setattr(views, "post_message", post)


@pytest.mark.usefixtures("author_deleted_first")
def test_writing_about_a_deleted_account_is_refused(ai: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr(refused_requests.log, "warning", lambda line, **_: logged.append(line))
    path = f"/t/{running(ai, bo).slug}/chat/"
    response = client_of(ai).post(path, {"text": "Hm."})
    assert (response.status_code, ChatMessage.objects.count()) == (409, 0)
    assert "just deleted their account" in response.content.decode()
    assert logged == ["refused: a row to be written names one that is missing"]
    assert client_of(None).get("/").status_code == 200


@pytest.mark.usefixtures("author_deleted_first")
def test_an_open_page_reloads(ai: User, bo: User) -> None:
    path = f"/t/{running(ai, bo).slug}/chat/"
    response = client_of(ai).post(path, {"text": "Hm."}, headers={"HX-Request": "true"})
    assert (response.status_code, response.headers["HX-Refresh"]) == (409, "true")


@pytest.mark.services
def test_a_club_founded_while_its_owner_is_deleted_is_closed(ai: User) -> None:
    """Otherwise it would never have an owner."""

    def delete_while_founding(user: User, **kwargs: object) -> None:
        account_closing.disconnect(delete_while_founding)
        at_once(lambda: club_of(ai))

    account_closing.connect(delete_while_founding)
    services.erase(ai)
    assert not User.objects.exists()
    assert Club.objects.get().closed_at is not None


@pytest.mark.services
def test_a_note_written_while_its_author_is_merged_is_not_lost(
    ai: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, or else the other account has it."""
    game, merge_rows = running(ai), merging._merge_rows

    def write() -> None:
        try:
            Note.objects.create(game=game, user=ai, text="Bo had no hearts.")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:

        def write_first(*accounts: User) -> None:
            written.append(pool.submit(write))
            wait(written, timeout=0.5)
            merge_rows(*accounts)

        written: list[Future[None]] = []
        monkeypatch.setattr(merging, "_merge_rows", write_first)
        merging.merge(ai, bo)
    assert isinstance(written[0].exception(), IntegrityError)
