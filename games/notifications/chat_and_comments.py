"""Notifications of what somebody says: mentions, and lines in the chat."""

from collections.abc import Collection, Iterable
from unicodedata import normalize

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.access import may_look, scope_of
from games.comments.models import PositionKey, comment_path
from games.models import ChatMessage, Comment, Seat
from games.notifications.game_notification import GameNotification
from players.friends.queries import not_blocking
from players.models import User
from players.notifications.kinds import Message
from players.notifications.models import Group
from players.notifications.routing import who_wants


class Mentioned(GameNotification):
    """Somebody has written @ and the person's name, in the chat or in a comment."""

    group = Group.PEOPLE
    name = "mentioned"
    label = gettext_lazy("Somebody mentions me in the chat or in a comment")

    @classmethod
    def notify_in_chat(cls, message: ChatMessage, seats: Iterable[Seat]) -> list[int]:
        """Notify the named people at the table; who they are."""
        named = _named(message.text, (seat.user for seat in seats if seat.user), message.user_id)
        if named and not message.is_thought:
            data = {"game": message.game_id, "message": message.pk, "burst": _speaker(message)}
            cls.write(not_blocking(named, message.user_id), f"mentioned:{message.pk}", message.at, **data)
        return named

    @classmethod
    def notify_in_comment(cls, comment: Comment, people: Iterable[User]) -> None:
        """Notify the named among the people; each once, however often the comment is edited."""
        if named := _named(comment.text, people, comment.user_id):
            place = comment.place._asdict() if comment.place else {}
            data = {"game": comment.game_id, **place, "comment": comment.pk}
            told = not_blocking(named, comment.user_id)
            # Whatever the match: anybody may comment on those that are listed, and bring in any number with any names.
            burst = f"comments:{comment.user_id}"
            cls.write(told, f"mentioned:comment:{comment.pk}", burst=burst, **data)

    @property
    def is_in_comment(self) -> bool:
        return "comment" in self.data

    @property
    def comment(self) -> Comment | None:
        """The comment, if it still stands and the person may look back on its deal."""
        comment, game = self.context.comments.get(self.data["comment"]), self.game
        if comment is None or comment.is_hidden or not may_look(self.user_id, game):
            return None
        if self.is_from_blocked(comment.user_id):
            return None
        if game.pk not in self.context.unfinished:
            return comment  # nothing of the match is secret any more
        seat = self.seat.number if self.seat else None
        match = self.context.unfinished[game.pk].match
        scope = scope_of(match, seat, opens=game.opens_deals)
        return comment if scope.includes(comment.place) else None

    @property
    def path(self) -> str:
        if not self.is_in_comment:
            return super().path
        step = self.data.get("step")
        place = PositionKey(self.deal, step) if step is not None else None
        return comment_path(self.game.slug, place, self.data["comment"])

    @property
    def is_current(self) -> bool:
        if self.is_in_comment:
            return self.comment is not None
        said = self.context.messages.get(self.data["message"])
        return super().is_current and not self.is_from_blocked(said.user_id if said else None)

    @property
    def is_seen(self) -> bool:
        # The page of the table shows no comments.
        return not self.is_in_comment and super().is_seen

    def message(self) -> Message | None:
        text = _("%(name)s mentioned you: %(table)s")
        if not self.is_in_comment:
            said = self.context.messages.get(self.data["message"])
            name = said.user if said and said.user else _("Somebody")
            return self.compose(text, _words(said), name=name)
        if (comment := self.comment) is None:
            return None
        lines = [comment.text] if self.context.full else []
        action, name = pgettext("a link", "Go to the comment"), comment.user or _("Somebody")
        return self.compose(text, lines, action=action, name=name)


class ChatWritten(GameNotification):
    """A line in the chat, for those who want to hear of every one: unless they choose so, none is even written."""

    group = Group.PEOPLE
    name = "chat"
    label = gettext_lazy("Somebody writes in the chat of my table")
    title = gettext_lazy("%(name)s wrote in the chat: %(table)s")
    mail = push = site = False

    @classmethod
    def notify(cls, message: ChatMessage, line: int, seats: Iterable[Seat], mentioned: Collection[int]) -> None:
        """Notify the others at the table; those whom the line mentions, only where no mention reaches them."""
        others = {seat.user_id for seat in seats if seat.user_id} - {message.user_id}
        told = set(not_blocking(who_wants(cls, others), message.user_id))
        data = {"game": message.game_id, "message": message.pk, "line": line, "burst": _speaker(message)}
        key = f"chat:{message.pk}"
        cls.write(told.difference(mentioned), key, message.at, **data)
        cls.write(told.intersection(mentioned), key, message.at, **data, unless=Mentioned.name)

    @property
    def is_current(self) -> bool:
        """Whether the person has not read the line yet."""
        said = self.context.messages.get(self.data["message"])
        if self.seat is None or self.is_from_blocked(said.user_id if said else None):
            return False
        return bool(self.seat.chat_seen < self.data["line"])

    @property
    def topic(self) -> object:
        return self.name, self.game.pk

    @property
    def path(self) -> str:
        return f"{self.game.get_absolute_url()}?side=chat#side"

    def message(self) -> Message:
        said = self.context.messages.get(self.data["message"])
        name = said.user if said and said.user else _("Somebody")
        return self.compose(self.title, _words(said), name=name)


def _words(said: ChatMessage | None) -> list[str]:
    """What was said, unless it is gone or staff have hidden it."""
    return [said.text] if said and said.hidden_at is None else []


def _speaker(said: ChatMessage) -> str:
    """The burst of what this person says at this table; all imported matches are one, as they may name anybody."""
    where = "imported" if said.game.is_imported else said.game_id
    return f"{where}:{said.user_id}"


def _named(text: str, people: Iterable[User], speaker: int | None) -> list[int]:
    """The people whose names stand in the text after an @, without the speaker.

    Longer names come first: @Bobby does not speak to Bob. Japanese keyboards write a wide ＠.
    """
    names = {user.pk: user.name.casefold() for user in people}
    named, text = [], normalize("NFKC", text).casefold()
    for user_id, name in sorted(names.items(), key=lambda person: -len(person[1])):
        if name and f"@{name}" in text:
            named.append(user_id)
            text = text.replace(f"@{name}", "")
    return [user_id for user_id in named if user_id != speaker]
