"""The common shape of views of clubs and seasons: get what is asked for, check, carry out, answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access import ClubAccess, SeasonAccess
from leagues.locks import ClubError
from leagues.models import JoinRequest
from players.rate_limits import limit
from players.requests import PersonRequest

Access = ClubAccess | SeasonAccess

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


class Posted(NamedTuple):
    """What an organiser or member has posted, once access and form are checked."""

    request: PersonRequest
    access: Any
    """As the view's `get` found it: `ClubAccess` or `SeasonAccess`."""
    data: dict[str, Any]
    """The cleaned data of the form."""

    @property
    def keys(self) -> dict[str, Any]:
        """The arguments that every service takes: club, perhaps season, and user."""
        return {**self.access.keys, "user": self.request.user}


def takes_post(
    get: Callable[..., Access],
    to: str,
    form_class: type[forms.Form] | None = None,
    *,
    rate: tuple[str, str] | None = None,
) -> Callable[[Callable[..., HttpResponse | None]], Callable[..., HttpResponse]]:
    """A view that carries out what was posted, and leads to the page `to` unless it answers otherwise.

    It finds its club or season by `get`, and is called with what was posted and the rest of the route's arguments.
    """

    def decorate(act: Callable[..., HttpResponse | None]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(act)
        def view(request: PersonRequest, slug: str, **route: Any) -> HttpResponse:
            season = (route.pop("season"),) if "season" in route else ()
            access = get(request.user, slug, *season)
            if rate:
                limit(request, *rate)
            form = form_class(request.POST) if form_class else None
            if form and not form.is_valid():
                return unread(request, access)
            posted = Posted(request, access, form.cleaned_data if form else {})
            number = (route["number"],) if "number" in route else ()
            return _carry_out(
                request, access, access.path(to, *number), lambda: act(posted, **route)
            )

        return view

    return decorate


def change(
    request: HttpRequest,
    access: Access,
    service: Callable[..., object],
    to: str,
    *arguments: object,
    **values: Any,
) -> HttpResponse:
    """Call the service and redirect to that page; if it refuses, show why."""
    act = partial(service, **access.keys, user=request.user, **values)
    return _carry_out(request, access, access.path(to, *arguments), act)


def _carry_out(
    request: HttpRequest, access: Access, path: str, act: Callable[[], object]
) -> HttpResponse:
    try:
        answer = act()
    except ClubError as error:
        back = path if isinstance(access, SeasonAccess) else access.club.get_absolute_url()
        return refused(request, str(error), back)
    return answer if isinstance(answer, HttpResponse) else redirect(path)


def show(
    request: HttpRequest,
    template: str,
    access: Access,
    *,
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """A page of a club or season, with the links to its others; 422 if its form has errors."""
    form = context.get("form")
    status = status or (422 if form is not None and form.is_bound and form.errors else 200)
    found: dict[str, Any] = {"club": access.club, "me": access.me, "access": access}
    if isinstance(access, SeasonAccess):
        found["season"] = access.season
    else:
        requests = access.club.requests.filter(state=JoinRequest.State.OPEN)
        found["waiting"] = requests.count() if access.organises else 0
    return render(request, template, {**found, **context}, status=status)


def unread(request: HttpRequest, access: Access) -> HttpResponse:
    """A form that no page of ours can have sent."""
    text = _("This form could not be read. Please try again.")
    home = access.season if isinstance(access, SeasonAccess) else access.club
    return refused(request, text, home.get_absolute_url(), status=422)


def refused(request: HttpRequest, error: str, back: str, status: int = 409) -> HttpResponse:
    """Why nothing was done, and the way back."""
    context = {"error": error, "back": back}
    return render(request, "leagues/clubs/refused.html", context, status=status)
