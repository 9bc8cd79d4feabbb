"""Installing the site as an app: its manifest, and the page that the service worker shows offline."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The name, icons and shortcuts of the installed site, in the reader's language."""
    icons = [
        _icon("icon-192.png", 192),
        _icon("icon-512.png", 512),
        _icon("maskable-192.png", 192, "maskable"),
        _icon("maskable-512.png", 512, "maskable"),
        {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
    ]
    shortcuts = {
        _("My tables"): reverse("front_page"),
        _("Next table"): reverse("games:next_table"),
        _("Play now"): reverse("games:play_now"),
    }
    content = {
        "id": "/",
        "name": _("Napoleon"),
        "short_name": _("Napoleon"),
        "description": _("Napoleon, played over several days."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5f0e4",
        "theme_color": "#f5f0e4",
        "icons": icons,
        "shortcuts": [{"name": name, "url": url, "icons": icons[:1]} for name, url in shortcuts.items()],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(name: str, size: int, purpose: str = "any") -> dict[str, Any]:
    src = static(f"icons/{name}")
    return {"src": src, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@login_not_required
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The offline page. The service worker stores it, so it is the same for all readers."""
    return render(request, "offline.html")
