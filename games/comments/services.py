"""What is written about positions. Who may, and where, is the views' to ask (`games.access`, `reading`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

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


def _once(key: UUID, game: Game, place: Place | None, text: str) -> UUID:
    """A key of what a form says: who goes back and writes something else in it says that as well."""
    return uuid5(key, f"{game.pk} {place} {text}")


# --- Comments ---


@transaction.atomic
def comment(*, game: Game, user: User, place: Place, text: str, key: UUID) -> Comment:
    """Say something of a position; the same form twice says it once."""
    said = {"game": game, **place._asdict(), "text": text, "at": timezone.now()}
    once = _once(key, game, place, text)
    made, is_new = Comment.objects.get_or_create(user=user, key=once, defaults=said)
    if is_new:
        notices.mentioned_in_comment(made, _listeners(game))
    return made


@transaction.atomic
def edit(comment: Comment, text: str) -> None:
    """Its author says it otherwise; whom he names only now is told now."""
    if text == comment.text:
        return
    comment.text, comment.edited_at = text, timezone.now()
    if _write(comment, text=text, edited_at=comment.edited_at):
        notices.mentioned_in_comment(comment, _listeners(comment.game))


def delete(comment: Comment) -> None:
    comment.delete()


def hide(comment: Comment, by: User) -> None:
    """Keep it from everybody but its author and those who moderate."""
    _write(comment, hidden_at=timezone.now(), hidden_by=by)


def unhide(comment: Comment) -> None:
    _write(comment, hidden_at=None, hidden_by=None)


def _write(comment: Comment, **values: object) -> bool:
    """Whether it was there still."""
    return Comment.objects.filter(pk=comment.pk).update(**values) > 0


def _listeners(game: Game) -> list[User]:
    """Whom a comment may speak to by name: who sits at the table, and who has said something of the match."""
    seated, heard = Q(seats__game=game), Q(pk__in=game.comments.values("user"))
    return list(User.objects.filter(seated | heard).distinct())


# --- Notes ---


@transaction.atomic
def jot(*, game: Game, user: User, place: Place | None, text: str, key: UUID) -> Note:
    """Keep a note of the person's, with the position that he has before him; the same form twice keeps it once."""
    once = _once(key, game, place, text)
    others = Note.objects.filter(game=game, user=user).exclude(key=once)
    if others.count() >= MOST_NOTES:
        raise TooManyNotes
    noted = {"game": game, "text": text, "at": timezone.now()}
    noted |= place._asdict() if place else {}
    return Note.objects.get_or_create(user=user, key=once, defaults=noted)[0]


def rewrite(note: Note, text: str) -> None:
    """The note says something else now; what was shared of it stays as it was."""
    Note.objects.filter(pk=note.pk).update(text=text, at=timezone.now())


@transaction.atomic
def tear_up(note: Note) -> None:
    """Away with the note, and with what was shared of it."""
    Comment.objects.filter(note=note).delete()
    note.delete()


@transaction.atomic
def share(notes: Iterable[Note], scope: Scope) -> None:
    """Let these notes join the comments, as far as their positions lie open to their author."""
    listeners: list[User] | None = None
    for note in notes:
        if not scope.includes(note.place):
            continue
        made, is_new = Comment.objects.get_or_create(note=note, defaults=_shared(note))
        if is_new and "@" in note.text:
            listeners = _listeners(note.game) if listeners is None else listeners
            notices.mentioned_in_comment(made, listeners)


def unshare(notes: Iterable[Note]) -> None:
    """Take these notes back from the comments; they stay notes."""
    Comment.objects.filter(note__in=list(notes)).delete()


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
