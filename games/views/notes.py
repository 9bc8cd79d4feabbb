"""What somebody has noted for himself about a match, and how it comes to be read by others."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import get_game_or_404
from games.comments import services
from games.comments.beside import own_notes
from games.comments.models import Note
from games.comments.reading import Scope, notes_of
from games.forms import NoteForm
from games.models import Game
from games.presenting.comments import Refused, may_comment
from games.presenting.tables import title
from games.reviewing import replay_of
from players.limits import limit

from .answers import see_other
from .positions import own_number, path_to, scope
from .table import PlayerRequest

NOTHING_OPEN = Scope(frozenset(), False)


@require_safe
@never_cache
def notes(request: PlayerRequest, slug: str) -> HttpResponse:
    """All that the reader has noted about the match, and what of it others read."""
    return _page(request, get_game_or_404(request.user, slug))


@require_POST
def edit_note(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    game, note = _own_note_or_404(request, slug, pk)
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _page(request, game, Refused(form, note.pk))
    limit(request, "note", "60/m")
    services.rewrite(note, form.cleaned_data["text"])
    return see_other(_path(request, game, note))


@require_POST
def delete_note(request: PlayerRequest, slug: str, pk: int) -> HttpResponse:
    game, note = _own_note_or_404(request, slug, pk)
    path = _path(request, game, note)
    services.tear_up(note)
    return see_other(path.partition("#")[0])


@require_POST
def share_notes(request: PlayerRequest, slug: str) -> HttpResponse:
    """Let one note, or all that may be read already, join the comments."""
    game = get_game_or_404(request.user, slug)
    if not may_comment(request.user):
        raise PermissionDenied
    limit(request, "comment", "20/m")
    asked = _asked(request, game)
    services.share(asked, _scope(request, game))
    return see_other(_back(request, game, asked))


@require_POST
def unshare_notes(request: PlayerRequest, slug: str) -> HttpResponse:
    """Take one note, or all, back from the comments."""
    game = get_game_or_404(request.user, slug)
    asked = _asked(request, game)
    services.unshare(asked)
    return see_other(_back(request, game, asked))


# --- Whose, and where the answer leads ---


def _own_note_or_404(request: PlayerRequest, slug: str, pk: int) -> tuple[Game, Note]:
    game = get_game_or_404(request.user, slug)
    return game, get_object_or_404(notes_of(game, request.user), pk=pk)


def _asked(request: PlayerRequest, game: Game) -> list[Note]:
    """The note that the form names; all of the reader's if it names none."""
    own = notes_of(game, request.user).select_related("game")
    key = request.POST.get("note", "")
    if not key:
        return list(own)
    number = int(key) if len(key) < 19 and key.isdecimal() else 0
    return [get_object_or_404(own, pk=number)]


def _scope(request: PlayerRequest, game: Game) -> Scope:
    return scope(request, game) if game.started_at else NOTHING_OPEN


def _back(request: PlayerRequest, game: Game, asked: list[Note]) -> str:
    """To the position, if the form stood beside it; else to the notes."""
    if len(asked) == 1 and request.POST.get("note"):
        return _path(request, game, asked[0])
    return reverse("games:notes", args=[game.slug])


def _path(request: PlayerRequest, game: Game, note: Note) -> str:
    is_beside = (
        "beside" in request.POST and note.place and _scope(request, game).includes(note.place)
    )
    if is_beside and note.place:
        return path_to(request, game, note.place)
    return f"{reverse('games:notes', args=[game.slug])}#note-{note.pk}"


def _page(request: PlayerRequest, game: Game, refused: Refused | None = None) -> HttpResponse:
    found = own_notes(
        game,
        replay_of(game) if game.started_at else None,
        own_number(request, game),
        request.user,
        _scope(request, game),
        refused,
    )
    context = {
        "game": game,
        "title": title(game),
        "own": found,
        "may_share": may_comment(request.user),
    }
    return render(request, "games/notes.html", context, status=422 if refused else 200)
