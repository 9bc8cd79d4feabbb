"""The corporal's play at Napoleon: the picture cards that a card should win now, less what it should bring later.

The value of a card is the likelihood that its side wins the trick, times the picture cards that will lie in it,
less what the card would have brought later. So a picture goes onto a friend's mighty, a trick is won as cheaply
as possible, and nothing is wasted on a lost trick.
"""

from typing import NamedTuple

from napoleon.bots.view_reading import best
from napoleon.engine import DealView, NapoleonRules, Play
from napoleon.engine.cards import HEART_QUEEN, JOKERS, PICTURES, SUIT_SETS, Card, CardSet
from napoleon.engine.deal import CALL_LED, Led, way_to_lead
from napoleon.engine.napoleon_ranking import MIGHTY_STRENGTH
from napoleon.inference.view_values import known, led_of

from .card_value import WEIGHTS, kept
from .deduction import Deductions, none_of, study


def play(deal: DealView, rules: NapoleonRules, seed: int) -> Play:
    """The card to play now."""
    plays = [command for command in deal.legal if isinstance(command, Play)]
    if len(plays) == 1:
        return plays[0]
    return best(plays, PlayJudgement(deal, rules, study(deal, rules)).value, seed)


class Outlook(NamedTuple):
    """What should become of the running trick after a play."""

    led: Led
    takes: bool
    """Whether the card wins the trick as it then lies."""
    won: float
    """The likelihood that my side takes the trick in the end."""
    coming: float
    """The pictures that later seats should add."""


class PlayJudgement:
    """Judges the plays of one decision."""

    def __init__(self, deal: DealView, rules: NapoleonRules, mind: Deductions) -> None:
        self.deal, self.rules, self.mind = deal, rules, mind
        self.rank = mind.now.rank
        self.lying = tuple(card for _, card in deal.trick)
        self.on_table = _pictures(self.lying)
        if not deal.tricks and rules.discards_to == "first_trick_winner":
            self.on_table += (deal.discards & PICTURES).bit_count()
        players, first = len(deal.hand_sizes), known(deal.leader)
        places = range(len(self.lying) + 1, players)
        self.later = [(first + place * deal.step) % players for place in places]
        self.rest = min(1.0, (deal.hand_sizes[mind.me] - 1) / 2)

    def value(self, option: Play) -> float:
        """What the play should bring in pictures."""
        return self.value_of(option, self.outlook(option))

    def value_of(self, option: Play, outlook: Outlook) -> float:
        """The same where the outlook is known."""
        deal, mind, card = self.deal, self.mind, option.card
        pictures = self.on_table + (PICTURES >> card & 1)
        value = outlook.won * (pictures + outlook.coming)
        value -= kept(mind.order, mind.unseen, card) * self.rest
        if not self.lying:
            value += self._lead_bonus(card, outlook.led)
        elif deal.am_adjutant and len(deal.tricks) < 2 and PICTURES >> card & 1:
            value -= WEIGHTS.hiding
        return value

    def outlook(self, option: Play) -> Outlook:
        """What should become of the trick."""
        deal, mind, card = self.deal, self.mind, option.card
        cards = (*self.lying, card)
        led = led_of(deal) if self.lying else way_to_lead(card, option.suit, self.rank.callers, option.calls_joker)
        place, why = self.rank.strongest(cards, led, not deal.tricks)
        mine = place == len(self.lying)
        holding = 1.0 if mine else mind.friends[deal.trick[place][0]]
        strength = self.rank.strength_of(cards[place], why, led)
        won, coming = self._play_out(cards, led, strength, why == "same_two", holding)
        return Outlook(led, mine, won, coming)

    def _play_out(
        self, cards: tuple[Card, ...], led: Led, strength: int, same_two: bool, holding: float
    ) -> tuple[float, float]:
        """The likelihood that my side takes the trick in the end, and the pictures to come into it."""
        mind, sizes = self.mind, self.deal.hand_sizes
        suit = SUIT_SETS[led & 3]
        above = mind.now.above[led].get(strength, 0)
        if self.rank.yoromeki and strength == MIGHTY_STRENGTH:
            above |= 1 << HEART_QUEEN
        will = WEIGHTS.will if self.on_table or _pictures(cards) else WEIGHTS.will_empty
        coming = []
        for seat in self.later:
            pool, drawn, friend = mind.may_hold[seat], sizes[seat], mind.friends[seat]
            size = pool.bit_count()
            suited = pool & suit
            void = none_of(suited.bit_count(), drawn, size)
            higher = pool & above
            bound = (higher & (suit | JOKERS)).bit_count()
            loose = (higher & ~(suit | JOKERS)).bit_count()
            able = 1.0 - none_of(bound, drawn, size) if bound else 0.0
            if loose and void:
                able += (1.0 - able) * void * (1.0 - none_of(loose, drawn, size - suited.bit_count()))
            if same_two:
                able += (1.0 - able) * void
            holding += (1.0 - holding) * friend * able * will - holding * (1.0 - friend) * able * will
            coming.append((suited, void, friend, pool))
        return holding, sum(_gift(*seat) for seat in coming)

    # Leading

    def _lead_bonus(self, card: Card, led: Led) -> float:
        deal, mind, rank = self.deal, self.mind, self.rank
        bonus = 0.0
        if led & 3 == rank.trump and mind.me == deal.declarer:
            bonus += WEIGHTS.draw * (mind.unseen & SUIT_SETS[rank.trump]).bit_count()
        if led >= CALL_LED:
            if mind.unseen & JOKERS:
                bonus += WEIGHTS.joker_called * self._enemy_holds_joker()
            elif deal.hand & JOKERS:
                bonus -= 1.0
        return bonus

    def _enemy_holds_joker(self) -> float:
        """From -1, a friend holds it, to 1."""
        mind = self.mind
        seats = [seat for seat in self.later if mind.may_hold[seat] & JOKERS]
        if not seats:
            return 0.0
        return 1.0 - 2.0 * sum(mind.friends[seat] for seat in seats) / len(seats)


def _pictures(cards: tuple[Card, ...]) -> int:
    return sum(PICTURES >> card & 1 for card in cards)


def _gift(suited: CardSet, void: float, friend: float, pool: CardSet) -> float:
    """How many pictures a seat adds to the trick: friends seek to, enemies seek not to."""
    share = (suited & PICTURES).bit_count() / suited.bit_count() if suited else 0.0
    follow = (1.0 - void) * (friend * share * (2.0 - share) + (1.0 - friend) * share * share)
    loose = (pool & ~suited & PICTURES).bit_count() / max(1, pool.bit_count())
    return follow + void * (friend * min(1.0, 2.0 * loose) + (1.0 - friend) * loose * 0.3)
