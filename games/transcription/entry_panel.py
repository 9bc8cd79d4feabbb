"""The entry panel of a transcription: the line to write, the cards on the table, and the keys to tap."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.auction import CALLED_WHO as CALLED
from games.presentation.cards import (
    SUIT_ORDER,
    BidWord,
    Face,
    bid_word,
    face,
    faces,
    in_hand_order,
    label,
    nap_bid_word,
)
from games.transcription.deal_progress import AUCTIONS, CALLED_WHO, DealProgress, speaker
from games.transcription.error_messages import fault_text, line_title
from games.transcription.hand_inference import may_hold, room
from games.transcription.line_entry import may_stop
from games.transcription.notation import CALLS as CALL
from games.transcription.notation import NO_RAISE, REDEAL, REST, UNKNOWN
from games.transcription.sheet import LineFault, kind_of, number_of
from games.transcription.transcript_check import CheckedDeal, CheckedTranscript, WantedLine
from napoleon.engine import Bid, BidNap, NapoleonRules, Pass, Raise, Redeal, card_name
from napoleon.engine.cards import JOKERS, SUIT_SETS, SUITS, TRUMPS, CardSet, cards_in
from napoleon.engine.events import LegalCommand
from napoleon.engine.match import pack
from napoleon.engine.nap import NapPlaying
from napoleon.engine.napoleon import CALLS, Exchanging
from napoleon.engine.napoleon_play import PlayCursor, Playing


@dataclass(frozen=True, slots=True)
class PanelKey:
    """A button that writes a card or a bid."""

    value: str
    word: str
    is_open: bool = True
    suit: str = ""
    bid: BidWord | None = None


@dataclass(frozen=True, slots=True)
class LineItem:
    """A card or bid in a line; the player's name if the line says it, alone if their card or bid is to come."""

    name: str = ""
    face: Face | None = None
    bid: BidWord | None = None
    is_pass: bool = False
    is_redeal: bool = False
    is_next: bool = False
    has_won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The form for one line."""

    deal: int
    number: int
    line: str
    title: str
    asks: str
    hint: str
    kept: str
    """The part of the line that is already written."""
    text: str
    fault: str = ""
    other: str = ""
    """Another line that may be the wrong one, and its title."""
    other_title: str = ""
    is_correction: bool = False
    may_take_back: bool = False
    """The last entry may be the wrong one."""
    places: list[LineItem] = field(default_factory=list)
    entered: list[Face] = field(default_factory=list)
    """The cards of a hand, the widow or the discards already in the line."""
    suits: list[list[PanelKey]] = field(default_factory=list)
    joker: list[PanelKey] = field(default_factory=list)
    bids: list[list[PanelKey]] = field(default_factory=list)
    more_bids: list[list[PanelKey]] = field(default_factory=list)
    quick: list[PanelKey] = field(default_factory=list)
    may_stop: bool = False
    first: str = ""
    """Another line to begin with instead: a hand or the auction."""


def panel(
    replayed: CheckedTranscript,
    names: list[str],
    deal: CheckedDeal,
    line: str,
    *,
    text: str | None = None,
    fault: LineFault | None = None,
) -> Panel:
    """The panel for a line. ``text`` and ``fault`` are a refused entry and its fault."""
    return _Maker(replayed, names, deal, line, text, fault).make()


def declared(names: list[str], progress: DealProgress) -> list[LineItem]:
    """The bids and passes of the auction so far, and the hand that was thrown in."""
    items = [
        LineItem(names[declaration.seat], is_pass=True)
        if isinstance(declaration, Pass)
        else LineItem(names[declaration.seat], bid=bid_word(declaration))
        for declaration in progress.declarations()
    ]
    redeals = [event.seat for _line, event in progress.events if isinstance(event, Redeal)]
    return items + [LineItem(names[seat], is_redeal=True) for seat in redeals]


class _Maker:
    """Builds a panel."""

    def __init__(
        self,
        replayed: CheckedTranscript,
        names: list[str],
        deal: CheckedDeal,
        line: str,
        text: str | None,
        fault: LineFault | None,
    ) -> None:
        self.replayed, self.names, self.deal, self.line = replayed, names, deal, line
        self.rules, self.progress, self.kind = replayed.rules, deal.progress, kind_of(line)
        self.written = deal.lines.text(line) or ""
        self.sent = text
        standing = deal.fault if deal.fault is not None and deal.fault.line == line else None
        self.fault = fault or standing
        wanted = deal.wanted
        self.wanted = wanted if wanted is not None and wanted.line == line else self._begun_early()

    def _begun_early(self) -> WantedLine | None:
        """A scribe may begin with a hand, or with the auction before the hands."""
        size = self.rules.hand_size
        if self.fault is not None:
            return None
        if self.kind == "hand" and len(self.written.split()) < size:
            return WantedLine(self.line, number_of(self.line), size)
        if self.kind == "auction" and isinstance(self.progress.state, AUCTIONS):
            return WantedLine(self.line, speaker(self.progress.state))
        return None

    def make(self) -> Panel:
        fault = self.fault
        return Panel(
            deal=self.deal.index,
            number=self.deal.number,
            line=self.line,
            title=line_title(self.line, self.names),
            asks=self._asks(),
            hint=self._hint(),
            kept=self.written if self.wanted else "",
            text=self._text(),
            fault=fault_text(fault, self.names) if fault else "",
            other=fault.other if fault else "",
            other_title=line_title(fault.other, self.names) if fault and fault.other else "",
            is_correction=self.wanted is None,
            may_take_back=self.wanted is not None or fault is not None,
            places=self._places(),
            entered=self._entered_faces(),
            suits=self._suits(),
            joker=self._joker(),
            bids=self._bids()[:3],
            more_bids=self._bids()[3:],
            quick=self._quick(),
            may_stop=may_stop(self.replayed, self.deal.index) and self._is_fresh_trick(),
            first=self._first(),
        )

    def _text(self) -> str:
        """The content of the text field: the refused entry or the line to correct."""
        if self.sent is not None:
            return self.sent
        return "" if self.wanted else self.written

    # --- Texts ---

    def _asks(self) -> str:
        """What to enter, in a few words."""
        wanted = self.wanted
        name = self.names[wanted.seat] if wanted is not None and wanted.seat is not None else ""
        if self.kind == "trick" and name:
            leads = _("%(name)s leads") if not self.written else _("%(name)s’s card")
            return leads % {"name": name}
        if self.kind == "auction" and name:
            return _("%(name)s to bid") % {"name": name}
        if self.kind == "call":
            return _("Which card does %(name)s call?") % {"name": self._declarer()}
        if self.kind == "raise":
            return _("Did %(name)s raise the bid?") % {"name": self._declarer()}
        if self.kind == "discards":
            return self._asks_cards(_("%(name)s discards"), self._declarer())
        if self.kind == "recipient":
            return _("Who gets the discards?")
        if self.kind == "widow":
            return self._asks_cards(_("The widow held"), "")
        if self.kind == "spare":
            return self._asks_cards(_("The spare hand held"), "")
        if self.kind == "hand":
            return self._asks_cards(_("%(name)s was dealt"), self.names[number_of(self.line)])
        if self.kind == "left":
            return self._asks_cards(_("%(name)s still held"), self.names[number_of(self.line)])
        return line_title(self.line, self.names)

    def _asks_cards(self, words: str, name: str) -> str:
        asked = words % {"name": name} if name else words
        if self.wanted is None:
            return asked
        left = self.wanted.cards - (0 if self.written == UNKNOWN else len(self.written.split()))
        count = ngettext("%(n)s more card", "%(n)s more cards", left) % {"n": left}
        return asked + _(": ") + (count if self.written else _cards(left))

    def _declarer(self) -> str:
        return self.names[self.progress.declarer] if self.progress.declarer is not None else ""

    def _hint(self) -> str:
        """An example of how to type it."""
        if self.kind == "trick":
            if self.rules.joker_call_optional and self.rules.joker:
                return _("SA 3 H2 9 10: a rank alone is of the led suit. C3!: the led card calls the joker.")
            if pack(self.rules) & JOKERS:
                return _("SA 3 H2 9 10: a rank alone is of the led suit. JK=H: a joker led for hearts.")
            return _("SA 3 H2 9 10: a rank alone is of the led suit.")
        if self.kind == "auction":
            if isinstance(self.rules, NapoleonRules):
                if self._may_throw_in():
                    return _("P is a pass: P 12H P 13S. Three dots: all others pass. REDEAL: a hand is thrown in.")
                return _("P is a pass: P 12H P 13S. Three dots: all others pass.")
            if self.rules.has_widow:
                return _("P is a pass: P 2 3 P, M is misère, G Sir Garnet, N nap. Three dots: all others pass.")
            return _("P is a pass: P 2 3 P, M is misère, N nap. Three dots: all others pass.")
        if self.kind in ("hand", "left", "widow", "spare", "discards"):
            return _("SAKJ4 HQ10 D95 JK: a suit, then its ranks.")
        return ""

    def _may_throw_in(self) -> bool:
        state = self.progress.state
        return isinstance(state, AUCTIONS) and any(isinstance(said, Redeal) for said in state.legal(speaker(state)))

    # --- The seats in this line ---

    def _places(self) -> list[LineItem]:
        if self.kind == "trick":
            return self._trick_places()
        return self._bid_places() if self.kind == "auction" else []

    def _trick_places(self) -> list[LineItem]:
        trick = next((t for t in self.progress.tricks if t.line == self.line), None)
        cards, winner = (trick.cards, trick.winner) if trick else ((), None)
        places = [LineItem(self.names[seat], face(card), has_won=seat == winner) for seat, card in cards]
        state = self.progress.state
        if self.wanted is None or state is None:
            return places
        step = state.step if isinstance(state, PlayCursor) else 1
        seat = self.wanted.seat or 0
        for number in range(self.rules.players - len(places)):
            at = (seat + number * step) % self.rules.players
            places.append(LineItem(self.names[at], is_next=number == 0))
        return places

    def _bid_places(self) -> list[LineItem]:
        places = declared(self.names, self.progress)
        if self.wanted is not None and self.wanted.seat is not None:
            places.append(LineItem(self.names[self.wanted.seat], is_next=True))
        return places

    def _entered_faces(self) -> list[Face]:
        return faces(self._entered()) if self.kind not in ("trick", "auction", "raise", "recipient") else []

    # --- Keys ---

    def _open_cards(self) -> CardSet:
        if self.deal.known is None or self.wanted is None:
            return 0
        if self.kind == "call":
            return pack(self.rules)
        if self.kind == "trick" and self.wanted.seat is not None:
            return self._may_play(self.wanted.seat)
        return self._free_cards()

    def _may_play(self, seat: int) -> CardSet:
        """The legal cards if the hands are certain, otherwise every card that the seat may hold."""
        state = next((s for s in self.replayed.match.open if s.number == self.deal.number), None)
        if self.deal.events and isinstance(state, (Playing, NapPlaying)):
            return state.playable()
        known = self.deal.known
        return 0 if known is None else may_hold(self.rules, self.progress, known, seat)

    def _free_cards(self) -> CardSet:
        """The cards that the hand, the widow or the discards may contain: those that are nowhere else."""
        known, napoleon = self.deal.known, self.progress.taker
        if known is None:
            return 0
        if self.kind == "discards" and napoleon is not None:
            return may_hold(self.rules, self.progress, known, napoleon) & ~self._entered()
        if self.kind in ("widow", "spare") and napoleon is not None:
            own = known.owned[napoleon]
            is_whole = own.bit_count() == room(self.rules, self.progress, napoleon)
            return (own if is_whole else self._unclaimed() | own) & ~self._entered()
        return self._unclaimed() & ~self.progress.played()

    def _unclaimed(self) -> CardSet:
        known = self.deal.known
        return pack(self.rules) & ~(known.spoken_for() if known else 0)

    def _entered(self) -> CardSet:
        """The cards already in the line."""
        names = set(self.written.split())
        return sum(1 << card for card in cards_in(pack(self.rules)) if card_name(card) in names)

    def _suits(self) -> list[list[PanelKey]]:
        if self.wanted is None or self.kind in ("auction", "raise", "recipient", "end"):
            return []
        free, cards = self._open_cards(), pack(self.rules)
        rows = []
        for letter in SUIT_ORDER:
            suit = in_hand_order(cards & SUIT_SETS[SUITS.index(letter)])
            rows.append([self._key(card, free) for card in suit])
        return rows

    def _key(self, card: int, free: CardSet) -> PanelKey:
        code = card_name(card)
        return PanelKey(code, label(code), bool(free >> card & 1), code[0])

    def _joker(self) -> list[PanelKey]:
        """The jokers; when one is led, a key for each suit that it may name."""
        if self.wanted is None or self.kind in ("auction", "raise", "recipient", "end"):
            return []
        keys = [(card_name(card), bool(self._open_cards() >> card & 1)) for card in cards_in(self.rules.jokers)]
        state = self.progress.state
        if self.kind == "trick" and isinstance(state, PlayCursor) and not state.trick:
            suits = [SUITS[suit] for suit in reversed(state.rules.suits_to_name)]
            return [PanelKey(f"{code}={suit}", label(code), is_open, suit) for code, is_open in keys for suit in suits]
        return [PanelKey(code, label(code), is_open) for code, is_open in keys]

    def _bids(self) -> list[list[PanelKey]]:
        """Rows of bids; at Napoleon one row for each number."""
        rows: dict[int, list[PanelKey]] = {}
        for bid in self._declarations_or_raises():
            if isinstance(bid, (Bid, Raise)):
                word = BidWord(bid.count, TRUMPS[bid.trump])
                key = PanelKey(f"{bid.count}{TRUMPS[bid.trump]}", "", suit=word.suit, bid=word)
                rows.setdefault(bid.count, []).insert(0, key)
            elif isinstance(bid, BidNap):
                rows.setdefault(0, []).append(PanelKey(bid.bid, nap_bid_word(bid.bid)))
        return list(rows.values())

    def _declarations_or_raises(self) -> Sequence[LegalCommand]:
        """What may be bid in the auction, or after it."""
        state = self.progress.state
        if self.wanted is None:
            return []
        if self.kind == "auction" and isinstance(state, AUCTIONS):
            return state.legal(speaker(state))
        return state.raises() if self.kind == "raise" and isinstance(state, Exchanging) else []

    def _quick(self) -> list[PanelKey]:
        """The other keys of the line."""
        if self.wanted is None:
            return []
        if self.kind == "raise":
            return [PanelKey(NO_RAISE, _("Not raised"))]
        if self.kind == "call":
            may_call = CALLS[getattr(self.rules, "adjutant_calls", "card")]
            return [PanelKey(word, str(CALLED[who])) for word, who in CALLED_WHO.items() if who in may_call]
        if self.kind == "trick":
            return self._joker_calls()
        if self.kind == "auction":
            return self._passes()
        if self.kind == "recipient":
            return [
                PanelKey(str(seat + 1), name) for seat, name in enumerate(self.names) if seat != self.progress.declarer
            ]
        if self.kind == "discards" and not self.written and not self.progress.over:
            is_derived = isinstance(self.rules, NapoleonRules)
            return [PanelKey(UNKNOWN, _("Not seen: the cards never played") if is_derived else _("Not seen"))]
        if self.kind in ("widow", "spare") and not self.written and self.progress.over:
            return [PanelKey(UNKNOWN, _("Nobody remembers"))]
        return []

    def _joker_calls(self) -> list[PanelKey]:
        """A key for each card that may be led and call the joker, where its player says whether it does."""
        state = self.progress.state
        if not isinstance(state, PlayCursor) or state.trick or not state.rules.call_optional:
            return []
        cards = [card_name(card) for card in cards_in(state.rules.callers & self._open_cards())]
        return [PanelKey(card + CALL, _("%(card)s, calling the joker") % {"card": label(card)}) for card in cards]

    def _passes(self) -> list[PanelKey]:
        state = self.progress.state
        if not isinstance(state, AUCTIONS) or getattr(state, "forced", False):
            return []
        passes = [PanelKey("P", _("Pass")), PanelKey(REST, _("All others pass"))]
        return [*passes, PanelKey(REDEAL, _("Hand thrown in"))] if self._may_throw_in() else passes

    def _is_fresh_trick(self) -> bool:
        return self.kind == "trick" and self.wanted is not None and not self.written

    def _first(self) -> str:
        if self.kind == "auction" and not self.deal.lines.lines:
            return "hand-0"
        is_early = self.kind == "hand" and self.wanted is not None
        return "auction" if is_early and "auction" not in self.deal.lines else ""


def _cards(n: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", n) % {"n": n}
