"""The kinds of notices: each is registered by the app that knows what it tells of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Final, Protocol

from django.utils.functional import Promise

from .models import Channel, Notice


class Truth(Enum):
    """Whether a notice is to be sent, asked right before."""

    HOLDS = "holds"
    NOT_NOW = "not_now"
    """The person has it before his eyes: ask again in a while."""
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A notice in words, in the language that is active."""

    title: str
    """Short, and for every eye: it shows on locked screens."""
    path: str
    """Where on the site it leads."""
    action: str
    """What the link to there says."""
    lines: Sequence[str] = field(default_factory=tuple)
    """What has happened, for mails."""


class Teller(Protocol):
    """Knows what some kinds of notices tell of; asked for many at once, all of one person."""

    def check(self, notices: Sequence[Notice]) -> Mapping[int, Truth]:
        """How true each is, by its key; one that is left out is over."""
        ...

    def say(self, notices: Sequence[Notice], *, full: bool = False) -> Mapping[int, Told]:
        """Each in words, with its lines if ``full``; one whose matter is gone is left out."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Something that people are told of."""

    name: str
    label: Promise
    teller: Teller
    mail: bool = True
    push: bool = True
    """Whether it goes this way for who has not chosen otherwise."""
    site: bool | None = True
    """The same for the list in the site; None is never, for what the pages show by themselves."""
    is_urgent: bool = False
    """Waits for no daily mail."""

    def by_default(self, channel: str) -> bool:
        return {Channel.MAIL: self.mail, Channel.PUSH: self.push, SITE: bool(self.site)}[channel]


SITE: Final = "site"

KINDS: Final[dict[str, Kind]] = {}
"""By name, in the order in which they are shown."""
SOURCES: Final[list[Callable[[datetime], int]]] = []
"""What finds notices that are due by the clock, and writes them; each returns how many it found."""


def register(kind: Kind) -> None:
    KINDS[kind.name] = kind


def write(
    kind: str, user_ids: Iterable[int | None], key: str, at: datetime, **data: object
) -> None:
    """Owe these people a notice, in one query, as part of the transaction that makes it true.

    The same key for the same person again does nothing; nobody (None) is told nothing. What somebody may set off again
    and again names its ``burst`` in the data: of one burst little goes out in an hour, though all stands in the site.
    """
    write_all(
        Notice(user_id=user_id, kind=kind, key=key, data=data, at=at)
        for user_id in user_ids
        if user_id is not None
    )


def write_all(notices: Iterable[Notice]) -> None:
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def by_teller(notices: Iterable[Notice]) -> dict[Teller, list[Notice]]:
    """The notices by who knows of them; those of kinds that are no more are left out."""
    found: dict[Teller, list[Notice]] = {}
    for notice in notices:
        if notice.kind in KINDS:
            found.setdefault(KINDS[notice.kind].teller, []).append(notice)
    return found
