"""Entering a line: which lines may be written now, and the standard form of the typed text."""

from typing import Final

from games.transcription.deal_progress import CALLED_WHO, cards_of, unreadable
from games.transcription.notation import (
    UNKNOWN,
    Named,
    Unreadable,
    read_raise,
    read_set,
    read_trick,
    write_auction,
    write_cards,
)
from games.transcription.sheet import (
    LINE,
    MAX_TEXT,
    DealLines,
    LineError,
    LineFault,
    MatchLines,
    kind_of,
    number_of,
    widow_line,
)
from games.transcription.transcript_check import CheckedTranscript, check
from napoleon.engine import Rules

STOP: Final = "stop"
"""The text of the line that stops a deal before its last card."""


def is_due(checked: CheckedTranscript, sheet: MatchLines, index: int, line: str) -> bool:
    """Whether the line may be written now: it exists, comes next, or may be written at any time."""
    if not LINE.fullmatch(line) or not 1 <= index <= len(sheet.deals) + 1:
        return False
    if line in sheet.deal(index):
        return True
    deal = checked.deal(index)
    if deal is None:
        return False
    if deal.wanted is not None and deal.wanted.line == line:
        return True
    kind = kind_of(line)
    if kind == "hand":
        return number_of(line) < checked.rules.players
    if kind == "end":
        return may_stop(checked, index)
    return kind == "auction" or line == widow_line(checked.rules)


def may_stop(checked: CheckedTranscript, index: int) -> bool:
    """Whether the deal may have stopped here, before its last card."""
    deal = checked.deal(index)
    if deal is None or deal.wanted is None or kind_of(deal.wanted.line) != "trick":
        return False
    tricks = deal.progress.tricks
    ends_early = checked.rules.finish == "when_decided"
    return ends_early and bool(tricks) and tricks[-1].winner is not None


def written(rules: Rules, dealer: int, sheet: MatchLines, index: int, line: str, text: str) -> MatchLines:
    """The lines with the typed text in standard form. Raises `LineError` if this line is wrong."""
    if len(text) > MAX_TEXT:
        raise LineError(LineFault(line=line, reason="too_long", details={"most": MAX_TEXT}))
    lines = sheet.deal(index)
    is_next = _is_next(check(rules, dealer, sheet), index, line)
    if kind_of(line) == "trick":
        lines = _put_tricks(rules, lines, line, text)
    else:
        lines = lines.put(line, _in_one_way(rules, line, text.strip()))
    sheet = sheet.with_deal(index, lines)
    fault = _fault_of(check(rules, dealer, sheet), index)
    # If two lines were swapped, the scribe must correct one first, although it still contradicts the other.
    if fault is not None and fault.line == line and (is_next or not fault.is_between):
        raise LineError(fault)
    if line == "auction" and fault is None:
        sheet = _spell_out(rules, dealer, sheet, index)
    return sheet


def tidied(rules: Rules, dealer: int, sheet: MatchLines) -> MatchLines:
    """Drop deals without lines if the match is over before them: nobody will write them again."""
    judged = check(rules, dealer, sheet).deals
    place = next((d.index for d in judged if d.fault and d.fault.reason == "match_over"), None)
    if place is None:
        return sheet
    kept = [deal for deal in sheet.deals[place - 1 :] if deal.lines]
    return MatchLines((*sheet.deals[: place - 1], *kept))


def _is_next(checked: CheckedTranscript, index: int, line: str) -> bool:
    """Whether the line is new or being continued, not corrected."""
    deal = checked.deal(index)
    return deal is None or line not in deal.lines or (deal.wanted is not None and deal.wanted.line == line)


def _fault_of(checked: CheckedTranscript, index: int) -> LineFault | None:
    deal = checked.deal(index)
    return deal.fault if deal is not None else None


def _put_tricks(rules: Rules, lines: DealLines, line: str, text: str) -> DealLines:
    """Put one trick, or several separated by slashes; the later tricks move back."""
    first, *more = [part for part in text.split("/") if part.strip()] or [text]
    lines = lines.put(line, _trick(line, first))
    for number, part in enumerate(more, number_of(line) + 1):
        lines = lines.insert_trick(number, _trick(line, part))
    if len(lines.tricks()) > rules.hand_size:
        raise LineError(LineFault(line=line, reason="deal_over"))
    return lines


def _trick(line: str, text: str) -> str:
    try:
        return _cards_in(line, text, read_trick(text))
    except Unreadable as error:
        raise unreadable(line, error) from None


def _raise(line: str, text: str) -> str:
    try:
        raised = read_raise(text) if text else None
    except Unreadable as error:
        raise unreadable(line, error) from None
    return write_auction([raised]) if raised else text


def _cards_in(line: str, text: str, cards: list[Named]) -> str:
    """The cards in standard form. Typed text without a card is refused: a line has its own button to remove it."""
    if text.strip() and not cards:
        raise LineError(LineFault(line=line, reason="nothing"))
    return write_cards(cards)


def _in_one_way(rules: Rules, line: str, text: str) -> str:
    kind = kind_of(line)
    if kind in ("widow", "spare", "discards") and text in (UNKNOWN, "？"):
        return UNKNOWN
    if kind == "call" and text.upper() in CALLED_WHO:
        return text.upper()
    if kind == "raise":
        return _raise(line, text)
    if kind in ("hand", "left", "widow", "spare", "discards", "call"):
        most = {"call": 1, **dict.fromkeys(("widow", "spare", "discards"), rules.widow_size)}
        cards_of(rules, line, text, most.get(kind, rules.hand_size))
        return _cards_in(line, text, read_set(text))
    if kind == "end":
        return STOP if text else ""
    return " ".join(text.split())


def _spell_out(rules: Rules, dealer: int, sheet: MatchLines, index: int) -> MatchLines:
    """Write the auction in standard form, with every pass spelt out."""
    deal = check(rules, dealer, sheet).deal(index)
    if deal is None or deal.fault is not None:
        return sheet
    return sheet.with_deal(index, sheet.deal(index).put("auction", write_auction(deal.progress.said)))
