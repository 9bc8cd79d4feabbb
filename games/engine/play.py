"""The play of a deal of Napoleon, and its result (rules.md 1.4 to 1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from .cards import (
    FULL_PACK,
    JOKER,
    JOKER_SET,
    NO_TRUMP,
    ONE_CARD,
    PICTURES,
    SUIT_SETS,
    SUITS,
    Card,
    CardSet,
    Suit,
    card_set,
    count_pictures,
)
from .contract import HIGHEST_COUNT, Contract
from .errors import IllegalAction, not_to_act, wrong_phase
from .events import Command, Play, joker_leads, plays_by_seat
from .ranking import JOKER_LED, Led, Ranking, Why, ranking
from .rules import NapoleonRules
from .scoring import Outcome, is_decided, outcome

_LED_SETS: Final = SUIT_SETS + SUIT_SETS
# A NamedTuple's own constructor costs three times as much, and cards are played often.
_tuple = tuple.__new__


@dataclass(frozen=True, slots=True)
class TrickRules:
    """What a rule set makes of the tricks at one trump; shared by all such deals."""

    ranking: Ranking
    joker_call: Card
    suits_to_name: tuple[Suit, ...]
    """What a led joker may call for."""
    following: tuple[CardSet, ...]
    """For each way to lead (`Led`), the cards that may be played by a seat that has to follow."""
    barred_first: CardSet
    """Cards that may not be led first, unless the hand holds nothing else."""
    stops_early: bool


@lru_cache(maxsize=1024)
def trick_rules(rules: NapoleonRules, trump: Suit) -> TrickRules:
    """What the rules make of the tricks at this trump (a suit, or `cards.NO_TRUMP`)."""
    rank, has_trump = ranking(rules, trump), trump != NO_TRUMP
    free = JOKER_SET | (rank.powers if rules.power_cards_any_time else 0)
    barred = 0
    if rules.first_lead == "no_trump_or_joker":
        barred = JOKER_SET | (SUIT_SETS[trump] if has_trump else 0)
    return TrickRules(
        ranking=rank,
        joker_call=rank.joker_call,
        suits_to_name=(trump,) if rules.joker_names == "trump" and has_trump else (0, 1, 2, 3),
        following=tuple([suit | free for suit in _LED_SETS]),
        barred_first=barred,
        stops_early=rules.finish == "when_decided",
    )


class PlayRules(NamedTuple):
    """What holds for every card of one deal's play; shared by all its states."""

    contract: Contract
    hands: tuple[CardSet, ...]
    """The hands when the play began."""
    binding: tuple[CardSet, ...]
    """For each seat the cards that bind it to follow: all that ``withhold`` does not let it keep back."""
    tricks: TrickRules

    @property
    def number(self) -> int:
        return self.contract.deal.number


def lead_off(contract: Contract) -> Playing:
    """Everything is settled: Napoleon leads."""
    deal, napoleon = contract.deal, contract.napoleon
    hands = (*deal.hands[:napoleon], contract.hand(), *deal.hands[napoleon + 1 :])
    pictures = [0] * len(hands)
    owner = napoleon if deal.rules.discards_to == "napoleon" else contract.give_to
    if owner is not None:
        pictures[owner] = count_pictures(contract.discards or 0)
    past = Past(napoleon, 1, (), tuple(pictures))
    return Playing(play_rules(contract, hands), past, 0, napoleon, 0, ())


def play_rules(contract: Contract, hands: tuple[CardSet, ...]) -> PlayRules:
    """What the contract means for every card of the play."""
    rules = trick_rules(contract.deal.rules, contract.trump)
    return PlayRules(contract, hands, _binding(contract, rules.ranking), rules)


def _binding(contract: Contract, rank: Ranking) -> tuple[CardSet, ...]:
    rules = contract.deal.rules
    if rules.withhold == "none":
        return (FULL_PACK,) * rules.players
    if rules.withhold == "mighty_and_right_jack":
        withheld = rank.powers & ~(1 << rank.left_jack)
        return (FULL_PACK & ~withheld,) * rules.players
    called = 0 if contract.called is None else rank.powers & 1 << contract.called
    of_adjutant = FULL_PACK & ~called
    return tuple(
        of_adjutant if seat == contract.adjutant else FULL_PACK for seat in range(rules.players)
    )


