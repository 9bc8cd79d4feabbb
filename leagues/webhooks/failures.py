"""Why a post was not delivered, in words that an organiser can act on."""

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_NO_ANSWER: Final = gettext_lazy("The service did not answer in time.")
_BROKEN_OFF: Final = gettext_lazy("The service closed the connection.")
_REFUSED: Final = gettext_lazy("The server refuses connections.")
_ERRORS: Final[dict[str, Any]] = {
    "gaierror": gettext_lazy("The server’s name was not found. Is the address right?"),
    "ConnectionRefusedError": _REFUSED,
    "TimeoutError": _NO_ANSWER,
    "ConnectionResetError": _BROKEN_OFF,
    "ConnectionAbortedError": _BROKEN_OFF,
    "BrokenPipeError": _BROKEN_OFF,
    "RemoteDisconnected": _BROKEN_OFF,
    "BadStatusLine": gettext_lazy("The service did not reply over HTTP."),
    "SSLCertVerificationError": gettext_lazy("The server’s certificate (TLS) is not valid."),
    "SSLError": gettext_lazy("A secure connection (TLS) could not be made."),
    "BadAddress": gettext_lazy("The site does not post to this address: it is not public, or not https."),
}
"""By the name of the exception."""
_STATUSES: Final[dict[int, Any]] = {
    400: gettext_lazy("The service does not understand the posts. Is the format right?"),
    401: gettext_lazy("The service does not accept the address or its token."),
    403: gettext_lazy("The service does not accept the address or its token."),
    404: gettext_lazy("The service does not know this address, or no longer does."),
    410: gettext_lazy("The service does not know this address, or no longer does."),
    413: gettext_lazy("The post was too long for the service."),
    415: gettext_lazy("The service does not understand the posts. Is the format right?"),
    422: gettext_lazy("The service does not understand the posts. Is the format right?"),
    429: gettext_lazy("The service accepts no more posts for now."),
}
ANSWER: Final = "NotTaken "
"""Before the status of an answer (`players.notifications.outbox.described`)."""


class Failure(NamedTuple):
    """What failed: a sentence, and the technical word behind it."""

    text: str
    detail: str


def failure_of(error: str) -> Failure | None:
    """The stored error of a post in words; None if there is none."""
    if not error:
        return None
    status = error.removeprefix(ANSWER)
    if status != error and status.isdecimal():
        return Failure(_answered(int(status)), f"HTTP {status}")
    return Failure(str(_ERRORS.get(error, _("The service could not be reached."))), error)


def _answered(status: int) -> str:
    if 300 <= status < 400:
        return _("The address redirects to another one, which the site does not follow. Enter that one instead.")
    if status >= 500:
        return _("The service itself has a problem.")
    return str(_STATUSES.get(status, _("The service did not accept the post.")))
