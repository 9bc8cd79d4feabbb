"""The course of a deal as its lines tell it: who declared, called and played what, hands unasked.

The engine carries it out with empty hands, which is enough to know whose turn it is and who takes a trick.
Whether the hands allow it is asked in `checking`, when more is known of them.

What kind of state the engine is in follows from the lines that were read before. Types cannot tell that, which is why
some of them are ignored here and in `checking`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from games.engine import (
    Call,
    Deal,
    Exchange,
    IllegalAction,
    Match,
    NapoleonRules,
    Pass,
    Play,
    Rules,
)
from games.engine.cards import JOKER, Card, CardSet, card_set, cards_in
from games.engine.events import Bid, BidNap, Command
from games.engine.match import Running, RunningDeal, pack
from games.engine.nap import NapAuction, NapPassedOut, NapPlaying
from games.engine.napoleon import Auction, Calling, Exchanging, PassedOut, RunningPlay, Sealed

from .faults import Fault, Faulty
from .notation import UNKNOWN, Named, Said, Unreadable, read_auction, read_set, read_trick
from .sheet import DealLines, number_of

AUCTIONS: Final = (Auction, Sealed, NapAuction)


class Played(NamedTuple):
    """A card that was played, and the line that says so."""

    line: str
    seat: int
    card: Card


class TrickTold(NamedTuple):
    """A trick: who played which card, in order, and who took it if it is full."""

    line: str
    cards: tuple[tuple[int, Card], ...]
    winner: int | None = None


@dataclass(slots=True)
class Course:
    """A deal as far as its lines tell it."""

    number: int
    dealer: int
    state: RunningDeal | None = None
    """Where it stands; None once the auction was passed out or the engine has seen its end."""
    events: list[tuple[str, Command]] = field(default_factory=list)
    """What happened after the deal, with the lines that say so."""
    said: list[Said] = field(default_factory=list)
    plays: list[Played] = field(default_factory=list)
    tricks: list[TrickTold] = field(default_factory=list)
    declarer: int | None = None
    called: Card | None = None
    discards: CardSet | None = None
    passed_out: bool = False
    over: bool = False
    """All that was played has been told."""
    fault: Fault | None = None

    def declarations(self) -> list[Bid | BidNap | Pass]:
        return [event for _, event in self.events if isinstance(event, (Bid, BidNap, Pass))]


def course_of(match: Match, dealer: int, lines: DealLines) -> Course:
    """Follow the lines of the deal that is due in the match."""
    return _Follower(match, dealer, lines).follow()


def played_out(rules: Rules) -> Rules:
    """The rules, but that a deal is played to its last card."""
    return replace(rules, finish="played_out")


def cards_of(rules: Rules, line: str, text: str, most: int) -> CardSet:
    """The cards of a hand, the widow or the discards. Raises `Faulty`."""
    try:
        cards = read_set(text)
    except Unreadable as error:
        raise _unreadable(line, error) from None
    _check_pack(rules, line, cards)
    found = card_set(named.card for named in cards)
    if found.bit_count() != len(cards):
        twice = next(c.card for place, c in enumerate(cards) if c in cards[:place])
        raise Faulty(Fault(line=line, reason="twice", card=twice))
    if len(cards) > most:
        raise Faulty(Fault(line=line, reason="too_many", details={"most": most}))
    return found


def _unreadable(line: str, error: Unreadable) -> Faulty:
    return Faulty(Fault(line=line, reason=error.reason, details={"word": error.word}))


def _check_pack(rules: Rules, line: str, cards: list[Named]) -> None:
    for named in cards:
        if not pack(rules) >> named.card & 1:
            raise Faulty(Fault(line=line, reason="foreign", card=named.card))


class _Follower:
    """Carries out one line after the other."""

    def __init__(self, match: Match, dealer: int, lines: DealLines) -> None:
        self.rules = match.rules
        self.lines = lines
        self.number = match.ledger.opened + 1
        self.running = Running(match._replace(rules=played_out(match.rules)))
        self.course = Course(self.number, dealer)
        hands = (0,) * self.rules.players
        self.state = self.running.carry_out(Deal(self.number, dealer, hands, 0))

    def follow(self) -> Course:
        try:
            self._auction()
            while isinstance(self.state, (Calling, Exchanging)) and self._settle():
                pass
            if isinstance(self.state, (RunningPlay, NapPlaying)):
                self.course.declarer = self.state.turn
                self._tricks()
        except Faulty as error:
            self.course.fault = error.fault
        self.course.state = self.state
        return self.course

    def _carry_out(self, line: str, event: Command) -> None:
        self.course.events.append((line, event))
        self.state = self.running.carry_out(event)

    # --- The auction ---

    def _auction(self) -> None:
        text = self.lines.text("auction")
        try:
            said = read_auction(self.rules, text or "")
        except Unreadable as error:
            raise _unreadable("auction", error) from None
        for one in said:
            if not isinstance(self.state, AUCTIONS):
                raise Faulty(Fault(line="auction", reason="auction_over"))
            if one is None:
                self._all_pass()
            else:
                self._declare(one)
        self._note_end()

    def _all_pass(self) -> None:
        """All others pass, until the auction is over or somebody must bid."""
        while isinstance(self.state, AUCTIONS) and not getattr(self.state, "forced", False):
            self._declare(Said())

    def _declare(self, said: Said) -> None:
        seat = speaker(self.state)
        event: Pass | Bid | BidNap
        if said.is_pass:
            event = Pass(self.number, seat)
        elif isinstance(self.rules, NapoleonRules):
            event = Bid(self.number, seat, said.count, said.trump)
        else:
            event = BidNap(self.number, seat, said.nap or "two")
        try:
            self.state.judge(event)  # type: ignore[union-attr]
        except IllegalAction as error:
            raise Faulty(
                Fault(line="auction", reason=error.reason, details=error.details, seat=seat)
            ) from None
        self.course.said.append(said)
        self._carry_out("auction", event)

    def _note_end(self) -> None:
        """What the auction has come to, if it is over."""
        state = self.state
        if isinstance(state, (Calling, Exchanging)):
            self.course.declarer = state.deal.napoleon
        elif state is None:
            self.course.passed_out = isinstance(
                self.running.ledger.ended[-1], (PassedOut, NapPassedOut)
            )

    # --- The call and the exchange ---

    def _settle(self) -> bool:
        """Call or exchange; whether it has been told."""
        return self._call() if isinstance(self.state, Calling) else self._exchange()

    def _call(self) -> bool:
        text = self.lines.text("call")
        if text is None:
            return False
        (card,) = cards_in(cards_of(self.rules, "call", text, 1))
        self.course.called = card
        self._carry_out("call", Call(self.number, self._declarer(), card))
        return True

    def _exchange(self) -> bool:
        rules, text = self.rules, self.lines.text("discards")
        if text is None:
            return False
        if text != UNKNOWN:
            cards = cards_of(rules, "discards", text, rules.widow_size)
            self.course.discards = cards
            if cards.bit_count() < rules.widow_size:
                return False
        recipient = self._recipient()
        if recipient is None and getattr(rules, "discards_to", "") == "chosen_opponent":
            return False
        discards = self.course.discards or 0
        self._carry_out("discards", Exchange(self.number, self._declarer(), discards, recipient))
        return True

    def _recipient(self) -> int | None:
        text = self.lines.text("recipient")
        if text is None or getattr(self.rules, "discards_to", "") != "chosen_opponent":
            return None
        seat = int(text) - 1 if text.isdecimal() and text.isascii() and len(text) == 1 else -1
        if not 0 <= seat < self.rules.players or seat == self.course.declarer:
            raise Faulty(Fault(line="recipient", reason="no_such_recipient"))
        return seat

    def _declarer(self) -> int:
        if self.course.declarer is None:
            raise ValueError("there is no declarer yet")
        return self.course.declarer

    # --- The tricks ---

    def _tricks(self) -> None:
        lines = self.lines.tricks()
        for place, (line, text) in enumerate(lines, 1):
            if self._is_played_out():
                raise Faulty(Fault(line=line, reason="deal_over"))
            self._trick(line, text)
            short = self.course.tricks[-1].winner is None
            if place < len(lines) and (short or number_of(line) != place):
                raise Faulty(Fault(line=line, reason="trick_short"))
        self.course.over = self._is_played_out() or "end" in self.lines

    def _is_played_out(self) -> bool:
        return len(self.course.tricks) == self.rules.hand_size and (
            self.course.tricks[-1].winner is not None
        )

    def _trick(self, line: str, text: str) -> None:
        try:
            cards = read_trick(text)
        except Unreadable as error:
            raise _unreadable(line, error) from None
        _check_pack(self.rules, line, cards)
        if len(cards) > self.rules.players:
            details: dict[str, Any] = {"most": self.rules.players}
            raise Faulty(Fault(line=line, reason="too_many", details=details))
        lying: list[tuple[int, Card]] = []
        for named in cards:
            seat: int = self.state.turn  # type: ignore[union-attr]
            self._check_new(line, seat, named.card)
            lying.append((seat, named.card))
            self.course.plays.append(Played(line, seat, named.card))
            self._play(line, seat, named, is_lead=len(lying) == 1)
        winner = self._winner() if len(cards) == self.rules.players else None
        self.course.tricks.append(TrickTold(line, tuple(lying), winner))

    def _check_new(self, line: str, seat: int, card: Card) -> None:
        for before in self.course.plays:
            if before.card == card:
                other = before.line if before.line != line else ""
                reason = "played_before" if other else "twice"
                raise Faulty(
                    Fault(line=line, reason=reason, seat=before.seat, card=card, other=other)
                )

    def _play(self, line: str, seat: int, named: Named, *, is_lead: bool) -> None:
        suit = named.suit
        if is_lead and named.card == JOKER and isinstance(self.state, RunningPlay):
            suits = self.state.rules.suits_to_name
            suit = suits[0] if suit is None and len(suits) == 1 else suit
            if suit not in suits:
                reason = "suit_missing" if suit is None else "wrong_suit"
                raise Faulty(Fault(line=line, reason=reason, seat=seat, card=JOKER))
        elif suit is not None:
            raise Faulty(Fault(line=line, reason="suit_not_asked", seat=seat, card=JOKER))
        self._carry_out(line, Play(self.number, seat, named.card, suit))

    def _winner(self) -> int:
        if self.state is not None:
            return self.state.turn  # type: ignore[union-attr]  # who leads to the next
        last = self.running.ledger.ended[-1]
        return last.tricks[-1].winner  # type: ignore[union-attr]


def speaker(state: RunningDeal | None) -> int:
    """Who declares next; in a sealed auction the declarations are told in bidding order."""
    if isinstance(state, Sealed):
        return next(seat for seat in state.deal.in_bidding_order() if state.declared[seat] is None)
    return state.turn  # type: ignore[union-attr]
