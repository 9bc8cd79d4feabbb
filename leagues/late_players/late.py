"""Finds the late players of a club: those whose turn has lasted longer than its allowance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.models import Turn
from games.presentation.table_titles import title
from games.presentation.times import Until, until
from leagues.clubs.attendance import last_seen, shares_shown
from leagues.models import Club, Membership, Season, Table
from players.models import Notification, User

WRITTEN: Final = "season_chased"
"""The kind of the organisers' messages."""
REMINDED: Final = "reminder"
"""The kind of the site's own reminders."""
WRITE_AGAIN: Final = timedelta(hours=12)
"""The wait before the same person is written to about the same table."""
GRACE: Final = timedelta(days=1)
"""Where a turn has no allowance of its own, only the bank, nobody is late before."""


@dataclass(frozen=True, slots=True)
class LatePlayer:
    """Somebody who is late at a table."""

    user: User
    table: Table
    turns: Sequence[Turn]
    """Their late turns there, the one that times out first before the others."""
    until: Until
    seen: str
    """When they were last here, as the list of members says it; empty for people outside the club."""
    reminders: int
    """How often the site has reminded them of these turns."""
    written: Sequence[datetime]
    """When organisers have written to them since the first of these turns, the earliest first."""
    may_write: bool
    replaceable: int | None
    """The key of their seat in the season's table; None if nobody can be asked to take it now."""
    in_time: str
    """The share of all their turns that they took in time; empty where it is not known."""

    @property
    def season(self) -> Season:
        return self.table.round.season

    @property
    def since(self) -> datetime:
        return min(turn.opened_at for turn in self.turns)

    @property
    def title(self) -> str:
        return title(self.turns[0].game)

    @property
    def key(self) -> str:
        """What names them in a form."""
        return f"one:{self.table.pk}:{self.user.pk}"

    @property
    def keys(self) -> tuple[str, ...]:
        """Everything in a form that includes them."""
        of = self.table
        return "all", f"season:{self.season.pk}", f"round:{of.round_id}", f"table:{of.pk}", self.key


def late_players(club: Club, now: datetime, season: Season | None = None) -> list[LatePlayer]:
    """Who is late in the running seasons of the club, or in one of them; the nearest time-out first.

    Takes five queries.
    """
    open_turns = Turn.objects.filter(
        user__isnull=False,
        due__lte=now,
        times_out_at__isnull=False,
        game__league_table__state=Table.State.RUNNING,
        game__league_table__outcome="",
        game__league_table__round__season__club=club,
        game__league_table__round__season__state=Season.State.RUNNING,
    )
    if season is not None:
        open_turns = open_turns.filter(game__league_table__round__season=season)
    related = open_turns.select_related("user", "game__league_table__round__season")
    with_seats = related.prefetch_related("game__league_table__seats")
    found: dict[tuple[int, int], list[Turn]] = {}
    for turn in with_seats.order_by("times_out_at", "pk"):
        if turn.user_id and (turn.game.clock.move or turn.opened_at <= now - GRACE):
            found.setdefault((turn.user_id, turn.game_id), []).append(turn)
    if not found:
        return []
    users = {user_id for user_id, _game in found}
    told = _told(users, min(turn.opened_at for turns in found.values() for turn in turns), now)
    members = set(Membership.objects.filter(club=club, ended_at=None, user__in=users).values_list("user", flat=True))
    in_time = shares_shown(turns[0].user for turns in found.values())
    return [_late(turns, told, members, in_time, now) for turns in found.values()]


def _told(users: Iterable[int], since: datetime, now: datetime) -> list[Notification]:
    """What these people have been reminded of, by the site and by organisers."""
    found = Notification.objects.filter(
        user__in=users, kind__in=(WRITTEN, REMINDED), at__gte=min(since, now - WRITE_AGAIN)
    )
    return list(found.order_by("at"))


def _late(
    turns: Sequence[Turn], told: Iterable[Notification], members: set[int], in_time: Mapping[int, str], now: datetime
) -> LatePlayer:
    first = turns[0]
    user, table = first.user, first.game.league_table
    shown = until(first.due, first.times_out_at, now)
    assert user is not None  # noqa: S101 (the query asks for a person)
    assert shown is not None  # noqa: S101 (and for a clock that runs)
    opened = {turn.opened_at.isoformat() for turn in turns}
    since = min(turn.opened_at for turn in turns)
    own = [one for one in told if one.user_id == user.pk]
    written = [one.at for one in own if one.kind == WRITTEN and one.data.get("table") == table.pk]
    reminders = sum(
        one.kind == REMINDED and one.data.get("game") == first.game_id and one.data.get("opened") in opened
        for one in own
    )
    seats = [seat for seat in table.seats.all() if seat.number == first.seat and seat.entry_id]
    return LatePlayer(
        user=user,
        table=table,
        turns=turns,
        until=shown,
        seen=last_seen(user.last_visit, now) if user.pk in members else "",
        reminders=reminders,
        written=[at for at in written if at >= since],
        may_write=not written or written[-1] <= now - WRITE_AGAIN,
        replaceable=next((seat.pk for seat in seats if seat.sought_at is None), None),
        in_time=in_time.get(user.pk, ""),
    )
