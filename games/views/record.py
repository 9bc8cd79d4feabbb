"""What remains of a match: its record as a file, and the check of its shuffle."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import get_game_or_404, seat_of
from games.checks.verification import verify_shuffle
from games.engine import view
from games.log import state_of
from games.models import Game
from games.presenting.sheet import match_sheet
from games.presenting.tables import rules_line, title
from games.records import own_record, whole_record
from games.reviewing import replay_of
from players.limits import limit


@login_not_required
@require_safe
@never_cache
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a finished match; while it runs, to each player what his own seat knows."""
    game = get_game_or_404(request.user, slug)
    seat = seat_of(request.user, game)
    limit(request, "record", "60/m")
    if game.status == Game.Status.FINISHED or game.is_imported:
        text = whole_record(game)
    elif game.status in (Game.Status.RUNNING, Game.Status.ABANDONED) and seat is not None:
        text = own_record(game, seat)
    else:
        raise Http404
    name = f"napoleon-{game.slug}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/jsonl; charset=utf-8", headers=headers)


@login_not_required
@require_safe
@never_cache
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The match on paper: a page to be printed, of the deals that the reader may look back on."""
    game = get_game_or_404(request.user, slug)
    if game.started_at is None:
        raise Http404
    limit(request, "sheet", "60/m")
    seat = seat_of(request.user, game)
    known = view(state_of(game).match, seat.number if seat else None, closed=game.is_imported)
    shown = match_sheet(known, list(game.seats.all()))
    if not shown.deals:
        raise Http404
    context = {
        "game": game,
        "title": title(game),
        "rules": rules_line(game.rules),
        "sheet": shown,
        "guessed_widows": replay_of(game).guessed_widows if game.is_imported else (),
        "is_over": known.finished,
    }
    return render(request, "games/sheet.html", context)


@login_not_required
@require_safe
@never_cache
def shuffle(request: HttpRequest, slug: str) -> HttpResponse:
    """What was promised of the shuffle, who added what, and, when the match is over, whether it holds."""
    game = get_game_or_404(request.user, slug)
    if game.is_imported:
        raise Http404  # its cards were not dealt here
    check = verify_shuffle(game)
    seeds = list(zip(game.seats.all(), check.seeds, strict=False))
    context = {"game": game, "title": title(game), "check": check, "seeds": seeds}
    return render(request, "games/shuffle.html", context)
