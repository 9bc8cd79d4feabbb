"""The compressed size of a page and of everything that it refers to."""

import gzip
import http.client
import re
from contextlib import closing
from urllib.parse import urljoin

from . import world  # isort: skip  # sets Django up for all that follows

from django.conf import settings

REFERENCE = re.compile(r"""(?:src|href)="([^"#]+)|url\(["']?([^"')#]+)|@import ["']([^"']+)""")


def compressed(text: str) -> int:
    """The bytes that a proxy sends: gzip at its usual level 6."""
    return len(gzip.compress(text.encode(), 6))


def first_visit(page: str, address: str, port: int) -> int:
    """Bytes of the page and of each file that it refers to, directly or from a style sheet."""
    sizes = {address: compressed(page)}
    waiting = _references(page, address)
    while waiting:
        path = waiting.pop()
        if path not in sizes:
            sizes[path], text = _file(path, port)
            waiting |= _references(text, path) if path.endswith(".css") else set()
    return sum(sizes.values())


def _references(text: str, address: str) -> set[str]:
    paths = {urljoin(address, "".join(groups)) for groups in REFERENCE.findall(text)}
    return {path for path in paths if path.startswith(settings.STATIC_URL)}


def _file(path: str, port: int) -> tuple[int, str]:
    """The number of bytes that the site sends a browser that accepts gzip, and their text."""
    with closing(http.client.HTTPConnection(world.HOST, port, timeout=30)) as connection:
        connection.request("GET", path, headers={**world.HEADERS, "Accept-Encoding": "gzip"})
        response = connection.getresponse()
        body = response.read()
    if response.status != 200:
        raise RuntimeError(f"{path} answered {response.status}")
    is_packed = response.headers.get("Content-Encoding") == "gzip"
    return len(body), (gzip.decompress(body) if is_packed else body).decode(errors="replace")
