"""The page of a position, and who may see it: for the review, and for what is said there."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.access import get_game_or_404, seat_of
from games.comments.beside import talk_of
from games.comments.models import Place
from games.comments.reading import Scope, scope_of
from games.models import Game
from games.presenting.comments import Refused, with_marks
from games.presenting.review import review as review_of
from games.presenting.review_links import Address
from games.presenting.tables import title
from games.reviewing import Position, position, replay_of

from .table import AnyRequest


class Wish(NamedTuple):
    """What the address asks for besides the position."""

    seen_by: int | None
    times: bool


def begun_game_or_404(request: AnyRequest, slug: str) -> Game:
    game = get_game_or_404(request.user, slug)
    if game.started_at is None:
        raise Http404
    return game


def own_number(request: AnyRequest, game: Game) -> int | None:
    """The reader's seat."""
    seat = seat_of(request.user, game)
    return seat.number if seat else None


def position_or_404(request: AnyRequest, game: Game, deal: int, step: int) -> Position:
    found = position(replay_of(game), own_number(request, game), deal, step)
    if found is None:
        raise Http404
    return found


def scope(request: AnyRequest, game: Game) -> Scope:
    """The deals of the match that the reader may look back on."""
    replay = replay_of(game)
    return scope_of(replay.match, own_number(request, game), closed=replay.is_closed)


def wish(request: AnyRequest, game: Game) -> Wish:
    """Seats are counted from 1 in addresses, as people do."""
    seat = request.GET.get("as", "")
    if not seat:
        return Wish(None, request.GET.get("times") == "1")
    if seat not in {str(number + 1) for number in range(game.rules.players)}:
        raise Http404
    return Wish(int(seat) - 1, request.GET.get("times") == "1")


def path_to(request: AnyRequest, game: Game, place: Place) -> str:
    """The address of the position, looked at in the same way as now."""
    return Address(game.slug, place.deal, *wish(request, game)).to(place.step)


def position_page(
    request: AnyRequest, game: Game, at: Position, *, refused: Refused | None = None
) -> HttpResponse:
    """The position with what is said of it, and with what was refused, if anything was."""
    asked = wish(request, game)
    own = own_number(request, game)
    page = review_of(game, at, own=own, seen_by=asked.seen_by, times=asked.times)
    address = Address(game.slug, at.number, *asked)
    talk = talk_of(game, at, request.user, scope(request, game), address, refused)
    context = {
        "game": game,
        "title": title(game),
        "review": with_marks(page, talk),
        "talk": talk,
        "review_url": reverse("games:review", args=[game.slug]),
        "site_url": settings.SITE_URL,
    }
    status = 422 if refused else 200
    if not request.htmx or request.htmx.history_restore_request:
        return render(request, "games/review.html", context, status=status)
    response = render(request, "games/_review_answer.html", context, status=status)
    # After a form the page is the same; any other way leads to another.
    before = (request.htmx.current_url_abs_path or "").partition("#")[0]
    response["HX-Replace-Url" if before == page.links.here else "HX-Push-Url"] = page.links.here
    return response
