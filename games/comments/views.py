"""Comments on positions, by those who may review them, and private notes on a match."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import Scope, get_game_to_review_or_404
from games.comments import services
from games.comments.context import CommentList, OwnNotes, RefusedForm, listed, may_comment, own_notes
from games.comments.forms import CommentForm, NoteForm, may_replace, save_comment, save_note
from games.comments.models import Comment, Note, PositionKey, comment_path
from games.comments.queries import comments_in, notes_of
from games.models import Game
from games.presentation.table_titles import title
from games.requests import AnyRequest, PlayerRequest, VisitorRequest
from games.review.position_page import (
    begun_game_or_404,
    own_number,
    path_to,
    position_or_404,
    position_page,
    replay_for,
    scope,
)
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import parse_number, public_page, redirect_after_post


@dataclass(frozen=True, slots=True)
class CommentsPage:
    game: Game
    title: str
    listed: CommentList


@dataclass(frozen=True, slots=True)
class NotesPage:
    game: Game
    title: str
    own: OwnNotes
    may_share: bool


@public_page
def comments(request: VisitorRequest, slug: str) -> HttpResponse:
    """List the comments on a match that the reader may see."""
    return _comments_page(request, begun_game_or_404(request, slug))


@require_POST
def comment(request: PlayerRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """Add a comment on a position, or a private note."""
    game = begun_game_or_404(request, slug)
    at, place = position_or_404(request, game, deal, step), PositionKey(deal, step)
    if not may_comment(request.user):
        raise PermissionDenied
    form = CommentForm(request.POST)
    if form.is_valid():
        limit(request, "comment", "20/m")
        anchor = _save(request, game, place, form)
        if anchor:
            return redirect_after_post(f"{path_to(request, game, place)}#{anchor}")
    return position_page(request, game, at, refused=RefusedForm(form))


def _save(request: PlayerRequest, game: Game, place: PositionKey, form: CommentForm) -> str:
    """Return the anchor of the comment or note on the page; empty if it was refused."""
    if form.cleaned_data["is_private"]:
        note = save_note(form, game=game, user=request.user, place=place)
        return f"note-{note.pk}" if note else ""
    comment = save_comment(form, game=game, user=request.user, place=place)
    return f"comment-{comment.pk}" if comment else ""


@require_POST
def edit_comment(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    """Let the author change the text."""
    game, comment = _own_comment_or_404(request, slug, pk)
    if not may_comment(request.user):
        raise PermissionDenied
    form = CommentForm(request.POST)
    if may_replace(form, comment):
        limit(request, "comment", "20/m")
        services.edit_comment(comment, form.cleaned_data["text"])
        return redirect_after_post(f"{_path(request, game, comment).partition('#')[0]}#comment-{comment.pk}")
    refused = RefusedForm(form, comment.pk)
    if comment.place is None:
        return _comments_page(request, game, refused)
    at = position_or_404(request, game, *comment.place)
    return position_page(request, game, at, refused=refused)


@require_POST
def delete_comment(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    """Let the author delete the comment; a shared note stays a private note."""
    game, comment = _own_comment_or_404(request, slug, pk)
    services.delete_comment(comment)
    return redirect_after_post(_path(request, game, comment))


def _comment_or_404(request: PlayerRequest, slug: str, pk: int) -> tuple[Game, Comment]:
    game = begun_game_or_404(request, slug)
    return game, get_object_or_404(comments_in(game, scope(request, game)), pk=pk)


def _own_comment_or_404(request: PlayerRequest, slug: str, pk: int) -> tuple[Game, Comment]:
    game, comment = _comment_or_404(request, slug, pk)
    if comment.user_id != request.user.pk:
        raise Http404
    return game, comment


def _path(request: PlayerRequest, game: Game, comment: Comment) -> str:
    if comment.place is None:
        return comment_path(game.slug, None, comment.pk)
    return path_to(request, game, comment.place)


def _comments_page(request: AnyRequest, game: Game, refused: RefusedForm | None = None) -> HttpResponse:
    visible = scope(request, game)
    if not (visible.deals or visible.match):
        raise Http404
    shown = listed(
        game,
        replay_for(request.user, game),
        own_number(request, game),
        request.user,
        visible,
        deal=parse_number(request.GET.get("deal")),
        number=request.GET.get("page", ""),
        refused=refused,
    )
    page, status = CommentsPage(game, title(game), shown), 422 if refused else 200
    return render_page(request, "games/comments/comments.html", page, status=status)


# --- Notes ---

NOTHING_OPEN = Scope(frozenset(), False)


@require_safe
@never_cache
def notes(request: PlayerRequest, slug: str) -> HttpResponse:
    """List the reader's notes on the match and show which of them are shared."""
    return _notes_page(request, get_game_to_review_or_404(request.user, slug))


