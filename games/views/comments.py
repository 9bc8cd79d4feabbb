"""What is said of positions, by those who may look back on them."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.comments import services
from games.comments.beside import listed
from games.comments.keeping import keep
from games.comments.models import Comment, Place
from games.comments.paths import path_of
from games.comments.reading import comments_in
from games.forms import CommentForm
from games.models import Game
from games.presenting.comments import Refused, may_comment, moderates
from games.presenting.tables import title
from games.reviewing import replay_of
from players.limits import limit

from .answers import see_other, whole
from .positions import (
    begun_game_or_404,
    own_number,
    path_to,
    position_or_404,
    position_page,
    scope,
)
from .table import AnyRequest, PlayerRequest, VisitorRequest


@login_not_required
@require_safe
@never_cache
def comments(request: VisitorRequest, slug: str) -> HttpResponse:
    """All that is said of a match, as far as the reader may look back on it."""
    game = begun_game_or_404(request, slug)
    return _list(request, game)


@require_POST
def comment(request: PlayerRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """Say something of a position, or note it for oneself."""
    game = begun_game_or_404(request, slug)
    at, place = position_or_404(request, game, deal, step), Place(deal, step)
    if not may_comment(request.user):
        raise PermissionDenied
    form = CommentForm(request.POST)
    if form.is_valid():
        limit(request, "comment", "20/m")
        anchor = _say(request, game, place, form)
        if anchor:
            return see_other(f"{path_to(request, game, place)}#{anchor}")
    return position_page(request, game, at, refused=Refused(form))


def _say(request: PlayerRequest, game: Game, place: Place, form: CommentForm) -> str:
    """Where on the page it stands now; empty if it was refused."""
    if form.cleaned_data["is_private"]:
        note = keep(game, request.user, form, place)
        return f"note-{note.pk}" if note else ""
    said = services.comment(
        game=game,
        user=request.user,
        place=place,
        text=form.cleaned_data["text"],
        key=form.cleaned_data["key"] or uuid4(),
    )
    return f"comment-{said.pk}"


@require_POST
def edit_comment(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    """Its author says it otherwise."""
    game, comment = _own_comment_or_404(request, slug, pk)
    form = CommentForm(request.POST)
    if form.is_valid():
        limit(request, "comment", "20/m")
        services.edit(comment, form.cleaned_data["text"])
        return _back_to(request, game, comment)
    refused = Refused(form, comment.pk)
    if comment.place is None:
        return _list(request, game, refused)
    at = position_or_404(request, game, *comment.place)
    return position_page(request, game, at, refused=refused)


@require_POST
def delete_comment(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    """Its author takes it away; if it was a note, it is one again."""
    game, comment = _own_comment_or_404(request, slug, pk)
    services.delete(comment)
    return see_other(_path(request, game, comment))


@require_POST
def hide_comment(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    """A moderator puts it out of sight."""
    game, comment = _comment_to_moderate_or_404(request, slug, pk)
    services.hide(comment, request.user)
    return _back_to(request, game, comment)


@require_POST
def unhide_comment(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    """A moderator lets it be read again."""
    game, comment = _comment_to_moderate_or_404(request, slug, pk)
    services.unhide(comment)
    return _back_to(request, game, comment)


# --- Who may, and where the answer leads ---


def _comment_or_404(request: PlayerRequest, slug: str, pk: int) -> tuple[Game, Comment]:
    """A comment that the reader may see."""
    game = begun_game_or_404(request, slug)
    return game, get_object_or_404(comments_in(game, scope(request, game)), pk=pk)


def _own_comment_or_404(request: PlayerRequest, slug: str, pk: int) -> tuple[Game, Comment]:
    game, comment = _comment_or_404(request, slug, pk)
    if comment.user_id != request.user.pk:
        raise Http404
    return game, comment


def _comment_to_moderate_or_404(request: PlayerRequest, slug: str, pk: int) -> tuple[Game, Comment]:
    game, comment = _comment_or_404(request, slug, pk)
    if not moderates(request.user):
        raise Http404
    return game, comment


def _path(request: PlayerRequest, game: Game, comment: Comment) -> str:
    if comment.place is None:
        return path_of(game.slug, None, comment.pk)
    return path_to(request, game, comment.place)


def _back_to(request: PlayerRequest, game: Game, comment: Comment) -> HttpResponse:
    return see_other(f"{_path(request, game, comment).partition('#')[0]}#comment-{comment.pk}")


def _list(request: AnyRequest, game: Game, refused: Refused | None = None) -> HttpResponse:
    found = scope(request, game)
    if not (found.deals or found.match):
        raise Http404
    all_of_it = listed(
        game,
        replay_of(game),
        own_number(request, game),
        request.user,
        found,
        deal=whole(request.GET.get("deal")),
        number=request.GET.get("page", ""),
        refused=refused,
    )
    context = {"game": game, "title": title(game), "listed": all_of_it}
    return render(request, "games/comments.html", context, status=422 if refused else 200)
