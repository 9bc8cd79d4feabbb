"""The page of a transcription: the entry panel, the deals so far line by line, and the score sheet."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.models import Draft, Game
from games.presentation.auction import called_word
from games.presentation.cards import BidWord, Face, face, label
from games.presentation.reader import Reader
from games.presentation.results import DealResult, ScoreTable, deal_result, score_sheet
from games.presentation.table_titles import rules_line
from games.transcription.deal_progress import CALLED_WHO, DealProgress, cards_of, raises
from games.transcription.entry_panel import LineItem, Panel, declared, panel
from games.transcription.error_messages import fault_text, line_title
from games.transcription.line_entry import is_due, written
from games.transcription.notation import NO_RAISE, UNKNOWN
from games.transcription.services import checked, record_of, same_as, sheet_of
from games.transcription.sheet import LineError, LineFault, kind_of, number_of
from games.transcription.transcript_check import CheckedDeal, CheckedTranscript, check
from napoleon.engine import card_name, is_over, view
from napoleon.engine.cards import TRUMPS, cards_in
from players.models import User


@dataclass(frozen=True, slots=True)
class FaultElsewhere:
    """A fault in a line other than the panel's."""

    deal: int
    line: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line as it was understood, or as it was typed (``text``) if it could not be."""

    line: str
    title: str
    items: list[LineItem]
    text: str
    is_wrong: bool
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDeal:
    """A deal in the list; without rows it is only a link."""

    index: int
    number: int
    dealer: str
    is_done: bool
    left_out: bool
    passed_out: bool
    is_shown: bool
    rows: list[LineRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftShown:
    rules: str
    panel: Panel | None
    deals: list[WrittenDeal]
    scores: ScoreTable | None
    may_finish: bool
    has_lines: bool
    last: DealResult | None
    elsewhere: FaultElsewhere | None


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line while the scribe types it."""

    places: list[LineItem] = field(default_factory=list)
    entered: list[Face] = field(default_factory=list)
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchToStore:
    rules: str
    scores: ScoreTable
    is_short: bool
    """Fewer deals were played than the rules call for."""
    is_cut: bool
    """The last deal is unfinished."""
    left_out: int
    same: Game | None
    """The same match, if the site has it."""


def draft_page(
    draft: Draft,
    *,
    index: int | None = None,
    line: str = "",
    shown: int | None = None,
    text: str | None = None,
    refused: LineFault | None = None,
) -> DraftShown:
    """The page with the panel for the requested line, or else for the wrong or the next line."""
    replayed, names = checked(draft), list(draft.players)
    deal, asked = _asked(draft, replayed, index, line)
    shown_panel = None
    if deal is not None and asked:
        shown_panel = panel(replayed, names, deal, asked, text=text, fault=refused)
    return DraftShown(
        rules=rules_line(draft.rules),
        panel=shown_panel,
        deals=_deals(draft, replayed, names, index or _index_of(replayed, shown), shown_panel),
        scores=_scores(replayed, names) if replayed.match.ended else None,
        may_finish=replayed.fault is None and replayed.ended > 0,
        has_lines=bool(draft.sheet_json),
        last=_last(replayed, names),
        elsewhere=_elsewhere(replayed, names, shown_panel),
    )


def _index_of(replayed: CheckedTranscript, number: int | None) -> int | None:
    """The index of a deal of the match among the deals written."""
    return next((deal.index for deal in replayed.deals if deal.number == number), None)


def _elsewhere(replayed: CheckedTranscript, names: list[str], now: Panel | None) -> FaultElsewhere | None:
    current, fault = replayed.current, replayed.fault
    if current is None or fault is None:
        return None
    if now is not None and (now.deal, now.line) == (current.index, fault.line):
        return None
    title = line_title(fault.line, names)
    return FaultElsewhere(current.index, fault.line, title, fault_text(fault, names))


def _asked(draft: Draft, replayed: CheckedTranscript, index: int | None, line: str) -> tuple[CheckedDeal | None, str]:
    """The deal and the line of the panel."""
    if line and index is not None:
        deal = replayed.deal(index)
        if deal is None and index <= len(draft.sheet_json):
            # It comes after an unfinished deal.
            deal = _unread(draft, index)
        return deal, line
    current = replayed.current
    if current is None:
        return None, ""
    if current.fault is not None:
        return current, current.fault.line
    return current, current.wanted.line if current.wanted else ""


def _unread(draft: Draft, index: int) -> CheckedDeal:
    return CheckedDeal(index, 0, sheet_of(draft).deal(index), DealProgress(0, 0))


