"""What is written about positions. Who may, and where, is the views' to ask (`games.access`, `reading`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import notices
from games.models import Game
from players.models import User

from .models import Comment, Note, Place
from .reading import Scope

MOST_NOTES: Final = 300
"""Of one person about one match."""


class TooManyNotes(Exception):
    """The person has noted enough about this match."""


# --- Comments ---


@transaction.atomic
def comment(*, game: Game, user: User, place: Place, text: str, key: UUID) -> Comment:
    """Say something of a position; the same form twice says it once."""
    said = {"game": game, **place._asdict(), "text": text, "at": timezone.now()}
    made, is_new = Comment.objects.get_or_create(user=user, key=key, defaults=said)
    if is_new:
        notices.mentioned_in_comment(made, _listeners(game))
    return made


@transaction.atomic
def edit(comment: Comment, text: str) -> None:
    """Its author says it otherwise; whom he names only now is told now."""
    if text == comment.text:
        return
    comment.text, comment.edited_at = text, timezone.now()
    comment.save(update_fields=["text", "edited_at"])
    notices.mentioned_in_comment(comment, _listeners(comment.game))


def delete(comment: Comment) -> None:
    comment.delete()


def hide(comment: Comment, by: User) -> None:
    """Keep it from everybody but its author and those who moderate."""
    comment.hidden_at, comment.hidden_by = timezone.now(), by
    comment.save(update_fields=["hidden_at", "hidden_by"])


def unhide(comment: Comment) -> None:
    comment.hidden_at = comment.hidden_by = None
    comment.save(update_fields=["hidden_at", "hidden_by"])


def _listeners(game: Game) -> list[User]:
    """Whom a comment may speak to by name: who sits at the table, and who has said something of the match."""
    seated, heard = Q(seats__game=game), Q(pk__in=game.comments.values("user"))
    return list(User.objects.filter(seated | heard).distinct())


# --- Notes ---


@transaction.atomic
def jot(*, game: Game, user: User, place: Place | None, text: str, key: UUID) -> Note:
    """Keep a note of the person's, with the position that he has before him; the same form twice keeps it once."""
    others = Note.objects.filter(game=game, user=user).exclude(key=key)
    if others.count() >= MOST_NOTES:
        raise TooManyNotes
    noted = {"game": game, "text": text, "at": timezone.now()}
    noted |= place._asdict() if place else {}
    return Note.objects.get_or_create(user=user, key=key, defaults=noted)[0]


@transaction.atomic
def rewrite(note: Note, text: str) -> None:
    """The note says something else now; what was shared of it stays as it was."""
    note.text, note.at = text, timezone.now()
    note.save(update_fields=["text", "at"])


@transaction.atomic
def tear_up(note: Note) -> None:
    """Away with the note, and with what was shared of it."""
    Comment.objects.filter(note=note).delete()
    note.delete()


@transaction.atomic
def share(notes: Iterable[Note], scope: Scope) -> int:
    """Let these notes join the comments, as far as their positions lie open to their author; how many do now."""
    shared = 0
    for note in notes:
        if scope.includes(note.place):
            made, is_new = Comment.objects.get_or_create(note=note, defaults=_shared(note))
            shared += is_new
            if is_new:
                notices.mentioned_in_comment(made, _listeners(note.game))
    return shared


def unshare(notes: Iterable[Note]) -> int:
    """Take these notes back from the comments; they stay notes. How many were there."""
    deleted = Comment.objects.filter(note__in=list(notes)).delete()
    return deleted[1].get("games.Comment", 0)


def _shared(note: Note) -> dict[str, object]:
    """It stands among the comments with the time when it was written."""
    at: datetime = note.at or note.game.ended_at or timezone.now()
    return {
        "game_id": note.game_id,
        "user_id": note.user_id,
        "deal": note.deal,
        "step": note.step,
        "text": note.text,
        "at": at,
        "is_note": True,
    }
