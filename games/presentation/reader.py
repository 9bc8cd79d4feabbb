"""The table as its reader sees it: what they may know of the match, and who sits where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext

from games.access import Visitor
from games.bot_names import Bot
from games.kernel.replay import SeatHistory, SeatHolder
from games.models import Seat
from games.presentation.cards import USUAL_ORDER, HandOrder
from games.presentation.short_names import short_names
from napoleon.engine import PlayerView
from players.faces import PersonFace
from players.models import User


class Naming(NamedTuple):
    """How a page calls the players, by seat."""

    labels: tuple[str, ...]
    shorts: tuple[str, ...]
    """Short names for narrow places."""
    you: int | None
    """The seat of which the page says "you"."""


@dataclass(frozen=True)
class Reader:
    """A match as its reader may know it, with the names of the players."""

    view: PlayerView
    names: tuple[str, ...]
    """The players who hold the seats at the moment that is shown."""
    bots: Mapping[int, Bot]
    """By seat that a bot has."""
    people: Mapping[int, PersonFace] = field(default_factory=dict)
    """By seat that a person has, their face."""
    away: frozenset[int] = frozenset()
    """The seats where a bot plays for an absent person."""
    resting: frozenset[int] = frozenset()
    """The seats whose players are on vacation."""
    history: SeatHistory | None = None
    """None where no seat has changed hands."""
    ended_at: Mapping[int, int] = field(default_factory=dict)
    """By deal that has ended, its last event."""
    is_addressed: bool = False
    """Whether the reader is "you"; what others read as well names everybody."""
    hand_order: HandOrder = USUAL_ORDER

    @property
    def me(self) -> int | None:
        """The reader's seat; None for a spectator."""
        return self.view.seat

    @property
    def players(self) -> int:
        return len(self.names)

    def is_you(self, seat: int) -> bool:
        """Whether the page says "you" of the seat."""
        return self.is_addressed and seat == self.me

    def label(self, seat: int) -> str:
        """The name as a word of its own; sentences about the reader are worded otherwise."""
        return self.naming.labels[seat]

    def label_with_owner(self, seat: int) -> str:
        """The label; that of a bot which has taken over a person's seat names the person, who gets its points."""
        first = self.history.holders[seat][0] if self.history else None
        if first is None or not first.is_person or seat not in self.bots:
            return self.label(seat)
        return gettext("%(name)s for %(owner)s") % {"name": self.label(seat), "owner": first.name}

    def short_label(self, seat: int) -> str:
        """The label for narrow places."""
        return self.naming.shorts[seat]

    def short(self, name: str) -> str:
        """The short form of a name, of a current or an earlier player."""
        return short_names(self.names).get(name, name)

    @cached_property
    def naming(self) -> Naming:
        labels = list(self.names)
        you = self.me if self.is_addressed else None
        if you is not None:
            labels[you] = gettext("You")
        return Naming(tuple(labels), tuple(map(self.short, labels)), you)

    def around(self) -> list[int]:
        """Return the seats clockwise, starting with the reader's own."""
        first = self.me or 0
        return [(first + place) % self.players for place in range(self.players)]

    def place(self, seat: int) -> int:
        """Return how far clockwise of the reader a seat is."""
        return (seat - (self.me or 0)) % self.players

    def name_at(self, seat: int, seq: int) -> str:
        """Who had the seat once that event had happened."""
        return self.history.at(seq)[seat].name if self.history else self.names[seat]

    def of_deal(self, number: int) -> Reader:
        """The table with those who had the seats when the deal ended."""
        if self.history is None or number not in self.ended_at:
            return self
        return self._held_by(self.history.at(self.ended_at[number]))

    def bidder_of_deal(self, number: int, seat: int) -> Bot | None:
        """The bot that had the seat since before the deal; None: a person had it, or one of them took it over since."""
        if self.history is None:
            return self.bots.get(seat)
        if number not in self.ended_at:
            return None
        holder = self.history.at(self.ended_at[number])[seat]
        before = number - self.view.rules.deals_at_once
        opened = sorted(self.ended_at.values())[before - 1] if before > 0 else 0
        return holder.as_bot if holder.since <= opened else None

    def of_match(self) -> Reader:
        """The table with all who had each seat at the end of any deal that has ended, in their order."""
        moments = [self.ended_at.get(end.number, 0) for end in self.view.ended]
        if self.history is None or not moments:
            return self
        return self._held_by(self.history.over(moments))

    def _held_by(self, holders: Iterable[SeatHolder]) -> Reader:
        """The table under other names; where the reader had not the seat yet, nobody is "you"."""
        holders = tuple(holders)
        names = tuple(holder.name for holder in holders)
        is_mine = self.me is not None and names[self.me] == self.names[self.me]
        return replace(
            self, names=names, bots=_bots(holders), people=_people(holders), is_addressed=self.is_addressed and is_mine
        )


def _bots(seats: Iterable[Seat | SeatHolder]) -> dict[int, Bot]:
    return {seat.number: bot for seat in seats if (bot := seat.as_bot)}


def _people(seats: Iterable[Seat | SeatHolder]) -> dict[int, PersonFace]:
    return {seat.number: face for seat in seats if (face := seat.face)}


def reader_of(
    view: PlayerView,
    seats: Iterable[Seat | SeatHolder],
    history: SeatHistory | None = None,
    ended_at: Mapping[int, int] | None = None,
    *,
    is_addressed: bool = False,
    hand_order: HandOrder = USUAL_ORDER,
    on_vacation: Collection[int] = (),
) -> Reader:
    """``on_vacation`` holds the keys of people."""
    seats = list(seats)
    return Reader(
        view=view,
        names=tuple(seat.name for seat in seats),
        bots=_bots(seats),
        people=_people(seats),
        away=frozenset(seat.number for seat in seats if isinstance(seat, Seat) and seat.autopilot),
        resting=frozenset(seat.number for seat in seats if seat.user_id in on_vacation),
        history=history if history and history.has_changes else None,
        ended_at=ended_at or {},
        is_addressed=is_addressed,
        hand_order=hand_order,
    )


def hand_order_of(user: Visitor) -> HandOrder:
    """How the visitor has their own hand sorted."""
    return HandOrder(user.alternates_colours, user.trumps_first) if isinstance(user, User) else USUAL_ORDER
