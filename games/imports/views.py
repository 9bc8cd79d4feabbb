"""The pages to import matches that were played elsewhere."""

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.access import get_own_game_or_404
from games.imports import services
from games.imports.context import fault_text
from games.imports.forms import StoreForm, UploadForm
from games.imports.services import UploadCounts, UploadError, leave_name
from games.models import Candidate, Draft, Upload
from games.presentation.table_titles import rules_line
from games.requests import PlayerRequest
from infrastructure.body_limits import takes_files
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, parse_number
from napoleon.player_names import readable

SHOWN: Final = 50
State = Upload.State


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """A record of an upload, for its page."""

    candidate: Candidate
    rules: str
    names: list[tuple[str, int | None]]
    """The names with their scores, if the match was finished."""
    fault: str


@dataclass(frozen=True, slots=True)
class ImportMatchesPage:
    form: UploadForm
    latest: QuerySet[Upload]
    drafts: QuerySet[Draft]


@dataclass(frozen=True, slots=True)
class UploadProgressPage:
    upload: Upload
    is_reading: bool
    done: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadPage:
    upload: Upload
    counts: UploadCounts
    form: StoreForm | None
    rows: list[CandidateRow]
    next: int | None
    """The number of the record that begins the next page."""
    first: int
    only: str


@get_or_post
@never_cache
@takes_files
def import_matches(request: PlayerRequest) -> HttpResponse:
    """Upload records and list earlier uploads and drafts."""
    if request.method != "POST" or request.user.is_guest:
        return _form(request, UploadForm(), 403 if request.method == "POST" else 200)
    limit(request, "import_matches", "30/h", costly=True)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form(request, form, 422)
    try:
        upload = services.begin(user=request.user, data=form.sent())
    except UploadError as error:
        form.add_error(None, str(error))
        return _form(request, form, 422)
    return redirect("games:upload", upload.slug)


def _form(request: PlayerRequest, form: UploadForm, status: int) -> HttpResponse:
    own = Upload.objects.filter(user=request.user).order_by("-at").defer("data")
    drafts = Draft.objects.filter(user=request.user).order_by("-changed_at").defer("sheet_json")
    page = ImportMatchesPage(form, own.annotate(has_new=services.has_new())[:10], drafts)
    return render_page(request, "games/imports/import_matches.html", page, status=status)


@require_safe
@never_cache
def upload(request: PlayerRequest, slug: str) -> HttpResponse:
    """Show the records of an upload, or its progress."""
    own = _own(request, slug)
    if request.htmx and own.state in (State.READING, State.STORING):
        return render_page(request, "games/imports/_upload_progress.html", _progress(own))
    if request.htmx:
        return HttpResponseClientRedirect(request.path)
    return _page(request, own, None)


@require_POST
def store_upload(request: PlayerRequest, slug: str) -> HttpResponse:
    """Store the new matches of the upload."""
    own = _own(request, slug)
    form = StoreForm(request.POST, upload=own, user=request.user)
    if not form.is_valid():
        return _page(request, own, form, 422)
    try:
        services.confirm(upload=own, members=form.members(), is_listed=form.cleaned_data["is_listed"])
    except UploadError as error:
        messages.warning(request, str(error))
    return redirect("games:upload", slug)


@require_POST
def discard_upload(request: PlayerRequest, slug: str) -> HttpResponse:
    """Delete the upload."""
    services.discard(upload=_own(request, slug))
    return redirect("games:import_matches")


@require_POST
def not_me(request: PlayerRequest, slug: str) -> HttpResponse:
    """Remove the user from an imported match."""
    game = get_own_game_or_404(request.user, slug)
    if not game.is_imported:
        raise PermissionDenied
    leave_name(game_id=game.pk, user=request.user)
    messages.success(request, _("Your name has been removed from the match."))
    return redirect(game if game.is_listed else "front_page")


def _own(request: PlayerRequest, slug: str) -> Upload:
    return get_object_or_404(Upload.objects.defer("data"), slug=slug, user=request.user)


def _page(request: PlayerRequest, own: Upload, form: StoreForm | None, status: int = 200) -> HttpResponse:
    if own.state in (State.READING, State.STORING):
        page = _progress(own)
        return render_page(request, "games/imports/upload_progress.html", page, status=status)
    counts = services.counts_of(own)
    if own.state == State.READY and counts.new and form is None:
        form = StoreForm(upload=own, user=request.user)
    first = _first(request)
    rows = own.candidates.filter(number__gte=first).select_related("same", "game")
    only = request.GET.get("only")
    if only == "wrong":
        rows = rows.exclude(reason="")
    shown = list(rows.order_by("number")[: SHOWN + 1])
    whole = UploadPage(
        upload=own,
        counts=counts,
        form=form,
        rows=[_row(candidate) for candidate in shown[:SHOWN]],
        next=shown[SHOWN].number if len(shown) > SHOWN else None,
        first=first,
        only="wrong" if only == "wrong" else "",
    )
    return render_page(request, "games/imports/upload.html", whole, status=status)


def _first(request: PlayerRequest) -> int:
    """The number of the first record in the list."""
    number = parse_number(request.GET.get("from", "1"), 7)
    if number is None:
        raise Http404
    return number


def _progress(own: Upload) -> UploadProgressPage:
    counts = services.counts_of(own)
    is_reading = own.state == State.READING
    done, of = (counts.read, own.expected) if is_reading else (counts.stored, counts.new)
    return UploadProgressPage(own, is_reading, done, max(done, of))


def _row(candidate: Candidate) -> CandidateRow:
    scores = candidate.scores if candidate.is_finished else [None] * len(candidate.players)
    names = [
        readable(name) or _("Player %(number)s") % {"number": number}
        for number, name in enumerate(candidate.players, 1)
    ]
    return CandidateRow(
        candidate,
        "" if candidate.reason else rules_line(candidate.rules),
        list(zip(names, scores, strict=False)),
        fault_text(candidate.reason, candidate.details) if candidate.reason else "",
    )