def _last(replayed: CheckedTranscript, names: list[str]) -> DealResult | None:
    reader = Reader(view(replayed.match, None), tuple(names), {})
    between = replayed.current is None or not replayed.current.lines.lines
    return deal_result(reader, reader.view.ended[-1]) if between and reader.view.ended else None


def _scores(replayed: CheckedTranscript, names: list[str]) -> ScoreTable:
    return score_sheet(Reader(view(replayed.match, None), tuple(names), {}))


# --- The lines so far ---


def _deals(
    draft: Draft, replayed: CheckedTranscript, names: list[str], shown: int | None, now: Panel | None
) -> list[WrittenDeal]:
    written = [deal for deal in replayed.deals if deal.lines.lines]
    for index in range(len(written) + 1, len(draft.sheet_json) + 1):
        written.append(_unread(draft, index))
    # The others are links: every line reloads the page, and a match may have a hundred deals.
    opened = {shown, replayed.current.index if replayed.current else None}
    written_out = opened | {deal.index for deal in written[-1:]}
    return [
        WrittenDeal(
            index=deal.index,
            number=deal.number,
            dealer=names[deal.progress.dealer] if deal.number else "",
            is_done=deal.is_done and bool(deal.number),
            left_out=deal.left_out,
            passed_out=deal.progress.passed_out,
            is_shown=deal.index in opened,
            rows=[_row(replayed, names, deal, line, text, now) for line, text in _in_order(deal)]
            if deal.index in written_out
            else [],
        )
        for deal in reversed(written)
    ]


def _in_order(deal: CheckedDeal) -> list[tuple[str, str]]:
    """The lines in the order of play: hands, widow, auction, call and exchange, tricks, the end."""
    kinds = ("hand", "widow", "spare", "auction", "call", "raise", "discards", "recipient", "trick", "end", "left")
    return sorted(deal.lines, key=lambda pair: (kinds.index(kind_of(pair[0])), number_of(pair[0])))


def _row(
    replayed: CheckedTranscript, names: list[str], deal: CheckedDeal, line: str, text: str, now: Panel | None
) -> LineRow:
    items = _items(replayed, names, deal, line, text)
    return LineRow(
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
    if text in CALLED_WHO:
        return called_word(CALLED_WHO[text])
    if text == NO_RAISE:
        return _("Not raised")
    return "" if line == "end" else text


def _items(replayed: CheckedTranscript, names: list[str], deal: CheckedDeal, line: str, text: str) -> list[LineItem]:
    kind, progress = kind_of(line), deal.progress
    if kind == "auction":
        return declared(names, progress)
    if kind == "trick":
        return [
            LineItem(names[seat], face(card), has_won=seat == trick.winner)
            for trick in progress.tricks
            if trick.line == line
            for seat, card in trick.cards
        ]
    if kind == "raise" and text != NO_RAISE:
        return [LineItem(bid=BidWord(event.count, TRUMPS[event.trump])) for event in raises(progress)]
    if kind in ("recipient", "end", "raise") or text == UNKNOWN or text in CALLED_WHO:
        return []
    try:
        cards = cards_of(replayed.rules, line, text, 54)
    except LineError:
        return []
    return [LineItem(face=Face(card_name(c), label(card_name(c)))) for c in reversed(cards_in(cards))]


# --- The line while it is typed ---


def typed(draft: Draft, *, index: int, line: str, text: str) -> TypedLine:
    """The line as it would be stored."""
    names, sheet, rules = list(draft.players), sheet_of(draft), draft.rules
    fault = ""
    try:
        if not is_due(checked(draft), sheet, index, line):
            raise LineError(LineFault(line=line, reason="not_due"))
        sheet = written(rules, draft.dealer, sheet, index, line, text)
    except LineError as error:
        fault = fault_text(error.fault, names) if text.strip() else ""
    replayed = check(rules, draft.dealer, sheet)
    deal = replayed.deal(index)
    if deal is None:
        return TypedLine(fault=fault)
    shown = panel(replayed, names, deal, line)
    return TypedLine(shown.places, shown.entered, fault)


# --- The end ---


def finish_page(draft: Draft, user: User) -> MatchToStore | None:
    """The match as it would be stored; None if it cannot be stored."""
    replayed = checked(draft)
    if replayed.fault is not None or not replayed.ended:
        return None
    record = record_of(draft, replayed, is_over_now=True)
    if record.fault is not None:
        return None
    current = replayed.current
    return MatchToStore(
        rules=rules_line(draft.rules),
        scores=_scores(replayed, list(draft.players)),
        is_short=not is_over(replayed.match),
        is_cut=current is not None and bool(current.lines.lines),
        left_out=sum(deal.left_out for deal in replayed.deals),
        same=same_as(record, user),
    )
