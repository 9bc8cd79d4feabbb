"""The contexts of the pages of seasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, When
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.access import Visitor
from games.house_rules.queries import Offered
from games.models import HouseRules, Seat
from games.plans.release import longest_wait
from games.presentation.option_texts import PRESETS
from games.presentation.table_titles import changes_of, manners, rules_line
from games.presentation.times import clock_lines
from leagues.access import ClubAccess, SeasonAccess
from leagues.draws.readiness import fewest_members
from leagues.draws.states import DrawState, draw_states
from leagues.entries.services import members_left, why_closed, why_no_room, why_not_all
from leagues.models import Division, Entry, Membership, Offer, Round, Season, Standing, Table
from leagues.pages import ClubListPage, ClubPage, SeasonFormPage, SeasonPage
from leagues.seasons.dates import first_open_round
from leagues.seasons.divisions import UnmeantSize, unmeant_sizes
from leagues.seasons.plans import PLANS, SeasonPlan
from leagues.seasons.promotion import DivisionMove
from leagues.seasons.readiness import why_not_ready, why_not_to_draw
from leagues.stages.chain import stages_of
from leagues.standings.context import PODIUM, PodiumStep, podium_of
from leagues.standings.core import Scheme
from leagues.standings.fates import fate_code, fate_of
from leagues.standings.scales import PlaceScales, scales_of
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
    seasons = Season.objects.filter(club=access.club)
    return seasons if access.organises else seasons.exclude(announced_at=None)


def latest_seasons(access: ClubAccess) -> list[Season]:
    """The seasons for the club's own page, running ones first.

    Each has its running round, the sole leaders of its divisions, the member's own running table, and whether they
    have entered.
    """
    running = Round.objects.filter(season=OuterRef("pk"), state=Round.State.RUNNING)
    annotated: QuerySet[Season] = seasons_of(access).annotate(
        round_now=Subquery(running.order_by("-number").values("number")[:1]),
        my_table=Subquery(_own_tables(access.me).values("game__slug")[:1]),
        has_entered=Exists(_own_entries(access.me)),
    )
    open_first = annotated.exclude(state=Season.State.CANCELLED).order_by(_URGENT, "-pk")
    seasons = list(open_first[:LATEST_SHOWN])
    leaders = _leaders([season for season in seasons if not season.is_begun_knock_out])
    for season in seasons:
        season.club = access.club
        vars(season)["leaders"] = leaders.get(season.pk, [])
    return seasons


def _leaders(seasons: Sequence[Season]) -> dict[int, list[tuple[Division, str]]]:
    """By season, the divisions with a sole leader, and who it is."""
    first = Standing.objects.filter(division__season__in=seasons, place=1).select_related("division", "entry__user")
    found: dict[int, list[tuple[Division, str]]] = {}
    for division, rows in groupby(
        first.order_by("division__season", "division__number", "pk"), key=lambda row: row.division
    ):
        names = [row.entry.name for row in rows]
        if len(names) == 1:
            found.setdefault(division.season_id, []).append((division, names[0]))
    return found


def _own_tables(me: Membership | None) -> QuerySet[Table]:
    """The running tables of a season at which the member has a seat, the earliest round first."""
    tables = Table.objects.filter(round__season=OuterRef("pk"), state=Table.State.RUNNING)
    mine = tables.filter(game__seats__user=me.user_id) if me and me.user_id else tables.none()
    return mine.order_by("round__number")


def _own_entries(me: Membership | None) -> QuerySet[Entry]:
    """The member's entry for a season, unless they have withdrawn or may apply again."""
    entries = Entry.objects.filter(season=OuterRef("pk"))
    mine = entries.filter(user=me.user_id) if me and me.user_id else entries.none()
    return mine.exclude(state__in=(Entry.State.WITHDRAWN, Entry.State.EXPIRED))


@dataclass(frozen=True, kw_only=True)
class SeasonsPage(ClubListPage):
    full: str
    """Why no more can be prepared."""


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
        return len(self.entries) > 1 and self.is_asking

    @property
    def is_asking(self) -> bool:
        """Whether they wait for approval, which comes first on the page."""
        return self.entries[0].state == Entry.State.APPLIED

    def can_move(self, *, is_drawn: bool) -> bool:
        """Whether organisers can move them: once tables have been drawn, only those without a division."""
        return self.entries[0].state == Entry.State.ENTERED and not (is_drawn and self.division)


@dataclass(frozen=True, slots=True)
class WayToStart:
    """What the season lacks before it can start, and what its organisers can do first."""

    not_ready: str
    lacks_members: bool
    next_draw: int
    """The number of the first division to draw; 0: none."""
    step: str
    """`start`, `invite`, `enter` or `draw`."""
    left: int
    """The members of the club who can still be entered, while the season lacks members."""
    over: str
    """What happens to those of them for whom there is no room."""
    is_undivided: bool
    """Whether enough members have entered, and none of them has a division yet."""


