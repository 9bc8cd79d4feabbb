"""Keep tokens out of the logs, and tracebacks that tell of no fault of the site."""

from __future__ import annotations

import logging
import re
import sys
from typing import Final

# Tokens in addresses (invitations, sign-in codes) are long words with a digit or a capital letter; the site's own long
# words have neither. A query may hold anything. Visitors write these lines, so each search reads them once: what is
# before the first "=" of a query has no other "?".
TOKEN = re.compile(r"(?<=[/=])(?=[\w\-:.]*[\dA-Z])[\w\-:.]{16,}")
QUERY = re.compile(r"(?<=\?)[^\s\"'=?]*=[^\s\"']*")

# The server ends this connection, or takes none for now. Where no server answers, there is no code.
SERVER_IS_AWAY: Final = (None, "57P01", "57P02", "57P03")


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
    """A refused request is one line, and so is what failed for want of a service; other errors keep a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        elif _tells_of_a_service_that_is_away(error):
            reason = str(error).partition("\n")[0]
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {reason})"
            record.args = record.exc_info = None
        return True


def _tells_of_a_service_that_is_away(error: BaseException | None) -> bool:
    # Who only logs has loaded neither package.
    redis = sys.modules.get("redis.exceptions")
    if redis is not None and isinstance(error, (redis.ConnectionError, redis.TimeoutError)):
        return True
    psycopg = sys.modules.get("psycopg")
    # Django's errors are raised from those of psycopg.
    cause = error.__cause__ if error else None
    return (
        psycopg is not None
        and isinstance(cause, (psycopg.OperationalError, psycopg.InterfaceError))
        and cause.sqlstate in SERVER_IS_AWAY
    )
