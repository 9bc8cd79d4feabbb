"""What a card to play shows, as numbers: training and play look at a card by the same ones.

Each number has a weight in `weights`, learned off line, for each role apart and for leading and following.
"""

from collections.abc import Iterator
from typing import Final

from napoleon.bots.corporal.card_choice import Outlook, PlayJudgement
from napoleon.bots.corporal.card_value import chance, kept
from napoleon.engine import Play
from napoleon.engine.cards import HEART_QUEEN, JOKERS, PICTURES, SUIT_SETS, Card, CardSet, is_joker
from napoleon.engine.deal import led_suit
from napoleon.inference.view_values import known

Feature = tuple[str, float]
_TRUMP_KINDS: Final = {12: "trump ace", 11: "trump king", 10: "trump queen", 8: "trump ten"}
_SIDE_KINDS: Final = {12: "ace", 11: "king", 10: "queen", 9: "jack", 8: "ten"}
_POWERFUL: Final = frozenset({"mighty", "joker", "right jack", "left jack", "queen of hearts"})
_END: Final = 5
"""With so many cards in the hand the end of the deal begins."""


class CardReader:
    """Reads the plays of one decision."""

    def __init__(self, judgement: PlayJudgement) -> None:
        self.judgement = judgement
        deal, mind = judgement.deal, judgement.mind
        self.deal, self.mind, self.rank = deal, mind, judgement.rank
        self.napoleon = known(deal.declarer)
        self.leads = not deal.trick
        self.role = "napoleon" if mind.me == self.napoleon else "adjutant" if deal.am_adjutant else "ally"
        self.situation = f"{self.role} {'leads' if self.leads else 'follows'}"
        left = deal.hand.bit_count()
        self.stage = "first" if not deal.tricks else "end" if left <= _END else "middle"
        self.trumps = SUIT_SETS[self.rank.trump] if self.rank.trump < 4 else 0
        self.led_before = {led_suit(trick.led) for trick in deal.tricks}

    def features(self, option: Play) -> Iterator[Feature]:
        """The numbers of a play, by name; most that are 0 are left out."""
        card = option.card
        outlook = self.judgement.outlook(option)
        pictures = self.judgement.on_table + (PICTURES >> card & 1)
        kind = self._kind(card)
        likely = chance(self.mind.order, self.mind.unseen, card)
        yield "corporal", self.judgement.value_of(option, outlook)
        yield "won", outlook.won
        yield "won pictures", outlook.won * pictures
        yield "won coming", outlook.won * outlook.coming
        yield "kept", kept(self.mind.order, self.mind.unseen, card) * self.judgement.rest
        yield f"likely {self.stage}", likely
        yield "picture", PICTURES >> card & 1
        yield f"{kind} {self.stage}", 1.0
        yield f"{kind} won", outlook.won
        if self.leads:
            yield from self._of_lead(card, kind, outlook)
        else:
            yield from self._of_follow(card, kind, outlook)

    def _kind(self, card: Card) -> str:
        rank = self.rank
        if is_joker(card):
            return "joker"
        if card == rank.mighty:
            return "mighty"
        if card == rank.right_jack:
            return "right jack"
        if card == rank.left_jack:
            return "left jack"
        if card == HEART_QUEEN and rank.yoromeki:
            out = (self.mind.unseen | self.deal.hand) >> rank.mighty & 1
            if out:
                return "queen of hearts"
        if self.trumps >> card & 1:
            return _TRUMP_KINDS.get(card % 13, "trump")
        if rank.callers >> card & 1:
            return "joker call"
        if card % 13 == 0 and rank.same_two:
            return "two"
        return _SIDE_KINDS.get(card % 13, "small")

    def _of_lead(self, card: Card, kind: str, outlook: Outlook) -> Iterator[Feature]:
        deal, mind = self.deal, self.mind
        suit = SUIT_SETS[outlook.led & 3]
        is_trump = bool(suit & self.trumps)
        group = "power" if kind in _POWERFUL else "trump" if is_trump else "side"
        above = mind.unseen & mind.now.above[outlook.led][self.rank.rows[outlook.led][card]]
        unseen = mind.unseen & suit
        yield f"{group} unseen", unseen.bit_count() / 4
        if not above & (suit | JOKERS):
            yield f"{group} master", 1.0
        held = (deal.hand & suit & ~self.rank.powers).bit_count()
        yield f"{group} length {min(held, 4)}", 1.0
        called = deal.called
        if called is not None and mind.unseen >> called & 1:
            yield f"{group} called out", 1.0
            if suit >> called & 1:
                yield f"{group} towards called", 1.0
        if group == "power":
            return
        if outlook.led & 3 in self.led_before:
            yield f"{group} led before", 1.0
        yield from self._voids(group, suit)
        if mind.me != self.napoleon:
            place = self.judgement.later.index(self.napoleon)
            where = "next" if place == 0 else "last" if place == len(self.judgement.later) - 1 else "between"
            yield f"{kind} napoleon {where}", 1.0
            if not mind.may_hold[self.napoleon] & suit:
                yield f"{group} napoleon void", 1.0

    def _voids(self, group: str, suit: CardSet) -> Iterator[Feature]:
        mind = self.mind
        against = together = 0.0
        for seat in self.judgement.later:
            if not mind.may_hold[seat] & suit:
                together += mind.friends[seat]
                against += 1.0 - mind.friends[seat]
        yield f"{group} friend void", together
        yield f"{group} enemy void", against
        yield f"{group} trumps out", (mind.unseen & self.trumps).bit_count() / 4

    def _of_follow(self, card: Card, kind: str, outlook: Outlook) -> Iterator[Feature]:
        deal, mind, judgement = self.deal, self.mind, self.judgement
        suit = SUIT_SETS[known(deal.led_suit)]
        winner = known(deal.winning)
        friend = mind.friends[winner]
        last = not judgement.later
        on_table = judgement.on_table
        does = "takes" if outlook.takes else "adds"
        yield f"{kind} {does}", 1.0
        yield f"{does} on table", on_table
        yield f"{does} friend wins", friend
        yield f"{kind} friend wins", friend
        yield f"{kind} on table", on_table
        if last:
            yield f"{does} last", 1.0
            yield f"{kind} last", 1.0
        elif self.napoleon in judgement.later:
            yield f"{kind} before napoleon", 1.0
        if PICTURES >> card & 1:
            yield "picture friend wins", friend
            yield "picture won", outlook.won
            if self.role == "ally" and deal.adjutant is None:
                yield "picture adjutant hidden", outlook.won
        if winner == self.napoleon:
            yield f"{kind} napoleon wins", 1.0
        if suit >> card & 1:
            yield f"{kind} follows suit", 1.0
            return
        if self.trumps >> card & 1 or card == self.rank.mighty or is_joker(card):
            yield f"{kind} ruffs", 1.0
            return
        own = deal.hand & SUIT_SETS[card // 13]
        yield f"discards from {min(own.bit_count(), 4)}", 1.0
        if deal.hand & self.trumps:
            yield f"discards from {min(own.bit_count(), 4)} with trumps", 1.0
