"""Lines of the log say which request, table and task they belong to, and nothing else."""

import json
import logging
import re

import pytest
from django.test import Client, override_settings

from games.tasks import go_on
from infrastructure.log_context import AsJson, context

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.handler.setFormatter(AsJson())
    return caplog


def test_a_line_names_its_request_and_its_table(client: Client, lines: pytest.LogCaptureFixture) -> None:
    response = client.get("/t/nowhere/?next=secret-of-somebody")
    line = json.loads(lines.text.splitlines()[-1])
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "WARNING",
        "logger": "django.request",
        "message": "Not Found: /t/nowhere/",
        "request_id": response["X-Request-ID"],
        "view": "games:table",
        "game": "nowhere",
    }
    assert context() == {}


def test_ids_differ_and_only_a_proxy_that_is_trusted_chooses_them(client: Client) -> None:
    def ids(given: str) -> list[str]:
        return [client.get("/robots.txt", headers={"x-request-id": given})["X-Request-ID"]]

    assert ids("from-outside") != ids("from-outside")
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1):
        assert ids("from-the-proxy") == ["from-the-proxy"]
        (made,) = ids("{cards: SA}")
        assert re.fullmatch("[0-9a-f]{16}", made)


def test_a_line_names_its_task_and_its_game(lines: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def play_on(*, game_id: int) -> None:
        logging.getLogger("games").warning("Game %s rests.", game_id)

    monkeypatch.setattr("games.turns.services.go_on", play_on)
    done = go_on.apply(args=[77])
    line = json.loads(lines.text.splitlines()[-1])
    assert (line["task"], line["game_id"]) == ("games.tasks.go_on", 77)
    assert line["task_id"] == done.id
    assert context() == {}


def test_a_failure_has_its_traceback_without_tokens(lines: pytest.LogCaptureFixture) -> None:
    try:
        raise OSError("/clubs/join/Zk3f9Qx81mB7aLw2/")
    except OSError:
        logging.getLogger("games").exception("It failed: /clubs/join/Zk3f9Qx81mB7aLw2/")
    line = json.loads(lines.text.splitlines()[-1])
    assert line["error"] == "OSError"
    assert "Traceback" in line["traceback"]
    assert "Zk3f9Qx81mB7aLw2" not in lines.text
