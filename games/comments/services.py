"""Writing comments and notes. The views check beforehand who may write where (`games.access`, `games.review`)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import notifications
from games.access import Scope
from games.comments.models import Comment, Note, PositionKey
from games.models import Game
from players.account_locks import lock_accounts
from players.models import User

MOST: Final = 300
"""The most comments that one person may write on one match, and the most notes on it that they may have."""


class TooMany(Exception):
    """The person has reached that limit."""


def _content_key(key: UUID, game: Game, place: PositionKey | None, text: str) -> UUID:
    """Combine the form's key with its content: going back and sending another text adds that text too."""
    return uuid5(key, f"{game.pk} {place} {text}")


def _refuse_too_many(others: QuerySet[Comment] | QuerySet[Note]) -> None:
    if others.count() >= MOST:
        raise TooMany


@transaction.atomic
def create_comment(*, game: Game, user: User, place: PositionKey, text: str, key: UUID) -> Comment:
    """Add a comment on a position; sending the same form twice adds it once."""
    lock_accounts(user)
    once = _content_key(key, game, place, text)
    _refuse_too_many(Comment.objects.filter(game=game, user=user, is_note=False).exclude(key=once))
    values = {"game": game, **place._asdict(), "text": text, "at": timezone.now()}
    comment, is_new = Comment.objects.get_or_create(user=user, key=once, defaults=values)
    if is_new:
        notifications.Mentioned.notify_in_comment(comment, _mentionable(game))
    return comment


@transaction.atomic
def edit_comment(comment: Comment, text: str) -> None:
    """Change the text and notify players whom only the new text mentions."""
    if text == comment.text:
        return
    comment.text, comment.edited_at = text, timezone.now()
    values = {"text": text, "edited_at": comment.edited_at}
    if Comment.objects.filter(pk=comment.pk).update(**values):
        notifications.Mentioned.notify_in_comment(comment, _mentionable(comment.game))


def delete_comment(comment: Comment) -> None:
    _withdraw(Comment.objects.filter(pk=comment.pk))


def _withdraw(comments: QuerySet[Comment]) -> None:
    """Delete comments. A shared note that a moderator hid leaves an empty row, so that it can't be shared again."""
    comments.filter(note__isnull=False, hidden_at__isnull=False).update(text="")
    comments.exclude(note__isnull=False, hidden_at__isnull=False).delete()


def _mentionable(game: Game) -> list[User]:
    """The players whom a comment may mention by name: those at the table and those who commented on the match."""
    seated, commented = Q(seats__game=game), Q(pk__in=game.comments.values("user"))
    return list(User.objects.filter(seated | commented).distinct())


@transaction.atomic
def create_note(*, game: Game, user: User, place: PositionKey | None, text: str, key: UUID) -> Note:
    """Add a private note; sending the same form twice adds it once."""
    lock_accounts(user)
    once = _content_key(key, game, place, text)
    _refuse_too_many(Note.objects.filter(game=game, user=user).exclude(key=once))
    values = {"game": game, "text": text, "at": timezone.now()}
    values |= place._asdict() if place else {}
    return Note.objects.get_or_create(user=user, key=once, defaults=values)[0]


def edit_note(note: Note, text: str) -> None:
    """Change the note; the comment shared from it keeps its text."""
    Note.objects.filter(pk=note.pk).update(text=text, at=timezone.now())


@transaction.atomic
def delete_note(note: Note) -> None:
    """Delete the note and the comment shared from it."""
    Comment.objects.filter(note=note).delete()
    note.delete()


@transaction.atomic
def share_notes(notes: Iterable[Note], scope: Scope) -> None:
    """Publish as comments those notes whose positions the author may review."""
    mentionable: list[User] | None = None
    for note in notes:
        if not scope.includes(note.place):
            continue
        comment, is_new = Comment.objects.get_or_create(note=note, defaults=_as_comment(note))
        if is_new:
            mentionable = _mentionable(note.game) if mentionable is None else mentionable
            notifications.Mentioned.notify_in_comment(comment, mentionable)


def unshare_notes(notes: Iterable[Note]) -> None:
    """Withdraw the comments shared from these notes; the notes stay."""
    _withdraw(Comment.objects.filter(note__in=list(notes)))


def _as_comment(note: Note) -> dict[str, object]:
    """The shared comment bears the time at which its author wrote the note."""
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
