"""Entering many people in a season, or inviting many to a club, by a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from infrastructure.rate_limits import limit
from leagues.access import ClubAccess, SeasonAccess, get_organised_club, get_organised_season
from leagues.entries.services import why_not_all
from leagues.locks import ClubError
from leagues.pages import ClubPage, SeasonPage
from leagues.people_import import services
from leagues.people_import.division_plan import DivisionPlan, plan_of
from leagues.people_import.division_services import apply_list, refuse_begun
from leagues.people_import.forms import DivisionListForm, ImportForm
from leagues.people_import.parse import PersonLine, left_over
from leagues.responses import form_of, refusal_text, remedy_of, show
from players.requests import PersonRequest, refused


class ListImport(NamedTuple):
    """How the people of a list are imported."""

    name: str
    """Names its template and its rate limit."""
    rate: str
    prefers_mail: bool
    """Whether an address names a person before their name does."""
    check: Callable[[Sequence[PersonLine]], list[PersonLine]]
    carry_out: Callable[[Sequence[PersonLine]], list[PersonLine]]
    """Both return the lines with the errors they have found."""
    success: Callable[[int], str]
    """The message for this number of people; it may name ``n``."""
    path: str
    """The page that follows when no line is left."""
    notice: Callable[[int], str] = lambda _people: ""
    """What is to be known before so many people are taken in."""


@dataclass(frozen=True, kw_only=True)
class ImportPage(ClubPage):
    form: ImportForm
    lines: Sequence[PersonLine]
    text: str
    is_done: bool
    notice: str

    @property
    def good(self) -> int:
        return _without_error(self.lines)

    @property
    def bad(self) -> int:
        return len(self.lines) - self.good


@form_of(get_organised_season)
def import_entries(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Enter many members of the club."""
    season = access.season
    if season.is_over:
        return refused(request, _("This season is over."), access.home)
    entering = ListImport(
        name="import_entries",
        rate="20/d",
        prefers_mail=False,
        check=partial(services.check_for_season, season),
        carry_out=partial(services.enter_all, season, request.user),
        success=lambda n: ngettext("%(n)s member was entered.", "%(n)s members were entered.", n),
        path=season.get_absolute_url(),
        notice=partial(why_not_all, season),
    )
    return _import(request, access, entering)


@dataclass(frozen=True, kw_only=True)
class DivisionListPage(SeasonPage):
    form: DivisionListForm
    plan: DivisionPlan | None
    refusal: str
    """Why the list was not carried out, with a link to what helps."""


@form_of(get_organised_season)
def import_divisions(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Set divisions and seeds by a list. The first post checks it, the second confirms what was shown."""
    season = access.season
    try:
        refuse_begun(season)
    except ClubError as error:
        return refused(request, str(error), access.path("entries"), remedy=remedy_of(access, error))
    _limit_files(request)
    form = DivisionListForm(request.POST or None, request.FILES or None)
    if not form.is_valid() or form.is_mended or "confirm" not in request.POST:
        return _division_page(request, access, form)
    limit(request, "import_divisions", "20/d")
    try:
        n = apply_list(
            **access.keys,
            user=request.user,
            lines=form.lines,
            is_last_table=form.cleaned_data["is_last_table"],
            seen=form.cleaned_data["seen"],
        )
    except ClubError as error:
        return _division_page(request, access, form, refusal_text(access, error))
    done = ngettext(
        "The division and seed of %(n)s member were set.", "The divisions and seeds of %(n)s members were set.", n
    )
    messages.success(request, done % {"n": n})
    return redirect(access.path("entries"))


def _division_page(
    request: PersonRequest, access: SeasonAccess, form: DivisionListForm, refusal: str = ""
) -> HttpResponse:
    plan = None
    if form.lines and not form.errors:
        plan = plan_of(access.season, form.lines, is_last_table=form.cleaned_data["is_last_table"])
    page = DivisionListPage(access=access, form=form, plan=plan, refusal=refusal)
    return show(request, "leagues/people_import/import_divisions.html", page, 409 if refusal else None)


@form_of(get_organised_club)
def import_members(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Invite many people, by mail or by name."""
    club = access.club
    if club.closed_at is not None:
        return redirect(club)
    inviting = ListImport(
        name="import_members",
        rate="5/d",
        prefers_mail=True,
        check=partial(services.check_for_club, club),
        carry_out=partial(services.invite_all, club, request.user),
        success=lambda n: ngettext("%(n)s person was invited.", "%(n)s people were invited.", n),
        path=access.path("invitations"),
    )
    return _import(request, access, inviting)


def _limit_files(request: PersonRequest) -> None:
    """To read a workbook takes long, also of one that is not confirmed."""
    if request.FILES:
        limit(request, "read_list", "60/h")


def _import(request: PersonRequest, access: ClubAccess, task: ListImport) -> HttpResponse:
    """The first post checks the list, the second confirms it. Corrected lines are checked again first."""
    _limit_files(request)
    form = ImportForm(request.POST or None, request.FILES or None, prefer_mail=task.prefers_mail)
    if not form.is_valid():
        return _page(request, access, task, form)
    lines = task.check(form.lines)
    if form.is_mended or "confirm" not in request.POST:
        return _page(request, access, task, form, lines, form.cleaned_data["text"])
    limit(request, task.name, task.rate)
    lines = task.carry_out(lines)
    if n := _without_error(lines):
        messages.success(request, task.success(n) % {"n": n})
    if n == len(lines):
        return redirect(task.path)
    return _page(request, access, task, form, *left_over(lines), is_done=True)


def _page(
    request: PersonRequest,
    access: ClubAccess,
    task: ListImport,
    form: ImportForm,
    lines: Sequence[PersonLine] = (),
    text: str = "",
    *,
    is_done: bool = False,
) -> HttpResponse:
    notice = "" if is_done else task.notice(_without_error(lines))
    page = ImportPage(access=access, form=form, lines=lines, text=text, is_done=is_done, notice=notice)
    return show(request, f"leagues/people_import/{task.name}.html", page)


def _without_error(lines: Sequence[PersonLine]) -> int:
    return sum(not line.error for line in lines)
