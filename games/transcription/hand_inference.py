"""Infers the hands of a deal from the lines that state cards and from the cards played.

Napoleon deals out the whole pack, so if only one hand is incomplete, it has all remaining cards. At Nap a stock
remains: what nobody has seen of the spare hand and the discards is chosen from it, as the record needs some cards.
"""

from dataclasses import dataclass
from typing import Final

from games.transcription.deal_progress import DealProgress, cards_of
from games.transcription.notation import UNKNOWN
from games.transcription.sheet import DealLines, LineError, LineFault, kind_of, number_of, widow_line
from napoleon.engine import NapoleonRules, Rules
from napoleon.engine.cards import NO_CARD, CardSet, card_set, cards_in
from napoleon.engine.match import pack

WIDOW: Final = -1
"""The owner of the widow before anybody takes it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A line states that cards belong to an owner."""

    line: str
    owner: int
    cards: CardSet


@dataclass(slots=True)
class Known:
    """The known cards of the hands."""

    owned: list[CardSet]
    """For each seat, all cards that it held; the declarer's include the widow and the discards."""
    given: dict[int, CardSet]
    """The seats whose dealt hands were entered whole."""
    widow: CardSet | None = None
    discards: CardSet | None = None
    hands: tuple[CardSet, ...] | None = None
    """All hands as dealt, once they are certain; then the widow is certain too."""
    guessed: bool = False
    """Nobody knows the widow; the record assumes that it was discarded again. At Nap nobody knows the spare hand."""

    def all_owned(self) -> CardSet:
        claimed = 0
        for cards in self.owned:
            claimed |= cards
        return claimed

    def spoken_for(self) -> CardSet:
        return self.all_owned() | (0 if self.guessed else self.widow or 0)


class _Finder:
    """Combines what the lines of a deal state about its hands."""

    def __init__(self, rules: Rules, lines: DealLines, progress: DealProgress) -> None:
        self.rules, self.lines, self.progress = rules, lines, progress
        self.napoleon = progress.taker
        self.statements: list[Statement] = []
        self.stated_widow: CardSet | None = None
        self.known = Known([0] * rules.players, {})

    def find(self) -> Known:
        self._read_all()
        self._check_owners()
        for statement in self.statements:
            if statement.owner != WIDOW:
                self.known.owned[statement.owner] |= statement.cards
        self.known.discards = self._stated_discards()
        self._check_given()
        self._fill()
        self._conclude()
        return self.known

    def _stated_discards(self) -> CardSet | None:
        cards = self.progress.discards
        return cards if cards and cards.bit_count() == self.rules.widow_size else None

    # --- What the lines state ---

    def _read_all(self) -> None:
        rules = self.rules
        for line, text in self.lines:
            kind, seat = kind_of(line), number_of(line)
            if kind in ("hand", "left") and seat < rules.players:
                cards = cards_of(rules, line, text, rules.hand_size)
                self.statements.append(Statement(line, seat, cards))
                if kind == "hand" and cards.bit_count() == rules.hand_size:
                    self.known.given[seat] = cards
            elif line == widow_line(rules) and text != UNKNOWN:
                cards = cards_of(rules, line, text, rules.widow_size)
                self.statements.append(Statement(line, WIDOW if self.napoleon is None else self.napoleon, cards))
                if cards.bit_count() == rules.widow_size:
                    self.stated_widow = cards
            elif kind == "discards" and self.progress.discards and self.napoleon is not None:
                self.statements.append(Statement(line, self.napoleon, self.progress.discards))
            elif kind == "trick":
                self._read_trick(line)

    def _read_trick(self, line: str) -> None:
        for play in self.progress.plays:
            if play.line == line:
                self.statements.append(Statement(line, play.seat, 1 << play.card))

    # --- Whether the statements agree ---

    def _check_owners(self) -> None:
        for place, statement in enumerate(self.statements):
            for before in self.statements[:place]:
                both = statement.cards & before.cards
                if both and not self._go_together(before, statement):
                    raise LineError(
                        LineFault(line=statement.line, reason="elsewhere", card=cards_in(both)[0], other=before.line)
                    )

    def _go_together(self, first: Statement, second: Statement) -> bool:
        """Whether two lines may state the same card: one that it was dealt, the other how it left the hand."""
        if first.owner != second.owner:
            return False
        return len({kind_of(first.line), kind_of(second.line)} & {"hand", "widow", "spare"}) == 1

    def _check_given(self) -> None:
        """Check that every card played was in the player's hand."""
        for seat, hand in self.known.given.items():
            held = hand
            if seat == self.napoleon:
                if self.stated_widow is None:
                    continue
                held |= self.stated_widow
            for line, cards in self._left_hand(seat):
                if foreign := cards & ~held:
                    raise LineError(
                        LineFault(
                            line=line, reason="not_in_hand", seat=seat, card=cards_in(foreign)[0], other=f"hand-{seat}"
                        )
                    )

    def _left_hand(self, seat: int) -> list[tuple[str, CardSet]]:
        return [
            (statement.line, statement.cards)
            for statement in self.statements
            if statement.owner == seat and kind_of(statement.line) in ("trick", "left", "discards")
        ]

    # --- What follows from the statements ---

    def _lacks_cards(self, seat: int) -> bool:
        return self.known.owned[seat].bit_count() < room(self.rules, self.progress, seat)

    def _fill(self) -> None:
        """If only one owner lacks cards, all remaining cards are theirs."""
        if not self.rules.has_widow:
            return
        if isinstance(self.rules, NapoleonRules):
            self._fill_from_pack()
        if self.napoleon is not None and self.stated_widow:
            self.known.owned[self.napoleon] |= self.stated_widow

    def _fill_from_pack(self) -> None:
        owned = self.known.owned
        short = [seat for seat in range(len(owned)) if self._lacks_cards(seat)]
        lacks_widow = self.napoleon is None and self.stated_widow is None
        rest = pack(self.rules)
        for cards in owned:
            rest &= ~cards
        rest &= ~(self.stated_widow or 0)
        if len(short) == 1 and not lacks_widow:
            owned[short[0]] |= rest
        elif not short and lacks_widow:
            self.stated_widow = rest

    def _conclude(self) -> None:
        known, rules = self.known, self.rules
        known.widow = self.stated_widow if rules.has_widow else 0
        if self.napoleon is not None:
            self._imagine_discards(self.napoleon)
            self._conclude_exchange(self.napoleon)
        elif known.widow is None and not any(map(self._lacks_cards, range(rules.players))):
            # Nobody has seen the spare hand.
            known.widow, known.guessed = self._unseen(rules.widow_size), True
        if known.widow is None:
            return
        hands = list(known.owned)
        if self.napoleon is not None:
            hands[self.napoleon] &= ~known.widow
        if all(hand.bit_count() == rules.hand_size for hand in hands):
            known.hands = tuple(hands)

    def _imagine_discards(self, declarer: int) -> None:
        """At Nap nothing tells what the declarer laid face down, if they do not say."""
        is_unseen = self.lines.text("discards") == UNKNOWN and widow_line(self.rules) in self.lines
        others_lack = any(self._lacks_cards(seat) for seat in range(self.rules.players) if seat != declarer)
        if isinstance(self.rules, NapoleonRules) or not is_unseen or others_lack or not self.progress.over:
            return
        lacking = room(self.rules, self.progress, declarer) - self.known.owned[declarer].bit_count()
        if lacking and self._kept(declarer).bit_count() == self.rules.hand_size:
            self.known.owned[declarer] |= self._unseen(lacking)
            self.known.guessed = True

    def _kept(self, seat: int) -> CardSet:
        """The cards that the seat played or still held at the end."""
        kept = 0
        for line, cards in self._left_hand(seat):
            kept |= cards if kind_of(line) != "discards" else 0
        return kept

    def _unseen(self, count: int) -> CardSet:
        """As many cards that no hand is known to have held."""
        rest = pack(self.rules) & ~self.known.all_owned() & ~(self.stated_widow or 0)
        return card_set(cards_in(rest)[:count])

    def _conclude_exchange(self, napoleon: int) -> None:
        """The declarer's discards and widow, if all their cards are known."""
        known, owned = self.known, self.known.owned[napoleon]
        if self._lacks_cards(napoleon):
            return
        kept = self._kept(napoleon)
        if known.discards is None and kept.bit_count() == self.rules.hand_size:
            known.discards = owned & ~kept
        if known.widow is None and napoleon in known.given:
            known.widow = owned & ~known.given[napoleon]
        if known.widow is None and known.discards is not None and self._nobody_knows():
            known.widow, known.guessed = self._guess(known.discards, owned), True

    def _nobody_knows(self) -> bool:
        return self.lines.text(widow_line(self.rules)) == UNKNOWN

    def _guess(self, discards: CardSet, owned: CardSet) -> CardSet:
        """The discards as the widow, plus a called card that the rules forbid calling from one's own hand."""
        called = NO_CARD if self.progress.called is None else self.progress.called
        barred = not self.rules.own_card_call
        if barred and owned & ~discards & 1 << called:
            return discards ^ (discards & -discards) | 1 << called
        return discards


