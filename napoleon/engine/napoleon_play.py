"""The play of a deal of Napoleon, from the first lead to the result (rules.md 1.4 to 1.6).

`Playing` is an immutable state, and `PlayCursor` the same in a form that changes in place, for replays and play-outs.
The rules of the play are in `PlayCursor`. The end is a `NapoleonResult`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from .cards import (
    FULL_PACK,
    HEART_QUEEN,
    JOKERS,
    NO_TRUMP,
    ONE_CARD,
    PICTURE_COUNT,
    PICTURES,
    SUIT_SETS,
    SUITS,
    Card,
    CardSet,
    Suit,
    card_set,
    cards_in,
    count_pictures,
    is_joker,
    name_if_card,
)
from .claims import Claimed, judge_proposal, proposals
from .deal import CALL_LED, WAYS_TO_LEAD, Declaration, Led, Trick, led_suit, way_to_lead
from .errors import IllegalCommand, not_to_act, wrong_phase
from .events import Claim, Command, Concede, Play, Proposal, joker_leads, plays_by_seat
from .following import may_follow
from .napoleon_contract import Contract, NapoleonDealt
from .napoleon_ranking import Ranking, Weak, joker_suit, ranking, weak_by_trick
from .napoleon_scoring import NapoleonOutcome, is_decided, outcome
from .rules import NapoleonRules

_WHOLE_PACK: Final = FULL_PACK | JOKERS
# Building a trick without the constructor of its NamedTuple saves 0.5 µs, 4 % of the time of random play.
# A test (test_fast_tuples.py) fails where a field of `Trick` is missing here. For the same reason `PlayCursor` asks for
# the type of a play inline: calling `expect` costs 60 ns more for each card.
_fast = tuple.__new__


@dataclass(frozen=True, slots=True)
class TrickRules:
    """A rule set applied to one trump and to one kind of trick. All deals with these share it."""

    ranking: Ranking
    callers: CardSet
    """The cards that call the joker, or may call it, if they are led."""
    call_optional: bool
    """Whether their leader says if they do."""
    answers: CardSet
    """What a hand with a joker may play to such a call."""
    suits_to_name: tuple[Suit, ...]
    """The suits that a led joker may name."""
    suits: tuple[CardSet, ...]
    """For each way to lead (`Led`), the cards of the led suit."""
    following: tuple[CardSet, ...]
    """For each way to lead (`Led`), the cards that a seat may play if it has to follow."""
    barred_first: CardSet
    """Cards that may not be led first, unless the hand holds nothing else."""
    stops_early: bool


@lru_cache(maxsize=1024)
def trick_rules(rules: NapoleonRules, trump: Suit, weak: Weak = 0) -> TrickRules:
    """The rules of the tricks at this trump (a suit, or `cards.NO_TRUMP`) in which these cards are weak."""
    rank, has_trump, of_jokers = ranking(rules, trump, weak), trump != NO_TRUMP, joker_suit(rules, trump)
    free = (JOKERS if of_jokers is None else 0) | (rank.powers if rules.power_cards_any_time else 0)
    barred = 0
    if rules.first_lead == "no_trump_or_joker":
        barred = JOKERS | (SUIT_SETS[trump] if has_trump else 0)
    suits = [SUIT_SETS[led_suit(led)] | (JOKERS if led_suit(led) == of_jokers else 0) for led in range(WAYS_TO_LEAD)]
    names_trump = has_trump and (rules.joker_names == "trump" or of_jokers is not None)
    mighty = ONE_CARD[rank.mighty] if rules.called_joker == "weakest_or_mighty" else 0
    return TrickRules(
        ranking=rank,
        callers=rank.callers,
        call_optional=rules.joker_call_optional,
        answers=JOKERS | mighty,
        suits_to_name=(trump,) if names_trump else (0, 1, 2, 3),
        suits=tuple(suits),
        following=tuple([suit | free for suit in suits]),
        barred_first=barred,
        stops_early=rules.finish == "when_decided",
    )


class PlaySetup(NamedTuple):
    """What never changes during the play of one deal. All states of the play share it."""

    contract: Contract
    hands: tuple[CardSet, ...]
    """The hands when the play began."""
    binding: tuple[CardSet, ...]
    """For each seat the cards that force it to follow suit: all but those that it may withhold."""
    tricks: TrickRules
    """The rules of a trick in which nothing is weak."""
    course: tuple[tuple[TrickRules, tuple[CardSet, ...]], ...]
    """For each trick of the deal its rules, and what forces each seat to follow; empty if they are always the same."""

    @property
    def number(self) -> int:
        return self.contract.number

    def rules_of(self, trick: int) -> TrickRules:
        """The rules of a trick, from 0."""
        return self.course[trick][0] if self.course else self.tricks

    def __reduce__(self) -> tuple[object, ...]:
        # A copy, or a state from the shared cache, looks its rules up instead of holding them.
        return play_setup, (self.contract, self.hands)


def lead_off(contract: Contract) -> Playing:
    """The beginning of the play: Napoleon leads."""
    dealt, napoleon = contract.dealt, contract.napoleon
    hands = tuple(contract.hand() if seat == napoleon else hand for seat, hand in enumerate(dealt.hands))
    pictures = [0] * len(hands)
    owner = napoleon if dealt.rules.discards_to == "napoleon" else contract.give_to
    if owner is not None:
        pictures[owner] = count_pictures(contract.discards or 0)
    past = Past(napoleon, 1, (), tuple(pictures))
    return Playing(play_setup(contract, hands), past, 0, napoleon, 0, ())


def play_setup(contract: Contract, hands: tuple[CardSet, ...]) -> PlaySetup:
    """What the contract means for the play. ``hands`` are those after the exchange."""
    tricks, by_trick = _rules_of_play(contract.dealt.rules, contract.trump)
    course = tuple([(now, _binding(contract, now.ranking)) for now in by_trick]) if by_trick else ()
    return PlaySetup(contract, hands, _binding(contract, tricks.ranking), tricks, course)


@lru_cache(maxsize=1024)
def _rules_of_play(rules: NapoleonRules, trump: Suit) -> tuple[TrickRules, tuple[TrickRules, ...]]:
    """The rules of a trick in which nothing is weak, and those of each trick; none where they are always the same.

    Both at once, since to look equal rules up costs more than all the rest of `play_setup`.
    """
    weak = weak_by_trick(rules)
    by_trick = [trick_rules(rules, trump, now) for now in weak] if any(weak) else []
    return trick_rules(rules, trump), tuple(by_trick)


def _binding(contract: Contract, rank: Ranking) -> tuple[CardSet, ...]:
    rules = contract.dealt.rules
    if rules.withhold == "none":
        return (_WHOLE_PACK,) * rules.players
    if rules.withhold == "mighty_and_right_jack":
        withheld = rank.powers & ~(1 << rank.left_jack)
        return (_WHOLE_PACK & ~withheld,) * rules.players
    called = 0 if contract.called is None else rank.powers & 1 << contract.called
    of_adjutant = _WHOLE_PACK & ~called
    return tuple(of_adjutant if seat == contract.adjutant else _WHOLE_PACK for seat in range(rules.players))


class Past(NamedTuple):
    """The finished tricks and who took what."""

    leader: int
    """The leader of the running trick."""
    step: int
    """The direction of play: +1 clockwise, -1 against."""
    tricks: tuple[Trick, ...]
    pictures: tuple[int, ...]
    """Picture cards that each seat has taken, discards included."""


WhyNot: TypeAlias = Literal["not_held", "joker_called", "must_follow", "first_lead"]


class Playing(NamedTuple):
    """The tricks are played. The rules of the play are in `PlayCursor`."""

    setup: PlaySetup
    past: Past
    played: CardSet
    """All cards played so far."""
    turn: int
    led: Led
    """How the running trick was led. It means nothing while ``trick`` is empty."""
    trick: tuple[Card, ...]
    """The running trick, in order of play."""
    refused: tuple[int, ...] = ()
    """The seats whose proposal to end the deal was refused."""

    @property
    def number(self) -> int:
        return self.setup.contract.number

    @property
    def contract(self) -> Contract:
        return self.setup.contract

    @property
    def dealt(self) -> NapoleonDealt:
        return self.setup.contract.dealt

    @property
    def trick_rules(self) -> TrickRules:
        """The rules of the running trick."""
        return self.setup.rules_of(len(self.past.tricks))

    def hand(self, seat: int) -> CardSet:
        """What the seat still holds."""
        return self.setup.hands[seat] & ~self.played

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def playable(self) -> CardSet:
        """The cards that the seat to play may play (rules.md 1.4)."""
        return PlayCursor(self).playable()

    def legal(self, seat: int) -> list[Play]:
        """Each card that may be played now. A joker to lead appears once for each suit that it may name."""
        return PlayCursor(self).legal(seat)

    def judge(self, command: Command) -> None:
        PlayCursor(self).judge(command)

    def after(self, event: Command) -> Playing | NapoleonResult | NapoleonClaimed:
        """The play with one more card, the result of the deal, or a proposal to end it."""
        step = PlayCursor(self).after(event)
        return step.state() if isinstance(step, PlayCursor) else step

    def proposals(self) -> tuple[Proposal, ...]:
        """What the seat to play may propose to end the deal. It depends only on what that seat can see."""
        return PlayCursor(self).proposals()

    def after_refusal(self, seat: int) -> Playing:
        return self._replace(refused=(*self.refused, seat))

    def settled(self, proposal: Proposal) -> NapoleonResult:
        """The result if one seat takes all remaining picture cards."""
        contract, past = self.contract, self.past
        taker, pictures = self.taker(proposal), list(past.pictures)
        if not past.tricks and isinstance(proposal, Claim):
            contract = contract.after_first_trick(taker)
        hands = sum(self.setup.hands) & ~self.played  # the hands share no card
        pictures[taker] += count_pictures(hands | card_set(self.trick))
        if not past.tricks:
            pictures[taker] += contract.pictures_for_first_trick()
        return _result(contract, past.tricks, pictures, proposal)

    def taker(self, proposal: Proposal) -> int:
        """Who takes the rest. Napoleon's opponents score together, so the next of them clockwise takes it."""
        contract = self.contract
        if isinstance(proposal, Claim):
            return proposal.seat
        if proposal.seat != contract.napoleon:
            return contract.napoleon
        players = contract.dealt.rules.players
        others = [(contract.napoleon + step) % players for step in range(1, players)]
        return next(seat for seat in others if seat != contract.adjutant)


