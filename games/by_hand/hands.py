"""What is known of the hands of a deal, from what was told of them and from what was played.

Of a deal of Napoleon every card lies somewhere, so what one hand lacks is what all others leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import NapoleonRules, Rules
from games.engine.cards import NO_CARD, CardSet, cards_in
from games.engine.match import pack

from .course import Course, cards_of
from .faults import Fault, Faulty
from .notation import UNKNOWN
from .sheet import DealLines, kind_of, number_of

WIDOW: Final = -1
"""Whose the widow is before anybody has taken it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A line says that cards belong to somebody."""

    line: str
    owner: int
    cards: CardSet


@dataclass(slots=True)
class Known:
    """What is known of the hands."""

    owned: list[CardSet]
    """By seat all cards that it has held; those of the widow and the discards are the declarer's."""
    given: dict[int, CardSet]
    """Hands that were told whole, as they were dealt."""
    widow: CardSet | None = None
    discards: CardSet | None = None
    hands: tuple[CardSet, ...] | None = None
    """All hands as they were dealt, once they are certain; then the widow is too."""
    guessed: bool = False
    """Nobody knows the widow: it stands there as if it had been laid away again."""

    def spoken_for(self) -> CardSet:
        found = 0
        for cards in self.owned:
            found |= cards
        return found | (self.widow or 0)


class _Finder:
    """Puts together what the lines of a deal tell of its hands."""

    def __init__(self, rules: Rules, lines: DealLines, course: Course) -> None:
        self.rules, self.lines, self.course = rules, lines, course
        self.n = course.declarer if isinstance(rules, NapoleonRules) else None
        self.claims: list[Claim] = []
        self.told_widow: CardSet | None = None
        self.known = Known([0] * rules.players, {})

    def find(self) -> Known:
        self._claim_all()
        self._check_owners()
        for claim in self.claims:
            if claim.owner != WIDOW:
                self.known.owned[claim.owner] |= claim.cards
        self.known.discards = self._told_discards()
        self._check_given()
        self._fill()
        self._conclude()
        return self.known

    def _told_discards(self) -> CardSet | None:
        cards = self.course.discards
        return cards if cards and cards.bit_count() == self.rules.widow_size else None

    # --- Who says what ---

    def _claim_all(self) -> None:
        rules = self.rules
        for line, text in self.lines:
            kind, seat = kind_of(line), number_of(line)
            if kind in ("hand", "left") and seat < rules.players:
                cards = cards_of(rules, line, text, rules.hand_size)
                self.claims.append(Claim(line, seat, cards))
                if kind == "hand" and cards.bit_count() == rules.hand_size:
                    self.known.given[seat] = cards
            elif kind == "widow" and text != UNKNOWN and isinstance(rules, NapoleonRules):
                cards = cards_of(rules, line, text, rules.widow_size)
                self.claims.append(Claim(line, WIDOW if self.n is None else self.n, cards))
                if cards.bit_count() == rules.widow_size:
                    self.told_widow = cards
            elif kind == "discards" and self.course.discards and self.n is not None:
                self.claims.append(Claim(line, self.n, self.course.discards))
            elif kind == "trick":
                self._claim_trick(line)

    def _claim_trick(self, line: str) -> None:
        for play in self.course.plays:
            if play.line == line:
                self.claims.append(Claim(line, play.seat, 1 << play.card))

    # --- Whether that can be ---

    def _check_owners(self) -> None:
        """No card can be in two places."""
        for place, claim in enumerate(self.claims):
            for before in self.claims[:place]:
                both = claim.cards & before.cards
                if both and not self._go_together(before, claim):
                    raise Faulty(
                        Fault(
                            line=claim.line,
                            reason="elsewhere",
                            card=cards_in(both)[0],
                            other=before.line,
                        )
                    )

    def _go_together(self, one: Claim, other: Claim) -> bool:
        """Whether two lines may name the same card: it was dealt to a hand, and left it in another way."""
        if one.owner != other.owner:
            return False
        came = {"hand", "widow"}
        kinds = {kind_of(one.line), kind_of(other.line)}
        return len(kinds & came) == 1

    def _check_given(self) -> None:
        """Nobody plays what his hand did not hold."""
        for seat, hand in self.known.given.items():
            held = hand
            if seat == self.n:
                if self.told_widow is None:
                    continue
                held |= self.told_widow
            for line, cards in self._left_hand(seat):
                if foreign := cards & ~held:
                    raise Faulty(
                        Fault(
                            line=line,
                            reason="not_in_hand",
                            seat=seat,
                            card=cards_in(foreign)[0],
                            other=f"hand-{seat}",
                        )
                    )

    def _left_hand(self, seat: int) -> list[tuple[str, CardSet]]:
        return [
            (claim.line, claim.cards)
            for claim in self.claims
            if claim.owner == seat and kind_of(claim.line) in ("trick", "left", "discards")
        ]

    # --- What follows from it ---

    def _room(self, seat: int) -> int:
        """How many cards the seat has held in all."""
        return self.rules.hand_size + (self.rules.widow_size if seat == self.n else 0)

    def _fill(self) -> None:
        """If only one place lacks cards, it has all that are left."""
        if not isinstance(self.rules, NapoleonRules):
            return
        owned = self.known.owned
        short = [seat for seat in range(len(owned)) if owned[seat].bit_count() < self._room(seat)]
        lacks_widow = self.n is None and self.told_widow is None
        rest = pack(self.rules)
        for cards in owned:
            rest &= ~cards
        rest &= ~(self.told_widow or 0)
        if len(short) == 1 and not lacks_widow:
            owned[short[0]] |= rest
        elif not short and lacks_widow:
            self.told_widow = rest
        if self.n is not None and self.told_widow:
            owned[self.n] |= self.told_widow

    def _conclude(self) -> None:
        known, rules = self.known, self.rules
        known.widow = self.told_widow if isinstance(rules, NapoleonRules) else 0
        if self.n is not None:
            self._conclude_exchange(self.n)
        if known.widow is None:
            return
        hands = list(known.owned)
        if self.n is not None:
            hands[self.n] &= ~known.widow
        if all(hand.bit_count() == rules.hand_size for hand in hands):
            known.hands = tuple(hands)

    def _conclude_exchange(self, n: int) -> None:
        """The declarer's discards and widow, if all his cards are known."""
        known, all_his = self.known, self.known.owned[n]
        if all_his.bit_count() < self._room(n):
            return
        kept = 0
        for line, cards in self._left_hand(n):
            kept |= cards if kind_of(line) != "discards" else 0
        if known.discards is None and kept.bit_count() == self.rules.hand_size:
            known.discards = all_his & ~kept
        if known.widow is None and n in known.given:
            known.widow = all_his & ~known.given[n]
        if known.widow is None and known.discards is not None and self._nobody_knows():
            known.widow, known.guessed = self._guess(known.discards, all_his), True

    def _nobody_knows(self) -> bool:
        return self.lines.text("widow") == UNKNOWN

    def _guess(self, discards: CardSet, all_his: CardSet) -> CardSet:
        """The discards; but a card of his own that he could not have called from his hand lay in the widow."""
        called = NO_CARD if self.course.called is None else self.course.called
        rules = self.rules
        barred = isinstance(rules, NapoleonRules) and not rules.own_card_call
        if barred and all_his & ~discards & 1 << called:
            return discards ^ _lowest(discards) | 1 << called
        return discards


