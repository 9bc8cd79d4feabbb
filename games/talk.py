"""What is said at a table, and what a player jots down for himself."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import live, notices
from games.access import Visitor
from games.models import ChatMessage, Game, Note
from players.models import User


def say(*, game: Game, user: User, text: str, is_thought: bool = False) -> None:
    """Add a line to the chat, or a thought that opens to the others when the match is over."""
    with transaction.atomic():
        message = ChatMessage.objects.create(
            game=game, user=user, text=text, is_thought=is_thought, at=timezone.now()
        )
        if not is_thought:
            notices.mentioned(message, game.seats.all())
            transaction.on_commit(partial(live.changed, game.slug, game.seq))


def heard(game: Game, user: Visitor) -> QuerySet[ChatMessage]:
    """The lines that the reader may see: others' thoughts only once the match is over."""
    lines = game.messages.select_related("user")
    if game.is_over:
        return lines
    return lines.filter(
        Q(is_thought=False) | Q(user_id=user.pk) if user.pk else Q(is_thought=False)
    )


def jot(*, game: Game, user: User, text: str) -> None:
    """Keep the player's note on the game."""
    Note.objects.update_or_create(game=game, user=user, defaults={"text": text})


def note_of(game: Game, user: Visitor) -> str:
    """What the reader has noted himself."""
    if user.pk is None:
        return ""
    return game.notes.filter(user_id=user.pk).values_list("text", flat=True).first() or ""
