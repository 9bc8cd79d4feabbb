"""The bracket of a knock-out: its rounds side by side, with who went on from each table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.access import Visitor
from leagues.models import Bye, Division, Round, Standing, Table
from leagues.standings.fates import decided_by
from leagues.standings.number_format import as_text


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """A member at a table, or a bot."""

    name: str
    """Empty: a bot's."""
    points: str
    """Of this round; empty while there are none."""
    is_on: bool | None
    """Whether the member goes on; None: nobody knows yet, or it is the final."""
    place: int
    """At the table; 0 while it runs."""
    why: str
    """What decided, where points did not."""
    is_me: bool


@dataclass(frozen=True, slots=True)
class BracketTable:
    number: int
    seats: list[BracketSeat]
    """Once the table is over, the best first."""
    is_running: bool
    is_void: bool


@dataclass(frozen=True, slots=True)
class BracketRound:
    number: int
    title: str
    members: int
    tables: list[BracketTable]
    byes: list[BracketSeat]
    waiting: list[BracketSeat]
    """Who is in, before the round is drawn."""
    is_final: bool


def bracket_of(division: Division, user: Visitor) -> list[BracketRound]:
    """Takes six queries, however many rounds there are. Rounds that wait for others to be over come last."""
    rows = Standing.objects.filter(division=division).select_related("entry__user")
    standings = {row.pk: row for row in rows.order_by("position")}
    tables = Table.objects.filter(division=division).select_related("round").with_seats().order_by("number")
    by_round: dict[int, list[Table]] = {}
    for table in tables:
        by_round.setdefault(table.round.number, []).append(table)
    byes: dict[int, list[Standing]] = {}
    for number, entry in Bye.objects.filter(entry__division=division).values_list("round__number", "entry"):
        if entry in standings:
            byes.setdefault(number, []).append(standings[entry])
    rounds = list(Round.objects.filter(season=division.season_id).order_by("number"))
    shown = [_round(each, by_round.get(each.number, []), byes.get(each.number, []), standings, user) for each in rounds]
    last = max((each.number for each in shown if each.members), default=0)
    is_decided = any(each.is_final for each in shown)
    return [each for each in shown if each.number <= last or not is_decided]


def _round(
    round_: Round, tables: Sequence[Table], byes: Sequence[Standing], standings: Mapping[int, Standing], user: Visitor
) -> BracketRound:
    number = round_.number
    shown = [_table(table, standings, user) for table in tables]
    free = [_seat(row, row.entry.name, _result(row, number), user) for row in byes]
    waiting = [row for row in standings.values() if row.next_round == number] if not tables else []
    is_final = len(tables) == 1 and not byes
    members = sum(bool(seat.name) for table in shown for seat in table.seats) + len(free) + len(waiting)
    return BracketRound(
        number=number,
        title=pgettext("the last round", "Final") if is_final else _("Round %(n)s") % {"n": number},
        members=members,
        tables=shown,
        byes=free,
        waiting=[_seat(row, row.entry.name, None, user) for row in waiting],
        is_final=is_final,
    )


def _table(table: Table, standings: Mapping[int, Standing], user: Visitor) -> BracketTable:
    seats = []
    for seat in table.seats.all():
        row = standings.get(seat.entry_id or 0)
        result = _result(row, table.round.number) if row else None
        seats.append(_seat(row, seat.entry.name if seat.entry else "", result, user))
    seats.sort(key=lambda seat: (not seat.name, seat.place or len(seats)))
    is_running = table.state == Table.State.RUNNING
    return BracketTable(table.number, seats, is_running, table.state == Table.State.VOID)


def _result(row: Standing, number: int) -> Mapping[str, Any] | None:
    return next((result for result in row.results_json if result["round"] == number), None)


def _seat(row: Standing | None, name: str, result: Mapping[str, Any] | None, user: Visitor) -> BracketSeat:
    is_over = result is not None and "on" in result
    return BracketSeat(
        name=name,
        points=as_text(str(result["points"])) if result is not None and result["how"] != "bye" else "",
        is_on=result["on"] if result is not None and is_over else None,
        place=result["place"] if result is not None and is_over else 0,
        why=decided_by(result) if result is not None and is_over else "",
        is_me=row is not None and user.pk is not None and row.entry.user_id == user.pk,
    )
