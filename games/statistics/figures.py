"""The tables of statistics, each with its chart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, TypeAlias

from django.utils import formats
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.engine.cards import CARD_NAMES, TRUMPS
from games.engine.events import NAP_BIDS
from games.presentation.cards import label, nap_bid_word, suit_word
from games.presentation.points import decimal
from games.statistics.counting import NO_CARD, PACE_BANDS, Counts, add
from games.statistics.figure_table import Chart, FigureTable, Series
from games.statistics.luck import AboveExpectation, above_expectation
from games.statistics.means import Mean, mean

Text: TypeAlias = str | Promise

ROLES: Final[dict[str, Text]] = {
    "napoleon": gettext_lazy("Napoleon"),
    "adjutant": gettext_lazy("adjutant"),
    "ally": pgettext_lazy("a role", "ally"),
    "declarer": gettext_lazy("declarer"),
    "opponent": pgettext_lazy("a role", "opponent"),
}
CONTRACTORS: Final = ("napoleon", "declarer")
"""Exactly one player of every played deal has one of these roles."""
RULES: Final[dict[str, Text]] = {
    "yoromeki": gettext_lazy("yoromeki"),
    "mighty": gettext_lazy("mighty"),
    "joker": gettext_lazy("joker"),
    "right_jack": gettext_lazy("right jack"),
    "left_jack": gettext_lazy("left jack"),
    "same_two": gettext_lazy("same-two"),
    "trump": pgettext_lazy("what decided a trick", "highest trump"),
    "led_suit": pgettext_lazy("what decided a trick", "highest card of the led suit"),
}
_BANDS: Final[tuple[Text, ...]] = (
    gettext_lazy("less than a minute"),
    gettext_lazy("1 to 10 minutes"),
    gettext_lazy("10 to 60 minutes"),
    gettext_lazy("1 to 6 hours"),
    gettext_lazy("6 to 24 hours"),
    gettext_lazy("more than a day"),
)
CALLS_DRAWN: Final = 10
MONTHS_DRAWN: Final = 24


@dataclass(frozen=True, slots=True)
class Figures:
    """All selected counts, by month."""

    months: Mapping[date, Counts]
    is_group: bool = False
    """A club or season. Its points say little, because all players of a deal are in it."""
    totals: Counts = field(default_factory=dict)

    @property
    def deals(self) -> int:
        return _deals(self.totals, self.is_group)


def figures(rows: Iterable[tuple[date, Counts]], *, is_group: bool = False) -> Figures:
    months: dict[date, Counts] = {}
    totals: Counts = {}
    for month, counts in rows:
        add(months.setdefault(month, {}), counts)
        add(totals, counts)
    return Figures(dict(sorted(months.items())), is_group, totals)


def figure_tables(found: Figures) -> list[FigureTable]:
    """The tables that have any rows."""
    tables = [
        *(_roles(found), _bids(found), _nap_bids(found), _calls(found), _rules(found)),
        _trend(found),
        # Of a group, luck and losses would be those of everybody against everybody.
        *(() if found.is_group else (_luck(found), _decisions(found))),
        _pace(found),
    ]
    return [table for table in tables if table.rows]


# --- Numbers ---


def _whole(value: int) -> str:
    return formats.number_format(value, 0, force_grouping=True)


def _share(part: int, whole: int) -> str:
    return f"{decimal(100 * part / whole, 0)} %" if whole else "–"


def _span(found: Mean) -> str:
    if found.span is None:
        return "–"
    return _("%(low)s to %(high)s") % {
        "low": decimal(found.span[0], 2),
        "high": decimal(found.span[1], 2),
    }


def _deals(counts: Counts, is_group: bool) -> int:
    roles = CONTRACTORS if is_group else ROLES
    return sum(counts.get(f"{role}.deals", 0) for role in roles)


# --- The tables ---


def _roles(found: Figures) -> FigureTable:
    counts = found.totals
    played = [role for role in ROLES if counts.get(f"{role}.deals")]
    means = {
        role: mean(*(counts.get(f"{role}.{what}", 0) for what in ("deals", "points", "squares")))
        for role in played
    }
    return FigureTable(
        name="roles",
        title=_("By role"),
        headings=[
            *(_("Role"), pgettext("played", "Deals"), _("Share"), pgettext("deals", "Won")),
            *(_("Points per deal"), _("Interval (95 %)")),
        ],
        rows=_role_rows(counts, means),
        chart=_role_chart(means),
        note=_(
            "Won: made as Napoleon, adjutant or declarer, prevented as the others. In 95 of 100 "
            "cases the interval contains the true long-run value of a deal, if deals are "
            "independent."
        ),
    )


def _role_rows(counts: Counts, means: Mapping[str, Mean]) -> list[tuple[str, ...]]:
    total = sum(counts[f"{role}.deals"] for role in means)
    return [
        (
            capfirst(str(ROLES[role])),
            _whole(counts[f"{role}.deals"]),
            _share(counts[f"{role}.deals"], total),
            _share(counts.get(f"{role}.won", 0), counts[f"{role}.deals"]),
            decimal(points.value, 2),
            _span(points),
        )
        for role, points in means.items()
    ]


def _role_chart(means: Mapping[str, Mean]) -> Chart:
    values, spans = [one.value for one in means.values()], [one.span for one in means.values()]
    return Chart(
        kind="bars",
        labels=[capfirst(str(ROLES[role])) for role in means],
        series=[Series(_("Points per deal"), values, spans)],
        alt=_("Bars: points a deal by role, each with its interval."),
    )


def _bids(found: Figures) -> FigureTable:
    """Bids at Napoleon, by number and trump."""
    counts, trumps = found.totals, TRUMPS[::-1]
    bids = {name.split(".")[1] for name in counts if name.startswith("bid.")}
    heights = sorted({int(bid[:-1]) for bid in bids.difference(NAP_BIDS)})
    rows = []
    for height in heights:
        row = [f"{height}{trump}" for trump in trumps]
        said, held, made = (_of_bids(counts, row, what) for what in ("said", "held", "made"))
        shares = _whole(sum(said)), _whole(sum(held)), _share(sum(made), sum(held))
        rows.append((str(height), *map(_whole, said), *shares))
    names = [capfirst(suit_word(trump)) for trump in trumps]
    return FigureTable(
        name="bids",
        title=_("Bids"),
        headings=[_("Bid"), *names, *_bid_headings()],
        rows=rows,
        chart=Chart(
            kind="stacked",
            labels=[str(height) for height in heights],
            series=[
                Series(name, _of_bids(counts, [f"{height}{trump}" for height in heights], "said"))
                for name, trump in zip(names, trumps, strict=True)
            ],
            alt=_("Bars: how often each number of pictures was bid, divided by trumps."),
        ),
        note=_(
            "Every bid of an auction counts; those that were played are in the last two columns."
        ),
    )


def _nap_bids(found: Figures) -> FigureTable:
    counts = found.totals
    bids = [bid for bid in NAP_BIDS if any(counts.get(f"bid.{bid}.{w}") for w in ("said", "held"))]
    said, held, made = (_of_bids(counts, bids, what) for what in ("said", "held", "made"))
    names = [capfirst(nap_bid_word(bid)) for bid in bids]
    return FigureTable(
        name="nap-bids",
        title=_("Bids at Nap"),
        headings=[_("Bid"), *_bid_headings()],
        rows=[
            (name, _whole(a), _whole(b), _share(c, b))
            for name, a, b, c in zip(names, said, held, made, strict=True)
        ],
        chart=Chart(
            kind="bars",
            labels=names,
            series=[Series(_("All"), said), Series(pgettext("bids", "Played"), held)],
            alt=_("Bars: how often each bid was made, and how often it was played."),
        ),
    )


def _of_bids(counts: Counts, bids: Iterable[str], what: str) -> list[int]:
    """How often each of the bids was said, held (the deal was played for it) or made."""
    return [counts.get(f"bid.{bid}.{what}", 0) for bid in bids]


def _bid_headings() -> tuple[str, ...]:
    return _("All"), pgettext("bids", "Played"), pgettext("bids", "Made")


def _calls(found: Figures) -> FigureTable:
    counts = found.totals
    cards = [card for card in (*reversed(CARD_NAMES), NO_CARD) if counts.get(f"call.{card}")]
    cards.sort(key=lambda card: -counts[f"call.{card}"])
    rows = [
        (
            capfirst(label(card)) if card != NO_CARD else _("None called"),
            _whole(counts[f"call.{card}"]),
            _whole(counts.get(f"call.{card}.alone", 0)),
            _share(counts.get(f"call.{card}.made", 0), counts[f"call.{card}"]),
        )
        for card in cards
    ]
    drawn = cards[:CALLS_DRAWN]
    return FigureTable(
        name="calls",
        title=_("Called cards"),
        headings=[
            *(_("Called card"), pgettext("of a card", "Called")),
            *(pgettext("deals", "Alone"), pgettext("bids", "Made")),
        ],
        rows=rows,
        chart=Chart(
            kind="rows",
            labels=[row[0] for row in rows[:CALLS_DRAWN]],
            series=[
                Series(pgettext("of a card", "Called"), [counts[f"call.{card}"] for card in drawn])
            ],
            alt=_("Bars: the cards that were called most often."),
        ),
        note=_("Alone: nobody else held the card, so there was no adjutant."),
    )


def _rules(found: Figures) -> FigureTable:
    counts = found.totals
    whys = [why for why in RULES if counts.get(f"why.{why}")]
    total = sum(counts[f"why.{why}"] for why in whys)
    names = [capfirst(str(RULES[why])) for why in whys]
    return FigureTable(
        name="tricks",
        title=_("What decided the tricks") if found.is_group else _("What won the tricks"),
        headings=[_("Rule"), _("Tricks"), _("Share")],
        rows=[
            (name, _whole(counts[f"why.{why}"]), _share(counts[f"why.{why}"], total))
            for name, why in zip(names, whys, strict=True)
        ],
        chart=Chart(
            kind="rows",
            labels=names,
            series=[Series(_("Tricks"), [counts[f"why.{why}"] for why in whys])],
            alt=_("Bars: how many tricks were won by each rule."),
        ),
    )


def _trend(found: Figures) -> FigureTable:
    """The trend by month: a person's mean points, or how often a group made its contracts."""
    rows, values = [], dict[date, float]()
    for month, counts in found.months.items():
        if not (deals := _deals(counts, found.is_group)):
            continue
        worth = mean(deals, _over_roles(counts, "points"), _over_roles(counts, "squares"))
        own = [] if found.is_group else [decimal(worth.value, 2), _span(worth)]
        contracts = sum(counts.get(f"{role}.deals", 0) for role in CONTRACTORS)
        made = sum(counts.get(f"{role}.won", 0) for role in CONTRACTORS)
        rows.append(
            (_month(month), _whole(deals), *own, _whole(contracts), _share(made, contracts))
        )
        values[month] = 100 * made / contracts if found.is_group else worth.value
    name = _("Contracts made, in %") if found.is_group else _("Points per deal")
    own_headings = [] if found.is_group else [_("Points per deal"), _("Interval (95 %)")]
    return FigureTable(
        name="months",
        title=_("Month by month"),
        headings=[
            *(_("Month"), pgettext("played", "Deals"), *own_headings),
            *(_("Contracts"), pgettext("bids", "Made")),
        ],
        rows=rows,
        chart=_by_month(
            {name: values}, _("A line: %(what)s from month to month.") % {"what": name}
        ),
        note=_("A match belongs to the month in which it ended, in UTC."),
    )