class Trick(NamedTuple):
    """A finished trick: ``cards`` in order of play from ``leader``, ``step`` +1 clockwise or -1 against."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    why: Why
    step: int
    led: Led

    def seats(self) -> list[int]:
        """Who played each card."""
        players = len(self.cards)
        return [(self.leader + place * self.step) % players for place in range(players)]


class Past(NamedTuple):
    """The finished tricks, and what they have made of the deal."""

    leader: int
    """Who leads the trick that runs or begins."""
    step: int
    """The direction of play: +1 clockwise, -1 against."""
    tricks: tuple[Trick, ...]
    pictures: tuple[int, ...]
    """Pictures that each seat has taken, discards included."""


WhyNot: TypeAlias = Literal["not_held", "joker_called", "must_follow", "first_lead"]


class Playing(NamedTuple):
    """The tricks are played. What the rules say of it, `RunningPlay` knows."""

    deal: PlayRules
    past: Past
    played: CardSet
    """All cards that have left the hands since the play began."""
    turn: int
    led: Led
    """How the running trick was led; of no meaning while ``trick`` is empty."""
    trick: tuple[Card, ...]

    def hand(self, seat: int) -> CardSet:
        return self.deal.hands[seat] & ~self.played

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def playable(self) -> CardSet:
        """The cards that the seat whose turn it is may play (rules.md 1.4)."""
        return RunningPlay(self).playable()

    def legal(self, seat: int) -> list[Play]:
        """Each card that may be played now; a led joker once for each suit that it may name."""
        return RunningPlay(self).legal(seat)

    def judge(self, command: Command) -> None:
        RunningPlay(self).judge(command)

    def after(self, event: Play) -> Playing | NapoleonResult:
        step = RunningPlay(self).after(event)
        return step.state() if isinstance(step, RunningPlay) else step


class RunningPlay:
    """The play of a deal on the move: a `Playing` that changes in place, card by card."""

    __slots__ = (
        "binding",
        "deal",
        "hands",
        "leader",
        "led",
        "lying",
        "pictures",
        "players",
        "plays",
        "rules",
        "step",
        "trick",
        "tricks",
        "turn",
    )

    def __init__(self, state: Playing) -> None:
        self.deal, past, played, self.turn, self.led, trick = state
        _, hands, self.binding, self.rules = self.deal
        self.players = len(hands)
        self.hands: list[CardSet] = [hand & ~played for hand in hands]
        self.leader, self.step = past.leader, past.step
        self.tricks: list[Trick] = list(past.tricks)
        self.pictures: list[int] = list(past.pictures)
        self.trick: list[Card] = list(trick)
        self.lying: CardSet = card_set(trick)
        """The cards of the running trick."""
        self.plays = plays_by_seat(self.deal.number, self.players)

    def state(self) -> Playing:
        """The play as it stands."""
        deal = self.deal
        past = Past(self.leader, self.step, tuple(self.tricks), tuple(self.pictures))
        played = sum(deal.hands) - sum(self.hands)  # of sets that share no card
        return Playing(deal, past, played, self.turn, self.led, tuple(self.trick))

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def playable(self) -> CardSet:
        """The cards that the seat whose turn it is may play (rules.md 1.4)."""
        rules, turn, trick = self.rules, self.turn, self.trick
        hand = self.hands[turn]
        if not trick:
            return hand if self.tricks else hand & ~rules.barred_first or hand
        if trick[0] == rules.joker_call and hand & JOKER_SET:
            return JOKER_SET
        if hand & _LED_SETS[self.led] & self.binding[turn]:
            return hand & rules.following[self.led]
        return hand

    def legal(self, seat: int) -> list[Play]:
        """Each card that may be played now; a led joker once for each suit that it may name."""
        cards, plays = self.playable(), self.plays[seat]
        legal: list[Play] = []
        if not self.trick and cards & JOKER_SET:
            cards ^= JOKER_SET
            legal += joker_leads(self.deal.number, seat, self.rules.suits_to_name)
        while cards:
            card = cards.bit_length() - 1
            legal.append(plays[card])
            cards ^= ONE_CARD[card]
        return legal

    def why_not(self, card: Card) -> WhyNot | None:
        """Why the seat whose turn it is may not play the card; None if it may."""
        if self.playable() >> card & 1:
            return None
        hand = self.hands[self.turn]
        if not hand >> card & 1:
            return "not_held"
        if not self.trick:
            return "first_lead"
        called = self.trick[0] == self.rules.joker_call
        return "joker_called" if called and hand & JOKER_SET else "must_follow"

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
        if not isinstance(command, Play):
            raise wrong_phase(command)
        _, _, card, suit = command
        if not self.playable() >> card & 1:
            reason = self.why_not(card) or "not_held"
            led = SUITS[self.led & 3] if reason == "must_follow" else None
            raise IllegalAction("illegal_play", reason, suit=led)
        if card == JOKER and not self.trick:
            if suit not in self.rules.suits_to_name:
                missing = suit is None
                raise IllegalAction("illegal_play", "suit_missing" if missing else "wrong_suit")
        elif suit is not None:
            raise IllegalAction("illegal_play", "suit_not_asked")

    def after(self, event: Play) -> Self | NapoleonResult:
        """Itself, with the card played, or the result of the deal."""
        _, _, card, suit = event
        turn, trick, played = self.turn, self.trick, ONE_CARD[card]
        if not trick:
            self.led = card // 13 if suit is None else suit + JOKER_LED
        trick.append(card)
        self.hands[turn] ^= played
        self.lying |= played
        if len(trick) == self.players:
            return self._after_trick()
        self.turn = (turn + self.step) % self.players
        return self

    def _after_trick(self) -> Self | NapoleonResult:
        """The trick is full: somebody takes it, and leads to the next if there is one."""
        contract, rank = self.deal.contract, self.rules.ranking
        cards, lying, tricks, step = tuple(self.trick), self.lying, self.tricks, self.step
        place, why = rank.strongest_of(cards, lying, self.led, not tricks)
        winner = (self.leader + place * step) % self.players
        self.pictures[winner] += (lying & PICTURES).bit_count()
        if not tricks:
            self.pictures[winner] += contract.pictures_for_first_trick()
        tricks.append(_tuple(Trick, (self.leader, cards, winner, why, step, self.led)))
        over = not self.hands[winner]
        if over or (self.rules.stops_early and _decided(contract, self.pictures)):
            return _result(contract, tricks, self.pictures)
        if (lying & rank.turning).bit_count() & 1:
            self.step = -step
        self.leader = self.turn = winner
        self.trick, self.lying = [], 0
        return self


def _decided(contract: Contract, pictures: Sequence[int]) -> bool:
    """The scores can no longer change, however the pictures still to come are distributed."""
    out = contract.pictures_out()
    to_come = HIGHEST_COUNT - out - sum(pictures)
    side = sum(pictures[seat] for seat in contract.side())
    rules, adjutant = contract.deal.rules, contract.adjutant
    return is_decided(rules, contract.count, contract.napoleon, adjutant, out, side, to_come)


class NapoleonResult(NamedTuple):
    """A deal that has ended."""

    deal: Contract
    tricks: tuple[Trick, ...]
    pictures: tuple[int, ...]
    outcome: Outcome


def _result(contract: Contract, tricks: Sequence[Trick], pictures: Sequence[int]) -> NapoleonResult:
    side = sum([pictures[seat] for seat in contract.side()])
    rules, out = contract.deal.rules, contract.pictures_out()
    worth = outcome(rules, contract.count, contract.napoleon, contract.adjutant, out, side)
    return NapoleonResult(contract, tuple(tricks), tuple(pictures), worth)