@dataclass(frozen=True, slots=True)
class OrganiserPanel:
    """What organisers see on the page of a season that is not over."""

    applied: int
    """The number of entries that wait for approval."""
    to_redraw: list[DrawState]
    is_divided: bool
    """Whether all members have a division."""
    unmeant: list[UnmeantSize]
    way: WayToStart | None
    """Before the season starts."""


@dataclass(frozen=True, kw_only=True)
class SeasonHomePage(SeasonPage):
    divisions: list[EntryGroup]
    waiting_list: list[Entry]
    rounds: list[Round]
    closed: str
    """Why nobody can enter."""
    entry: Entry | None
    """The reader's."""
    podiums: list[tuple[Division, list[PodiumStep]]]
    my_division: int
    tables: list[Any]
    """The running tables where the reader plays or is asked to substitute."""
    panel: OrganiserPanel | None
    fate: str
    """What has become of the reader in a knock-out; empty outside of one, or before their first round is over."""
    is_out: bool
    stages: list[Season]
    """Those of the competition in a row, if there are several."""

    @property
    def may_prepare_stage(self) -> bool:
        """Whether an organiser can look at who would come to a later stage."""
        if self.season.state == Season.State.RUNNING:
            return all(each.state != Round.State.PLANNED for each in self.rounds)
        return self.season.state == Season.State.FINISHED

    @property
    def rules_line(self) -> str:
        return rules_line(self.season.rules)

    @property
    def clock(self) -> str:
        return clock_lines(self.season.clock)[0]

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.state in Entry.ACTIVE

    @property
    def my_tables(self) -> list[Any]:
        return [table for table in self.tables if table.is_mine]

    @property
    def is_asked(self) -> bool:
        return any(table.is_asked for table in self.tables)

    @property
    def evening(self) -> Round | None:
        """The next round, if it is drawn from those present."""
        if not self.season.takes_attendance or self.season.is_over:
            return None
        return next((each for each in self.rounds if each.state == Round.State.PLANNED), None)

    @property
    def next_round(self) -> Round | None:
        """The next round with a date, in a running season."""
        if self.season.state != Season.State.RUNNING:
            return None
        planned = (each for each in self.rounds if each.state == Round.State.PLANNED)
        return next((each for each in planned if each.opens_at), None)


def season_page(access: SeasonAccess, user: Visitor) -> SeasonHomePage:
    season = access.season
    entries, divisions = entries_of(season), list(season.divisions.order_by("number"))
    entered = entries[Entry.State.ENTERED]
    every = [entry for those in entries.values() for entry in those]
    mine = next((entry for entry in every if user.pk and entry.user_id == user.pk), None)
    first, is_running = first_open_round(season), season.state == Season.State.RUNNING
    is_organised = access.organises and not season.is_over
    return SeasonHomePage(
        access=access,
        divisions=division_groups(divisions, entered),
        waiting_list=entries[Entry.State.WAITING],
        rounds=rounds_of(season),
        closed=why_closed(season, len(entered), first) if not season.is_over else "",
        entry=mine,
        podiums=podiums_of(season),
        my_division=_division_of(mine, divisions),
        tables=tables_of(season, user.pk) if is_running and user.pk is not None else [],
        panel=_organiser_panel(season, entries, divisions, first) if is_organised else None,
        **_fate(season, mine),
        stages=stages_of(access),
    )


def _fate(season: Season, entry: Entry | None) -> dict[str, Any]:
    """What has become of the reader's entry in a knock-out."""
    standing = Standing.objects.filter(entry=entry).first() if entry and season.is_knock_out else None
    fate = fate_of(standing, is_over=season.is_over) if standing else ""
    return {"fate": fate, "is_out": standing is not None and fate_code(standing) == "out"}


def _organiser_panel(
    season: Season, entries: dict[str, list[Entry]], divisions: Sequence[Division], first: int
) -> OrganiserPanel:
    entered = entries[Entry.State.ENTERED]
    states = draw_states(season, divisions, entered, first=first)
    is_running = season.state == Season.State.RUNNING
    is_open = season.state == Season.State.REGISTRATION
    return OrganiserPanel(
        applied=len(entries[Entry.State.APPLIED]),
        to_redraw=[state for state in states if state.is_stale] if is_running else [],
        is_divided=_is_divided(entered),
        unmeant=unmeant_sizes(divisions, [entry.division_id for entry in entered]),
        way=_way_to_start(season, entered, states) if is_open else None,
    )


