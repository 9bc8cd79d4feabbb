"""The pages on which a scribe transcribes a match from a real table."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.lobby.rules_form import preset_of, presets_to_choose
from games.models import Draft
from games.presentation.option_texts import PresetText
from games.transcription import services
from games.transcription.context import DraftShown, MatchToStore, TypedLine, draft_page, finish_page, typed
from games.transcription.forms import FinishForm, LineForm, TableForm, VersionForm, initial_table
from games.transcription.services import DraftError, StaleDraft
from games.transcription.sheet import LineError, LineFault, is_line
from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, parse_number
from players.requests import PersonRequest


@dataclass(frozen=True, slots=True)
class TranscriptionTablePage:
    form: TableForm
    preset: str
    presets: list[tuple[str, PresetText]]
    """None to choose from once the draft exists."""
    draft: Draft | None


@dataclass(frozen=True, slots=True)
class TranscriptionPage:
    page: DraftShown
    draft: Draft
    by_tap: bool


@dataclass(frozen=True, slots=True)
class CheckedLinePart:
    typed: TypedLine


@dataclass(frozen=True, slots=True)
class FinishTranscriptionPage:
    page: MatchToStore
    draft: Draft
    form: FinishForm


# --- The table ---


@get_or_post
@never_cache
def new_transcription(request: PersonRequest) -> HttpResponse:
    """Choose the rules and name the players."""
    if request.user.is_guest:
        return redirect("games:import_matches")
    preset = preset_of(request)
    if request.method != "POST":
        kept = {key: request.GET[key] for key in ("players", "name") if key in request.GET}
        first = {"played_on": timezone.localdate(), "players": f"{request.user.name}\n", **kept}
        return _table_form(request, TableForm(preset=preset, initial=first))
    form = TableForm(request.POST, preset=preset)
    if not form.is_valid():
        return _table_form(request, form)
    limit(request, "new_transcription", "30/h")
    try:
        draft = services.begin(user=request.user, table=form.table())
    except DraftError as error:
        form.add_error(None, str(error))
        return _table_form(request, form)
    return redirect("games:transcription", draft.slug)


@get_or_post
@never_cache
def transcription_table(request: PersonRequest, slug: str) -> HttpResponse:
    """Correct the rules, the names or the date."""
    draft = _own(request, slug)
    preset = draft.rules.preset
    if request.method != "POST":
        return _table_form(request, TableForm(preset=preset, initial=initial_table(draft)), draft)
    form = TableForm(request.POST, preset=preset)
    if not form.is_valid():
        return _table_form(request, form, draft)
    try:
        services.change_table(draft=draft, version=_version(request), table=form.table())
    except StaleDraft:
        form.add_error(None, _("This match has been changed in another window. Send it again."))
        return _table_form(request, form, _own(request, slug), 409)
    except DraftError as error:
        form.add_error("players", str(error))
        return _table_form(request, form, draft)
    return redirect("games:transcription", slug)


def _table_form(request: PersonRequest, form: TableForm, draft: Draft | None = None, status: int = 0) -> HttpResponse:
    presets = [] if draft else presets_to_choose()
    page = TranscriptionTablePage(form, form.preset, presets, draft)
    template = "games/transcription/transcription_table.html"
    return render_page(request, template, page, status=status or form_status(form))


# --- The deals ---


@require_safe
@never_cache
def transcription(request: PersonRequest, slug: str) -> HttpResponse:
    """Show the lines so far and the form for the next line."""
    draft = _own(request, slug)
    index, line = parse_number(request.GET.get("deal")), request.GET.get("line", "")
    if line and not (index and is_line(line, len(draft.players))):
        raise Http404
    if line:
        return _page(request, draft, index=index, line=line)
    return _page(request, draft, index=parse_number(request.GET.get("written")), shown=index)


@require_POST
def write_line(request: PersonRequest, slug: str) -> HttpResponse:
    """Write, continue or remove a line."""
    draft = _own(request, slug)
    form = _line(draft, LineForm(request.POST))
    limit(request, "write_line", "240/m")
    data = form.cleaned_data
    where: dict[str, Any] = {"draft": draft, "version": data["version"], "index": data["deal"]}
    try:
        if "remove" in request.POST:
            services.take_out(**where, line=data["line"])
        else:
            services.write(**where, line=data["line"], text=form.whole())
    except StaleDraft:
        stale = LineFault(line=data["line"], reason="stale")
        return _refused(request, slug, form, stale, 409)
    except LineError as error:
        return _refused(request, slug, form, error.fault, 422)
    return redirect(_back(slug, by_tap=bool(data["add"])))


def _refused(request: PersonRequest, slug: str, form: LineForm, fault: LineFault, status: int) -> HttpResponse:
    """Show the line again as the scribe typed it, with what is wrong."""
    data = form.cleaned_data
    return _page(
        request,
        _own(request, slug),
        index=data["deal"],
        line=data["line"],
        text=data["text"],
        refused=fault,
        status=status,
    )


@require_safe
@never_cache
def check_line(request: PersonRequest, slug: str) -> HttpResponse:
    """Show how the line would be read while the scribe types it."""
    draft = _own(request, slug)
    form = _line(draft, LineForm({**request.GET.dict(), "version": draft.version}))
    data = form.cleaned_data
    seen = typed(draft, index=data["deal"], line=data["line"], text=form.whole())
    return render_page(request, "games/transcription/_checked_line.html", CheckedLinePart(seen))


def _line(draft: Draft, form: LineForm) -> LineForm:
    """Return the form if its line may exist."""
    if not form.is_valid() or not is_line(form.cleaned_data["line"], len(draft.players)):
        raise BadRequest
    return form


@require_POST
def take_back_line(request: PersonRequest, slug: str) -> HttpResponse:
    """Take back the last card or bid."""
    draft = _own(request, slug)
    try:
        services.take_back(draft=draft, version=_version(request))
    except StaleDraft:
        messages.warning(request, _("This match has been changed in another window."))
        return _page(request, _own(request, slug), status=409)
    return redirect(_back(slug, by_tap=True))


def _back(slug: str, *, by_tap: bool) -> str:
    """The page again; after a tap it does not open the phone's keyboard."""
    return reverse("games:transcription", args=[slug]) + ("?by=tap" if by_tap else "")