def _luck(found: Figures) -> FigureTable:
    """A person's points beside what average players would have made of the same cards, by month."""
    months = _months_with(found, "luck.deals")
    luck = {month: one for month, own in months.items() if (one := above_expectation(own))}
    rows = [_luck_row(_month(month), months[month], one) for month, one in luck.items()]
    total = above_expectation(found.totals)
    if total and len(rows) > 1:
        rows.append(_luck_row(_("Total"), found.totals, total))
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
                _("Above expectation"): {month: one.mean.value for month, one in luck.items()},
            },
            _("Lines: points a deal, and points above expectation a deal, from month to month."),
        ),
        note=_(
            "Expected is what average players would have made of the same cards in the same seats. "
            "Only deals of analysed matches are in this table."
        ),
    )


def _luck_row(name: str, counts: Counts, luck: AboveExpectation) -> tuple[str, ...]:
    points = _per_deal(counts, "luck.points", "luck.deals")
    return (
        name,
        _whole(luck.deals),
        decimal(points, 2),
        decimal(points - luck.mean.value, 2),
        luck.a_deal,
        _span(luck.mean),
    )


def _decisions(found: Figures) -> FigureTable:
    """What a person's decisions cost, by month."""
    months = _months_with(found, "judged.deals")
    bad = {month: _per_deal(own, "judged.bad", "judged.deals") for month, own in months.items()}
    lost = {
        month: _per_deal(own, "judged.lost", "judged.deals") / 100 for month, own in months.items()
    }
    names = _("Pointed out, per deal"), _("Points lost by them, per deal")
    return FigureTable(
        name="decisions",
        title=_("Costly decisions"),
        headings=[_("Month"), pgettext("played", "Deals"), *names],
        rows=[
            (
                _month(month),
                _whole(own["judged.deals"]),
                decimal(bad[month], 2),
                decimal(lost[month], 2),
            )
            for month, own in months.items()
        ],
        chart=_by_month(
            dict(zip(names, (bad, lost), strict=True)),
            _("Lines: decisions pointed out, and points lost by them, a deal from month to month."),
        ),
        note=_(
            "Decisions that the analysis of a match points out: another one was clearly better by what "
            "the player could know. Only deals of analysed matches are in this table."
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


def _months_with(found: Figures, name: str) -> dict[date, Counts]:
    return {month: counts for month, counts in found.months.items() if counts.get(name)}


def _per_deal(counts: Counts, what: str, deals: str) -> float:
    return counts.get(what, 0) / counts[deals]


def _pace(found: Figures) -> FigureTable:
    bands = [found.totals.get(f"pace.{band}", 0) for band in range(len(PACE_BANDS) + 1)]
    total = sum(bands)
    rows = [
        (capfirst(str(name)), _whole(moves), _share(moves, total))
        for name, moves in zip(_BANDS, bands, strict=True)
    ]
    return FigureTable(
        name="pace",
        title=pgettext("of a player", "Pace"),
        headings=[_("Time until a move"), _("Moves"), _("Share")],
        rows=rows if total else [],
        chart=Chart(
            kind="rows",
            labels=[row[0] for row in rows],
            series=[Series(_("Moves"), bands)],
            alt=_("Bars: how many moves were made after how long."),
        ),
        note=_(
            "Counted from the start of the turn, nights included. Only moves made by people "
            "count: no plans, no time-outs, no bots."
        ),
    )


def _over_roles(counts: Counts, what: str) -> int:
    return sum(counts.get(f"{role}.{what}", 0) for role in ROLES)


def _month(month: date) -> str:
    return formats.date_format(month, "YEAR_MONTH_FORMAT")
