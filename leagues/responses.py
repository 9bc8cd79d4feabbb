"""The common shape of views of clubs and seasons: get the subject, check, carry out, answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from inspect import signature
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from leagues.access import ClubAccess, SeasonAccess
from leagues.consequences import Question
from leagues.locks import ClubError
from leagues.models import Club
from leagues.pages import ClubPage
from players.requests import PersonRequest, refused

Get = Callable[..., ClubAccess]
"""A function of `leagues.access`, which takes the user and the first arguments of the route."""
View = Callable[..., HttpResponse]
Back = Callable[[HttpRequest, Any], str | None]
"""The page that the form was sent from, if it is not the usual one; it takes the access as well."""
Ask = Callable[..., Question | None]
"""A function of `leagues.consequences`, which takes the access, the form's data and the rest of the route."""


def _access(get: Get, request: HttpRequest, route: dict[str, Any]) -> ClubAccess:
    """The subject of the route, whose arguments are taken out of it."""
    _user, *names = signature(get).parameters
    return get(request.user, *[route.pop(name) for name in names])


# --- Pages ---


def page_of(get: Get, *, is_public: bool = False) -> Callable[[View], View]:
    """A page, called with the access from ``get``; visitors need no account for a public one."""

    def decorate(show_page: View) -> View:
        @require_safe
        @never_cache
        @wraps(show_page)
        def view(request: HttpRequest, **route: Any) -> HttpResponse:
            return show_page(request, _access(get, request, route), **route)

        return login_not_required(view) if is_public else view

    return decorate


class Full(NamedTuple):
    """Why a club can add no more, empty if it can; and the list of what it has, which says so."""

    why: Callable[[Club], str]
    list: str


def form_of(get: Get, full: Full | None = None) -> Callable[[View], View]:
    """A page with a form that is posted to its own address, called with the access from ``get``."""

    def decorate(show_form: View) -> View:
        @get_or_post
        @never_cache
        @wraps(show_form)
        def view(request: PersonRequest, **route: Any) -> HttpResponse:
            access = _access(get, request, route)
            if full and request.method != "POST" and full.why(access.club):
                return redirect(f"leagues:{full.list}", access.club.slug)
            return show_form(request, access, **route)

        return view

    return decorate


def show(request: HttpRequest, template: str, page: ClubPage, status: int | None = None) -> HttpResponse:
    """A page of a club or season; 422 if its form has errors."""
    form = getattr(page, "form", None)
    status = status or (422 if form is not None and form.is_bound and form.errors else 200)
    return render_page(request, template, page, status=status)


@dataclass(frozen=True, kw_only=True)
class QuestionPage(ClubPage):
    """Asks whether the reader is sure, and posts the form once more."""

    question: Question
    form: forms.Form | None
    back: str


# --- Changes ---


class Posted(NamedTuple):
    """A post of an organiser or member, once access and form are checked."""

    request: PersonRequest
    access: Any
    """From the view's ``get``."""
    data: dict[str, Any]
    """The cleaned data of the form."""

    @property
    def keys(self) -> dict[str, Any]:
        """The arguments that every service takes: club, perhaps season, and user."""
        return {**self.access.keys, "user": self.request.user}


def takes_post(
    get: Get,
    to: str,
    form_class: type[forms.Form] | None = None,
    *,
    rate: tuple[str, str] | None = None,
    again: View | None = None,
    asks: Ask | None = None,
    back: Back | None = None,
) -> Callable[[Callable[..., HttpResponse | None]], View]:
    """A view that carries out a post and redirects to the page ``to``, unless ``back`` or its answer names another.

    It is called with the post and the rest of the route's arguments. ``again`` shows a form with errors, or one that
    the service refuses; without it, only a form that no page of ours sent can have any. Before an irreversible step,
    ``asks`` returns a question.
    """

    def decorate(act: Callable[..., HttpResponse | None]) -> View:
        @require_POST
        @wraps(act)
        def view(request: PersonRequest, **route: Any) -> HttpResponse:
            access = _access(get, request, route)
            if rate:
                limit(request, *rate)
            form = form_class(request.POST) if form_class else None
            has_errors = form is not None and not form.is_valid()
            if has_errors and again:
                return again(request, access, form=form, **route)
            path = (back and back(request, access)) or _usual_path(access, to, route)
            if has_errors and form is not None and set(form.errors) != {"reason"}:
                return unread(request, path)
            posted = Posted(request, access, form.cleaned_data if form else {})
            is_sure = "sure" in request.POST and not has_errors
            if asks and not is_sure and (question := asks(access, posted.data, **route)):
                page = QuestionPage(access=access, question=question, form=form, back=path)
                return show(request, "leagues/question.html", page)
            if has_errors:
                return unread(request, path)
            kept = RefusedForm(form, partial(again, request, access, form=form, **route)) if form and again else None
            return _carry_out(request, access, path, lambda: act(posted, **route), kept=kept)

        return view

    return decorate


def posts_to(
    service: Callable[..., object],
    get: Get,
    to: str,
    form_class: type[forms.Form] | None = None,
    *,
    rate: tuple[str, str] | None = None,
    again: View | None = None,
    asks: Ask | None = None,
    back: Back | None = None,
) -> View:
    """A view that passes the fields of the form and the rest of the route on to a service, by their names."""

    @takes_post(get, to, form_class, rate=rate, again=again, asks=asks, back=back)
    def act(posted: Posted, **route: Any) -> None:
        service(**posted.keys, **posted.data, **route)

    return act


