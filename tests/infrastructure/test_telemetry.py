"""Reports of errors tell where something failed, and nothing that anybody has written, holds or is called."""

import json
import sys
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, unquote_to_bytes
from wsgiref.util import request_uri

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from infrastructure.environment import WrongSetting
from infrastructure.telemetry import _hide_in_span, install, keep_path_of_wsgi, scrubbed

SECRETS = ("SA", "bo@example.org", "Zk3f9Qx81mB7aLw2", "sessionid", "bid", "10.0.0.7")
REPORT = {
    "event_id": "1",
    "level": "error",
    "server_name": "10.0.0.7",
    "user": {"id": 1, "email": "bo@example.org", "ip_address": "10.0.0.7"},
    "extra": {"hand": ["SA"]},
    "contexts": {"trace": {"data": {"url": "/join/Zk3f9Qx81mB7aLw2/"}}},
    "breadcrumbs": {"values": [{"message": "SELECT 'SA'"}]},
    "modules": {"django": "5.2"},
    "transaction": "/t/{slug}/act/",
    "tags": {"hand": "SA"},
    "logentry": {"message": "Game %s failed", "formatted": "Game SA failed", "params": ["SA"]},
    "request": {
        "method": "POST",
        "url": "https://example.org/join/Zk3f9Qx81mB7aLw2/",
        "query_string": "code=Zk3f9Qx81mB7aLw2",
        "cookies": {"sessionid": "Zk3f9Qx81mB7aLw2"},
        "headers": {"Cookie": "sessionid=Zk3f9Qx81mB7aLw2"},
        "data": {"bid": "SA"},
        "env": {"REMOTE_ADDR": "10.0.0.7"},
    },
    "exception": {
        "values": [
            {
                "type": "KeyError",
                "module": "builtins",
                "value": "SA of bo@example.org",
                "mechanism": {"data": "SA"},
                "stacktrace": {
                    "frames": [
                        {
                            "filename": "games/table/views.py",
                            "function": "act",
                            "lineno": 86,
                            "vars": {"card": "SA"},
                            "context_line": "card = 'SA'",
                        }
                    ]
                },
            }
        ]
    },
}


def test_a_report_says_where_and_what_kind_and_nothing_else() -> None:
    kept = scrubbed(REPORT)
    assert kept["exception"]["values"] == [
        {
            "type": "KeyError",
            "module": "builtins",
            "stacktrace": {"frames": [{"filename": "games/table/views.py", "function": "act", "lineno": 86}]},
        }
    ]
    assert kept["logentry"] == {"message": "Game %s failed"}
    assert kept["request"] == {"method": "POST"}
    assert [word for word in SECRETS if word in json.dumps(kept)] == []


def test_a_report_of_nothing_known_is_a_report_all_the_same() -> None:
    assert scrubbed({})["exception"] == {"values": []}


def test_a_span_names_no_token_and_no_visitor() -> None:
    attributes = {
        "http.url": "http://example.org/join/Zk3f9Qx81mB7aLw2/?code=1",
        "url.query": "code=Zk3f9Qx81mB7aLw2",
        "http.user_agent": "10.0.0.7",
        "http.status_code": 200,
    }
    _hide_in_span(SimpleNamespace(attributes=attributes, set_attribute=attributes.__setitem__), None, None)
    assert [word for word in SECRETS if word in json.dumps(attributes)] == []
    assert attributes["http.status_code"] == 200


def refuse(**options: Any) -> None:
    raise ValueError("Unsupported scheme ''")


@pytest.mark.parametrize("package", [None, SimpleNamespace(init=refuse)])
def test_a_site_that_cannot_report_errors_says_why_in_a_line(
    package: object, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", package)
    settings.SENTRY_DSN = "nonsense"
    with pytest.raises(WrongSetting, match="does not start: SENTRY_DSN"):
        install()


@pytest.mark.parametrize("path", ["/t/٣/", "/ナポレオン/", "/é/"])
def test_a_path_in_any_script_is_left_as_servers_give_it(client: Client, path: str) -> None:
    """The middleware for traces encodes it as WSGI says, where Django's letters do not fit."""
    paths = []

    def trace(request: HttpRequest) -> HttpResponse:
        paths.append((request_uri(request.META), request.path_info))
        return HttpResponse()

    request = WSGIRequest(client._base_environ(PATH_INFO=unquote_to_bytes(path).decode("latin-1")))
    keep_path_of_wsgi(trace)(request)
    assert paths == [(f"http://testserver{quote(unquote_to_bytes(path))}", request.path_info)]
