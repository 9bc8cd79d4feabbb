"""The contexts of the pages of weeks of boards."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import F, Max
from django.http import Http404
from django.utils import timezone
from django.utils.translation import ngettext

from games.access import Visitor
from games.boards.context import Phase, phase_of
from games.boards.fair_play import FairPlay
from games.models import BoardPlay, BoardSet
from games.presentation.option_texts import PRESETS
from leagues.access import ClubAccess
from leagues.board_weeks.services import why_no_more
from leagues.board_weeks.standings import SeriesLine, standings
from leagues.models import BoardSeries, BoardWeek, Club
from leagues.pages import ClubPage
from players.models import User

SERIES_SHOWN: Final = 50
LINES_SHOWN: Final = 100
"""How many lines of the standings a page shows; the reader's own line follows them."""


@dataclass(frozen=True, kw_only=True)
class BoardSeriesListPage(ClubPage):
    open_weeks: list[BoardWeek]
    series: list[BoardSeries]
    full: str
    """Why no more can be planned."""


def series_list_page(access: ClubAccess) -> BoardSeriesListPage:
    series = access.club.board_series.annotate(ends_at=Max("weeks__closes_at"))
    return BoardSeriesListPage(
        access=access,
        open_weeks=open_weeks_of(access.club),
        series=list(series.order_by("-pk")[:SERIES_SHOWN]),
        full=why_no_more(access.club) if access.organises else "",
    )


def open_weeks_of(club: Club) -> list[BoardWeek]:
    """The weeks that members can play now."""
    now = timezone.now()
    weeks = BoardWeek.objects.filter(
        series__club=club, board_set__closed_at=None, opens_at__lte=now, closes_at__gt=now, board_set__isnull=False
    )
    return list(weeks.select_related("series__club", "board_set").order_by("closes_at", "pk"))


class WeekLine(NamedTuple):
    week: BoardWeek
    phase: Phase
    own: BoardPlay | None


class MemberLine(NamedTuple):
    line: SeriesLine[int]
    user: User
    is_mine: bool


@dataclass(frozen=True, kw_only=True)
class BoardSeriesPage(ClubPage):
    series: BoardSeries
    rules: str
    weeks: list[WeekLine]
    by_points: bool
    best: int
    """How many weeks of each member count now."""
    closed: list[int]
    """The numbers of the weeks in the standings."""
    lines: list[MemberLine]
    can_end: bool


def series_page(access: ClubAccess, series: BoardSeries, reader: Visitor) -> BoardSeriesPage:
    weeks, now = list(series.weeks.select_related("board_set").order_by("number")), timezone.now()
    own = _own_plays(series, reader)
    lines = _standings(series)
    closed = [figure.week for figure in lines[0].figures] if lines else []
    return BoardSeriesPage(
        access=access,
        series=series,
        rules=_rules(series),
        weeks=[WeekLine(week, _phase(week, now), own.get(week.board_set_id)) for week in weeks],
        by_points=series.order == BoardSet.Order.POINTS,
        best=min(series.best, len(closed)),
        closed=closed,
        lines=_shown(lines, reader),
        can_end=access.organises and access.club.closed_at is None and any(week.board_set is None for week in weeks),
    )


def _rules(series: BoardSeries) -> str:
    boards = ngettext("%(n)s board a week", "%(n)s boards a week", series.rules.deals) % {"n": series.rules.deals}
    return f"{PRESETS[series.rules.preset].name} · {boards}"


def _phase(week: BoardWeek, now: datetime) -> Phase:
    """A week for which no boards were drawn in time has closed, without any."""
    if week.board_set is not None:
        return phase_of(week.board_set, now)
    return "closed" if week.closes_at <= now else "coming"


def _own_plays(series: BoardSeries, reader: Visitor) -> dict[int | None, BoardPlay]:
    if reader.pk is None:
        return {}
    plays = BoardPlay.objects.filter(user=reader.pk, counts=True, board_set__board_week__series=series)
    return {play.board_set_id: play for play in plays.select_related("game")}


def _standings(series: BoardSeries) -> list[SeriesLine[int]]:
    """The standings of the closed weeks. All who played make a week's figures; present members stand in the list."""
    by_points = series.order == BoardSet.Order.POINTS
    plays = BoardPlay.objects.filter(
        board_set__board_week__series=series, board_set__closed_at__isnull=False, place__isnull=False
    )
    figure = F("above") if by_points else F("percent")
    weeks: dict[int, dict[int, float]] = {}
    for number, key, user_id, value in plays.values_list("board_set__board_week__number", "pk", "user", figure):
        # The plays of deleted accounts stay in the figures of their week.
        weeks.setdefault(number, {})[user_id or -key] = value
    members = set(series.club.current_memberships().values_list("user", flat=True))
    return standings(weeks, best=series.best, mean=not by_points, people=members)


def _shown(lines: list[SeriesLine[int]], reader: Visitor) -> list[MemberLine]:
    shown = lines[:LINES_SHOWN] + [line for line in lines[LINES_SHOWN:] if line.who == reader.pk]
    people = User.objects.in_bulk([line.who for line in shown])
    return [MemberLine(line, people[line.who], line.who == reader.pk) for line in shown]


@dataclass(frozen=True, kw_only=True)
class FairPlayPage(ClubPage):
    series: BoardSeries
    week: BoardWeek
    board_set: BoardSet
    report: FairPlay


def closed_week_or_404(series: BoardSeries, number: int) -> tuple[BoardWeek, BoardSet]:
    """A week whose boards have closed: before, nobody learns anything about its plays."""
    week = series.weeks.filter(number=number, board_set__closed_at__isnull=False).select_related("board_set").first()
    if week is None or week.board_set is None:
        raise Http404
    week.series = series
    return week, week.board_set