def came_from_season(request: HttpRequest, access: SeasonAccess) -> str | None:
    """The season's own page, if the form was sent from there."""
    return access.season.get_absolute_url() if request.GET.get("from") == "season" else None


class RefusedForm(NamedTuple):
    """A form that keeps what was entered if the service refuses it, and then says why."""

    form: forms.Form | forms.ModelForm[Any]
    show: Callable[[], HttpResponse]

    def refuse(self, access: ClubAccess, error: ClubError) -> HttpResponse:
        refuse_in_form(self.form, access, error)
        return self.show()


def change(
    request: HttpRequest,
    access: ClubAccess,
    service: Callable[..., object],
    to: str,
    *arguments: object,
    success: str = "",
    kept: RefusedForm | None = None,
    **values: Any,
) -> HttpResponse:
    """Call the service and redirect to that page, which says ``success``; if the service refuses, show why.

    A form that is ``kept`` says so itself.
    """
    act = partial(service, **access.keys, user=request.user, **values)
    return _carry_out(request, access, access.path(to, *arguments), act, success, kept)


def _carry_out(
    request: HttpRequest,
    access: ClubAccess,
    path: str,
    act: Callable[[], object],
    success: str = "",
    kept: RefusedForm | None = None,
) -> HttpResponse:
    try:
        answer = act()
    except ClubError as error:
        if kept is not None:
            return kept.refuse(access, error)
        return refused(request, str(error), path, remedy=remedy_of(access, error))
    if success:
        messages.success(request, success)
    return answer if isinstance(answer, HttpResponse) else redirect(path)


REMEDIES: Final[dict[str, Promise]] = {
    "account_email": gettext_lazy("Email addresses"),
    "attendance": gettext_lazy("Who is coming?"),
    "board_series_list": gettext_lazy("Boards"),
    "cancel_season": gettext_lazy("Cancel the season"),
    "club": pgettext_lazy("a link", "Go to the club"),
    "club_house_rules": gettext_lazy("House rules"),
    "draw": gettext_lazy("Go to the draw"),
    "edit_season": gettext_lazy("Settings of the season"),
    "entries": gettext_lazy("Entries and divisions"),
    "invitations": gettext_lazy("Invitations"),
    "ladder": pgettext_lazy("a link", "Go to the ladder"),
    "ladders": gettext_lazy("Ladders"),
    "leagues:clubs": gettext_lazy("Clubs"),
    "leave": gettext_lazy("Leave the club"),
    "members": gettext_lazy("Members"),
    "pauses": gettext_lazy("Pauses"),
    "players:keep_guest": gettext_lazy("Keep my games"),
    "promotion": gettext_lazy("Promotion and relegation"),
    "results": pgettext_lazy("a link", "Go to the results"),
    "round": pgettext_lazy("a link", "Go to the round"),
    "season": pgettext_lazy("a link", "Go to the season"),
    "seasons": gettext_lazy("Seasons"),
    "teams": gettext_lazy("Teams"),
    "webhooks": gettext_lazy("Webhooks"),
}
"""The pages on which something can be done about a refusal, and the links to them."""
OF_CLUB: Final = frozenset(
    {
        "board_series_list",
        "club",
        "club_house_rules",
        "invitations",
        "ladders",
        "leave",
        "members",
        "seasons",
        "webhooks",
    }
)
"""Those whose address names the club alone, wherever the refusal comes from."""
OF_SITE: Final = frozenset({"account_email", "leagues:clubs", "players:keep_guest"})
"""Those whose address names no club."""


def remedy_of(access: ClubAccess, error: ClubError) -> tuple[str, str] | None:
    """The link to the page that helps: its text and its address."""
    if not error.remedy:
        return None
    if error.remedy in OF_SITE:
        path = reverse(error.remedy)
    elif error.remedy in OF_CLUB:
        path = reverse(f"leagues:{error.remedy}", args=[access.club.slug])
    elif isinstance(access, SeasonAccess):
        # Of a division as well: none of these pages is a division's own.
        path = reverse(f"leagues:{error.remedy}", args=[access.club.slug, access.season.slug, *error.arguments])
    else:
        path = access.path(error.remedy, *error.arguments)
    return str(REMEDIES[error.remedy]), path


def refusal_text(access: ClubAccess, error: ClubError) -> str:
    """Why the club refuses, with the link to the page that helps."""
    if not (remedy := remedy_of(access, error)):
        return str(error)
    label, path = remedy
    return format_html('{} <a href="{}">{}</a>', str(error), path, label)


def refuse_in_form(form: forms.Form | forms.ModelForm[Any], access: ClubAccess, error: ClubError) -> None:
    form.add_error(None, refusal_text(access, error))


def _usual_path(access: ClubAccess, to: str, route: Mapping[str, Any]) -> str:
    return access.path(to, *((route["number"],) if "number" in route else ()))


def unread(request: HttpRequest, back: str) -> HttpResponse:
    """Refuse a form that no page of ours can have sent."""
    return refused(request, _("This form could not be read. Please try again."), back, status=422)
