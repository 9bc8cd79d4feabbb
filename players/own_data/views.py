"""A person's stored data: a page that explains it, and the download."""

from django.http import StreamingHttpResponse
from django.http.response import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from infrastructure.rate_limits import limit
from players.own_data.sections import SECTIONS
from players.own_data.zip_stream import zip_of
from players.requests import PersonRequest


@require_safe
def own_data(request: PersonRequest) -> HttpResponse:
    """The contents of the download, and its button."""
    return render(request, "players/own_data/own_data.html", {"sections": SECTIONS})


# POST only: neither links on other sites nor prefetching browsers can start it.
@require_POST
@never_cache
def download_own_data(request: PersonRequest) -> StreamingHttpResponse:
    """All the data as a zip file."""
    limit(request, "own_data", "6/h")
    context = {"sections": SECTIONS, "person": request.user, "now": timezone.now()}
    readme = render_to_string("players/own_data/readme.txt", context)
    name = f"napoleon-{request.user.pk}-{timezone.localdate():%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    pieces = zip_of(request.user, readme)
    return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)
