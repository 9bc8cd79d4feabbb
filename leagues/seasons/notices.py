"""What people are told of seasons: written by what makes it true, inside its transaction (`games/notices.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone

from games.models import Seat
from leagues.models import (
    Bye,
    Entry,
    Membership,
    Offer,
    RecordedMatch,
    Role,
    Round,
    Season,
    Table,
    TableSeat,
)
from leagues.webhooks.owing import owe
from players.models import User
from players.notices.kinds import write


def opened(season: Season) -> None:
    """All members of the club may enter."""
    members = Membership.objects.filter(club=season.club_id, ended_at=None)
    _write("season_opened", members.values_list("user", flat=True), "", season)
    _post("season_opened", "", season)


def applied(entry: Entry) -> None:
    """Somebody wants to be in the season, which is for its organisers to answer."""
    key = f"{entry.pk}:{entry.order}"
    _write("season_applied", _organisers(entry.season), key, entry.season, entry=entry.pk)


def held_up(season: Season) -> None:
    """Its date has come, and it cannot start: told to the organisers once for each date."""
    if season.starts_at is not None:
        key = f"{season.starts_at.timestamp()}"
        _write(
            "season_held_up", _organisers(season), key, season, start=season.starts_at.isoformat()
        )


def settled(entry: Entry) -> None:
    """He is in, waits, was refused, or had no answer in time."""
    key = f"{entry.pk}:{entry.order}:{entry.state}"
    _write("season_settled", [entry.user_id], key, entry.season, entry=entry.pk, state=entry.state)


def taken_out(entry: Entry, reason: str) -> None:
    """An organiser has ended the entry."""
    key = f"{entry.pk}:{entry.order}"
    _write("season_out", [entry.user_id], key, entry.season, entry=entry.pk, reason=reason)


def replaced(seat: TableSeat, user: User, reason: str) -> None:
    """Somebody else plays on in his seat."""
    table = seat.table
    # Whose table begins anew may be replaced once more.
    _write(
        "season_out",
        [user.pk],
        f"seat:{seat.pk}:{table.game_id}",
        table.round.season,
        round=table.round.number,
        reason=reason,
    )


def started(season: Season) -> None:
    _write("season_started", _members(season), "", season)
    _post("season_started", "", season)


def table_opened(table: Table, people: Sequence[User | None]) -> None:
    """Their game of the round has begun."""
    users = [user.pk for user in people if user is not None]
    # A table begins anew where a recorded match was taken back.
    key = f"table:{table.pk}:{table.game_id}"
    _write("season_round", users, key, table.round.season, table=table.pk)


def round_opened(round_: Round) -> None:
    """Told to the club's webhook; the members hear of their own tables."""
    _post("round_opened", f"{round_.number}", round_.season, round=round_.pk)
    byes(round_)


def table_over(table: Table) -> None:
    """Likewise: those who sat there know."""
    _post("table_over", f"{table.pk}:{table.game_id}", table.round.season, table=table.pk)


def match_counted(recorded: RecordedMatch) -> None:
    """A match that was played elsewhere counts for their table."""
    _of_recorded(recorded, "counted", counts=True)


def match_taken_back(recorded: RecordedMatch) -> None:
    """It counts no more."""
    _of_recorded(recorded, "taken_back", counts=False)


def _of_recorded(recorded: RecordedMatch, what: str, *, counts: bool) -> None:
    table = recorded.table
    seats = table.seats.filter(entry__state=Entry.State.ENTERED)
    users = list(seats.values_list("entry__user", flat=True))
    key = f"table:{table.pk}:{what}:{recorded.counted_at.timestamp()}"
    _write("season_recorded", users, key, table.round.season, table=table.pk, counts=counts)


def byes(round_: Round) -> None:
    """In the round that opens now they have no table."""
    found = Bye.objects.filter(round=round_, entry__state=Entry.State.ENTERED)
    users = list(found.values_list("entry__user", flat=True))
    _write("season_round", users, f"bye:{round_.pk}", round_.season, round=round_.number)


def dates_moved(round_: Round, by: User) -> None:
    """The round opens or closes at another time than they knew; who has moved it knows."""
    tables = round_.tables.filter(state=Table.State.RUNNING)
    playing = Seat.objects.filter(game__league_table__in=tables).values_list("user", flat=True)
    drawn = TableSeat.objects.filter(
        table__round=round_, table__state=Table.State.DRAWN, entry__state=Entry.State.ENTERED
    )
    users = {*playing, *drawn.values_list("entry__user", flat=True)} - {by.pk}
    now = timezone.now()
    moments = {"opens": round_.opens_at, "closes": round_.closes_at}
    _write(
        "season_dates",
        users,
        f"round:{round_.pk}:{now.timestamp()}",
        round_.season,
        round=round_.number,
        **{name: moment and moment.isoformat() for name, moment in moments.items()},
    )


def asked(offer: Offer, season: Season) -> None:
    """Would he play on for somebody?"""
    _write("season_asked", [offer.user_id], f"offer:{offer.pk}", season, offer=offer.pk)


def finished(season: Season) -> None:
    _write("season_over", _members(season), "", season)
    _post("season_over", "", season)


def cancelled(
    season: Season, reason: str, *, with_club: bool = False, is_posted: bool = True
) -> None:
    """Told to those as well who still hoped to be in it; the webhook's readers know of none that was in preparation."""
    hoping = (Entry.State.APPLIED, Entry.State.WAITING)
    entries = season.entries.filter(state__in=(Entry.State.ENTERED, *hoping))
    users = list(entries.values_list("user", flat=True))
    _write("season_over", users, "", season, reason=reason, with_club=with_club)
    if is_posted:
        _post("season_over", "", season)


def _organisers(season: Season) -> list[int | None]:
    members = Membership.objects.filter(club=season.club_id, ended_at=None)
    return list(members.exclude(role=Role.MEMBER).values_list("user", flat=True))


def _members(season: Season) -> list[int | None]:
    entries = season.entries.filter(state=Entry.State.ENTERED)
    return list(entries.values_list("user", flat=True))


def _write(
    kind: str, user_ids: Iterable[int | None], key: str, season: Season, **data: object
) -> None:
    name = f"{kind}:{season.pk}:{key}" if key else f"{kind}:{season.pk}"
    write(kind, user_ids, name, timezone.now(), season=season.pk, **data)


def _post(kind: str, key: str, season: Season, **data: object) -> None:
    name = f"{kind}:{season.pk}:{key}" if key else f"{kind}:{season.pk}"
    owe(season.club, kind, name, season=season.pk, **data)
