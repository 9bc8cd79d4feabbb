"""The front page."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.front_page.context import Home, home_of
from games.front_page.showcase import Showcase, showcase
from games.lobby.context import OwnWish, own_wish
from games.lobby.rules_form import presets_to_choose
from games.presentation.option_texts import PresetText
from infrastructure.pages import render_page
from players.notifications.inbox import Unreachable, unreachable


@dataclass(frozen=True, slots=True)
class SignedOutPage:
    showcase: Showcase
    presets: list[tuple[str, PresetText]]


@dataclass(frozen=True, slots=True)
class SignedInPage:
    home: Home
    unreachable: Unreachable
    own_wish: OwnWish | None


@login_not_required
@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """Introduce the site to visitors; show signed-in people their turns."""
    if not request.user.is_authenticated:
        return render_page(request, "games/front_page/signed_out.html", SignedOutPage(showcase(), presets_to_choose()))
    user = request.user
    home = home_of(user)
    # People who play already find their wish in the list of tables.
    wish = None if home.tables else own_wish(user)
    page = SignedInPage(home, unreachable(user), wish)
    return render_page(request, "games/front_page/signed_in.html", page)
