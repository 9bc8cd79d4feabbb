"""oEmbed (oembed.com): from the address of a public page to the frame that shows it on another site."""

from collections.abc import Callable
from html import unescape
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from infrastructure.requests import parse_number, public_page

WIDTH: Final = 640


class Embed(NamedTuple):
    name: str
    """The route of the page for frames."""
    height: int
    names: tuple[str, ...]
    """What it takes of the route of the page."""


EMBEDS: Final = {
    "leagues:standings": Embed("leagues:embedded_standings", 480, ("slug", "season", "number")),
    "leagues:teams": Embed("leagues:embedded_teams", 480, ("slug", "season")),
    "leagues:round": Embed("leagues:embedded_round", 480, ("slug", "season", "number")),
    "games:table": Embed("games:embedded_table", 320, ("slug",)),
    "games:review_deal": Embed("games:embedded_deal", 440, ("slug", "deal")),
    "games:review_step": Embed("games:embedded_deal", 440, ("slug", "deal")),
}
"""By the route of the page."""


@public_page
def oembed(request: HttpRequest) -> HttpResponse:
    """Describe the frame for ``url``; 404 where a stranger may not see the page."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(_("This site answers in JSON only."), status=501, content_type="text/plain; charset=utf-8")
    found, path = _frame_of(request.GET.get("url", ""), request.get_host())
    frame = resolve(path)
    shown = _answer(frame.func, request, frame.kwargs)
    width = min(parse_number(request.GET.get("maxwidth")) or WIDTH, WIDTH)
    height = min(parse_number(request.GET.get("maxheight")) or found.height, found.height)
    title = unescape(shown.content.decode().partition("<title>")[2].partition("</title>")[0].strip())
    html = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" sandbox="allow-popups"></iframe>',
        f"{settings.SITE_URL}{path}",
        width,
        height,
        title,
    )
    answer = {"version": "1.0", "type": "rich", "provider_name": "Napoleon", "provider_url": settings.SITE_URL}
    response = JsonResponse(answer | {"title": title, "html": html, "width": width, "height": height})
    response["Access-Control-Allow-Origin"], response["Cross-Origin-Resource-Policy"] = "*", "cross-origin"
    return response


def _frame_of(url: str, host: str) -> tuple[Embed, str]:
    """What shows the page of this site in a frame, and its path."""
    try:
        parts = urlsplit(url)
        page = resolve(parts.path)
    except (Resolver404, ValueError) as error:
        raise Http404 from error
    found = EMBEDS.get(page.view_name)
    if found is None or parts.netloc not in (host, urlsplit(settings.SITE_URL).netloc):
        raise Http404
    return found, reverse(found.name, args=[page.kwargs[name] for name in found.names])


def _answer(view: Callable[..., HttpResponse], request: HttpRequest, names: dict[str, Any]) -> HttpResponse:
    """The page in the frame, as a stranger gets it."""
    reader = request.user
    try:
        return view(request, **names)
    finally:
        request.user = reader
