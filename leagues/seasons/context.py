"""What the templates of seasons and entries are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.db.models import Case, Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, When
from django.utils.translation import gettext as _

from games.access import Visitor
from games.models import Seat
from games.plans.release import longest_wait
from games.presentation.option_texts import PRESETS
from games.presentation.table_titles import changes_of, manners, rules_line
from games.presentation.times import clock_lines
from leagues.access import ClubAccess, SeasonAccess
from leagues.draws.readiness import fewest_members
from leagues.draws.states import DrawState, draw_states
from leagues.entries.services import ACTIVE, why_closed
from leagues.models import Division, Entry, Membership, Offer, Round, Season, Standing, Table
from leagues.seasons.dates import first_open_round
from leagues.seasons.divisions import unmeant_sizes
from leagues.seasons.readiness import why_not_ready
from leagues.standings.context import PODIUM, PodiumStep, podium_of
from leagues.standings.scales import scales_of
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS

LATEST_SHOWN: Final = 4

# --- Lists of seasons ---

_URGENT: Final = Case(
    When(state=Season.State.RUNNING, then=0),
    When(state=Season.State.REGISTRATION, then=1),
    When(state=Season.State.DRAFT, then=2),
    default=3,
)


def seasons_of(access: ClubAccess) -> QuerySet[Season]:
    """The seasons that the visitor may see: only organisers see those that were never announced."""
    found = Season.objects.filter(club=access.club)
    return found if access.organises else found.exclude(announced_at=None)


def latest_seasons(access: ClubAccess) -> list[Season]:
    """The seasons for the club's own page, running ones first.

    Each with the round that is played, who leads alone, the member's own running table, and whether they have entered.
    """
    running = Round.objects.filter(season=OuterRef("pk"), state=Round.State.RUNNING)
    first = Standing.objects.filter(division__season=OuterRef("pk"), division__number=1, place=1)
    alone = first.values("division").annotate(who=Max("entry__user__name"), n=Count("pk"))
    told: QuerySet[Season] = seasons_of(access).annotate(
        round_now=Subquery(running.order_by("-number").values("number")[:1]),
        leader=Subquery(alone.filter(n=1).values("who")),
        my_table=Subquery(_own_tables(access.me).values("game__slug")[:1]),
        has_entered=Exists(_own_entries(access.me)),
    )
    found = list(told.exclude(state=Season.State.CANCELLED).order_by(_URGENT, "-pk")[:LATEST_SHOWN])
    for season in found:
        season.club = access.club
    return found


def _own_tables(me: Membership | None) -> QuerySet[Table]:
    """The running tables of a season at which the member has a seat, the earliest round first."""
    tables = Table.objects.filter(round__season=OuterRef("pk"), state=Table.State.RUNNING)
    mine = tables.filter(game__seats__user=me.user_id) if me and me.user_id else tables.none()
    return mine.order_by("round__number")


def _own_entries(me: Membership | None) -> QuerySet[Entry]:
    """What the member has entered a season with, unless they have withdrawn or may apply again."""
    entries = Entry.objects.filter(season=OuterRef("pk"))
    mine = entries.filter(user=me.user_id) if me and me.user_id else entries.none()
    return mine.exclude(state__in=(Entry.State.WITHDRAWN, Entry.State.EXPIRED))


# --- The season's own page ---


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries of a division, or in one state."""

    title: str
    entries: list[Entry]
    division: Division | None = None

    @property
    def may_approve_all(self) -> bool:
        """Whether several of them wait for approval."""
        return len(self.entries) > 1 and self.entries[0].state == Entry.State.APPLIED


def season_context(access: SeasonAccess, user: Visitor) -> dict[str, Any]:
    """The context of a season's own page."""
    season = access.season
    entries, divisions = entries_of(season), list(season.divisions.order_by("number"))
    entered = entries[Entry.State.ENTERED]
    every = [entry for those in entries.values() for entry in those]
    mine = next((entry for entry in every if user.pk and entry.user_id == user.pk), None)
    rounds, first = rounds_of(season), first_open_round(season)
    found = {
        "rules_line": rules_line(season.rules),
        "clock": clock_lines(season.clock)[0],
        "divisions": division_groups(divisions, entered),
        "waiting_list": entries[Entry.State.WAITING],
        "rounds": rounds,
        "closed": why_closed(season, len(entered), first) if not season.is_over else "",
        "entry": mine,
        "podiums": podiums_of(season),
        "is_in": mine is not None and mine.state in ACTIVE,
        "my_division": _division_of(mine, divisions),
        **_for_the_reader(season, user, rounds),
    }
    if access.organises and not season.is_over:
        drawn = draw_states(season, divisions, entered, first=first)
        is_running = season.state == Season.State.RUNNING
        found["applied"] = len(entries[Entry.State.APPLIED])
        found["to_redraw"] = [one for one in drawn if one.is_stale] if is_running else []
        found["undivided"] = sum(entry.division_id is None for entry in entered)
        found["unmeant"] = unmeant_sizes(divisions, [entry.division_id for entry in entered])
        if season.state == Season.State.REGISTRATION:
            found |= _way_to_the_start(season, entered, drawn)
    return found


