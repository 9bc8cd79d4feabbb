"""The pages for reporting a person or a text, and for staff's decisions."""

from dataclasses import dataclass
from typing import Final, cast

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import get_game_or_404
from games.comments.models import comment_path
from games.comments.queries import comments_in
from games.house_rules.queries import get_house_rules_or_404
from games.models import ChatMessage, Comment
from games.requests import PlayerRequest
from games.review.position_page import begun_game_or_404, scope
from games.table.chat import visible_lines
from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from leagues.access import get_club_or_404, get_season_or_404
from leagues.models import Club, Season, Team
from players.models import User
from players.requests import PersonRequest
from staff.access import needs
from staff.moderation import services
from staff.moderation.forms import DecisionForm, ReportForm
from staff.moderation.models import Report, StaffAction
from staff.moderation.services import Target

MODERATE: Final = "staff.moderate"


@dataclass(frozen=True, slots=True)
class ReportPage:
    form: ReportForm
    target: Target
    kind: str
    author: User | None
    back: str


@dataclass(frozen=True, slots=True)
class ReportsPage:
    reports: list[tuple[Report, Target | None, str, list[tuple[str, str, str]]]]
    """Each report with its target, the reported text or name, and what removes it: kind, action and label."""
    lengths: tuple[int, ...]
    """Lengths of mutes in days."""
    muted: list[User]
    hidden: list[tuple[str, services.Text]]


@dataclass(frozen=True, slots=True)
class LogPage:
    page: Page[StaffAction]


@get_or_post
@never_cache
def report(request: PersonRequest, kind: str, pk: int) -> HttpResponse:
    """Let a player report something that they can see."""
    return _report(request, kind, _visible_or_404(request, kind, pk))


@get_or_post
@never_cache
def report_table(request: PersonRequest, slug: str) -> HttpResponse:
    """Let a player report a table by its slug: pages of a table hold no key of its row."""
    return _report(request, "table", get_game_or_404(request.user, slug))


@get_or_post
@never_cache
def report_house_rules(request: PersonRequest, slug: str) -> HttpResponse:
    """Let a player report house rules by their link, without which nobody finds them."""
    return _report(request, "house_rules", get_house_rules_or_404(slug))


def _report(request: PersonRequest, kind: str, target: Target) -> HttpResponse:
    """Nobody reports what is their own."""
    responsible = services.responsible_for(target)
    if responsible == request.user:
        raise Http404
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        limit(request, "report", "10/h")
        services.report(reporter=request.user, target=target, **form.cleaned_data)
        messages.success(request, _("Thank you. The people who run the site will look at it."))
        return redirect(_page_of(target))
    page = ReportPage(form, target, kind, responsible, back=_page_of(target))
    return render_page(request, "staff/moderation/report.html", page, status=form_status(form))


def _visible_or_404(request: PersonRequest, kind: str, pk: int) -> Target:
    """The target, if the reader can see it and staff have not hidden it already."""
    target: Target
    if kind == "message":
        line = get_object_or_404(ChatMessage.objects.select_related("game"), pk=pk)
        game = get_game_or_404(request.user, line.game.slug)
        target = get_object_or_404(visible_lines(game, request.user), pk=pk)
    elif kind == "comment":
        comment = get_object_or_404(Comment.objects.select_related("game"), pk=pk)
        reader = cast(PlayerRequest, request)
        game = begun_game_or_404(reader, comment.game.slug)
        target = get_object_or_404(comments_in(game, scope(reader, game)), pk=pk)
    elif kind == "club":
        target = get_club_or_404(request.user, get_object_or_404(Club, pk=pk).slug).club
    elif kind == "season":
        season = get_object_or_404(Season.objects.select_related("club"), pk=pk)
        target = get_season_or_404(request.user, season.club.slug, season.slug).season
    elif kind == "team":
        target = get_object_or_404(Team.objects.select_related("season__club", "captain__user"), pk=pk)
        get_season_or_404(request.user, target.season.club.slug, target.season.slug)
    else:
        target = get_object_or_404(User, pk=pk, is_active=True)
    if isinstance(target, ChatMessage | Comment) and target.hidden_at is not None:
        raise Http404
    return target


def _page_of(target: Target) -> str:
    if isinstance(target, Comment):
        return _path_of(target)
    if isinstance(target, ChatMessage):
        return f"{target.game.get_absolute_url()}?side=chat#side"
    return target.get_absolute_url()


# --- Staff ---


@require_safe
@never_cache
@needs(MODERATE)
def reports(request: PersonRequest) -> HttpResponse:
    """Open reports, muted people and hidden texts."""
    page = ReportsPage(
        reports=[_row(report, services.target_of(report)) for report in services.open_reports()],
        lengths=(1, 3, 7, 30, 365),
        muted=services.muted_people(),
        hidden=services.hidden_texts(),
    )
    return render_page(request, "staff/moderation/reports.html", page)


def _text_of(report: Report) -> str:
    """The reported text; empty while it might reveal cards to staff who play at the table."""
    text = report.message or report.comment
    if text is None:
        return _name_and_description(services.target_of(report))
    is_open = isinstance(text, ChatMessage) and not text.is_thought
    return text.text if is_open or text.game.is_over else ""


def _row(report: Report, target: Target | None) -> tuple[Report, Target | None, str, list[tuple[str, str, str]]]:
    kind = services.kind_of(target) if target else ""
    decisions = [(kind, "unname", _("Remove the name"))] if getattr(target, "name", "") else []
    if getattr(target, "about", ""):
        decisions.append((kind, "clear", _("Remove the description")))
    return report, target, _text_of(report), decisions


def _name_and_description(target: Target | None) -> str:
    return "\n".join(filter(None, (getattr(target, "name", ""), getattr(target, "about", ""))))


@require_POST
@needs(MODERATE)
def decide(request: PersonRequest, kind: str, pk: int) -> HttpResponse:
    """Hide, show, mute, unmute, remove a name or a description, or dismiss, with a reason."""
    form = DecisionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Nothing was changed: please give a reason."))
        return redirect("staff:reports")
    chosen = form.cleaned_data
    try:
        services.carry_out(
            chosen["do"],
            _decided_upon_or_404(kind, pk),
            actor=request.user,
            reason=chosen["reason"],
            days=chosen["days"] or services.DEFAULT_MUTE,
        )
    except services.ActionRefused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Done and logged."))
    if not chosen["back"]:
        return redirect("staff:reports")
    return redirect(_path_of(get_object_or_404(Comment.objects.select_related("game"), pk=pk)))


def _path_of(comment: Comment) -> str:
    return comment_path(comment.game.slug, comment.place, comment.pk)


def _decided_upon_or_404(kind: str, pk: int) -> Target | Report:
    if kind == "report":
        return get_object_or_404(Report, pk=pk)
    if kind not in services.KINDS:
        raise Http404
    return cast(Target, get_object_or_404(services.KINDS[kind], pk=pk))


@require_safe
@never_cache
@needs(MODERATE)
def staff_log(request: PersonRequest) -> HttpResponse:
    actions = StaffAction.objects.select_related("actor", "person")
    page = LogPage(Paginator(actions, 50).get_page(request.GET.get("page")))
    return render_page(request, "staff/moderation/log.html", page)
