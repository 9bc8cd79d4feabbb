"""The page of a draft: the panel for what comes next, the deals so far line by line, and the score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import Pass, card_name, is_over, view
from games.engine.cards import cards_in
from games.models import Draft, Game
from games.presenting.cards import BidWord, Face, bid_word, face, label
from games.presenting.people import Table
from games.presenting.results import Result, result
from games.presenting.results import Sheet as ScoreSheet
from games.presenting.results import sheet as score_sheet
from games.presenting.tables import rules_line
from players.models import User

from .checking import Checked, CheckedDeal, check
from .course import Course, cards_of
from .drafts import checked, found_of, same_as, sheet_of
from .faults import Fault, Faulty
from .lines import is_due, written
from .notation import UNKNOWN
from .panel import Panel, Place, panel
from .sheet import kind_of, number_of
from .wording import fault_text, line_title


@dataclass(frozen=True, slots=True)
class Item:
    """A card or a bid in a line, with the name of who played or made it where that is told."""

    name: str = ""
    face: Face | None = None
    bid: BidWord | None = None
    is_pass: bool = False
    has_won: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a deal that has been written."""

    line: str
    title: str
    items: list[Item]
    text: str
    """What stands there, where it could not be followed or is no card."""
    is_wrong: bool = False
    is_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRows:
    """A deal of the draft."""

    index: int
    number: int
    dealer: str
    rows: list[Row]
    is_done: bool
    is_shown: bool
    left_out: bool
    passed_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPage:
    """All that the page shows."""

    draft: Draft
    rules: str
    told: Checked
    panel: Panel | None
    deals: list[DealRows]
    """The latest first."""
    scores: ScoreSheet | None
    may_finish: bool
    has_lines: bool
    last: Result | None = None
    """How the last deal has ended, where nothing is written of the next."""
    elsewhere: Elsewhere | None = None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What is wrong in another line than the panel's."""

    deal: int
    line: str
    title: str
    text: str


def draft_page(
    draft: Draft,
    *,
    index: int | None = None,
    line: str = "",
    shown: int | None = None,
    text: str | None = None,
    refused: Fault | None = None,
) -> DraftPage:
    """The page, with the panel for the line that was asked for, or else for what is wrong or comes next."""
    told, names = checked(draft), list(draft.players)
    deal, asked = _asked(draft, told, index, line)
    shown_panel = None
    if deal is not None and asked:
        shown_panel = panel(told, names, deal, asked, text=text, fault=refused)
    return DraftPage(
        draft=draft,
        rules=rules_line(draft.rules),
        told=told,
        panel=shown_panel,
        deals=_deals(draft, told, names, index or _index_of(told, shown), shown_panel),
        scores=_scores(told, names) if told.match.ended else None,
        may_finish=told.fault is None and told.ended > 0,
        has_lines=bool(draft.sheet_json),
        last=_last(told, names),
        elsewhere=_elsewhere(told, names, shown_panel),
    )


def _index_of(told: Checked, number: int | None) -> int | None:
    """The place in the sheet of a deal of the match."""
    return next((deal.index for deal in told.deals if deal.number == number), None)


def _elsewhere(told: Checked, names: list[str], now: Panel | None) -> Elsewhere | None:
    current, fault = told.current, told.fault
    if current is None or fault is None:
        return None
    if now is not None and (now.deal, now.line) == (current.index, fault.line):
        return None
    title = line_title(fault.line, names)
    return Elsewhere(current.index, fault.line, title, fault_text(fault, names))


def _asked(
    draft: Draft, told: Checked, index: int | None, line: str
) -> tuple[CheckedDeal | None, str]:
    """The deal and the line that the panel is for."""
    if line and index is not None:
        found = told.deal(index)
        if found is None and index <= len(draft.sheet_json):
            # It stands after a deal that is not done.
            found = _unread(draft, told, index)
        return found, line
    current = told.current
    if current is None:
        return None, ""
    if current.fault is not None:
        return current, current.fault.line
    return current, current.wanted.line if current.wanted else ""


def _unread(draft: Draft, told: Checked, index: int) -> CheckedDeal:
    return CheckedDeal(index, 0, sheet_of(draft).deal(index), Course(0, 0))


def _last(told: Checked, names: list[str]) -> Result | None:
    table = Table(view(told.match, None), tuple(names), frozenset())
    between = told.current is None or not told.current.lines.lines
    return result(table, table.view.ended[-1]) if between and table.view.ended else None


def _scores(told: Checked, names: list[str]) -> ScoreSheet:
    return score_sheet(Table(view(told.match, None), tuple(names), frozenset()))


# --- The lines so far ---


