"""The tables of counts over all months, each with its chart."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.presentation.auction import CALLED_WHO
from games.presentation.cards import label, nap_bid_word, suit_word
from games.presentation.points import decimal
from games.statistics.counting import NO_CARD, PACE_BANDS, Counts
from games.statistics.figure_table import Chart, FigureTable, Series
from games.statistics.figures import ROLES, Figures
from games.statistics.means import Mean, mean, share, span, whole
from napoleon.engine.cards import CARD_NAMES, TRUMPS
from napoleon.engine.events import NAP_BIDS

Text: TypeAlias = str | Promise

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


def roles_table(counted: Figures) -> FigureTable:
    counts = counted.totals
    played = [role for role in ROLES if counts.get(f"{role}.deals")]
    means = {
        role: mean(*(counts.get(f"{role}.{what}", 0) for what in ("deals", "points", "squares"))) for role in played
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
            "A win is a bid made as Napoleon, adjutant or declarer, or defeated as anyone else. If deals are "
            "independent, the interval contains the true long-run value per deal 95 times out of 100."
        ),
    )


def _role_rows(counts: Counts, means: Mapping[str, Mean]) -> list[tuple[str, ...]]:
    total = sum(counts[f"{role}.deals"] for role in means)
    return [
        (
            capfirst(str(ROLES[role])),
            whole(counts[f"{role}.deals"]),
            share(counts[f"{role}.deals"], total),
            share(counts.get(f"{role}.won", 0), counts[f"{role}.deals"]),
            decimal(points.value, 2),
            span(points),
        )
        for role, points in means.items()
    ]


def _role_chart(means: Mapping[str, Mean]) -> Chart:
    values, spans = ([points.value for points in means.values()], [points.span for points in means.values()])
    return Chart(
        kind="bars",
        labels=[capfirst(str(ROLES[role])) for role in means],
        series=[Series(_("Points per deal"), values, spans)],
        alt=_("Bar chart: points per deal by role, each with its interval."),
    )


def bids_table(counted: Figures) -> FigureTable:
    """Bids at Napoleon, by number and trump."""
    counts, trumps = counted.totals, TRUMPS[::-1]
    bids = {name.split(".")[1] for name in counts if name.startswith("bid.")}
    heights = sorted({int(bid[:-1]) for bid in bids.difference(NAP_BIDS)})
    rows = []
    for height in heights:
        row = [f"{height}{trump}" for trump in trumps]
        said, held, made = (_of_bids(counts, row, what) for what in ("said", "held", "made"))
        shares = whole(sum(said)), whole(sum(held)), share(sum(made), sum(held))
        rows.append((str(height), *map(whole, said), *shares))
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
            alt=_("Bar chart: how often each number of pictures was bid, split by trump suit."),
        ),
        note=_("Every bid of an auction counts; those that were played are in the last two columns."),
    )


def nap_bids_table(counted: Figures) -> FigureTable:
    counts = counted.totals
    bids = [bid for bid in NAP_BIDS if any(counts.get(f"bid.{bid}.{w}") for w in ("said", "held"))]
    said, held, made = (_of_bids(counts, bids, what) for what in ("said", "held", "made"))
    names = [capfirst(nap_bid_word(bid)) for bid in bids]
    return FigureTable(
        name="nap-bids",
        title=_("Bids at Nap"),
        headings=[_("Bid"), *_bid_headings()],
        rows=[(name, whole(a), whole(b), share(c, b)) for name, a, b, c in zip(names, said, held, made, strict=True)],
        chart=Chart(
            kind="bars",
            labels=names,
            series=[Series(_("All"), said), Series(pgettext("bids", "Played"), held)],
            alt=_("Bar chart: how often each bid was made, and how often it was played."),
        ),
    )


def _of_bids(counts: Counts, bids: Iterable[str], what: str) -> list[int]:
    """How often each of the bids was said, held (the deal was played for it) or made."""
    return [counts.get(f"bid.{bid}.{what}", 0) for bid in bids]


def _bid_headings() -> tuple[str, ...]:
    return _("All"), pgettext("bids", "Played"), pgettext("bids", "Made")


def calls_table(counted: Figures) -> FigureTable:
    counts = counted.totals
    cards = [card for card in (*reversed(CARD_NAMES), *CALLED_WHO, NO_CARD) if counts.get(f"call.{card}")]
    cards.sort(key=lambda card: -counts[f"call.{card}"])
    rows = [
        (
            _name_of_call(card),
            whole(counts[f"call.{card}"]),
            whole(counts.get(f"call.{card}.alone", 0)),
            share(counts.get(f"call.{card}.made", 0), counts[f"call.{card}"]),
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
            series=[Series(pgettext("of a card", "Called"), [counts[f"call.{card}"] for card in drawn])],
            alt=_("Bar chart: the cards called most often."),
        ),
        note=_("Alone: nobody else held the card, so there was no adjutant."),
    )


def _name_of_call(name: str) -> str:
    """The card, or whom Napoleon called in place of one."""
    if name == NO_CARD:
        return _("None called")
    return capfirst(str(CALLED_WHO[name]) if name in CALLED_WHO else label(name))


def tricks_table(counted: Figures) -> FigureTable:
    counts = counted.totals
    whys = [why for why in RULES if counts.get(f"why.{why}")]
    total = sum(counts[f"why.{why}"] for why in whys)
    names = [capfirst(str(RULES[why])) for why in whys]
    return FigureTable(
        name="tricks",
        title=_("What decided the tricks") if counted.is_group else _("What won the tricks"),
        headings=[_("Rule"), _("Tricks"), _("Share")],
        rows=[
            (name, whole(counts[f"why.{why}"]), share(counts[f"why.{why}"], total))
            for name, why in zip(names, whys, strict=True)
        ],
        chart=Chart(
            kind="rows",
            labels=names,
            series=[Series(_("Tricks"), [counts[f"why.{why}"] for why in whys])],
            alt=_("Bar chart: number of tricks won by each rule."),
        ),
    )


def pace_table(counted: Figures) -> FigureTable:
    bands = [counted.totals.get(f"pace.{band}", 0) for band in range(len(PACE_BANDS) + 1)]
    total = sum(bands)
    rows = [(capfirst(str(name)), whole(moves), share(moves, total)) for name, moves in zip(_BANDS, bands, strict=True)]
    return FigureTable(
        name="pace",
        title=pgettext("of a player", "Pace"),
        headings=[_("Time until a move"), _("Moves"), _("Share")],
        rows=rows if total else [],
        chart=Chart(
            kind="rows",
            labels=[row[0] for row in rows],
            series=[Series(_("Moves"), bands)],
            alt=_("Bar chart: number of moves by the time they took."),
        ),
        note=_(
            "Counted from the start of the turn, nights included. Only moves made by people "
            "count: no plans, no time-outs, no bots."
        ),
    )
