"""Replays all lines of a transcription by the rules: finds the first wrong line and the line to write next."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from games.transcription.deal_progress import (
    AUCTIONS,
    EXCHANGES,
    DealProgress,
    deal_progress,
    may_raise,
    speaker,
    turn_of,
)
from games.transcription.hand_inference import Known, held_so_far, known_hands, room
from games.transcription.notation import UNKNOWN
from games.transcription.sheet import DealLines, LineError, LineFault, MatchLines, widow_line
from napoleon.engine import Deal, Exchange, IllegalCommand, Match, Play, Rules, next_deal, start
from napoleon.engine.cards import JOKERS, SUIT_SETS, SUITS, CardSet
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor
from napoleon.engine.napoleon import Calling


@dataclass(frozen=True, slots=True)
class WantedLine:
    """The line to write or to continue next."""

    line: str
    seat: int | None = None
    """The seat whose bid or card comes next."""
    cards: int = 0
    """The number of cards that the line takes."""


@dataclass(slots=True)
class CheckedDeal:
    """A deal of the transcription, replayed."""

    index: int
    """Its position among the deals written, from 1."""
    number: int
    """Its number in the match. A passed-out deal that the record leaves out has no number of its own."""
    lines: DealLines
    progress: DealProgress
    known: Known | None = None
    fault: LineFault | None = None
    wanted: WantedLine | None = None
    events: list[Event] = field(default_factory=list)
    """The events of the deal, once its hands are certain."""
    left_out: bool = False
    """Passed out with unknown hands. It changes nothing, so the record leaves it out."""

    @property
    def is_done(self) -> bool:
        return self.fault is None and self.wanted is None


@dataclass(slots=True)
class CheckedTranscript:
    """The transcription as far as it can be replayed."""

    rules: Rules
    deals: list[CheckedDeal]
    """The last one may be a deal with no line yet."""
    match: Match
    """The match with every deal whose hands are certain."""

    @property
    def current(self) -> CheckedDeal | None:
        """The unfinished deal."""
        return self.deals[-1] if self.deals and not self.deals[-1].is_done else None

    @property
    def fault(self) -> LineFault | None:
        return self.current.fault if self.current else None

    @property
    def ended(self) -> int:
        """The number of deals played to the end."""
        return self.match.ledger.counted - len(self.match.open)

    def deal(self, index: int) -> CheckedDeal | None:
        return self.deals[index - 1] if 1 <= index <= len(self.deals) else None


def check(rules: Rules, dealer: int, sheet: MatchLines) -> CheckedTranscript:
    """Replay the transcription. ``dealer`` deals first."""
    match, followed = _follow(rules, dealer, sheet.deals)
    deals = list(followed)
    due = next_deal(match) if not deals or deals[-1].is_done else None
    if due is not None:
        first = dealer if due.dealer is None else due.dealer
        deals.append(_check_deal(MatchCursor(match), len(deals) + 1, first, DealLines()))
    return CheckedTranscript(rules, deals, match)


# A page asks several times, and the deals before the last line do not change.
@lru_cache(maxsize=256)
def _follow(rules: Rules, dealer: int, deals: tuple[DealLines, ...]) -> tuple[Match, tuple[CheckedDeal, ...]]:
    """The match after these deals, and each deal up to the first unfinished one."""
    if not deals:
        return start(rules), ()
    match, before = _follow(rules, dealer, deals[:-1])
    if len(before) < len(deals) - 1 or (before and not before[-1].is_done):
        return match, before
    due, index = next_deal(match), len(deals)
    if due is None:
        return match, (*before, _after_end(index, deals[-1]))
    running = MatchCursor(match)
    first = dealer if due.dealer is None else due.dealer
    deal = _check_deal(running, index, first, deals[-1])
    return running.match(), (*before, deal)


def _after_end(index: int, lines: DealLines) -> CheckedDeal:
    """A deal beyond the end of the match, because an earlier deal was changed."""
    deal = CheckedDeal(index, 0, lines, DealProgress(0, 0))
    first = lines.lines[0][0] if lines.lines else "auction"
    deal.fault = LineFault(line=first, reason="match_over")
    return deal


def _check_deal(running: MatchCursor, index: int, dealer: int, lines: DealLines) -> CheckedDeal:
    """Check the deal against what is known of its hands, and apply it to the match if they are certain."""
    match = running.match()
    progress = deal_progress(match, dealer, lines)
    deal = CheckedDeal(index, progress.number, lines, progress)
    try:
        known = deal.known = known_hands(match.rules, lines, progress)
        if progress.fault is not None:
            raise LineError(progress.fault)
        if known.hands is not None and _tells_exchange(progress, known):
            _carry_out(running, deal, known, known.hands)
        else:
            _judge_partly(match, deal, known)
    except LineError as error:
        deal.fault = progress.fault or error.fault
        return deal
    deal.wanted = _wanted(match.rules, deal, known)
    deal.left_out = deal.wanted is None and not deal.events
    return deal


def _tells_exchange(progress: DealProgress, known: Known) -> bool:
    """No event depends on discards that nobody knows."""
    return known.discards is not None or not any(line == "discards" for line, _ in progress.events)


# --- With certain hands ---


def _carry_out(running: MatchCursor, deal: CheckedDeal, known: Known, hands: tuple[CardSet, ...]) -> None:
    """Check every event by the rules and apply it to the match."""
    progress = deal.progress
    trial = MatchCursor(running.match())
    dealt = Deal(deal.number, progress.dealer, hands, known.widow or 0)
    events: list[Event] = [dealt]
    try:
        trial.push(dealt)
    except IllegalCommand as error:
        raise LineError(LineFault(line=deal.lines.lines[0][0], reason=error.reason)) from None
    for line, command in progress.events:
        event: Event = command
        if isinstance(command, Exchange):
            event = command._replace(discard=known.discards or 0)
        if deal.number not in trial.deals:
            raise LineError(LineFault(line=line, reason="decided_before"))
        _push(trial, line, event, progress)
        events.append(event)
    is_open = deal.number in trial.deals
    if is_open and "end" in deal.lines:
        raise LineError(LineFault(line="end", reason="not_decided"))
    deal.events = events
    progress.over = not is_open
    for event in events:
        running.apply_in_place(event)


def _push(trial: MatchCursor, line: str, event: Event, progress: DealProgress) -> None:
    try:
        trial.push(event)
    except IllegalCommand as error:
        raise LineError(_refused(line, event, error, progress)) from None


def _refused(line: str, event: Event, error: IllegalCommand, progress: DealProgress) -> LineFault:
    """Why the rules forbid it; after a revoke, also the line in which the withheld card was played later."""
    seat = None if isinstance(event, Deal) else event.seat
    card = event.card if isinstance(event, Play) else None
    fault = LineFault(line=line, reason=error.reason, details=error.details, seat=seat, card=card)
    if not isinstance(event, Play) or error.reason not in ("must_follow", "joker_called"):
        return fault
    wished = _wished(error)
    cards = [play.card for play in progress.plays]
    later = progress.plays[cards.index(event.card) + 1 :]
    proof = next((play for play in later if play.seat == seat and wished >> play.card & 1), None)
    return replace(fault, other=proof.line, proof=proof.card) if proof else fault


def _wished(error: IllegalCommand) -> CardSet:
    """The cards of which one had to be played."""
    suit = error.details.get("suit")
    return SUIT_SETS[SUITS.index(suit)] if isinstance(suit, str) else JOKERS


# --- With uncertain hands ---


def _judge_partly(match: Match, deal: CheckedDeal, known: Known) -> None:
    """Check the tricks against the cards that each seat certainly held."""
    progress = deal.progress
    trial = MatchCursor(match)
    hands = held_so_far(match.rules, progress, known)
    trial.apply_in_place(Deal(deal.number, progress.dealer, hands, 0))
    for line, event in progress.events:
        if deal.number not in trial.deals:
            # No further card is known, so the trial hands run out here.
            return
        if isinstance(event, Play):
            _push(trial, line, event, progress)
        elif isinstance(event, Exchange):
            trial.apply_in_place(event._replace(discard=0))
        else:
            trial.apply_in_place(event)


# --- What comes next ---


def _wanted(rules: Rules, deal: CheckedDeal, known: Known) -> WantedLine | None:
    """The next line of the deal; None if the deal is complete."""
    progress = deal.progress
    if hand := _wanted_hand(rules, deal, known):
        return hand
    if progress.over:
        return _wanted_at_end(rules, deal, known)
    if progress.passed_out:
        return None
    state = progress.state
    if isinstance(state, AUCTIONS):
        return WantedLine("auction", speaker(state))
    if isinstance(state, Calling):
        return WantedLine("call", progress.declarer, 1)
    if may_raise(rules, state) and "raise" not in deal.lines:
        return WantedLine("raise", progress.declarer)
    if isinstance(state, EXCHANGES):
        text = deal.lines.text("discards")
        cards = (progress.discards or 0).bit_count()
        if text is None or (text != UNKNOWN and cards < rules.widow_size):
            return WantedLine("discards", progress.declarer, rules.widow_size)
        return WantedLine("recipient", progress.declarer)
    return _wanted_trick(rules, progress)


def _wanted_trick(rules: Rules, progress: DealProgress) -> WantedLine:
    full = [trick for trick in progress.tricks if trick.winner is not None]
    return WantedLine(f"trick-{len(full) + 1}", turn_of(progress.state), rules.players)


def _changes_nothing(rules: Rules) -> bool:
    """Whether a passed-out deal leaves the number of deals and the next dealer as they were."""
    return not rules.counts_passed_out and rules.same_dealer_redeals


def _wanted_hand(rules: Rules, deal: CheckedDeal, known: Known) -> WantedLine | None:
    """The next hand to enter, if hands are entered first or nothing else determines them."""
    if known.hands is not None or deal.progress.over:
        return None
    has_hands = any(line.startswith("hand-") for line, _ in deal.lines)
    started = "auction" in deal.lines
    needed = deal.progress.passed_out and not deal.progress.thrown_in and not _changes_nothing(rules)
    if not needed and (started or not has_hands):
        return None
    for seat in range(rules.players):
        # Of Napoleon's game the last hand is what is left.
        last = seat == rules.players - 1 and widow_line(rules) == "widow"
        if seat not in known.given and last and deal.lines.text("widow") != UNKNOWN:
            return WantedLine("widow", None, rules.widow_size)
        if seat not in known.given:
            return WantedLine(f"hand-{seat}", seat, rules.hand_size)
    return None


def _wanted_at_end(rules: Rules, deal: CheckedDeal, known: Known) -> WantedLine | None:
    """The cards left in hand that the tricks do not determine."""
    if known.hands is not None and _tells_exchange(deal.progress, known):
        return None
    if "end" in deal.lines:
        left = rules.hand_size - len(deal.progress.tricks)
        for seat in range(rules.players):
            if _lacks_rest(rules, deal, known, seat):
                return WantedLine(f"left-{seat}", seat, left)
    taker = deal.progress.taker
    if taker is not None and known.widow is None:
        return WantedLine(widow_line(rules), taker, rules.widow_size)
    if taker is not None and known.discards is None:
        return WantedLine("discards", taker, rules.widow_size)
    return None


def _lacks_rest(rules: Rules, deal: CheckedDeal, known: Known, seat: int) -> bool:
    """Whether the cards left in the seat's hand at the end are unknown."""
    lacks_cards = known.owned[seat].bit_count() < room(rules, deal.progress, seat)
    if seat == deal.progress.taker:
        is_known = not lacks_cards and known.discards is not None
        played = sum(play.seat == seat for play in deal.progress.plays)
        text = deal.lines.text(f"left-{seat}") or ""
        return not is_known and len(text.split()) < rules.hand_size - played
    return lacks_cards