def _deals(
    draft: Draft, told: Checked, names: list[str], shown: int | None, now: Panel | None
) -> list[DealRows]:
    written = [deal for deal in told.deals if deal.lines.lines]
    for index in range(len(written) + 1, len(draft.sheet_json) + 1):
        written.append(_unread(draft, told, index))
    return [_deal(told, names, deal, shown, now) for deal in reversed(written)]


def _deal(
    told: Checked, names: list[str], deal: CheckedDeal, shown: int | None, now: Panel | None
) -> DealRows:
    return DealRows(
        index=deal.index,
        number=deal.number,
        dealer=names[deal.course.dealer] if deal.number else "",
        rows=[_row(told, names, deal, line, text, now) for line, text in _in_order(deal)],
        is_done=deal.is_done and bool(deal.number),
        is_shown=not deal.is_done or shown == deal.index,
        left_out=deal.left_out,
        passed_out=deal.course.passed_out,
    )


def _in_order(deal: CheckedDeal) -> list[tuple[str, str]]:
    """As it happened: hands, widow, auction, call and exchange, tricks, the end."""
    kinds = ("hand", "widow", "auction", "call", "discards", "recipient", "trick", "end", "left")
    return sorted(deal.lines, key=lambda pair: (kinds.index(kind_of(pair[0])), number_of(pair[0])))


def _row(
    told: Checked, names: list[str], deal: CheckedDeal, line: str, text: str, now: Panel | None
) -> Row:
    items = _items(told, names, deal, line, text)
    return Row(
        line=line,
        title=line_title(line, names),
        items=items,
        text="" if items else _plain(text, line, names),
        is_wrong=deal.fault is not None and deal.fault.line == line,
        is_open=now is not None and (now.deal, now.line) == (deal.index, line),
    )


def _plain(text: str, line: str, names: list[str]) -> str:
    if line == "recipient" and text.isdecimal() and 0 < int(text) <= len(names):
        return names[int(text) - 1]
    if text == UNKNOWN:
        return _("not known")
    return "" if line == "end" else text


def _items(told: Checked, names: list[str], deal: CheckedDeal, line: str, text: str) -> list[Item]:
    kind, course = kind_of(line), deal.course
    if kind == "auction":
        return [
            Item(names[one.seat], is_pass=True)
            if isinstance(one, Pass)
            else Item(names[one.seat], bid=bid_word(one))
            for one in course.declarations()
        ]
    if kind == "trick":
        return [
            Item(names[seat], face(card), has_won=seat == trick.winner)
            for trick in course.tricks
            if trick.line == line
            for seat, card in trick.cards
        ]
    if kind in ("recipient", "end") or text == UNKNOWN:
        return []
    try:
        cards = cards_of(told.rules, line, text, 53)
    except Faulty:
        return []
    return [Item(face=Face(card_name(c), label(card_name(c)))) for c in reversed(cards_in(cards))]


# --- What is being typed ---


@dataclass(frozen=True, slots=True)
class Typed:
    """How a line is understood before it is sent."""

    places: list[Place]
    told: list[Face]
    fault: str = ""


def typed(draft: Draft, *, index: int, line: str, text: str) -> Typed:
    """The line as it would be written."""
    names, sheet, rules = list(draft.players), sheet_of(draft), draft.rules
    fault = ""
    try:
        if not is_due(checked(draft), sheet, index, line):
            raise Faulty(Fault(line=line, reason="not_due"))
        sheet = written(rules, draft.dealer, sheet, index, line, text)
    except Faulty as error:
        fault = fault_text(error.fault, names) if text.strip() else ""
    told = check(rules, draft.dealer, sheet)
    deal = told.deal(index)
    if deal is None:
        return Typed([], [], fault)
    shown = panel(told, names, deal, line)
    return Typed(shown.places, shown.told, fault)


# --- The end ---


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishPage:
    """The match before it is stored."""

    rules: str
    scores: ScoreSheet
    is_short: bool
    """Fewer deals than the rules say."""
    is_cut: bool
    """A deal is not told to its end: it goes along only if the match was broken off in it."""
    left_out: int
    """Deals that were passed out with hands that nobody has noted."""
    same: Game | None
    """The match of the site that is the same."""


def finish_page(draft: Draft, user: User) -> FinishPage | None:
    """The match as it would be stored; None if it cannot be."""
    told = checked(draft)
    if told.fault is not None or not told.ended:
        return None
    found = found_of(draft, told, is_over_now=True)
    if found.fault is not None:
        return None
    current = told.current
    return FinishPage(
        rules=rules_line(draft.rules),
        scores=_scores(told, list(draft.players)),
        is_short=not is_over(told.match),
        is_cut=current is not None and bool(current.lines.lines),
        left_out=sum(deal.left_out for deal in told.deals),
        same=same_as(found, user),
    )
