"""Who has had which seat of a match, and from which event of the log to which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.kernel.events import (
    HAND_OVERS,
    AutopilotSwitched,
    LoggedEvent,
    SeatLeft,
    SubstituteSeated,
)
from games.models import BOT_NAMES, FormerSeat, Game, Seat


class SeatHolder(NamedTuple):
    """A person, or a bot, from one change of hands to the next."""

    number: int
    """Of the seat."""
    is_person: bool
    user_id: int | None
    """None for a bot, and for a person who has left the site."""
    name: str
    given_name: str
    """What an imported record calls the player."""
    bot: str
    """The level of a bot; empty for a person."""
    substitute: int
    """0 for the first person in the seat; the first substitute is 1. A bot has the number of the person before it."""
    since: int
    """The event that gave them the seat; 0 if they had it from the start."""
    until: int | None
    """The event that took the seat from them; None if they have it still."""


class SeatHistory:
    """The holders of all seats. `at` answers for a moment of the log, `over` for several."""

    def __init__(self, holders: Sequence[Sequence[SeatHolder]]) -> None:
        self.holders = tuple(tuple(one) for one in holders)

    @property
    def has_changes(self) -> bool:
        return any(len(own) > 1 for own in self.holders)

    def at(self, seq: int) -> tuple[SeatHolder, ...]:
        """By seat, who had it once that event had happened."""
        return tuple(next(one for one in reversed(own) if one.since <= seq) for own in self.holders)

    def over(self, moments: Iterable[int]) -> tuple[SeatHolder, ...]:
        """By seat, the holder at the last of the moments, under the names of all who had it at any of them."""
        found = [self.at(seq) for seq in sorted(moments)]
        if not found:
            return self.at(0)
        names = [
            " / ".join(dict.fromkeys(one.name for one in own)) for own in zip(*found, strict=True)
        ]
        return tuple(one._replace(name=name) for one, name in zip(found[-1], names, strict=True))


def seat_history(game: Game, seats: Iterable[Seat], happened: Iterable[LoggedEvent]) -> SeatHistory:
    """The history of the seats from those of now and from the table events; a query only where a seat changed hands."""
    changes = [one for one in happened if isinstance(one.event, (*HAND_OVERS, AutopilotSwitched))]
    former: dict[int, FormerSeat] = {}
    if any(isinstance(one.event, HAND_OVERS) for one in changes):
        rows = FormerSeat.objects.filter(game=game).select_related("user")
        former = {row.until_seq: row for row in rows}
    return SeatHistory([_holders(seat, changes, former) for seat in seats])


def _holders(
    seat: Seat, changes: Iterable[LoggedEvent], former: dict[int, FormerSeat]
) -> list[SeatHolder]:
    """The holders of one seat: each change of hands ends the time of one, and says something about both."""
    found: list[SeatHolder] = []
    since = substitute = 0
    is_person, bot = False, ""
    for seq, _at, _by, event, _payload in changes:
        if getattr(event, "seat", None) != seat.number:
            continue
        if isinstance(event, AutopilotSwitched):
            # Only a person is on autopilot: so one sat here before the first change of hands.
            is_person = is_person or since == 0
            continue
        is_person = is_person or isinstance(event, SeatLeft)
        found.append(_former(seat, former.get(seq), is_person, bot, substitute, since, seq))
        since = seq
        if isinstance(event, SeatLeft):
            is_person, bot = False, event.bot
        elif isinstance(event, SubstituteSeated):
            is_person, bot, substitute = True, "", substitute + 1
    now = SeatHolder(
        seat.number,
        is_person=not seat.bot,
        user_id=seat.user_id,
        name=seat.name,
        given_name=seat.given_name,
        bot=seat.bot,
        substitute=substitute,
        since=since,
        until=None,
    )
    return [*found, now]


def _former(
    seat: Seat,
    row: FormerSeat | None,
    is_person: bool,
    bot: str,
    substitute: int,
    since: int,
    until: int,
) -> SeatHolder:
    if row is not None:
        name = str(row.user)
    elif is_person:
        name = _("former player")
    else:
        # Nobody has noted the level of a bot that had the seat from the start.
        name = str(BOT_NAMES[bot]) % {"number": seat.number + 1} if bot else _("Bot")
    return SeatHolder(
        seat.number,
        is_person=is_person,
        user_id=row.user_id if row else None,
        name=name,
        given_name="",
        bot=bot or ("" if is_person else "bot"),
        substitute=substitute,
        since=since,
        until=until,
    )
