"""Who may come to the site, as a guest or with a new account: the settings `SIGN_UP` and `SIGN_UP_DOMAINS`."""

from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

INVITED: Final = "invited"
"""In the session of somebody who has opened an invitation to a table or a club."""


class NoGuests(Exception):
    """A visitor would play without an account, where guests may not."""


def may_sign_up(request: HttpRequest) -> bool:
    """Whether the visitor, or the guest, may have an account. `check_domain` looks at their address."""
    return settings.SIGN_UP in ("open", "domains") or _is_invited(request)


def may_be_guest(request: HttpRequest) -> bool:
    return settings.SIGN_UP == "open" or _is_invited(request)


def _is_invited(request: HttpRequest) -> bool:
    return settings.SIGN_UP == "invited" and request.session.get(INVITED) is True


def remember_invitation(request: HttpRequest) -> None:
    """Let the reader of a valid invitation in."""
    if settings.SIGN_UP == "invited":
        request.session[INVITED] = True


def check_domain(address: str) -> None:
    """Raise `ValidationError` if accounts are for addresses of other domains."""
    if settings.SIGN_UP == "domains" and address.rpartition("@")[2].lower() not in settings.SIGN_UP_DOMAINS:
        text = _("This site is for addresses of %(domains)s.")
        raise ValidationError(text, params={"domains": _(", ").join(settings.SIGN_UP_DOMAINS)})
