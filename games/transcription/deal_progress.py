"""The progress of a deal as its lines tell it: who declared, called and played what, regardless of the hands.

The engine plays the deal with empty hands, which is enough to know whose turn it is and who wins a trick.
`transcript_check` checks it against the hands once they are known.

The lines read before determine the kind of engine state.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias

from games.transcription.notation import (
    UNKNOWN,
    AuctionWord,
    Named,
    Unreadable,
    read_auction,
    read_raise,
    read_set,
    read_trick,
)
from games.transcription.sheet import DealLines, LineError, LineFault, number_of
from napoleon.engine import Call, Deal, Exchange, IllegalCommand, Match, NapoleonRules, Pass, Play, Raise, Redeal, Rules
from napoleon.engine.cards import NO_CARD, Card, CardSet, card_set, cards_in, is_joker
from napoleon.engine.deal import PassedOut
from napoleon.engine.events import Bid, BidNap, CallWho, Command
from napoleon.engine.match import MatchCursor, pack
from napoleon.engine.nap import NapAuction, NapExchanging, NapPlaying
from napoleon.engine.napoleon import Auction, Calling, Exchanging, Sealed
from napoleon.engine.napoleon_contract import shows_widow
from napoleon.engine.napoleon_play import PlayCursor
from napoleon.engine.variants import DealCursor

AuctionState: TypeAlias = Auction | Sealed | NapAuction
AUCTIONS: Final = (Auction, Sealed, NapAuction)
EXCHANGES: Final = (Exchanging, NapExchanging)


class PlayedCard(NamedTuple):
    """A card that was played, and the line that contains it."""

    line: str
    seat: int
    card: Card


class TrickTold(NamedTuple):
    """A trick: the cards in order with their seats, and the winner if it is complete."""

    line: str
    cards: tuple[tuple[int, Card], ...]
    winner: int | None = None


@dataclass(slots=True)
class DealProgress:
    """A deal as far as its lines go."""

    number: int
    dealer: int
    state: DealCursor | None = None
    """The engine's state; None once the deal is passed out or over."""
    events: list[tuple[str, Command]] = field(default_factory=list)
    """The events after the dealing, each with its line."""
    said: list[AuctionWord] = field(default_factory=list)
    plays: list[PlayedCard] = field(default_factory=list)
    tricks: list[TrickTold] = field(default_factory=list)
    declarer: int | None = None
    taker: int | None = None
    """The declarer, if they take up the widow or the spare hand."""
    called: Card | None = None
    discards: CardSet | None = None
    passed_out: bool = False
    thrown_in: bool = False
    """A seat threw its hand in."""
    over: bool = False
    """The lines contain every card that was played."""
    fault: LineFault | None = None

    def played(self, seat: int | None = None) -> CardSet:
        """The cards that all have played, or that seat."""
        return card_set(play.card for play in self.plays if seat in (None, play.seat))

    def declarations(self) -> list[Bid | BidNap | Pass]:
        return [event for _, event in self.events if isinstance(event, (Bid, BidNap, Pass))]


def deal_progress(match: Match, dealer: int, lines: DealLines) -> DealProgress:
    """Follow the lines of the next deal of the match."""
    return _Follower(match, dealer, lines).follow()


def played_out(rules: Rules) -> Rules:
    """The same rules, with every deal played to its last card."""
    return replace(rules, finish="played_out")


def cards_of(rules: Rules, line: str, text: str, most: int) -> CardSet:
    """The cards of a hand, the widow or the discards. Raises `LineError`."""
    try:
        cards = read_set(text)
    except Unreadable as error:
        raise unreadable(line, error) from None
    _check_pack(rules, line, cards)
    chosen = card_set(named.card for named in cards)
    if chosen.bit_count() != len(cards):
        before = [named.card for named in cards]
        twice = next(card for place, card in enumerate(before) if card in before[:place])
        raise LineError(LineFault(line=line, reason="twice", card=twice))
    if len(cards) > most:
        raise LineError(LineFault(line=line, reason="too_many", details={"most": most}))
    return chosen


def unreadable(line: str, error: Unreadable) -> LineError:
    return LineError(LineFault(line=line, reason=error.reason, details={"word": error.word}))


def _check_pack(rules: Rules, line: str, cards: list[Named]) -> None:
    for named in cards:
        if not pack(rules) >> named.card & 1:
            raise LineError(LineFault(line=line, reason="foreign", card=named.card))