def _way_to_start(season: Season, entered: Sequence[Entry], states: Sequence[DrawState]) -> WayToStart:
    not_ready = why_not_ready(season, entered, states)
    due = [state.division.number for state in states if state.is_due and not state.obstacle]
    if season.takes_attendance:
        due = []
    fewest = fewest_members(season)
    lacks_members = len(entered) < fewest
    is_small_club = season.club.current_memberships().count() < fewest
    if not not_ready:
        step = "start"
    elif lacks_members and is_small_club:
        step = "invite"
    elif lacks_members or not due or why_not_to_draw(season, entered, states):
        step = "enter"
    else:
        step = "draw"
    left = members_left(season).count() if lacks_members and not why_no_room(season, len(entered)) else 0
    return WayToStart(
        not_ready=not_ready,
        lacks_members=lacks_members,
        next_draw=due[0] if due else 0,
        step=step,
        left=left,
        over=why_not_all(season, left, len(entered)),
        is_undivided=not lacks_members and not any(entry.division_id for entry in entered),
    )


def _is_divided(entered: Sequence[Entry]) -> bool:
    return all(entry.division_id is not None for entry in entered)


def podiums_of(season: Season) -> list[tuple[Division, list[PodiumStep]]]:
    """The first three of each division, once the season is over."""
    if season.state != Season.State.FINISHED:
        return []
    first = Standing.objects.filter(division__season=season, place__lte=PODIUM)
    rows = first.select_related("division", "entry__user").order_by("division__number", "position")
    return [
        (division, podium_of(season, list(lines))) for division, lines in groupby(rows, key=lambda row: row.division)
    ]


def _division_of(entry: Entry | None, divisions: Sequence[Division]) -> int:
    """The number of the member's division, or 1."""
    own = entry.division_id if entry else None
    return next((division.number for division in divisions if division.pk == own), 1)


def rounds_of(season: Season) -> list[Round]:
    """The rounds, annotated with `left`, the number of their unfinished tables."""
    unfinished = Q(tables__state__in=(Table.State.DRAWN, Table.State.RUNNING))
    return list(season.rounds.annotate(left=Count("tables", unfinished)).order_by("number"))


def tables_of(season: Season, user_id: int) -> list[Any]:
    """The running tables where the person plays or is asked to substitute, the earliest round first."""
    seats = Seat.objects.filter(game=OuterRef("game"), user=user_id)
    offers = Offer.objects.filter(seat__table=OuterRef("pk"), user=user_id, state=Offer.State.OPEN)
    running = Table.objects.filter(round__season=season, state=Table.State.RUNNING)
    marked = running.annotate(is_mine=Exists(seats), is_asked=Exists(offers))
    own = marked.filter(Q(is_mine=True) | Q(is_asked=True)).select_related("round", "game")
    return list(own.order_by("round__number"))


def entries_of(season: Season) -> dict[str, list[Entry]]:
    """All entries by state, in the order of registration."""
    entries: dict[str, list[Entry]] = {state: [] for state in Entry.State.values}
    for entry in season.entries.select_related("user").order_by("order"):
        entries[entry.state].append(entry)
    return entries


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


@dataclass(frozen=True, kw_only=True)
class RulesPage(SeasonPage):
    """All settings."""

    preset: Any
    changes: Any
    clock: list[str]
    manners: Any
    scheme: Scheme
    scales: PlaceScales | None
    tie_breaks: list[Promise]


def rules_page(access: SeasonAccess) -> RulesPage:
    season = access.season
    rules, scheme = season.rules, season.scheme
    return RulesPage(
        access=access,
        preset=PRESETS[rules.preset],
        changes=changes_of(rules),
        clock=clock_lines(season.clock, longest_wait(season.release)),
        manners=manners(allows_claims=season.allows_claims, shows_seen_cards=season.shows_seen_cards),
        scheme=scheme,
        scales=scales_of(season),
        tie_breaks=[TIE_BREAK_TEXTS[key].name for key in scheme.tie_breaks],
    )


@dataclass(frozen=True, kw_only=True)
class SeasonSettingsPage(ClubPage):
    """The form of a new season, or of one that exists."""

    form: Any
    preset: str
    presets: Any
    house: HouseRules | None
    """The house rules from which the form starts."""
    house_rules: list[Offered]
    """Those that can be chosen."""
    seen: str
    """The digest of the settings that the form shows."""
    plan: str
    drawn: int
    """The number of a division whose draw is locked; 0: none."""

    @property
    def plans(self) -> dict[str, SeasonPlan]:
        return PLANS


@dataclass(frozen=True, kw_only=True)
class CancelPage(SeasonFormPage):
    lines: list[str]


@dataclass(frozen=True, kw_only=True)
class PromotionPage(SeasonFormPage):
    before: Season | None
    moves: list[DivisionMove]
    unmeant: list[UnmeantSize]
