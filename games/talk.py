"""What is said at a table."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import notices
from games.access import Visitor
from games.live import news
from games.models import ChatMessage, Game
from players.models import User

AT_ONCE: Final = 50
"""So many lines are shown; those before them are a page away."""


class Heard(NamedTuple):
    """Lines of the chat in their order."""

    lines: list[ChatMessage]
    earlier: int | None
    """The line before which there are more."""
    is_latest: bool


@transaction.atomic
def say(
    *, game: Game, user: User, text: str, is_thought: bool = False, key: UUID | None = None
) -> None:
    """Add a line to the chat, or a thought that opens to the others when the match is over.

    The same form twice adds it once.
    """
    # Who goes back and writes something else in the form says that as well.
    once = uuid5(key or uuid4(), f"{game.pk} {is_thought} {text}")
    said = {"game": game, "text": text, "is_thought": is_thought, "at": timezone.now()}
    message, is_new = ChatMessage.objects.get_or_create(user=user, key=once, defaults=said)
    if is_new and not is_thought:
        notices.mentioned(message, game.seats.all())
        transaction.on_commit(partial(news.changed, game.slug, game.seq))


def heard(game: Game, user: Visitor, before: int | None = None) -> Heard:
    """The latest lines that the reader may see, or those before a line."""
    lines = _open_to(game, user).order_by("-at", "-pk")
    if before is not None:
        lines = lines.filter(pk__lt=before)
    found = list(lines[: AT_ONCE + 1])
    earlier = found[AT_ONCE - 1].pk if len(found) > AT_ONCE else None
    return Heard(found[:AT_ONCE][::-1], earlier, is_latest=before is None)


def _open_to(game: Game, user: Visitor) -> QuerySet[ChatMessage]:
    """Others' thoughts only once the match is over."""
    lines = game.messages.select_related("user")
    if game.is_over:
        return lines
    return lines.filter(
        Q(is_thought=False) | Q(user_id=user.pk) if user.pk else Q(is_thought=False)
    )
