"""The settings page on which people make and end the tokens of their programs."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, parse_number
from players.api.forms import TokenForm
from players.api.models import ApiToken
from players.requests import PersonRequest


@dataclass(frozen=True, slots=True)
class TokensPage:
    form: TokenForm
    tokens: Sequence[ApiToken]
    made: str = ""
    """The token that was just made: this page alone shows it."""


@get_or_post
def api_tokens(request: PersonRequest) -> HttpResponse:
    form = TokenForm(request.POST if request.method == "POST" else None, user=request.user)
    made = ""
    if form.is_valid():
        limit(request, "api_token", "20/h")
        made, form = form.save(), TokenForm(user=request.user)
    rows = request.user.api_tokens.order_by("-made_at", "-pk")
    page = TokensPage(form, list(rows), made)
    return render_page(request, "players/api/api_tokens.html", page, status=form_status(form))


@require_POST
def end_api_token(request: PersonRequest) -> HttpResponse:
    request.user.api_tokens.filter(pk=parse_number(request.POST.get("token"), 18) or 0).delete()
    messages.success(request, _("That token is ended."))
    return redirect("players:api_tokens")
