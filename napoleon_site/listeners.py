"""Sockets for web processes: one for each address that a host's name leads to, IPv4 and IPv6."""

import errno
import socket
from typing import Final

BACKLOG: Final = 1024
ALL_IPV6: Final = "::"
ALL_IPV4: Final = "0.0.0.0"  # noqa: S104  # only if the operator asks for `::` where there is no IPv6
# A name may lead to an address of a kind that the machine does not have, as `localhost` to ::1.
NOT_HERE: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def open_listeners(host: str, port: int) -> list[socket.socket]:
    """Listen at every address that the host leads to; `::` takes IPv4 as well. Port 0 chooses one for all."""
    listeners: list[socket.socket] = []
    failure: OSError | None = None
    for family, address in _addresses(host.strip("[]"), port):
        try:
            listeners.append(_listener(family, address, port))
        except OSError as error:
            failure = error
            if error.errno not in NOT_HERE:
                break
        else:
            port = listeners[0].getsockname()[1]
    if failure is not None and (not listeners or failure.errno not in NOT_HERE):
        for listener in listeners:
            listener.close()
        raise failure
    return listeners


def _addresses(host: str, port: int) -> list[tuple[socket.AddressFamily, str]]:
    if host == ALL_IPV6 and not socket.has_dualstack_ipv6():
        host = ALL_IPV4
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((row[0], str(row[4][0])) for row in rows))


def _listener(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    takes_both = address == ALL_IPV6
    return socket.create_server((address, port), family=family, backlog=BACKLOG, dualstack_ipv6=takes_both)
