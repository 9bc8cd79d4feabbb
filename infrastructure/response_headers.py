"""Headers for every response."""

from collections.abc import Callable
from typing import Final, TypeAlias

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]

# Browser features that the site does not use. Passkeys are not listed: they keep their default, this site only.
UNUSED: Final = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
PERMISSIONS: Final = ", ".join(f"{name}=()" for name in UNUSED)
# Pages for signing in show addresses, codes and keys, also before anybody is signed in.
ACCOUNTS: Final = "/accounts/"


def headers_without_page() -> dict[str, str]:
    """Headers for a response that is not a page and bypasses Django's middleware."""
    values = {
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": PERMISSIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }
    if settings.SECURE_HSTS_SECONDS:
        values["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return values


def headers(get_response: Handler) -> Handler:
    """Add the headers that a response lacks. A view that may be cached sets its own `Cache-Control`, and says why."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not response.has_header("Cache-Control"):
            # A page shows one person's cards, so shared caches must not store it. What the browser itself keeps, to go
            # back to, it would show to its next user.
            how = "no_store" if is_personal(request, response) else "no_cache"
            patch_cache_control(response, private=True, **{how: True})
        return response

    return middleware


def is_personal(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether a session, or the way to one, may have made the response what it is."""
    cookie = settings.SESSION_COOKIE_NAME
    return cookie in request.COOKIES or cookie in response.cookies or request.path.startswith(ACCOUNTS)
