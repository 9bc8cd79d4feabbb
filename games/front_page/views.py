"""The front page."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.front_page.context import Home, home_of
from games.front_page.showcase import Showcase, showcase
from infrastructure.pages import render_page


@dataclass(frozen=True, slots=True)
class SignedOutPage:
    showcase: Showcase


@dataclass(frozen=True, slots=True)
class SignedInPage:
    home: Home


@login_not_required
@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """Introduce the site to visitors; show signed-in people their turns."""
    if not request.user.is_authenticated:
        return render_page(request, "games/front_page/signed_out.html", SignedOutPage(showcase()))
    return render_page(request, "games/front_page/signed_in.html", SignedInPage(home_of(request.user)))
