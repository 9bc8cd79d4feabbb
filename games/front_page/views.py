"""The front page."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.front_page.context import home_of
from games.front_page.showcase import showcase


@login_not_required
@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """Introduce the site to visitors; show signed-in people their turns."""
    if not request.user.is_authenticated:
        return render(request, "games/front_page/signed_out.html", {"showcase": showcase()})
    return render(request, "games/front_page/signed_in.html", {"home": home_of(request.user)})
