"""What the templates of seasons and entries are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat
from games.plans.release import longest_wait
from games.presentation.option_texts import PRESETS
from games.presentation.table_titles import Setting, changes_of, rules_line
from games.presentation.times import clock_lines
from leagues.access import ClubAccess, SeasonAccess, Visitor
from leagues.draws import services
from leagues.entries.services import ACTIVE, why_closed
from leagues.models import Division, Entry, Offer, Round, Season, Table
from leagues.seasons.dates import first_open_round
from leagues.seasons.forms import TIE_BREAKS
from leagues.seasons.readiness import why_not_ready
from leagues.standings.core import Scheme

LATEST_SHOWN: Final = 4

Fact = tuple[str, str]
"""A label and a value."""


# --- Lists of seasons ---


def seasons_of(access: ClubAccess) -> QuerySet[Season]:
    """The seasons that the visitor may see: only organisers see those in preparation."""
    found = Season.objects.filter(club=access.club)
    return found if access.organises else found.exclude(state=Season.State.DRAFT)


def latest_seasons(access: ClubAccess) -> list[Season]:
    """The newest seasons, for the club's own page."""
    found = list(
        seasons_of(access).exclude(state=Season.State.CANCELLED).order_by("-pk")[:LATEST_SHOWN]
    )
    for season in found:
        season.club = access.club
    return found


# --- The season's own page ---


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries of a division, or in one state."""

    title: str
    entries: list[Entry]
    division: Division | None = None


def season_context(access: SeasonAccess, user: Visitor) -> dict[str, Any]:
    """The context of a season's own page."""
    season = access.season
    entries, divisions = entries_of(season), list(season.divisions.order_by("number"))
    entered = entries[Entry.State.ENTERED]
    every = [entry for those in entries.values() for entry in those]
    mine = next((entry for entry in every if user.pk and entry.user_id == user.pk), None)
    rounds, first = rounds_of(season), first_open_round(season)
    found = {
        "facts": list(_in_short(season)),
        "divisions": division_groups(divisions, entered),
        "waiting_list": entries[Entry.State.WAITING],
        "rounds": rounds,
        "closed": why_closed(season, len(entered), first) if not season.is_over else "",
        "entry": mine,
        "is_in": mine is not None and mine.state in ACTIVE,
        "my_division": _division_of(mine, divisions),
        **_for_the_reader(season, user, rounds),
    }
    if access.organises and not season.is_over:
        drawn = services.draw_states(season, divisions, entered, first=first)
        is_registering = season.state == Season.State.REGISTRATION
        is_running = season.state == Season.State.RUNNING
        found["applied"] = len(entries[Entry.State.APPLIED])
        found["not_ready"] = why_not_ready(entered, drawn) if is_registering else ""
        found["to_redraw"] = [one for one in drawn if one.is_stale] if is_running else []
        found["undivided"] = sum(entry.division_id is None for entry in entered)
    return found


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
        EntryGroup(_("Refused"), entries[Entry.State.REFUSED]),
        EntryGroup(_("Not answered in time"), entries[Entry.State.EXPIRED]),
    ]
    return [group for group in groups if group.entries]


# --- Settings in words ---


def _in_short(season: Season) -> Iterator[Fact]:
    yield _("Rules of the game"), rules_line(season.rules)
    yield _("Rounds"), _rounds(season)
    if season.starts_at:
        yield _("First round"), _date(season.starts_at)
    if season.state in (Season.State.DRAFT, Season.State.REGISTRATION):
        if season.registration_closes_at:
            yield _("Registration closes"), _date(season.registration_closes_at)
        if season.cap:
            yield _("Members at most"), str(season.cap)
    yield _("Clock"), clock_lines(season.clock)[0]


def _rounds(season: Season) -> str:
    words = [
        ngettext("%(n)s round", "%(n)s rounds", season.rounds_planned)
        % {"n": season.rounds_planned}
    ]
    if season.is_concurrent:
        words.append(
            ngettext(
                "all at once, %(n)s game at a time",
                "all at once, %(n)s games at a time",
                season.games_at_once,
            )
            % {"n": season.games_at_once}
        )
    elif season.round_days:
        days = season.round_days
        words.append(ngettext("%(n)s day each", "%(n)s days each", days) % {"n": days})
    return " · ".join(words)


@dataclass(frozen=True, slots=True)
class FactGroup:
    title: str
    facts: list[Fact]


def facts(season: Season) -> list[FactGroup]:
    """All settings, in groups."""
    return [
        FactGroup(_("Rules of the game"), list(_rules(season))),
        FactGroup(_("Rounds"), list(_course(season))),
        FactGroup(_("Participants"), list(_who(season))),
        FactGroup(_("Points and places"), list(_points(season.scheme))),
    ]


def _rules(season: Season) -> Iterator[Fact]:
    rules = season.rules
    yield _("Rules of the game"), str(PRESETS[rules.preset].name)
    sizes = [str(rules.players)] + ([str(season.other_size)] if season.other_size else [])
    yield _("Seats at a table"), _(", ").join(sizes)
    for setting in changes_of(rules):
        yield str(setting.name), _value(setting)
    yield _("Clock"), _(", ").join(clock_lines(season.clock, longest_wait(season.release)))
    yield _("If the members do not fill the tables evenly"), season.get_gap_display()


def _value(setting: Setting) -> str:
    value: str | Promise = setting.value
    return str(value)


def _course(season: Season) -> Iterator[Fact]:
    yield _("Rounds"), _rounds(season)
    yield _("Pace"), season.get_pace_display()
    if not season.is_concurrent:
        yield _("Rounds open"), season.get_opening_display()
    if season.round_days:
        yield _("Tables unfinished at the closing date"), season.get_closing_display()
    yield _("Points of a substitute"), season.get_credit_display()


def _who(season: Season) -> Iterator[Fact]:
    if season.registration_opens_at:
        yield _("Registration opens"), _date(season.registration_opens_at)
    if season.registration_closes_at:
        yield _("Registration closes"), _date(season.registration_closes_at)
    if season.cap:
        yield _("Members at most"), str(season.cap)
    yield _("Waiting list"), _("yes") if season.has_waiting_list else _("no")
    if season.needs_approval:
        yield _("Entries"), _("An organiser approves each entry")
    late = season.late_until
    yield (
        _("Late entries"),
        (_("up to round %(round)s, into rounds that have not begun") % {"round": late})
        if late
        else _("none"),
    )


def _points(scheme: Scheme) -> Iterator[Fact]:
    ways = {
        "raw": _("The score itself"),
        "place": _("By place at the table"),
        "both": _("The score plus points by place"),
    }
    yield _("Points for a table"), ways[scheme.points]
    for scale in scheme.places:
        yield _("Places at a table of %(n)s") % {"n": len(scale)}, " · ".join(map(str, scale))
    if scheme.centred:
        yield (
            _("Tables of different sizes"),
            _("The mean of the table is subtracted from each score"),
        )
    bye = _("the average of the member’s own rounds") if scheme.bye is None else str(scheme.bye)
    yield _("Points for a bye"), bye
    yield _("Points for a void table"), str(scheme.void)
    yield _("Points for a missed round"), str(scheme.absent)
    if scheme.best is not None:
        yield _("Best rounds that count"), str(scheme.best)
    if scheme.drop:
        yield _("Worst rounds dropped"), str(scheme.drop)
    if scheme.minimum:
        yield _("Rounds needed for a place"), str(scheme.minimum)
    names = [str(TIE_BREAKS[key]) for key in scheme.tie_breaks]
    yield _("Tie-breaks in their order"), _(", ").join(names) or _("none")


def _date(moment: Any) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")
