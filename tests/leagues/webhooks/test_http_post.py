"""Where webhooks may lead: to public addresses, and to hosts of one's own network that are named."""

import socket
import ssl
from threading import Thread
from typing import Any

import pytest

from leagues.models import Club, Webhook
from leagues.webhooks import http_post
from players.models import User
from tests.support.visits import post, text
from tests.support.webhook_service import Service


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example/hook",
        "https://chat.example:8443/hook",
        "https://user@chat.example/hook",
        "https://",
        "https://[::1",
        "ftp://chat.example/",
        "javascript:alert(1)",
        "https://chat.example/a b",
        "https://chat.example/\r\nX: y",
        "https://チャット.example/",
        "https://chat..example/",
        "https://.example/",
        f"https://{'a' * 64}.example/",
    ],
)
def test_other_addresses_are_refused(club: Club, ai: User, url: str) -> None:
    response = post(ai, "/clubs/tuesday/webhook/new/", url=url, form="text", language="en")
    assert response.status_code == 422
    assert "This must be a public address that begins with https://." in text(response)
    assert not Webhook.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "192.168.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:10.0.0.1",
        "2002:0a00:0001::",
        "::ffff:224.0.0.1",
        "::10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::10.0.0.1",
        "fec0::1",
    ],
)
def test_the_sites_own_network_is_never_reached(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(http_post.socket, "getaddrinfo", lambda *args, **kwargs: found)
    with pytest.raises(http_post.BadAddress):
        http_post.send("https://innocent.example/", b"{}", {})


def leading_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name leads to these addresses, and each of them to itself."""
    look_up = socket.getaddrinfo

    def look_up_name(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        found = [host] if host in addresses else addresses
        return [row for address in found for row in look_up(address, port, *args, **kwargs)]

    monkeypatch.setattr(http_post.socket, "getaddrinfo", look_up_name)


@pytest.mark.parametrize(
    ("url", "is_fit"),
    [
        ("http://chat.internal:8065/hooks/x", True),
        ("https://CHAT.internal:8065/hooks/x", True),
        ("http://[fd00::1]:8065/", True),
        ("https://chat.internal/", False),
        ("http://chat.internal/", False),
        ("http://chat.internal:6379/", False),
        ("http://chat.internal:0/", False),
        ("http://[fd00::1]/", False),
        ("ftp://chat.internal:8065/", False),
        ("https://other.internal/", True),
        ("http://other.internal/", False),
    ],
)
def test_of_a_private_host_only_the_named_port_is_reached(
    settings: Any, url: str, is_fit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a chat server there may be a database. What is not named has to be public, which the look-up shows."""
    settings.WEBHOOK_PRIVATE_HOSTS = ["Chat.internal:8065", "[fd00::1]:8065", "other.internal:443"]
    leading_to(monkeypatch, "10.0.0.1")
    if is_fit:
        http_post.check(url)
    else:
        with pytest.raises(http_post.BadAddress):
            http_post.send(url, b"{}", {})


def test_all_addresses_of_a_host_are_tried(service: Service, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.WEBHOOK_PRIVATE_HOSTS = [f"chat.internal:{service.server_port}"]
    # Nobody listens at the first two, and the same address may come twice.
    leading_to(monkeypatch, "::1", "127.0.0.2", "127.0.0.2", "127.0.0.1")
    http_post.send(f"http://chat.internal:{service.server_port}/", b'{"text": ""}', {})
    assert len(service.got) == 1


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
def test_a_host_with_ipv6_alone_is_reached(settings: Any) -> None:
    with Service("::1") as service:
        Thread(target=service.handle_request, daemon=True).start()
        host = f"[::1]:{service.server_port}"
        settings.WEBHOOK_PRIVATE_HOSTS = [host]
        http_post.send(f"http://{host}/", b'{"text": ""}', {})
    assert service.got[0][1]["Host"] == host


def test_silent_addresses_share_the_time_to_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many a host claims to have, a post to it holds nobody up for longer."""
    tried: list[float] = []

    def connect(where: tuple[str, int], timeout: float) -> socket.socket:
        tried.append(timeout)
        raise TimeoutError

    leading_to(monkeypatch, *(f"93.184.216.{number}" for number in range(40)))
    monkeypatch.setattr(http_post.socket, "create_connection", connect)
    with pytest.raises(TimeoutError):
        http_post.send("https://chat.example/", b"{}", {})
    assert len(tried) == 40
    assert sum(tried) <= http_post.LONGEST


@pytest.mark.parametrize("place", [0, 1, 2])
def test_none_of_many_addresses_may_be_private(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = ["93.184.216.34", "2606:2800:220:1::1"]
    leading_to(monkeypatch, *addresses[:place], "10.0.0.1", *addresses[place:])
    monkeypatch.setattr(http_post.socket, "create_connection", lambda *args: pytest.fail("connected"))
    with pytest.raises(http_post.BadAddress):
        http_post.send("https://chat.example/", b"{}", {})


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::93.184.216.34"])
def test_the_connection_goes_where_the_look_up_led(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def connect(where: tuple[str, int], timeout: float) -> socket.socket:
        asked.append(where)
        ours, theirs = socket.socketpair()
        theirs.close()
        return ours

    def wrap_socket(line: socket.socket, server_hostname: str) -> socket.socket:
        asked.append(server_hostname)
        raise ConnectionError

    found = [(0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(http_post.socket, "getaddrinfo", lambda *args, **kwargs: found)
    monkeypatch.setattr(http_post.socket, "create_connection", connect)
    monkeypatch.setattr(http_post.tls(), "wrap_socket", wrap_socket)
    with pytest.raises(ConnectionError):
        http_post.send("https://chat.example/hook?a=1", b"{}", {})
    assert asked == [(address, 443), "chat.example"]
    assert http_post.tls().check_hostname
    assert http_post.tls().verify_mode == ssl.CERT_REQUIRED