class _Follower:
    """Plays one line after the other on the engine."""

    def __init__(self, match: Match, dealer: int, lines: DealLines) -> None:
        self.rules = match.rules
        self.lines = lines
        self.number = match.ledger.opened + 1
        self.running = MatchCursor(match._replace(rules=played_out(match.rules)))
        self.progress = DealProgress(self.number, dealer)
        hands = (0,) * self.rules.players
        self.state = self.running.apply_in_place(Deal(self.number, dealer, hands, 0))

    def follow(self) -> DealProgress:
        try:
            self._auction()
            while isinstance(self.state, (Calling, *EXCHANGES)) and self._settle():
                pass
            if isinstance(self.state, (PlayCursor, NapPlaying)):
                self.progress.declarer = self.state.turn
                self._tricks()
        except LineError as error:
            self.progress.fault = error.fault
        self.progress.state = self.state
        return self.progress

    def _apply(self, line: str, event: Command) -> None:
        self.progress.events.append((line, event))
        self.state = self.running.apply_in_place(event)

    # --- The auction ---

    def _auction(self) -> None:
        text = self.lines.text("auction")
        try:
            said = read_auction(self.rules, text or "")
        except Unreadable as error:
            raise unreadable("auction", error) from None
        for word in said:
            state = self.state
            if not isinstance(state, AUCTIONS):
                raise LineError(LineFault(line="auction", reason="auction_over"))
            if word is None:
                self._all_pass()
            else:
                self._declare(state, word)
        self._note_end()

    def _all_pass(self) -> None:
        """Let all others pass until the auction is over, begins once more, or a seat must bid."""
        before = _earlier(self.state)
        while isinstance(self.state, AUCTIONS) and not getattr(self.state, "forced", False):
            self._declare(self.state, AuctionWord())
            if _earlier(self.state) != before:
                return

    def _declare(self, state: AuctionState, said: AuctionWord) -> None:
        seat = speaker(state)
        event: Pass | Bid | BidNap | Redeal
        if said.redeal:
            event = Redeal(self.number, seat)
        elif said.is_pass:
            event = Pass(self.number, seat)
        elif isinstance(self.rules, NapoleonRules):
            event = Bid(self.number, seat, said.count, said.trump)
        else:
            event = BidNap(self.number, seat, said.nap or "two")
        try:
            state.judge(event)
        except IllegalCommand as error:
            raise LineError(LineFault(line="auction", reason=error.reason, details=error.details, seat=seat)) from None
        self.progress.said.append(said)
        self._apply("auction", event)

    def _note_end(self) -> None:
        """Note the result of the auction if it is over."""
        state = self.state
        if isinstance(state, (Calling, Exchanging)):
            self.progress.declarer = self.progress.taker = state.contract.napoleon
        elif isinstance(state, NapExchanging):
            self.progress.declarer = self.progress.taker = state.contract.declarer
        elif state is None:
            end = self.running.ledger.ended[-1]
            self.progress.passed_out = isinstance(end, PassedOut)
            self.progress.thrown_in = isinstance(end, PassedOut) and end.redeal is not None

    # --- The call and the exchange ---

    def _settle(self) -> bool:
        """Apply the call or the exchange; return whether its line is there."""
        return self._call() if isinstance(self.state, Calling) else self._exchange()

    def _call(self) -> bool:
        text = self.lines.text("call")
        if text is None:
            return False
        if text in CALLED_WHO:
            self._apply("call", self._called(CALLED_WHO[text]))
            return True
        (card,) = cards_in(cards_of(self.rules, "call", text, 1))
        self.progress.called = card
        self._apply("call", Call(self.number, self._declarer(), card))
        return True

    def _called(self, who: CallWho) -> Call:
        """The call of nobody, or of the winner of the first trick. Raises `LineError` where the rules have none."""
        call = Call(self.number, self._declarer(), NO_CARD, who)
        self._judge("call", call)
        return call

    def _judge(self, line: str, event: Call | Raise) -> None:
        if not isinstance(self.state, (Calling, Exchanging)):
            raise ValueError("nothing is called or raised now")
        try:
            self.state.judge(event)
        except IllegalCommand as error:
            raise LineError(LineFault(line=line, reason=error.reason, details=error.details, seat=event.seat)) from None

    def _raise(self) -> bool:
        """Apply a raise; return whether its line is there, or the rules need none."""
        text = self.lines.text("raise")
        if not may_raise(self.rules, self.state):
            return True
        if text is None:
            return False
        try:
            raised = read_raise(text)
        except Unreadable as error:
            raise unreadable("raise", error) from None
        if raised is not None:
            event = Raise(self.number, self._declarer(), raised.count, raised.trump)
            self._judge("raise", event)
            self._apply("raise", event)
        return True

    def _exchange(self) -> bool:
        if not self._raise():
            return False
        rules, text = self.rules, self.lines.text("discards")
        if text is None:
            return False
        if text != UNKNOWN:
            cards = cards_of(rules, "discards", text, rules.widow_size)
            self.progress.discards = cards
            if cards.bit_count() < rules.widow_size:
                return False
        recipient = self._recipient()
        if recipient is None and getattr(rules, "discards_to", "") == "chosen_opponent":
            return False
        discards = self.progress.discards or 0
        self._apply("discards", Exchange(self.number, self._declarer(), discards, recipient))
        return True

    def _recipient(self) -> int | None:
        text = self.lines.text("recipient")
        if text is None or getattr(self.rules, "discards_to", "") != "chosen_opponent":
            return None
        seat = int(text) - 1 if text.isdecimal() and text.isascii() and len(text) == 1 else -1
        if not 0 <= seat < self.rules.players or seat == self.progress.declarer:
            raise LineError(LineFault(line="recipient", reason="no_such_recipient"))
        return seat

    def _declarer(self) -> int:
        if self.progress.declarer is None:
            raise ValueError("there is no declarer yet")
        return self.progress.declarer

    # --- The tricks ---

    def _tricks(self) -> None:
        lines = self.lines.tricks()
        for place, (line, text) in enumerate(lines, 1):
            if self._is_played_out():
                raise LineError(LineFault(line=line, reason="deal_over"))
            self._trick(line, text)
            short = self.progress.tricks[-1].winner is None
            if place < len(lines) and (short or number_of(line) != place):
                raise LineError(LineFault(line=line, reason="trick_short"))
        self.progress.over = self._is_played_out() or "end" in self.lines

    def _is_played_out(self) -> bool:
        return len(self.progress.tricks) == self.rules.hand_size and (self.progress.tricks[-1].winner is not None)

    def _trick(self, line: str, text: str) -> None:
        try:
            cards = read_trick(text)
        except Unreadable as error:
            raise unreadable(line, error) from None
        _check_pack(self.rules, line, cards)
        if len(cards) > self.rules.players:
            details: dict[str, Any] = {"most": self.rules.players}
            raise LineError(LineFault(line=line, reason="too_many", details=details))
        lying: list[tuple[int, Card]] = []
        for named in cards:
            seat = turn_of(self.state)
            self._check_new(line, seat, named.card)
            lying.append((seat, named.card))
            self.progress.plays.append(PlayedCard(line, seat, named.card))
            self._play(line, seat, named, is_lead=len(lying) == 1)
        winner = self._winner() if len(cards) == self.rules.players else None
        self.progress.tricks.append(TrickTold(line, tuple(lying), winner))

    def _check_new(self, line: str, seat: int, card: Card) -> None:
        for before in self.progress.plays:
            if before.card == card:
                other = before.line if before.line != line else ""
                reason = "played_before" if other else "twice"
                raise LineError(LineFault(line=line, reason=reason, seat=before.seat, card=card, other=other))

    def _play(self, line: str, seat: int, named: Named, *, is_lead: bool) -> None:
        suit = named.suit
        if is_lead and is_joker(named.card) and isinstance(self.state, PlayCursor):
            suits = self.state.rules.suits_to_name
            suit = suits[0] if suit is None and len(suits) == 1 else suit
            if suit not in suits:
                reason = "suit_missing" if suit is None else "wrong_suit"
                raise LineError(LineFault(line=line, reason=reason, seat=seat, card=named.card))
        elif suit is not None:
            raise LineError(LineFault(line=line, reason="suit_not_asked", seat=seat, card=named.card))
        self._apply(line, Play(self.number, seat, named.card, suit, self._call_of(line, seat, named, is_lead=is_lead)))

    def _call_of(self, line: str, seat: int, named: Named, *, is_lead: bool) -> bool | None:
        """Whether the card calls the joker; None where that is not for its player to say."""
        state = self.state
        is_asked = is_lead and isinstance(state, PlayCursor) and state.rules.call_optional
        if is_asked and isinstance(state, PlayCursor) and state.rules.callers >> named.card & 1:
            return named.calls_joker
        if named.calls_joker:
            raise LineError(LineFault(line=line, reason="call_not_asked", seat=seat, card=named.card))
        return None

    def _winner(self) -> int:
        if self.state is not None:
            return turn_of(self.state)  # who leads to the next
        last = self.running.ledger.ended[-1]
        return last.tricks[-1].winner  # type: ignore[union-attr]  # a deal with a trick is not passed out


CALLED_WHO: Final[dict[str, CallWho]] = {"NOBODY": "nobody", "FIRST": "first_trick"}
"""The words for a call of no card."""


def may_raise(rules: Rules, state: DealCursor | None) -> bool:
    """Whether the declarer may still raise the bid here."""
    return isinstance(state, Exchanging) and bool(state.raises())


def raises(progress: DealProgress) -> list[Raise]:
    return [event for _line, event in progress.events if isinstance(event, Raise)]


def _earlier(state: DealCursor | None) -> bool:
    """Whether the auction has begun once more, after everybody had passed."""
    return isinstance(state, (Auction, Sealed)) and shows_widow(state.dealt.rules, state.history)


def speaker(state: AuctionState) -> int:
    """The seat that declares next; the lines list sealed declarations in bidding order."""
    if isinstance(state, Sealed):
        return next(seat for seat in state.dealt.in_bidding_order() if state.declared[seat] is None)
    return state.turn


def turn_of(state: DealCursor | None) -> int:
    """The seat that plays the next card. Raises `ValueError` where none is to be played."""
    if not isinstance(state, (PlayCursor, NapPlaying)):
        raise ValueError("no card is to be played")
    return state.turn
