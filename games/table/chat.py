"""The chat of a table."""

from typing import Final, NamedTuple
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import F, Q, QuerySet, Subquery
from django.utils import timezone

from games.access import Visitor
from games.models import ChatMessage, Game, Seat
from games.notifications import ChatWritten, Mentioned
from infrastructure import broadcast
from players.models import User

LINES_SHOWN: Final = 50
"""Lines on a page; a link leads to earlier ones."""


class ChatPage(NamedTuple):
    """Some lines of the chat, oldest first."""

    lines: list[ChatMessage]
    earlier: int | None
    """The key of the line before which there are more."""
    is_latest: bool


@transaction.atomic
def post_message(
    *, game: Game, user: User, text: str, is_thought: bool = False, key: UUID | None = None
) -> ChatMessage:
    """Add a line to the chat, or a thought that others can read once the match is over.

    The same form twice adds it once.
    """
    # The text is part of the key: going back and sending another text from the same form adds a second line.
    once = uuid5(key or uuid4(), f"{game.pk} {is_thought} {text}")
    line = {"game": game, "text": text, "is_thought": is_thought, "at": timezone.now()}
    message, is_new = ChatMessage.objects.get_or_create(user=user, key=once, defaults=line)
    if is_new and not is_thought:
        Game.objects.filter(pk=game.pk).update(chat_lines=F("chat_lines") + 1)
        game.refresh_from_db(fields=["chat_lines"])
        mentioned = Mentioned.notify_in_chat(message, game.seats.all())
        ChatWritten.notify(message, game.chat_lines, game.seats.all(), mentioned)
        broadcast.publish_after_commit(game.slug, game.seq)
    return message


def chat_page(game: Game, user: Visitor, before: int | None = None) -> ChatPage:
    """Return the latest lines that the reader may see, or the ones before a line."""
    lines = visible_lines(game, user).order_by("-at", "-pk")
    if before is not None:
        # By time first, like the order: after a clock was set back a later line may have an earlier time.
        moment = Subquery(ChatMessage.objects.filter(game=game, pk=before).values("at"))
        lines = lines.filter(Q(at__lt=moment) | Q(at=moment, pk__lt=before))
    latest = list(lines[: LINES_SHOWN + 1])
    earlier = latest[LINES_SHOWN - 1].pk if len(latest) > LINES_SHOWN else None
    return ChatPage(latest[:LINES_SHOWN][::-1], earlier, is_latest=before is None)


def mark_seen(game: Game, seat: Seat | None) -> None:
    """The player has the latest lines on the screen: those that there were when ``game`` was read."""
    if seat is not None and seat.unread_chat:
        own = Seat.objects.filter(pk=seat.pk, user=seat.user_id, chat_seen__lt=game.chat_lines)
        own.update(chat_seen=game.chat_lines)
        seat.chat_seen = game.chat_lines


def visible_lines(game: Game, user: Visitor) -> QuerySet[ChatMessage]:
    """Return the lines that the reader may see: without other people's thoughts, until the match is over."""
    lines = game.messages.select_related("user")
    if game.is_public:
        return lines
    return lines.filter(Q(is_thought=False) | Q(user_id=user.pk) if user.pk else Q(is_thought=False))


def may_read(message: ChatMessage, game: Game, user: Visitor) -> bool:
    """Whether the reader may see a line that was read already, as `visible_lines` has it."""
    return not message.is_thought or game.is_public or (user.pk is not None and message.user_id == user.pk)