def _page(request: PersonRequest, draft: Draft, status: int = 200, **asked: Any) -> HttpResponse:
    shown = draft_page(draft, **asked)
    if asked.get("line") and shown.panel is None:
        raise Http404
    page = TranscriptionPage(shown, draft, request.GET.get("by") == "tap")
    return render_page(request, "games/transcription/transcription.html", page, status=status)


# --- The end ---


@get_or_post
@never_cache
def finish_transcription(request: PersonRequest, slug: str) -> HttpResponse:
    """Show the whole match, match its players with members, and store it."""
    if game := services.stored_as(slug=slug, user=request.user):
        return redirect("games:review", game.slug)
    draft = _own(request, slug)
    page = finish_page(draft, request.user)
    if page is None:
        messages.warning(request, _("There is nothing to store yet. See below."))
        return redirect("games:transcription", slug)
    names: dict[str, Any] = {"names": list(draft.players), "user": request.user, "is_short": page.is_short}
    if request.method != "POST":
        form = FinishForm(**names, initial={"version": draft.version})
        return _finish(request, draft, page, form)
    form = FinishForm(request.POST, **names)
    if not form.is_valid():
        return _finish(request, draft, page, form, 422)
    limit(request, "import_matches", "30/h", costly=True)
    data = form.cleaned_data
    try:
        game = services.finish(
            draft=draft,
            version=data["version"],
            is_over_now=form.is_over_now,
            members=form.members(),
            is_listed=data["is_listed"],
        )
    except StaleDraft:
        if services.stored_as(slug=slug, user=request.user) is None:
            messages.warning(request, _("This match has been changed in another window."))
        return redirect("games:finish_transcription", slug)
    except DraftError as error:
        form.add_error(None, str(error))
        return _finish(request, draft, page, form, 422)
    messages.success(request, _("The match is stored."))
    return redirect("games:review", game.slug)


def _finish(
    request: PersonRequest, draft: Draft, page: MatchToStore, form: FinishForm, status: int = 200
) -> HttpResponse:
    whole = FinishTranscriptionPage(page, draft, form)
    template = "games/transcription/finish_transcription.html"
    return render_page(request, template, whole, status=status)


@require_POST
def discard_transcription(request: PersonRequest, slug: str) -> HttpResponse:
    """Delete the draft."""
    services.discard(draft=_own(request, slug))
    return redirect("games:import_matches")


# --- Reading the request ---


def _own(request: PersonRequest, slug: str) -> Draft:
    return get_object_or_404(Draft, slug=slug, user=request.user)


def _version(request: PersonRequest) -> int:
    form = VersionForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    version: int = form.cleaned_data["version"]
    return version
