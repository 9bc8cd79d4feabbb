"""Reads a division from the database into the values from which its standings are computed."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from games.models import Game
from leagues.models import Adjustment, Bye, Division, Entry, Offer, Round, Season, Table, TableSeat
from leagues.rounds.fields import Fields, fields_of
from leagues.rounds.results import as_table
from leagues.standings import core
from napoleon.engine import NapRules, Rules
from napoleon.engine.cards import PICTURE_COUNT
from napoleon.engine.nap import bids_of
from napoleon.engine.nap import scores as nap_scores
from napoleon.engine.napoleon_scoring import is_made
from napoleon.engine.napoleon_scoring import scores as napoleon_scores
from napoleon.engine.rules import NapoleonRules


class DivisionRows(NamedTuple):
    """Everything that the standings of a division follow from."""

    division: Division
    entries: Sequence[Entry]
    tables: Sequence[Table]
    """The tables of opened rounds, with their rounds, seats and games. Where each gets the deals that they played, also
    those of other divisions at which members have substituted."""
    byes: Sequence[Bye]
    adjustments: Sequence[Adjustment]
    fields: Fields
    """What deals that all tables of a round play are compared with."""


def read_division(division: Division) -> DivisionRows:
    """Takes five queries, however large the division is; seven where all tables of a round play the same deals."""
    entries = Entry.objects.filter(division=division)
    opened = (
        _tables(division)
        .exclude(round__state=Round.State.PLANNED)
        .select_related("round", "game__board_set", "division")
    )
    seats = Prefetch("seats", TableSeat.objects.order_by("number"))
    byes = Bye.objects.filter(entry__division=division).exclude(round__state=Round.State.PLANNED)
    byes = byes.select_related("round", "entry").order_by("round__number", "entry")
    adjustments = Adjustment.objects.filter(entry__division=division).order_by("pk")
    return DivisionRows(
        division=division,
        entries=list(entries.select_related("user").order_by("order")),
        tables=list(opened.prefetch_related(seats).order_by("round__number", "division__number", "number")),
        byes=[bye for bye in byes if not _left_before(bye.entry, bye.round)],
        adjustments=list(adjustments.select_related("made_by", "cancelled_by")),
        fields=fields_of(division.season),
    )


def _tables(division: Division) -> QuerySet[Table]:
    if division.season.credit != Season.Credit.DEALS:
        return Table.objects.filter(division=division)
    came_in = Offer.objects.filter(entry__division=division, state=Offer.State.ACCEPTED).values("seat__table")
    return Table.objects.filter(Q(division=division) | Q(pk__in=came_in, round__season=division.season_id))


def _left_before(entry: Entry, round_: Round) -> bool:
    """Whether the member had left when the round opened: a draw of all rounds still has a bye for them."""
    left, opened = entry.left_at, round_.opened_at
    return left is not None and opened is not None and left < opened


def season_input(rows: DivisionRows) -> core.SeasonInput:
    """The rows as values, without further queries."""
    season = rows.division.season
    tables = tuple(_as_table(table, rows, season.rules.deals) for table in rows.tables)
    least, most = _range_of(season)
    return core.SeasonInput(
        scheme=season.scheme._replace(deal_range=(least, most)),
        members=_members(rows.entries, tables),
        rounds=season.rounds_planned,
        tables=tables,
        byes=tuple(core.ByeInput(bye.round.number, bye.entry_id) for bye in rows.byes),
        adjustments=tuple(
            core.AdjustmentInput(
                number=adjustment.pk,
                member=adjustment.entry_id,
                points=adjustment.value,
                reason=adjustment.reason,
                is_cancelled=adjustment.cancelled_at is not None,
                round=_round_of(adjustment, rows.tables) if season.is_knock_out else 0,
            )
            for adjustment in rows.adjustments
        ),
        is_over=season.is_over,
        handicaps=tuple(
            core.HandicapInput(entry.pk, Fraction(entry.starting_points), Fraction(entry.handicap))
            for entry in rows.entries
            if entry.has_handicap
        ),
        left=_left(rows.entries) if season.is_knock_out else (),
    )


def _members(entries: Sequence[Entry], tables: Sequence[core.TableInput]) -> tuple[core.Member, ...]:
    """The members in the season, and those who left after they had a seat or deals, even if they have applied again."""
    seated = {member for table in tables for member in table.seats}
    seated |= {member for table in tables for deal in table.deals for member in deal.players or ()}
    return tuple(entry.pk for entry in entries if entry.state == Entry.State.ENTERED or entry.pk in seated)


def _left(entries: Sequence[Entry]) -> tuple[core.Member, ...]:
    return tuple(entry.pk for entry in entries if entry.state != Entry.State.ENTERED)


def _round_of(adjustment: Adjustment, tables: Sequence[Table]) -> int:
    """The last round that had been opened when the points were given."""
    opened = {
        table.round.number for table in tables if table.round.opened_at and table.round.opened_at <= adjustment.made_at
    }
    return max(opened, default=1)


def _as_table(table: Table, rows: DivisionRows, deals: int) -> core.TableInput:
    found = as_table(table, tuple(seat.entry_id for seat in table.seats.all()), deals, rows.fields)
    if table.division_id != rows.division.pk:
        found = found._replace(division=table.division.number)
    if table.state == Table.State.DRAWN:
        # Its round runs, and it waits for its players to have time.
        return found._replace(to_come=deals)
    if _is_played_out(table):
        return found._replace(to_come=0)
    return found


def _is_played_out(table: Table) -> bool:
    """Whether the match is over and was read to its end, though the table may not be closed yet."""
    game = table.game
    if game is None or game.status != Game.Status.FINISHED:
        return False
    return table.deals_seq == game.seq and table.state != Table.State.VOID


def _range_of(season: Season) -> tuple[int, int]:
    ends = [deal_range(season.rules_for(size)) for size in season.table_sizes]
    return min(least for least, _ in ends), max(most for _, most in ends)


@cache
def deal_range(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score of a seat in one deal.

    >>> from napoleon.engine import rules_from_json
    >>> deal_range(rules_from_json({"preset": "gurunapo"}))
    (0, 10)
    >>> deal_range(rules_from_json({"preset": "leaflet"}))
    (-4, 4)
    """
    found = _of_nap(rules) if isinstance(rules, NapRules) else _of_napoleon(rules)
    return min(found), max(found)


def _of_napoleon(rules: NapoleonRules) -> set[int]:
    """For every bid, with and without an adjutant, and any number of pictures taken."""
    return {
        score
        for count in range(rules.min_bid, PICTURE_COUNT + 1)
        for adjutant in (None, 1)
        for pictures in range(PICTURE_COUNT + 1)
        for score in napoleon_scores(rules, count, 0, adjutant, pictures, is_made(rules, count, 0, pictures))
    }


def _of_nap(rules: NapRules) -> set[int]:
    bids = bids_of(rules)
    return {score for bid in bids for made in (True, False) for score in nap_scores(rules, 0, bid, made)}
