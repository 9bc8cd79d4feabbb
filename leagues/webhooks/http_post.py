"""One HTTP request to an address that somebody typed in, which must not lead into the site's own network.

Names are looked up here, every address that comes back must be a public one, and the connection goes to one of those
very addresses: a name that changes its mind in between gains nothing. Nothing is followed, and no answer is kept.
"""

import ipaddress
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PATIENCE: Final = 5.0
"""The longest silence of the other side, in seconds."""
LONGEST: Final = 15.0
"""The longest that it may take to connect, and then to post, in seconds each."""
PORTS: Final = {"http": 80, "https": 443}
"""The schemes, with the port of each."""
NEW: Final = ipaddress.IPv6Network("2000::/3")
"""All public addresses of the new kind (RFC 4291); what lies outside has some use of its own."""
TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""By these a network without addresses of the old kind reaches them (NAT64, RFC 6052)."""


class BadAddress(Exception):
    """The site does not post to such an address."""


class NotTaken(Exception):
    """The other side answered, but not with a yes."""

    def __init__(self, status: int, retry_after: str = "") -> None:
        super().__init__(status)
        self.status = status
        self.retry_after = retry_after
        """The header of that name."""


def check(url: str) -> SplitResult:
    """The parts of an address that the site might post to; what its name leads to is not asked yet."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
        # Such a name could not be looked up: labels of a name are neither empty nor long.
        host.encode("idna")
    except ValueError as error:
        raise BadAddress from error
    if settings.DEMO:
        raise BadAddress
    if not url.isascii() or not url.isprintable() or " " in url or not host or parts.username:
        raise BadAddress
    if parts.scheme not in PORTS:
        raise BadAddress
    if not _is_private_host(parts) and (parts.scheme != "https" or port not in (None, 443)):
        raise BadAddress
    return parts


def _is_private_host(parts: SplitResult) -> bool:
    """Whether the site's owner has named this host with this port; its other ports are none of the clubs'."""
    host = parts.hostname or ""
    named = f"[{host}]:{_port(parts)}" if ":" in host else f"{host}:{_port(parts)}"
    return named in (private.lower() for private in settings.WEBHOOK_PRIVATE_HOSTS)


def _port(parts: SplitResult) -> int:
    return PORTS[parts.scheme] if parts.port is None else parts.port


def send(url: str, body: bytes, headers: dict[str, str]) -> None:
    """Post it; raises `BadAddress`, `NotTaken`, or an error of the network."""
    parts = check(url)
    host, port, is_secure = parts.hostname or "", _port(parts), parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    line = _connected(_addresses(host, port, is_private=_is_private_host(parts)), port)
    with line, _broken_off_after(LONGEST, line), closing(HTTPConnection(host, port)) as connection:
        connection.sock = tls().wrap_socket(line, server_hostname=host) if is_secure else line
        connection.request("POST", path, body, {**headers, "Host": parts.netloc})
        # The body may be as long as its sender likes, and is not read.
        answer = connection.getresponse()
    if not 200 <= answer.status < 300:
        raise NotTaken(answer.status, answer.headers.get("Retry-After", ""))


@cache
def tls() -> ssl.SSLContext:
    """Whom to trust. Most processes never ask: to read it takes them some hundredths of a second."""
    return ssl.create_default_context()


@contextmanager
def _broken_off_after(seconds: float, line: socket.socket) -> Iterator[None]:
    """Limit the whole of what is said on the line: by itself each byte of an answer might take its time."""
    # TLS takes the line over, but not its double.
    double, broken_off = line.dup(), Event()

    def break_off() -> None:
        broken_off.set()
        with suppress(OSError):
            double.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, break_off)
    timer.start()
    try:
        yield
    except (OSError, HTTPException):
        if not broken_off.is_set():
            raise
    finally:
        timer.cancel()
        double.close()
    if broken_off.is_set():
        raise TimeoutError


def _addresses(host: str, port: int, *, is_private: bool) -> list[str]:
    """Where the name leads to. One address that is not public makes the name unfit, even if others are."""
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not is_private and not all(map(_is_public, found)):
        raise BadAddress
    return list(dict.fromkeys(found))


def _connected(addresses: Sequence[str], port: int) -> socket.socket:
    """A connection to the first of these addresses that accepts one; all together get `LONGEST` seconds."""
    patience = min(PATIENCE, LONGEST / len(addresses))
    for address in addresses[:-1]:
        with suppress(OSError):
            return socket.create_connection((address, port), patience)
    return socket.create_connection((addresses[-1], port), patience)


def _is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast
    old = _old(found)
    return _is_public(str(old)) if old is not None else found in NEW and found.is_global


def _old(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address of the old kind that it leads to, if it is but another way to write one."""
    if address in TRANSLATED:
        return ipaddress.IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
