"""What views share: numbers from addresses, the methods of pages and forms, and the redirect after a form.

And who sends a request that does not pass through Django's middleware.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeVar

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

get_or_post: Final = require_http_methods(["GET", "HEAD", "POST"])


def public_page(view: View) -> View:
    """A page that may be read without an account, and that browsers fetch every time."""
    return login_not_required(require_safe(never_cache(view)))


def parse_number(text: str | None, digits: int = 5) -> int | None:
    """Return the number in an address or a form; None if there is none, or one with too many digits."""
    return int(text) if text and len(text) <= digits and text.isdecimal() else None


def redirect_after_post(url: str) -> HttpResponse:
    """Redirect so that the browser fetches the page with GET, and can reload it safely (303)."""
    return HttpResponse(status=303, headers={"Location": url})


def identify(request: HttpRequest) -> None:
    """Set session and user by the cookie, as Django's middleware would."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = get_user(request)
