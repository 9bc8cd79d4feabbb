"""A kind of notification is a class: its label, channels, recipients, message, and whether it is still true.

Each room defines its kinds (`notifications.py`); the `wiring` of its app registers it.
docs/notifications.md shows how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final, Generic, TypeVar, overload

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.functional import Promise, cached_property

from players.friends.models import Block
from players.notifications.models import Channel, Group, Notification

M = TypeVar("M", bound=Model)
SITE: Final = "site"

KINDS: Final[dict[str, type[NotificationKind]]] = {}
"""By name, in order of registration, which is also the order in settings and mails."""
SOURCES: Final[list[Callable[[datetime], object]]] = []
"""Functions that write notifications for what has become due with time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A notification's text in the active language: on the site, by mail, by push, or for a webhook."""

    title: str
    """Short and without secrets: it appears on locked screens."""
    path: str
    """The address of its page."""
    action: str = ""
    """The text of the link."""
    lines: Sequence[str] = field(default_factory=tuple)
    """The details, for mails and webhooks."""
    reply_to: str = ""
    """Where an answer to the mail goes, if anywhere."""


class NotificationContext:
    """The data of related kinds of notifications, which subclasses read lazily and once for all."""

    def __init__(self, notifications: Sequence[Notification], *, full: bool = False) -> None:
        self.notifications = notifications
        self.full = full
        """Whether the messages need their lines."""
        self.rows: dict[str, dict[int, Any]] = {}

    @property
    def user_ids(self) -> set[int]:
        return {notification.user_id for notification in self.notifications}

    @cached_property
    def blocks(self) -> set[tuple[int, int]]:
        """Pairs of these people and those they have blocked."""
        return set(Block.objects.filter(user__in=self.user_ids).values_list("user", "blocked"))

    def ids(self, name: str) -> set[int]:
        """The keys that the notifications hold under this name."""
        keys = (notification.data.get(name) for notification in self.notifications)
        return {key for key in keys if key is not None}


class SubjectRow(Generic[M]):
    """A row whose key a notification's data holds under this name.

    It is read once for all notifications of a context. Notifications without their row are left out (`bind`).
    """

    def __init__(self, query: QuerySet[M]) -> None:
        self.query = query

    def __set_name__(self, kind: type[NotificationKind], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, kind: None, owner: type) -> SubjectRow[M]: ...
    @overload
    def __get__(self, kind: NotificationKind, owner: type) -> M: ...
    def __get__(self, kind: NotificationKind | None, owner: type) -> SubjectRow[M] | M:
        return self if kind is None else self.among(kind.context)[kind.data[self.name]]

    def among(self, context: NotificationContext) -> dict[int, M]:
        """All rows of this name that notifications of the context refer to."""
        if self.name not in context.rows:
            context.rows[self.name] = self.query.in_bulk(context.ids(self.name))
        return context.rows[self.name]


class NotificationKind:
    """One notification and its context. Its subclasses with a ``name`` are the kinds."""

    # Templates receive classes too, which Django would otherwise call.
    do_not_call_in_templates: ClassVar[bool] = True
    name: ClassVar[str]
    """Stored in `Notification.kind`: it never changes."""
    label: ClassVar[Promise | str]
    title: ClassVar[Promise | str]
    """The message's title, formatted with `words`; not needed if `message` is overridden."""
    group: ClassVar[Group] = Group.PEOPLE
    """The switch in the settings that it belongs to."""
    mail: ClassVar[bool] = True
    push: ClassVar[bool] = True
    """Whether it is sent this way by default."""
    site: ClassVar[bool | None] = True
    """The default for the site's list; None if it is never listed, since pages show it anyway."""
    is_urgent: ClassVar[bool] = False
    """Whether it is mailed at once even to people who want one mail a day."""
    waits_while_seen: ClassVar[bool] = False
    """Whether it waits while the person has its subject on the screen, or is dropped."""
    context_class: ClassVar[type[NotificationContext]] = NotificationContext

    def __init__(self, notification: Notification, context: NotificationContext) -> None:
        self.notification = notification
        self.context = context
        self.user_id = notification.user_id
        self.data: dict[str, Any] = notification.data

    # --- Whether it is sent ---

    @property
    def has_subject(self) -> bool:
        """Whether the rows that it refers to still exist."""
        rows = ((key, getattr(type(self), name, None)) for name, key in self.data.items())
        return all(key in row.among(self.context) for key, row in rows if isinstance(row, SubjectRow))

    @property
    def is_current(self) -> bool:
        """Whether it is still true; checked right before it goes out."""
        return True

    def is_from_blocked(self, sender_id: int | None) -> bool:
        """Whether the person has blocked the sender, perhaps since it was written."""
        return sender_id is not None and (self.user_id, sender_id) in self.context.blocks

    @property
    def is_seen(self) -> bool:
        """Whether the person is reading its subject right now, and it is not too urgent to rely on that."""
        return False

    @property
    def topic(self) -> object:
        """Among notifications sent together, only the last of each topic is sent."""
        return self.notification.pk

    # --- Its message ---

    @property
    def path(self) -> str:
        """The address of its link."""
        raise NotImplementedError

    @property
    def action(self) -> Promise | str:
        """The text of the link."""
        return ""

    def words(self) -> dict[str, object]:
        """The words for the title's placeholders."""
        return {}

    def lines(self) -> list[str]:
        return []

    def message(self) -> Message | None:
        """The message; None if its subject no longer exists."""
        return self.compose(self.title, self.lines())

    def compose(
        self, title: Promise | str, lines: Sequence[str] = (), /, action: Promise | str = "", **words: object
    ) -> Message:
        """The message with this title and these words."""
        return Message(
            title=str(title) % {**self.words(), **words}, path=self.path, action=str(action or self.action), lines=lines
        )

    # --- Writing it ---

    @classmethod
    def by_default(cls, channel: str) -> bool:
        return {Channel.MAIL: cls.mail, Channel.PUSH: cls.push, SITE: bool(cls.site)}[channel]

    @classmethod
    def write(cls, user_ids: Iterable[int | None], key: str, at: datetime | None = None, /, **data: object) -> None:
        """Store the notification for these people, in one query and in the transaction that makes it true.

        Each person gets a key once. A ``burst`` in the data groups what one person can trigger repeatedly:
        the site lists all of it, mail and push limit it to a few an hour. ``unless`` names a kind with the same news:
        if the person gets that one, this one is left out.
        """
        at = at or timezone.now()
        write_all(
            Notification(user_id=user_id, kind=cls.name, key=key, data=data, at=at)
            for user_id in user_ids
            if user_id is not None
        )


def register_kinds(*kinds: type[NotificationKind]) -> None:
    KINDS.update((kind.name, kind) for kind in kinds)


def write_all(notifications: Iterable[Notification]) -> None:
    Notification.objects.bulk_create(notifications, ignore_conflicts=True)


def bind(notifications: Iterable[Notification], *, full: bool = False) -> dict[int, NotificationKind]:
    """Each notification as an object of its kind, by key; related kinds share a context.

    Notifications of a kind or a subject that no longer exists are left out.
    """
    notifications = list(notifications)
    related: dict[type[NotificationContext], list[Notification]] = {}
    for notification in notifications:
        if kind := KINDS.get(notification.kind):
            related.setdefault(kind.context_class, []).append(notification)
    contexts = {family: family(members, full=full) for family, members in related.items()}
    by_key = {}
    for notification in notifications:
        kind = KINDS.get(notification.kind)
        if kind and (bound := kind(notification, contexts[kind.context_class])).has_subject:
            by_key[notification.pk] = bound
    return by_key
