"""Statistics of a person, a club or a season for the templates."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final, NamedTuple, TypeVar, cast

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.db.models import Sum
from django.http import Http404, HttpResponse, QueryDict

from games.models import PairTally, PersonTally
from games.statistics.charts import WIDTH, drawn, height_of
from games.statistics.counting import Counts
from games.statistics.deal_tables import bids_table, calls_table, nap_bids_table, pace_table, roles_table, tricks_table
from games.statistics.figure_table import FigureTable
from games.statistics.figures import Figures, figures
from games.statistics.forms import NAP, NAPOLEON, ClubStatisticsForm, PersonStatisticsForm, belongs
from games.statistics.monthly_tables import decisions_table, luck_table, trend_table
from players.models import User

MOST_OTHERS: Final = 30
TABLES: Final = (
    *(roles_table, bids_table, nap_bids_table, calls_table, tricks_table),
    *(trend_table, luck_table, decisions_table),
    pace_table,
)
"""In the order of the page."""
TABLES_OF_A_PERSON: Final = (luck_table, decisions_table)
"""Left out for a group, in which everybody's luck and losses cancel out."""

View = TypeVar("View", bound=Callable[..., HttpResponse])


def of_its_own(view: View) -> View:
    """Set the CSP of an SVG image: inline styles, and nothing to load or run."""
    policy = {"default-src": [NONE], "script-src": [NONE], "img-src": [NONE], "style-src": [UNSAFE_INLINE]}
    return cast(View, csp_replace(policy)(cast(Any, view)))


class ChartedTable(NamedTuple):
    """A table with the address and the size of its chart."""

    sheet: FigureTable
    path: str
    width: int
    height: int


class PairFigures(NamedTuple):
    """The deals with and against another player, and the person's mean points in them."""

    other: User
    with_deals: int
    with_mean: float | None
    against_deals: int
    against_mean: float | None


def chosen(
    form: ClubStatisticsForm, rows: Sequence[tuple[str, date, Counts]], *, is_group: bool = False
) -> tuple[Figures, str]:
    """The totals for the chosen game, and which game that is."""
    game = form.chosen_game(rows)
    own = [(month, counts) for preset, month, counts in rows if belongs(preset, game)]
    return figures(own, is_group=is_group), game


def totals(rows: Sequence[tuple[str, date, Counts]], *, is_group: bool = False) -> Figures:
    return figures([(month, counts) for _, month, counts in rows], is_group=is_group)


def of_person(person: User, form: PersonStatisticsForm) -> tuple[Figures, str]:
    rows = PersonTally.objects.filter(user=person, **form.conditions())
    return chosen(form, list(rows.values_list("preset", "month", "counts_json")))


def others_of(person: User, reader: User, form: PersonStatisticsForm, game: str) -> list[PairFigures]:
    """The figures with and against other players; another reader sees only their own line."""
    rows = PairTally.objects.filter(user=person, **form.conditions())
    rows = rows.exclude(preset=NAP) if game == NAPOLEON else rows.filter(preset=game)
    if reader.pk != person.pk:
        rows = rows.filter(other=reader)
    lines = (
        rows.values("other")
        .annotate(
            wd=Sum("with_deals"),
            wp=Sum("with_points"),
            ad=Sum("against_deals"),
            ap=Sum("against_points"),
            deals=Sum("with_deals") + Sum("against_deals"),
        )
        .order_by("-deals", "other")[:MOST_OTHERS]
    )
    names = User.objects.only("name").in_bulk([line["other"] for line in lines])
    return [
        PairFigures(
            names[line["other"]],
            line["wd"],
            line["wp"] / line["wd"] if line["wd"] else None,
            line["ad"],
            line["ap"] / line["ad"] if line["ad"] else None,
        )
        for line in lines
        # A replica may still count with accounts that are deleted by now.
        if line["other"] in names
    ]


def figure_tables(counted: Figures) -> list[FigureTable]:
    """The tables that have any rows."""
    left_out = TABLES_OF_A_PERSON if counted.is_group else ()
    tables = [table(counted) for table in TABLES if table not in left_out]
    return [table for table in tables if table.rows]


def with_charts(counted: Figures, base: str, query: QueryDict) -> list[ChartedTable]:
    """The tables with the addresses of their charts below ``base``."""
    asked = query.copy()
    for name in [name for name, value in asked.items() if not value]:
        del asked[name]
    end = f"?{asked.urlencode()}" if asked else ""
    return [
        ChartedTable(sheet, f"{base}{sheet.name}.svg{end}", WIDTH, height_of(sheet.chart))
        for sheet in figure_tables(counted)
    ]


def picture(counted: Figures, name: str, theme: str) -> HttpResponse:
    """The chart of that name. Raises `Http404` if there is none."""
    for sheet in figure_tables(counted):
        if sheet.name == name:
            return HttpResponse(drawn(sheet, theme), content_type="image/svg+xml")
    raise Http404
