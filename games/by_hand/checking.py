"""A whole sheet, replayed by the rules: what stands, the first line that is wrong, and what is to be written next."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from games.engine import Deal, IllegalAction, Match, NapoleonRules, Play, Rules, next_deal, start
from games.engine.cards import JOKER_SET, SUIT_SETS, SUITS, CardSet
from games.engine.events import Event
from games.engine.match import Running
from games.engine.napoleon import Calling, Exchanging

from .course import AUCTIONS, Course, course_of, speaker
from .faults import Fault, Faulty
from .hands import Known, held_so_far, known_hands
from .notation import UNKNOWN
from .sheet import DealLines, Sheet


@dataclass(frozen=True, slots=True)
class Wanted:
    """The line that is to be written or gone on with."""

    line: str
    seat: int | None = None
    """Whose bid or card comes next."""
    cards: int = 0
    """How many cards belong into the line."""


@dataclass(slots=True)
class CheckedDeal:
    """A deal of the sheet."""

    index: int
    """Its place in the sheet, from 1."""
    number: int
    """Its number in the match: what was passed out and left out has none of its own."""
    lines: DealLines
    course: Course
    known: Known | None = None
    fault: Fault | None = None
    wanted: Wanted | None = None
    events: list[Event] = field(default_factory=list)
    """The deal as the match has it, once its hands are certain."""
    left_out: bool = False
    """Passed out with hands that nobody has noted: it changes nothing, so the record goes without it."""

    @property
    def is_done(self) -> bool:
        return self.fault is None and self.wanted is None


@dataclass(slots=True)
class Checked:
    """The sheet, as far as it can be followed."""

    rules: Rules
    deals: list[CheckedDeal]
    """The last one may be the one of which nothing is written yet."""
    match: Match
    """With every deal whose hands are certain."""

    @property
    def current(self) -> CheckedDeal | None:
        """The deal that is not done."""
        return self.deals[-1] if self.deals and not self.deals[-1].is_done else None

    @property
    def fault(self) -> Fault | None:
        return self.current.fault if self.current else None

    @property
    def ended(self) -> int:
        """How many deals have been played to their end."""
        return self.match.ledger.counted - len(self.match.open)

    def deal(self, index: int) -> CheckedDeal | None:
        return self.deals[index - 1] if 1 <= index <= len(self.deals) else None


def check(rules: Rules, dealer: int, sheet: Sheet) -> Checked:
    """Replay the sheet. ``dealer`` deals first."""
    match, followed = _follow(rules, dealer, sheet.deals)
    deals = list(followed)
    due = next_deal(match) if not deals or deals[-1].is_done else None
    if due is not None:
        first = dealer if due.dealer is None else due.dealer
        deals.append(_check_deal(Running(match), len(deals) + 1, first, DealLines()))
    return Checked(rules, deals, match)


# A page asks several times, and what has been written before the last line stays as it is.
@lru_cache(maxsize=256)
def _follow(
    rules: Rules, dealer: int, deals: tuple[DealLines, ...]
) -> tuple[Match, tuple[CheckedDeal, ...]]:
    """The match after these deals, and each of them up to the first that is not done."""
    if not deals:
        return start(rules), ()
    match, before = _follow(rules, dealer, deals[:-1])
    if len(before) < len(deals) - 1 or (before and not before[-1].is_done):
        return match, before
    due, index = next_deal(match), len(deals)
    if due is None:
        return match, (*before, _after_end(index, deals[-1]))
    running = Running(match)
    first = dealer if due.dealer is None else due.dealer
    deal = _check_deal(running, index, first, deals[-1])
    return running.match(), (*before, deal)


def _after_end(index: int, lines: DealLines) -> CheckedDeal:
    """A deal that has no place in the match, because one before it was changed."""
    deal = CheckedDeal(index, 0, lines, Course(0, 0))
    first = lines.lines[0][0] if lines.lines else "auction"
    deal.fault = Fault(line=first, reason="match_over")
    return deal


def _check_deal(running: Running, index: int, dealer: int, lines: DealLines) -> CheckedDeal:
    """Judge the deal by what is known of its hands, and carry it out in the match if they are certain."""
    match = running.match()
    course = course_of(match, dealer, lines)
    deal = CheckedDeal(index, course.number, lines, course)
    try:
        known = deal.known = known_hands(match.rules, lines, course)
        if course.fault is not None:
            raise Faulty(course.fault)
        if known.hands is not None and _tells_exchange(course, known):
            _carry_out(running, deal, known, known.hands)
        else:
            _judge_partly(match, deal, known)
    except Faulty as error:
        deal.fault = course.fault or error.fault
        return deal
    deal.wanted = _wanted(match.rules, deal, known)
    deal.left_out = deal.wanted is None and not deal.events
    return deal


def _tells_exchange(course: Course, known: Known) -> bool:
    """Nothing happened with cards laid away that are not known."""
    return known.discards is not None or not any(line == "discards" for line, _ in course.events)


# --- With certain hands ---


def _carry_out(
    running: Running, deal: CheckedDeal, known: Known, hands: tuple[CardSet, ...]
) -> None:
    """Let the rules judge everything, and the match go on."""
    course = deal.course
    trial = Running(running.match())
    dealt = Deal(deal.number, course.dealer, hands, known.widow or 0)
    events: list[Event] = [dealt]
    try:
        trial.push(dealt)
    except IllegalAction as error:
        raise Faulty(Fault(line=deal.lines.lines[0][0], reason=error.reason)) from None
    for line, told in course.events:
        event: Event = told
        if line == "discards":
            event = told._replace(discard=known.discards or 0)  # type: ignore[call-arg]
        if deal.number not in trial.deals:
            raise Faulty(Fault(line=line, reason="decided_before"))
        _push(trial, line, event, course)
        events.append(event)
    is_open = deal.number in trial.deals
    if is_open and "end" in deal.lines:
        raise Faulty(Fault(line="end", reason="not_decided"))
    deal.events = events
    course.over = not is_open
    for event in events:
        running.carry_out(event)


def _push(trial: Running, line: str, event: Event, course: Course) -> None:
    try:
        trial.push(event)
    except IllegalAction as error:
        raise Faulty(_refused(line, event, error, course)) from None


def _refused(line: str, event: Event, error: IllegalAction, course: Course) -> Fault:
    """Why the rules forbid it; if a card was not followed with, the line in which that card was played later."""
    seat = None if isinstance(event, Deal) else event.seat
    card = event.card if isinstance(event, Play) else None
    fault = Fault(line=line, reason=error.reason, details=error.details, seat=seat, card=card)
    if not isinstance(event, Play) or error.reason not in ("must_follow", "joker_called"):
        return fault
    wished = _wished(error)
    since = [play for play in course.plays if play.seat == seat and wished >> play.card & 1]
    places = [play.card for play in course.plays]
    later = [p for p in since if places.index(p.card) > places.index(event.card)]
    if not later:
        return fault
    return Fault(
        line=line,
        reason=error.reason,
        details=error.details,
        seat=seat,
        card=card,
        other=later[0].line,
        proof=later[0].card,
    )


def _wished(error: IllegalAction) -> CardSet:
    """The cards one of which ought to have been played."""
    suit = error.details.get("suit")
    return SUIT_SETS[SUITS.index(suit)] if isinstance(suit, str) else JOKER_SET


# --- With hands that are not certain yet ---


def _judge_partly(match: Match, deal: CheckedDeal, known: Known) -> None:
    """Let the rules judge the tricks by the cards that each seat has surely held."""
    course = deal.course
    trial = Running(match)
    hands = held_so_far(match.rules, course, known)
    trial.carry_out(Deal(deal.number, course.dealer, hands, 0))
    for line, event in course.events:
        if deal.number not in trial.deals:
            # Nothing is known of a further card, so it looks as if the hands were empty.
            return
        if isinstance(event, Play):
            _push(trial, line, event, course)
        elif line == "discards":
            trial.carry_out(event._replace(discard=0))  # type: ignore[call-arg]
        else:
            trial.carry_out(event)


# --- What comes next ---


def _wanted(rules: Rules, deal: CheckedDeal, known: Known) -> Wanted | None:
    """The next line of the deal; None if it is told whole."""
    course = deal.course
    if hand := _wanted_hand(rules, deal, known):
        return hand
    if course.over:
        return _wanted_at_end(rules, deal, known)
    if course.passed_out:
        return None
    state = course.state
    if isinstance(state, AUCTIONS):
        return Wanted("auction", speaker(state))
    if isinstance(state, Calling):
        return Wanted("call", course.declarer, 1)
    if isinstance(state, Exchanging):
        told = deal.lines.text("discards")
        cards = (course.discards or 0).bit_count()
        if told is None or (told != UNKNOWN and cards < rules.widow_size):
            return Wanted("discards", course.declarer, rules.widow_size)
        return Wanted("recipient", course.declarer)
    return _wanted_trick(rules, course)


def _wanted_trick(rules: Rules, course: Course) -> Wanted:
    full = [trick for trick in course.tricks if trick.winner is not None]
    seat = course.state.turn  # type: ignore[union-attr]
    return Wanted(f"trick-{len(full) + 1}", seat, rules.players)


def _wanted_hand(rules: Rules, deal: CheckedDeal, known: Known) -> Wanted | None:
    """The next hand where hands are told first, or where nothing else tells them."""
    if known.hands is not None or deal.course.over:
        return None
    told = any(line.startswith("hand-") for line, _ in deal.lines)
    started = "auction" in deal.lines
    needed = deal.course.passed_out and not isinstance(rules, NapoleonRules)
    if not needed and (started or not told):
        return None
    for seat in range(rules.players):
        last = seat == rules.players - 1 and isinstance(rules, NapoleonRules)
        if seat not in known.given and last and deal.lines.text("widow") != UNKNOWN:
            return Wanted("widow", None, rules.widow_size)
        if seat not in known.given:
            return Wanted(f"hand-{seat}", seat, rules.hand_size)
    return None


def _wanted_at_end(rules: Rules, deal: CheckedDeal, known: Known) -> Wanted | None:
    """What the tricks have not told of the hands."""
    if known.hands is not None and _tells_exchange(deal.course, known):
        return None
    if "end" in deal.lines:
        left = rules.hand_size - len(deal.course.tricks)
        for seat in range(rules.players):
            if _lacks_rest(rules, deal, known, seat):
                return Wanted(f"left-{seat}", seat, left)
    if isinstance(rules, NapoleonRules) and known.widow is None:
        return Wanted("widow", deal.course.declarer, rules.widow_size)
    if isinstance(rules, NapoleonRules) and known.discards is None:
        return Wanted("discards", deal.course.declarer, rules.widow_size)
    return None


def _lacks_rest(rules: Rules, deal: CheckedDeal, known: Known, seat: int) -> bool:
    """Whether the cards that the seat still held at the end are not known."""
    if seat == deal.course.declarer and isinstance(rules, NapoleonRules):
        room = rules.hand_size + rules.widow_size
        told = known.owned[seat].bit_count() == room and known.discards is not None
        played = sum(play.seat == seat for play in deal.course.plays)
        text = deal.lines.text(f"left-{seat}") or ""
        return not told and len(text.split()) < rules.hand_size - played
    return known.owned[seat].bit_count() < rules.hand_size
