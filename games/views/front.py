"""The front page."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.home import home_of
from games.presenting.showcase import showcase


@login_not_required
@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """For visitors what this is, for people where it is their turn."""
    if not request.user.is_authenticated:
        return render(request, "front_page.html", {"showcase": showcase()})
    return render(request, "home.html", {"home": home_of(request.user)})
