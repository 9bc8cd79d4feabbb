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
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not response.has_header("Cache-Control"):
            # A page shows one person's cards, so shared caches must not store it.
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