def _lowest(cards: CardSet) -> CardSet:
    return cards & -cards


def known_hands(rules: Rules, lines: DealLines, course: Course) -> Known:
    """What is known of the hands. Raises `Faulty` where two lines contradict each other."""
    return _Finder(rules, lines, course).find()


def held_so_far(rules: Rules, course: Course, known: Known) -> tuple[CardSet, ...]:
    """Hands to judge the course by while they are not certain: what each seat has surely held during the play.

    What is legal with more cards of a hand unknown may be illegal with them known, never the other way round.
    """
    hands = list(known.owned)
    n = course.declarer if isinstance(rules, NapoleonRules) else None
    if n is not None:
        hands[n] = _kept(rules, course, known, n)
    return tuple(hands)


def _kept(rules: Rules, course: Course, known: Known, n: int) -> CardSet:
    """What the declarer surely kept when he laid cards away."""
    his = known.owned[n]
    if known.discards is not None and his.bit_count() == rules.hand_size + rules.widow_size:
        return his & ~known.discards
    kept = 0
    for play in course.plays:
        kept |= 1 << play.card if play.seat == n else 0
    return kept


def may_hold(rules: Rules, course: Course, known: Known, seat: int) -> CardSet:
    """The cards that the seat may play as far as anybody knows."""
    gone = 0
    for play in course.plays:
        gone |= 1 << play.card
    own = known.owned[seat]
    n = course.declarer if isinstance(rules, NapoleonRules) else None
    room = rules.hand_size + (rules.widow_size if seat == n else 0)
    if own.bit_count() < room:
        others = known.spoken_for() & ~own
        if seat == n:
            others &= ~(known.widow or 0)
        own = pack(rules) & ~others
    if seat == n:
        own &= ~(known.discards or 0)
    return own & ~gone