def _way_to_the_start(
    season: Season, entered: Sequence[Entry], drawn: Sequence[DrawState]
) -> dict[str, Any]:
    """What the season lacks before it can start, and what its organisers do about it first."""
    not_ready = why_not_ready(entered, drawn)
    due = [one.division.number for one in drawn if one.is_due and not one.obstacle]
    fewest = fewest_members(season)
    lacks_members = len(entered) < fewest
    is_small_club = season.club.current_memberships().count() < fewest
    if not not_ready:
        step = "start"
    elif lacks_members and is_small_club:
        step = "invite"
    elif lacks_members or not due or any(entry.division_id is None for entry in entered):
        step = "enter"
    else:
        step = "draw"
    return {
        "not_ready": not_ready,
        "lacks_members": lacks_members,
        "next_draw": due[0] if due else 0,
        "next_step": step,
    }


def podiums_of(season: Season) -> list[tuple[Division, list[PodiumStep]]]:
    """The first three of each division, once the season is over."""
    if season.state != Season.State.FINISHED:
        return []
    first = Standing.objects.filter(division__season=season, place__lte=PODIUM)
    rows = first.select_related("division", "entry__user").order_by("division__number", "position")
    return [
        (division, podium_of(season, list(lines)))
        for division, lines in groupby(rows, key=lambda row: row.division)
    ]


def _division_of(entry: Entry | None, divisions: Sequence[Division]) -> int:
    """The number of the member's division, or 1."""
    own = entry.division_id if entry else None
    return next((one.number for one in divisions if one.pk == own), 1)


def rounds_of(season: Season) -> list[Round]:
    """The rounds, annotated with `left`, the number of their unfinished tables."""
    unfinished = Q(tables__state__in=(Table.State.DRAWN, Table.State.RUNNING))
    return list(season.rounds.annotate(left=Count("tables", unfinished)).order_by("number"))


def _for_the_reader(season: Season, user: Visitor, rounds: Sequence[Round]) -> dict[str, Any]:
    """The reader's tables and offers in a running season, and the next round."""
    if season.state != Season.State.RUNNING:
        return {}
    planned = [one for one in rounds if one.state == Round.State.PLANNED and one.opens_at]
    tables = tables_of(season, user.pk) if user.pk is not None else []
    return {
        "next_round": planned[0] if planned else None,
        "my_tables": [table for table in tables if table.is_mine],
        "is_asked": any(table.is_asked for table in tables),
    }


def tables_of(season: Season, user_id: int) -> list[Any]:
    """The running tables where the person plays or is asked to substitute, the earliest round first."""
    seats = Seat.objects.filter(game=OuterRef("game"), user=user_id)
    offers = Offer.objects.filter(seat__table=OuterRef("pk"), user=user_id, state=Offer.State.OPEN)
    running = Table.objects.filter(round__season=season, state=Table.State.RUNNING)
    told = running.annotate(is_mine=Exists(seats), is_asked=Exists(offers))
    found = told.filter(Q(is_mine=True) | Q(is_asked=True)).select_related("round", "game")
    return list(found.order_by("round__number"))


def entries_of(season: Season) -> dict[str, list[Entry]]:
    """All entries by state, in the order of registration."""
    found: dict[str, list[Entry]] = {state: [] for state in Entry.State.values}
    for entry in season.entries.select_related("user").order_by("order"):
        found[entry.state].append(entry)
    return found


def division_groups(divisions: Sequence[Division], entered: Sequence[Entry]) -> list[EntryGroup]:
    """The members by division; those without a division last."""
    groups = [
        EntryGroup(str(division), [e for e in entered if e.division_id == division.pk], division)
        for division in divisions
    ]
    left = [entry for entry in entered if entry.division_id is None]
    if left:
        groups.append(EntryGroup(_("Without a division yet"), left))
    return groups


def entry_groups(season: Season, divisions: Sequence[Division]) -> list[EntryGroup]:
    """All entries for organisers, those that wait for approval first."""
    entries = entries_of(season)
    groups = [
        EntryGroup(_("Waiting for approval"), entries[Entry.State.APPLIED]),
        EntryGroup(_("Waiting list"), entries[Entry.State.WAITING]),
        *division_groups(divisions, entries[Entry.State.ENTERED]),
        EntryGroup(_("Withdrawn"), entries[Entry.State.WITHDRAWN]),
        EntryGroup(_("Refused or removed"), entries[Entry.State.REFUSED]),
        EntryGroup(_("Not answered in time"), entries[Entry.State.EXPIRED]),
    ]
    return [group for group in groups if group.entries]


# --- Settings ---


def rules_context(season: Season) -> dict[str, Any]:
    """What the page with all settings needs beside the season."""
    rules, scheme = season.rules, season.scheme
    return {
        "preset": PRESETS[rules.preset],
        "changes": changes_of(rules),
        "clock": clock_lines(season.clock, longest_wait(season.release)),
        "manners": manners(allows_claims=season.allows_claims),
        "scheme": scheme,
        "scales": scales_of(season),
        "tie_breaks": [TIE_BREAK_TEXTS[key].name for key in scheme.tie_breaks],
    }
