"""Keep tokens out of the logs, and tracebacks of requests that were rightly refused."""

from __future__ import annotations

import logging
import re

# Tokens in addresses (invitations, sign-in codes) are long words with a digit or a capital letter; the site's own long
# words have neither. A query may hold anything. Visitors write these lines, so each search reads them once: what is
# before the first "=" of a query has no other "?".
TOKEN = re.compile(r"(?<=[/=])(?=[\w\-:.]*[\dA-Z])[\w\-:.]{16,}")
QUERY = re.compile(r"(?<=\?)[^\s\"'=?]*=[^\s\"']*")


def without_tokens(text: str) -> str:
    """Return a log line with queries and long tokens in paths left out.

    >>> without_tokens("Not Found: /clubs/join/Zk3f9Qx81mB7aLw2/?next=/games/7")
    'Not Found: /clubs/join/…/?…'
    """
    return TOKEN.sub("…", QUERY.sub("…", text))


class HideTokens(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_tokens(record.getMessage()), None
        return True


class ShortenRefusals(logging.Filter):
    """A refused request is one line; the traceback of an error of the site stays."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        return True
