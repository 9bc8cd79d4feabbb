"""What the pages of a season show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat
from games.option_texts import PRESETS
from games.planning.automation import longest_wait
from games.presenting.tables import Setting, changes_of, rules_line
from games.presenting.times import clock_lines
from leagues.access import Visitor
from leagues.models import Division, Entry, Offer, Round, Season, Table
from leagues.seasons import drawing
from leagues.seasons.access import SeasonPlace
from leagues.seasons.entering import STANDING, first_open_round, why_closed
from leagues.seasons.forms.scheme import TIE_BREAKS
from leagues.seasons.rounds import why_not_ready
from leagues.standings import Scheme

Fact = tuple[str, str]
"""What it is, and how it is."""


@dataclass(frozen=True, slots=True)
class Group:
    """Members of a division, or those whose entries stand alike."""

    title: str
    entries: list[Entry]
    division: Division | None = None


def season_context(place: SeasonPlace, user: Visitor) -> dict[str, Any]:
    """The context of a season's own page."""
    season = place.season
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
        "is_in": mine is not None and mine.state in STANDING,
        "my_division": _division_of(mine, divisions),
        **_for_the_reader(season, user, rounds),
    }
    if place.organises and not season.is_over:
        drawn = drawing.drawn(season, divisions, entered, first=first)
        is_registering = season.state == Season.State.REGISTRATION
        is_running = season.state == Season.State.RUNNING
        found["applied"] = len(entries[Entry.State.APPLIED])
        found["not_ready"] = why_not_ready(entered, drawn) if is_registering else ""
        found["to_redraw"] = [one for one in drawn if one.is_stale] if is_running else []
        found["undivided"] = sum(entry.division_id is None for entry in entered)
    return found


def _division_of(entry: Entry | None, divisions: Sequence[Division]) -> int:
    """The number of his division, or of the highest."""
    own = entry.division_id if entry else None
    return next((one.number for one in divisions if one.pk == own), 1)


def rounds_of(season: Season) -> list[Round]:
    """With ``left``: how many of their tables are not over."""
    unfinished = Q(tables__state__in=(Table.State.DRAWN, Table.State.RUNNING))
    return list(season.rounds.annotate(left=Count("tables", unfinished)).order_by("number"))


def _for_the_reader(season: Season, user: Visitor, rounds: Sequence[Round]) -> dict[str, Any]:
    """What he has to do in the running season, or when there will be something."""
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
    """Where the person plays, in his own seat or in somebody else's, or is asked to; the first rounds first."""
    seats = Seat.objects.filter(game=OuterRef("game"), user=user_id)
    offers = Offer.objects.filter(seat__table=OuterRef("pk"), user=user_id, state=Offer.State.OPEN)
    running = Table.objects.filter(round__season=season, state=Table.State.RUNNING)
    told = running.annotate(is_mine=Exists(seats), is_asked=Exists(offers))
    found = told.filter(Q(is_mine=True) | Q(is_asked=True)).select_related("round", "game")
    return list(found.order_by("round__number"))


def entries_of(season: Season) -> dict[str, list[Entry]]:
    """All of them by their states, in the order of registration."""
    found: dict[str, list[Entry]] = {state: [] for state in Entry.State.values}
    for entry in season.entries.select_related("user").order_by("order"):
        found[entry.state].append(entry)
    return found


def division_groups(divisions: Sequence[Division], entered: Sequence[Entry]) -> list[Group]:
    """Those who are in it, by divisions; those without one last."""
    groups = [
        Group(str(division), [e for e in entered if e.division_id == division.pk], division)
        for division in divisions
    ]
    left = [entry for entry in entered if entry.division_id is None]
    if left:
        groups.append(Group(_("Without a division yet"), left))
    return groups


def entry_groups(season: Season, divisions: Sequence[Division]) -> list[Group]:
    """All entries, for the organisers: those that wait for an answer first."""
    entries = entries_of(season)
    groups = [
        Group(_("Waiting for approval"), entries[Entry.State.APPLIED]),
        Group(_("Waiting list"), entries[Entry.State.WAITING]),
        *division_groups(divisions, entries[Entry.State.ENTERED]),
        Group(_("Withdrawn"), entries[Entry.State.WITHDRAWN]),
        Group(_("Refused"), entries[Entry.State.REFUSED]),
        Group(_("Not answered in time"), entries[Entry.State.EXPIRED]),
    ]
    return [group for group in groups if group.entries]


# --- What it is played by ---


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
    """Everything, in groups."""
    return [
        FactGroup(_("Rules of the game"), list(_rules(season))),
        FactGroup(_("Rounds"), list(_course(season))),
        FactGroup(_("Who is in it"), list(_who(season))),
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
    yield _("If the members cannot be shared out over tables"), season.get_gap_display()


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
    yield _("Where a substitute has played"), season.get_credit_display()


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
        "raw": _("What was scored"),
        "place": _("By place at the table"),
        "both": _("What was scored, and points by place as a bonus"),
    }
    yield _("Points for a table"), ways[scheme.points]
    for scale in scheme.places:
        yield _("Places at a table of %(n)s") % {"n": len(scale)}, " · ".join(map(str, scale))
    if scheme.centred:
        yield _("Tables of different sizes"), _("From each score the mean of its table is taken")
    bye = _("the average of one’s own rounds") if scheme.bye is None else str(scheme.bye)
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