class PlayCursor:
    """A `Playing` that changes in place, card by card."""

    __slots__ = (
        "binding",
        "hands",
        "leader",
        "led",
        "lying",
        "pictures",
        "players",
        "plays",
        "refused",
        "rules",
        "setup",
        "step",
        "trick",
        "tricks",
        "turn",
    )

    def __init__(self, state: Playing) -> None:
        setup, past = state.setup, state.past
        self.setup, self.binding, self.rules = setup, setup.binding, setup.tricks
        if setup.course:
            self.rules, self.binding = setup.course[len(past.tricks)]
        self.players = len(setup.hands)
        self.hands: list[CardSet] = [hand & ~state.played for hand in setup.hands]
        self.turn, self.led = state.turn, state.led
        self.leader, self.step = past.leader, past.step
        self.tricks: list[Trick] = list(past.tricks)
        self.pictures: list[int] = list(past.pictures)
        self.trick: list[Card] = list(state.trick)
        self.lying: CardSet = card_set(state.trick)
        """The cards of the running trick."""
        self.plays = plays_by_seat(setup.number, self.players)
        self.refused = state.refused

    @property
    def number(self) -> int:
        return self.setup.number

    @property
    def contract(self) -> Contract:
        return self.setup.contract

    @property
    def dealt(self) -> NapoleonDealt:
        return self.setup.contract.dealt

    def state(self) -> Playing:
        """The current position as an immutable state."""
        setup = self.setup
        past = Past(self.leader, self.step, tuple(self.tricks), tuple(self.pictures))
        played = sum(setup.hands) - sum(self.hands)  # a difference of sets
        return Playing(setup, past, played, self.turn, self.led, tuple(self.trick), self.refused)

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def playable(self) -> CardSet:
        """The cards that the seat to play may play (rules.md 1.4)."""
        rules, turn, trick = self.rules, self.turn, self.trick
        hand = self.hands[turn]
        if not trick:
            return hand if self.tricks else self._first_leads(hand)
        led = self.led
        called = rules.answers if led >= CALL_LED else 0
        return may_follow(hand, rules.suits[led] & self.binding[turn], rules.following[led], called)

    def _first_leads(self, hand: CardSet) -> CardSet:
        """The cards of the hand that may be led to the first trick."""
        return hand & ~self.setup.rules_of(0).barred_first or hand

    def legal(self, seat: int) -> list[Play]:
        """Each card that may be played now. A joker to lead appears once for each suit that it may name."""
        cards, plays = self.playable(), self.plays[seat]
        legal: list[Play] = []
        if not self.trick and cards & JOKERS:
            legal += joker_leads(self.number, seat, cards & JOKERS, self.rules.suits_to_name)
            cards &= ~JOKERS
        asked = self.rules.callers if self.rules.call_optional and not self.trick else 0
        while cards:
            card = cards.bit_length() - 1
            if asked >> card & 1:
                legal += [Play(self.number, seat, card, None, True), Play(self.number, seat, card, None, False)]
            else:
                legal.append(plays[card])
            cards ^= ONE_CARD[card]
        return legal

    def why_not(self, card: Card) -> WhyNot | None:
        """Why the seat to play may not play the card; None if it may."""
        if card < 0:
            return "not_held"
        if self.playable() >> card & 1:
            return None
        hand = self.hands[self.turn]
        if not hand >> card & 1:
            return "not_held"
        if not self.trick:
            return "first_lead"
        return "joker_called" if self.led >= CALL_LED and hand & JOKERS else "must_follow"

    def judge(self, command: Command) -> None:
        if type(command) is not Play:
            judge_proposal(command, self.turn, self.refused, self.rest_is_certain())
            return
        _, seat, card, suit, calls_joker = command  # quicker than by name
        if seat != self.turn:
            raise not_to_act()
        if card < 0 or not self.playable() >> card & 1:
            reason = self.why_not(card) or "not_held"
            led = SUITS[self.led & 3] if reason == "must_follow" else None
            raise IllegalCommand("illegal_play", reason, card=name_if_card(card), suit=led)
        if self.trick:
            if suit is not None or calls_joker is not None:
                raise IllegalCommand("illegal_play", "suit_not_asked" if suit is not None else "call_not_asked")
            return
        if JOKERS >> card & 1:
            if suit not in self.rules.suits_to_name:
                missing = suit is None
                raise IllegalCommand("illegal_play", "suit_missing" if missing else "wrong_suit")
        elif suit is not None:
            raise IllegalCommand("illegal_play", "suit_not_asked")
        if self.rules.call_optional or calls_joker is not None:
            self._judge_call(command)

    def _judge_call(self, play: Play) -> None:
        """Raise `IllegalCommand` unless the play says whether it calls the joker just where that is to be said."""
        rules, calls = self.rules, play.calls_joker
        if rules.call_optional and not self.trick and rules.callers >> play.card & 1:
            if calls not in (True, False):
                raise IllegalCommand("illegal_play", "call_missing", card=name_if_card(play.card))
        elif calls is not None:
            raise IllegalCommand("illegal_play", "call_not_asked")

    def after(self, event: Command) -> Self | NapoleonResult | NapoleonClaimed:
        """The cursor itself with the card played, the result of the deal, or a proposal to end it."""
        if type(event) is not Play:
            return self._proposed(event)
        card, suit = event.card, event.suit
        turn, trick, played = self.turn, self.trick, ONE_CARD[card]
        if not trick:
            if suit is None and not played & self.rules.callers:
                self.led = card // 13  # most leads, without a call of the function
            else:
                self.led = way_to_lead(card, suit, self.rules.callers, event.calls_joker)
        trick.append(card)
        self.hands[turn] ^= played
        self.lying |= played
        if len(trick) == self.players:
            return self._after_trick()
        self.turn = (turn + self.step) % self.players
        return self

    def _proposed(self, event: Command) -> NapoleonResult | NapoleonClaimed:
        if not isinstance(event, Claim | Concede):
            raise wrong_phase(event)
        state = self.state()
        if isinstance(event, Claim) and event.certain:
            return state.settled(event)
        return Claimed(state, event)

    def proposals(self) -> tuple[Proposal, ...]:
        """What the seat to play may propose to end the deal."""
        return proposals(self.number, self.turn, self.refused, self.rest_is_certain())

    def rest_is_certain(self) -> bool:
        """Whether the seat to play wins all remaining tricks, wherever the cards lie that it cannot see.

        Each card has to win by itself, in some order of the tricks, so some certain claims are missed.
        """
        hand, unseen = self.hands[self.turn], self._unseen()
        if self._is_out_of_reach(hand, unseen):
            return False
        if not self.trick:
            return self._wins_all(hand, unseen, len(self.tricks))
        return any(
            self._takes(card, unseen) and self._wins_all(hand ^ ONE_CARD[card], unseen, len(self.tricks) + 1)
            for card in cards_in(self.playable())
        )

    def _is_out_of_reach(self, hand: CardSet, unseen: CardSet) -> bool:
        """Whether some card of the hand loses to the mighty or can be ruffed. That is quick to see, and mostly true."""
        rank = self.setup.tricks.ranking
        # One card may go to the running trick.
        spare = 1 if self.trick else 0
        if not self.setup.course and unseen >> rank.mighty & 1:
            may_beat_it = JOKERS | (1 << HEART_QUEEN if rank.yoromeki else 0)
            if (hand & ~may_beat_it).bit_count() > spare:
                return True
        if rank.trump == NO_TRUMP or not unseen & SUIT_SETS[rank.trump]:
            return False
        plain = hand & ~(SUIT_SETS[rank.trump] | rank.powers | JOKERS)
        return plain.bit_count() > spare

    def _unseen(self) -> CardSet:
        """The cards that the seat to play has not seen."""
        contract = self.setup.contract
        hidden = (contract.discards or 0) & ~contract.discards_seen_by(self.turn)
        return sum(self.hands) - self.hands[self.turn] | hidden  # the hands share no card

    def _wins_all(self, hand: CardSet, unseen: CardSet, trick: int) -> bool:
        """Whether the cards can be led to the tricks from this one on so that each wins, whatever the others play."""
        if trick and not self.setup.course:
            return all(self._wins_led(card, unseen, trick) for card in cards_in(hand))
        winners: list[CardSet] = []
        for number in range(trick, trick + hand.bit_count()):
            if number > max(trick, 1) and self.setup.rules_of(number) is self.setup.rules_of(number - 1):
                winners.append(winners[-1])  # only the first trick differs from others with its rules
                continue
            leads = hand if number else self._first_leads(hand)
            own = sum(ONE_CARD[card] for card in cards_in(leads) if self._wins_led(card, unseen, number))
            if not own:
                return False
            winners.append(own)
        return _each_has_its_own(winners)

    def _wins_led(self, card: Card, unseen: CardSet, trick: int) -> bool:
        """Whether the card wins that trick when it is led, whatever the others play."""
        rules = self.setup.rules_of(trick)
        rank = rules.ranking
        named = rules.suits_to_name if is_joker(card) else (None,)
        calls = (True, False) if rules.call_optional else (None,)
        ways = {way_to_lead(card, suit, rules.callers, call) for suit in named for call in calls}
        return any(all(_beats(rank, (card, other), led, trick == 0) for other in cards_in(unseen)) for led in ways)

    def _takes(self, card: Card, unseen: CardSet) -> bool:
        """Whether the card wins the running trick, whatever else is played to it."""
        cards, first = (*self.trick, card), not self.tricks
        rank, led = self.rules.ranking, self.led
        if len(cards) == self.players:
            return rank.strongest(cards, led, first)[0] == len(cards) - 1
        return _beats(rank, cards, led, first, -1) and all(
            _beats(rank, (*cards, other), led, first, -2) for other in cards_in(unseen)
        )

    def _after_trick(self) -> Self | NapoleonResult:
        """The trick is full. Its winner takes it, and leads to the next if there is one."""
        contract, rank = self.setup.contract, self.rules.ranking
        cards, lying, tricks, step = tuple(self.trick), self.lying, self.tricks, self.step
        place, why = rank.strongest_of(cards, lying, self.led, not tricks)
        winner = (self.leader + place * step) % self.players
        self.pictures[winner] += (lying & PICTURES).bit_count()
        if not tricks:
            self.pictures[winner] += contract.pictures_for_first_trick()
            if contract.who == "first_trick":
                contract = contract.after_first_trick(winner)
                self.setup = self.setup._replace(contract=contract)
        tricks.append(_fast(Trick, (self.leader, cards, winner, why, step, self.led)))
        over = not self.hands[winner]
        if over or (self.rules.stops_early and _decided(contract, self.pictures)):
            return _result(contract, tricks, self.pictures)
        if (lying & rank.turning).bit_count() & 1:
            self.step = -step
        self.leader = self.turn = winner
        self.trick, self.lying = [], 0
        course = self.setup.course
        if course and len(tricks) < len(course):  # a transcription follows hands that it does not know
            self.rules, self.binding = course[len(tricks)]
        return self


