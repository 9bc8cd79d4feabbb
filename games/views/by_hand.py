"""Typing in a match that was played at a real table."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.by_hand import drafts
from games.by_hand.drafts import DraftError, StaleDraft
from games.by_hand.faults import Fault, Faulty
from games.by_hand.forms import FinishForm, LineForm, TableForm, VersionForm, told_before
from games.by_hand.page import draft_page, finish_page, typed
from games.by_hand.sheet import is_line
from games.engine.rules import PRESETS
from games.lobby.forms import BEST_KNOWN, presets_to_choose
from games.models import Draft
from players.limits import limit
from players.requests import PersonRequest

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


# --- The table ---


@get_or_post
@never_cache
def by_hand(request: PersonRequest) -> HttpResponse:
    """Choose the rules and name those who played."""
    if request.user.is_guest:
        return redirect("games:bring")
    preset = request.POST.get("preset") or request.GET.get("preset") or BEST_KNOWN
    if preset not in PRESETS:
        raise Http404
    if request.method != "POST":
        kept = {key: request.GET[key] for key in ("players", "name") if key in request.GET}
        first = {"played_on": timezone.localdate(), "players": f"{request.user.name}\n", **kept}
        return _table_form(request, TableForm(preset=preset, initial=first))
    form = TableForm(request.POST, preset=preset)
    if not form.is_valid():
        return _table_form(request, form)
    limit(request, "by_hand", "30/h")
    try:
        draft = drafts.begin(user=request.user, table=form.table())
    except DraftError as error:
        form.add_error(None, str(error))
        return _table_form(request, form)
    return redirect("games:draft", draft.slug)


@get_or_post
@never_cache
def draft_table(request: PersonRequest, slug: str) -> HttpResponse:
    """Correct the rules, the names or the date."""
    draft = _own(request, slug)
    preset = draft.rules.preset
    if request.method != "POST":
        return _table_form(request, TableForm(preset=preset, initial=told_before(draft)), draft)
    form = TableForm(request.POST, preset=preset)
    if not form.is_valid():
        return _table_form(request, form, draft)
    try:
        drafts.change_table(draft=draft, version=_version(request), table=form.table())
    except StaleDraft:
        form.add_error(
            None, _("This match was changed in another window meanwhile. Send it again.")
        )
        return _table_form(request, form, _own(request, slug), 409)
    except DraftError as error:
        form.add_error("players", str(error))
        return _table_form(request, form, draft)
    return redirect("games:draft", slug)


def _table_form(
    request: PersonRequest, form: TableForm, draft: Draft | None = None, status: int = 0
) -> HttpResponse:
    context = {
        "form": form,
        "preset": form.preset,
        "presets": [] if draft else presets_to_choose(),
        "draft": draft,
    }
    status = status or (422 if form.errors else 200)
    return render(request, "games/by_hand/table.html", context, status=status)


# --- The deals ---


@require_safe
@never_cache
def draft(request: PersonRequest, slug: str) -> HttpResponse:
    """What has been written, and the line that is to be written now."""
    found = _own(request, slug)
    index, line = _number(request.GET.get("deal")), request.GET.get("line", "")
    if line and not (index and is_line(line, len(found.players))):
        raise Http404
    if line:
        return _page(request, found, index=index, line=line)
    return _page(request, found, shown=index)


@require_POST
def write_line(request: PersonRequest, slug: str) -> HttpResponse:
    """Write a line, or go on with one."""
    found = _own(request, slug)
    form = _line(found, LineForm(request.POST))
    limit(request, "write_line", "240/m")
    data = form.cleaned_data
    where: dict[str, Any] = {"draft": found, "version": data["version"], "index": data["deal"]}
    try:
        if "remove" in request.POST:
            drafts.take_out(**where, line=data["line"])
        else:
            drafts.write(**where, line=data["line"], text=form.whole())
    except StaleDraft:
        stale = Fault(line=data["line"], reason="stale")
        return _refused(request, slug, form, stale, 409)
    except Faulty as error:
        return _refused(request, slug, form, error.fault, 422)
    return redirect(_back(slug, by_tap=bool(data["add"])))


def _refused(
    request: PersonRequest, slug: str, form: LineForm, fault: Fault, status: int
) -> HttpResponse:
    """The line comes back as it was typed."""
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
    """How a line would be understood, while it is typed."""
    found = _own(request, slug)
    form = _line(found, LineForm({**request.GET.dict(), "version": found.version}))
    data = form.cleaned_data
    seen = typed(found, index=data["deal"], line=data["line"], text=form.whole())
    return render(request, "games/by_hand/_typed.html", {"typed": seen})


def _line(found: Draft, form: LineForm) -> LineForm:
    """The form, if it speaks of a line that there can be."""
    if not form.is_valid() or not is_line(form.cleaned_data["line"], len(found.players)):
        raise BadRequest
    return form


@require_POST
def take_back_line(request: PersonRequest, slug: str) -> HttpResponse:
    """Take the last card or bid back."""
    found = _own(request, slug)
    try:
        drafts.take_back(draft=found, version=_version(request))
    except StaleDraft:
        messages.warning(request, _("This match was changed in another window meanwhile."))
        return _page(request, _own(request, slug), status=409)
    return redirect(_back(slug, by_tap=True))


def _back(slug: str, *, by_tap: bool) -> str:
    """The page again; who taps does not want the keyboard of the phone."""
    return reverse("games:draft", args=[slug]) + ("?by=tap" if by_tap else "")


def _page(request: PersonRequest, found: Draft, status: int = 200, **asked: Any) -> HttpResponse:
    page = draft_page(found, **asked)
    if asked.get("line") and page.panel is None:
        raise Http404
    context = {"page": page, "draft": found, "by_tap": request.GET.get("by") == "tap"}
    return render(request, "games/by_hand/draft.html", context, status=status)


# --- The end ---


@get_or_post
@never_cache
def finish_draft(request: PersonRequest, slug: str) -> HttpResponse:
    """See the whole match, say who is who, and store it."""
    if game := drafts.stored_as(slug=slug, user=request.user):
        return redirect("games:review", game.slug)
    found = _own(request, slug)
    page = finish_page(found, request.user)
    if page is None:
        messages.warning(request, _("There is nothing to be stored yet: see below."))
        return redirect("games:draft", slug)
    names: dict[str, Any] = {
        "names": list(found.players),
        "user": request.user,
        "is_short": page.is_short,
    }
    if request.method != "POST":
        form = FinishForm(**names, initial={"version": found.version})
        return _finish(request, found, page, form)
    form = FinishForm(request.POST, **names)
    if not form.is_valid():
        return _finish(request, found, page, form, 422)
    limit(request, "bring", "30/h")
    data = form.cleaned_data
    try:
        game = drafts.finish(
            draft=found,
            version=data["version"],
            is_over_now=form.is_over_now,
            members=form.members(),
            is_listed=data["is_listed"],
        )
    except StaleDraft:
        if drafts.stored_as(slug=slug, user=request.user) is None:
            messages.warning(request, _("This match was changed in another window meanwhile."))
        return redirect("games:finish_draft", slug)
    except DraftError as error:
        form.add_error(None, str(error))
        return _finish(request, found, page, form, 422)
    messages.success(request, _("The match is stored."))
    return redirect("games:review", game.slug)


def _finish(
    request: PersonRequest, found: Draft, page: object, form: FinishForm, status: int = 200
) -> HttpResponse:
    context = {"page": page, "draft": found, "form": form}
    return render(request, "games/by_hand/finish.html", context, status=status)


@require_POST
def discard_draft(request: PersonRequest, slug: str) -> HttpResponse:
    """Throw it away."""
    drafts.discard(draft=_own(request, slug))
    return redirect("games:bring")


# --- Whose it is ---


def _own(request: PersonRequest, slug: str) -> Draft:
    return get_object_or_404(Draft, slug=slug, user=request.user)


def _version(request: PersonRequest) -> int:
    form = VersionForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    version: int = form.cleaned_data["version"]
    return version


def _number(text: str | None) -> int | None:
    """A number out of an address."""
    if text is None:
        return None
    if not (text.isdecimal() and text.isascii() and len(text) < 4):
        raise Http404
    return int(text)
