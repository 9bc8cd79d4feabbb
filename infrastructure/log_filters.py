"""Log filters that hide tokens, and tracebacks of errors that are no bugs of the site."""

import logging
import re
import sys
import time
from typing import Final

# Tokens in addresses (invitations, sign-in codes) are long words with a digit or a capital letter; the site's own long
# words have neither. A query may hold anything. Visitors control these lines, so each search must be linear: the part
# before the first "=" of a query contains no other "?".
TOKEN = re.compile(r"(?<=[/=])(?=[\w\-:.]*[\dA-Z])[\w\-:.]{16,}")
QUERY = re.compile(r"(?<=\?)[^\s\"'=?]*=[^\s\"']*")

# The server is closing connections or refusing new ones. Without a server there is no code.
SERVER_IS_AWAY: Final = (None, "57P01", "57P02", "57P03")


def without_tokens(text: str) -> str:
    """The log line without queries and long tokens in paths.

    >>> without_tokens("Not Found: /clubs/join/Zk3f9Qx81mB7aLw2/?next=/games/7")
    'Not Found: /clubs/join/…/?…'
    """
    return TOKEN.sub("…", QUERY.sub("…", text))


class HideTokens(logging.Filter):
    """Hide tokens in all lines but those that show an address on purpose (``extra={"shows_address": True}``)."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not getattr(record, "shows_address", False):
            record.msg, record.args = without_tokens(record.getMessage()), None
        return True


class ShortenRefusals(logging.Filter):
    """Log refused requests and unavailable services in one line; other errors keep their traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        elif _tells_of_a_service_that_is_away(error):
            reason = str(error).partition("\n")[0]
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {reason})"
            record.args = record.exc_info = None
        return True


REDIS_IS_AWAY: Final = ("ConnectionError", "TimeoutError", "OutOfMemoryError", "ReadOnlyError")
"""It does not answer, or refuses writes."""


def _tells_of_a_service_that_is_away(error: BaseException | None) -> bool:
    # Processes that use neither package have not loaded it.
    redis = sys.modules.get("redis.exceptions")
    if redis is not None and isinstance(error, tuple(getattr(redis, name) for name in REDIS_IS_AWAY)):
        return True
    psycopg = sys.modules.get("psycopg")
    # Django's errors are raised from those of psycopg.
    cause = error.__cause__ if error else None
    return (
        psycopg is not None
        and isinstance(cause, (psycopg.OperationalError, psycopg.InterfaceError))
        and cause.sqlstate in SERVER_IS_AWAY
    )


# The pool logs this right after the reason, so it adds nothing.
GAVE_UP: Final = "reconnection attempt"


class ThinOutPools(logging.Filter):
    """Lets a pool say why it has no connection once a minute, in one line. By itself it says so every second."""

    PAUSE = 60.0

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name != "psycopg.pool":
            return True
        if str(record.msg).startswith(GAVE_UP):
            return False
        record.msg, record.args = record.getMessage().partition("\n")[0], None
        now = time.monotonic()
        if now - self.said.get(record.msg, -self.PAUSE) < self.PAUSE:
            return False
        self.said[record.msg] = now
        return True