def _each_has_its_own(choices: Sequence[CardSet]) -> bool:
    """Whether a different card can be taken out of each set."""
    owners: dict[Card, CardSet] = {}
    return all(_gets_its_own(cards, owners, set()) for cards in choices)


def _gets_its_own(cards: CardSet, owners: dict[Card, CardSet], tried: set[Card]) -> bool:
    """Give one of the cards to this set; one that is taken already if its owner can get another."""
    for card in cards_in(cards):
        if card not in tried:
            tried.add(card)
            if card not in owners or _gets_its_own(owners[card], owners, tried):
                owners[card] = cards
                return True
    return False


def _beats(rank: Ranking, cards: tuple[Card, ...], led: Led, first: bool, place: int = 0) -> bool:
    """Whether the card in that place wins, and would with further cards that do not beat it one by one.

    A same-two would not: any card of another suit breaks it.
    """
    winner, why = rank.strongest(cards, led, first)
    return winner == place % len(cards) and why != "same_two"


def _decided(contract: Contract, pictures: Sequence[int]) -> bool:
    """Whether the remaining picture cards can no longer change a score."""
    out = contract.pictures_out()
    to_come = PICTURE_COUNT - out - sum(pictures)
    side = sum(pictures[seat] for seat in contract.side())
    rules, adjutant = contract.dealt.rules, contract.adjutant
    doublings = contract.doublings()
    return is_decided(rules, contract.count, contract.napoleon, adjutant, out, side, to_come, doublings=doublings)


