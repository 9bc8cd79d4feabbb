"""The pages on which staff look after fair play in boards: the sets that have closed, and the figures of one."""

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.boards.fair_play import FairPlay, ask_for_analyses, fair_play
from games.models import BoardSet
from games.presentation.board_set_titles import board_set_title
from infrastructure.pages import render_page
from infrastructure.paging import Page, page
from infrastructure.requests import get_or_post
from players.requests import PersonRequest
from staff.access import needs
from staff.moderation.views import MODERATE

SETS_SHOWN: Final = 50


@dataclass(frozen=True, slots=True)
class BoardSetsPage:
    page: Page[BoardSet]
    lines: list[tuple[BoardSet, str]]
    """With their titles."""


@dataclass(frozen=True, slots=True)
class BoardSetPage:
    board_set: BoardSet
    title: str
    report: FairPlay


@require_safe
@never_cache
@needs(MODERATE)
def board_sets(request: PersonRequest) -> HttpResponse:
    closed = BoardSet.objects.filter(closed_at__isnull=False).select_related("host")
    part = page(closed, request.GET.get("after"), SETS_SHOWN, newest=True)
    lines = [(board_set, board_set_title(board_set)) for board_set in part.rows]
    return render_page(request, "staff/fair_play/board_sets.html", BoardSetsPage(part, lines))


@get_or_post
@never_cache
@needs(MODERATE)
def board_set(request: PersonRequest, slug: str) -> HttpResponse:
    """The figures of a set that has closed; a post requests more analyses."""
    found = BoardSet.objects.select_related("host").filter(slug=slug, closed_at__isnull=False).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        ask_for_analyses(found, request.user)
        return redirect(request.path)
    return render_page(
        request, "staff/fair_play/board_set.html", BoardSetPage(found, board_set_title(found), fair_play(found))
    )