@require_POST
def edit_note(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    game, note = _own_note_or_404(request, slug, pk)
    form = NoteForm(request.POST)
    if not may_replace(form, note):
        return _notes_page(request, game, RefusedForm(form, note.pk))
    limit(request, "note", "60/m")
    services.edit_note(note, form.cleaned_data["text"])
    return redirect_after_post(_path_to_note(request, game, note))


@require_POST
def delete_note(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    game, note = _own_note_or_404(request, slug, pk)
    path = _path_to_note(request, game, note)
    services.delete_note(note)
    return redirect_after_post(path.partition("#")[0])


@require_POST
def share_notes(request: PlayerRequest, slug: str) -> HttpResponse:
    """Share one note, or all whose deals may be reviewed, as comments."""
    game = get_game_to_review_or_404(request.user, slug)
    if not may_comment(request.user):
        raise PermissionDenied
    limit(request, "comment", "20/m")
    chosen = _chosen_notes(request, game)
    services.share_notes(chosen, _scope_if_begun(request, game))
    return redirect_after_post(_path_after_sharing(request, game, chosen))


@require_POST
def unshare_notes(request: PlayerRequest, slug: str) -> HttpResponse:
    """Withdraw one shared note, or all of them."""
    game = get_game_to_review_or_404(request.user, slug)
    chosen = _chosen_notes(request, game)
    services.unshare_notes(chosen)
    return redirect_after_post(_path_after_sharing(request, game, chosen))


def _own_note_or_404(request: PlayerRequest, slug: str, pk: int) -> tuple[Game, Note]:
    game = get_game_to_review_or_404(request.user, slug)
    return game, get_object_or_404(notes_of(game, request.user), pk=pk)


def _chosen_notes(request: PlayerRequest, game: Game) -> list[Note]:
    """The note that the form names, or all of the reader's notes."""
    own = notes_of(game, request.user).select_related("game")
    key = request.POST.get("note", "")
    if not key:
        return list(own)
    return [get_object_or_404(own, pk=parse_number(key, 18))]


def _scope_if_begun(request: PlayerRequest, game: Game) -> Scope:
    return scope(request, game) if game.started_at else NOTHING_OPEN


def _path_after_sharing(request: PlayerRequest, game: Game, chosen: list[Note]) -> str:
    """Back to the position if the form was beside it, otherwise to the list of notes."""
    if len(chosen) == 1 and request.POST.get("note"):
        return _path_to_note(request, game, chosen[0])
    return reverse("games:notes", args=[game.slug])


def _path_to_note(request: PlayerRequest, game: Game, note: Note) -> str:
    is_beside = "beside" in request.POST and note.place and _scope_if_begun(request, game).includes(note.place)
    if is_beside and note.place:
        return path_to(request, game, note.place)
    return f"{reverse('games:notes', args=[game.slug])}#note-{note.pk}"


def _notes_page(request: PlayerRequest, game: Game, refused: RefusedForm | None = None) -> HttpResponse:
    own = own_notes(
        game,
        replay_for(request.user, game) if game.started_at else None,
        own_number(request, game),
        request.user,
        _scope_if_begun(request, game),
        refused,
    )
    page = NotesPage(game, title(game), own, may_comment(request.user))
    status = 422 if refused else 200
    return render_page(request, "games/comments/notes.html", page, status=status)
