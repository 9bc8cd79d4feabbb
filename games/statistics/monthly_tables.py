"""The tables of counts by month, each with its chart."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presentation.points import decimal
from games.statistics.counting import Counts
from games.statistics.figure_table import Chart, FigureTable, Series
from games.statistics.figures import CONTRACTORS, ROLES, Figures, deals_of
from games.statistics.luck import AboveExpectation, above_expectation
from games.statistics.means import mean, share, span, whole

MONTHS_DRAWN: Final = 24


def trend_table(counted: Figures) -> FigureTable:
    """The trend by month: a person's mean points, or how often a group made its contracts."""
    rows, values = [], dict[date, float]()
    for month, counts in counted.months.items():
        if not (deals := deals_of(counts, counted.is_group)):
            continue
        worth = mean(deals, _over_roles(counts, "points"), _over_roles(counts, "squares"))
        own = [] if counted.is_group else [decimal(worth.value, 2), span(worth)]
        contracts = sum(counts.get(f"{role}.deals", 0) for role in CONTRACTORS)
        made = sum(counts.get(f"{role}.won", 0) for role in CONTRACTORS)
        rows.append((_month(month), whole(deals), *own, whole(contracts), share(made, contracts)))
        values[month] = 100 * made / contracts if counted.is_group else worth.value
    name = _("Contracts made, in %") if counted.is_group else _("Points per deal")
    own_headings = [] if counted.is_group else [_("Points per deal"), _("Interval (95 %)")]
    return FigureTable(
        name="months",
        title=_("Month by month"),
        headings=[
            *(_("Month"), pgettext("played", "Deals"), *own_headings),
            *(_("Contracts"), pgettext("bids", "Made")),
        ],
        rows=rows,
        chart=_by_month({name: values}, _("Line chart: %(what)s by month.") % {"what": name}),
        note=_("A match counts in the month it ended (UTC)."),
    )


def luck_table(counted: Figures) -> FigureTable:
    """A person's points beside those of average players with the same cards, by month."""
    months = _months_with(counted, "luck.deals")
    luck = {month: above for month, own in months.items() if (above := above_expectation(own))}
    rows = [_luck_row(_month(month), months[month], above) for month, above in luck.items()]
    total = above_expectation(counted.totals)
    if total and len(rows) > 1:
        rows.append(_luck_row(_("Total"), counted.totals, total))
    points = {month: _per_deal(own, "luck.points", "luck.deals") for month, own in months.items()}
    return FigureTable(
        name="luck",
        title=_("Luck of the cards"),
        headings=[
            *(_("Month"), pgettext("played", "Deals"), _("Points per deal")),
            *(pgettext("points", "Expected"), pgettext("expectation", "Above")),
            _("Interval (95 %)"),
        ],
        rows=rows,
        chart=_by_month(
            {
                _("Points per deal"): points,
                _("Above expectation"): {month: above.mean.value for month, above in luck.items()},
            },
            _("Line chart: points per deal and points above expectation per deal, by month."),
        ),
        note=_(
            "Expected points are what average players would have made with the same cards in the same seats. This "
            "table covers only deals from analysed matches."
        ),
    )


def _luck_row(name: str, counts: Counts, luck: AboveExpectation) -> tuple[str, ...]:
    points = _per_deal(counts, "luck.points", "luck.deals")
    return (
        name,
        whole(luck.deals),
        decimal(points, 2),
        decimal(points - luck.mean.value, 2),
        luck.a_deal,
        span(luck.mean),
    )


def decisions_table(counted: Figures) -> FigureTable:
    """The cost of a person's decisions, by month."""
    months = _months_with(counted, "judged.deals")
    bad = {month: _per_deal(own, "judged.bad", "judged.deals") for month, own in months.items()}
    lost = {month: _per_deal(own, "judged.lost", "judged.deals") / 100 for month, own in months.items()}
    names = _("Pointed out, per deal"), _("Points lost by them, per deal")
    return FigureTable(
        name="decisions",
        title=_("Costly decisions"),
        headings=[_("Month"), pgettext("played", "Deals"), *names],
        rows=[
            (_month(month), whole(own["judged.deals"]), decimal(bad[month], 2), decimal(lost[month], 2))
            for month, own in months.items()
        ],
        chart=_by_month(
            dict(zip(names, (bad, lost), strict=True)),
            _("Line chart: decisions pointed out and points lost through them, per deal, by month."),
        ),
        note=_(
            "Decisions that the analysis points out because another choice was clearly better given what the "
            "player could know. This table covers only deals from analysed matches."
        ),
    )


def _by_month(lines: Mapping[str, Mapping[date, float]], alt: str) -> Chart:
    """A line for each name: its values in the latest months, which all lines have."""
    months = list(next(iter(lines.values())))[-MONTHS_DRAWN:]
    return Chart(
        kind="line",
        labels=[f"{month:%Y-%m}" for month in months],
        series=[Series(name, [line[month] for month in months]) for name, line in lines.items()],
        alt=alt,
    )


def _months_with(counted: Figures, name: str) -> dict[date, Counts]:
    return {month: counts for month, counts in counted.months.items() if counts.get(name)}


def _per_deal(counts: Counts, what: str, deals: str) -> float:
    return counts.get(what, 0) / counts[deals]


def _over_roles(counts: Counts, what: str) -> int:
    return sum(counts.get(f"{role}.{what}", 0) for role in ROLES)


def _month(month: date) -> str:
    return formats.date_format(month, "YEAR_MONTH_FORMAT")