def known_hands(rules: Rules, lines: DealLines, progress: DealProgress) -> Known:
    """Infer the hands. Raises `LineError` if two lines contradict each other."""
    return _Finder(rules, lines, progress).find()


def room(rules: Rules, progress: DealProgress, seat: int) -> int:
    """How many cards the seat held in all: the declarer had the widow as well."""
    return rules.hand_size + (rules.widow_size if seat == progress.taker else 0)


def held_so_far(rules: Rules, progress: DealProgress, known: Known) -> tuple[CardSet, ...]:
    """Hands to check the play against while they are uncertain: the cards that each seat certainly held.

    What is legal with more cards of a hand unknown may be illegal with them known, never the other way round.
    """
    hands = list(known.owned)
    napoleon = progress.taker
    if napoleon is not None:
        hands[napoleon] = _kept(rules, progress, known, napoleon)
    return tuple(hands)


def _kept(rules: Rules, progress: DealProgress, known: Known, napoleon: int) -> CardSet:
    """The cards that the declarer certainly kept in the exchange."""
    owned = known.owned[napoleon]
    if known.discards is not None and owned.bit_count() == room(rules, progress, napoleon):
        return owned & ~known.discards
    return progress.played(napoleon)


def may_hold(rules: Rules, progress: DealProgress, known: Known, seat: int) -> CardSet:
    """The cards that the seat may hold as far as is known."""
    own = known.owned[seat]
    napoleon = progress.taker
    if own.bit_count() < room(rules, progress, seat):
        others = known.spoken_for() & ~own
        if seat == napoleon:
            others &= ~(known.widow or 0)
        own = pack(rules) & ~others
    if seat == napoleon:
        own &= ~(known.discards or 0)
    return own & ~progress.played()