class NapoleonResult(NamedTuple):
    """The end of a deal that was played."""

    contract: Contract
    tricks: tuple[Trick, ...]
    pictures: tuple[int, ...]
    """Picture cards that each seat took, discards included."""
    outcome: NapoleonOutcome
    proposal: Proposal | None = None
    """The claim or concession that ended the deal early."""

    @property
    def number(self) -> int:
        return self.contract.number

    @property
    def dealt(self) -> NapoleonDealt:
        return self.contract.dealt

    @property
    def auction(self) -> tuple[Declaration, ...]:
        return self.contract.auction

    @property
    def declarer(self) -> int:
        return self.contract.napoleon

    @property
    def adjutant(self) -> int | None:
        """None where Napoleon played alone."""
        return self.contract.adjutant

    @property
    def made(self) -> bool:
        return self.outcome.made

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return self.outcome.scores

    @property
    def reshuffles(self) -> bool:
        """Napoleon shuffles for every deal anyway."""
        return False


def _result(
    contract: Contract, tricks: Sequence[Trick], pictures: Sequence[int], proposal: Proposal | None = None
) -> NapoleonResult:
    side = sum([pictures[seat] for seat in contract.side()])
    rules, out = contract.dealt.rules, contract.pictures_out()
    doublings = contract.doublings()
    worth = outcome(rules, contract.count, contract.napoleon, contract.adjutant, out, side, doublings=doublings)
    return NapoleonResult(contract, tuple(tricks), tuple(pictures), worth, proposal)


NapoleonClaimed: TypeAlias = Claimed[Playing, NapoleonResult]
