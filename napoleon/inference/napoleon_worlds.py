"""Worlds of a deal of Napoleon: what the seat knows of every place, and the engine's state for each draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from napoleon.engine import Bid, DealView, NapoleonRules, Pass
from napoleon.engine.cards import (
    FULL_PACK,
    JOKERS,
    NO_TRUMP,
    PICTURES,
    Card,
    CardSet,
    card_set,
    cards_in,
    count_pictures,
)
from napoleon.engine.claims import Claimed
from napoleon.engine.deal import CALL_LED, Dealt, Declaration, Led, Trick
from napoleon.engine.napoleon import Auction, Calling, Exchanging, NapoleonState, Sealed
from napoleon.engine.napoleon_contract import Contract, owner_of_discards, pack_of
from napoleon.engine.napoleon_play import Past, Playing, TrickRules, play_setup, trick_rules
from napoleon.engine.napoleon_ranking import Ranking, weak_by_trick
from napoleon.engine.napoleon_scoring import is_decided

from .card_drawing import Drawing, Place
from .habits import Habits
from .view_values import known, led_of, seat_of

_WHOLE_PACK = FULL_PACK | JOKERS
Found = tuple[Callable[[], NapoleonState], float]


def draw(view: DealView, rules: NapoleonRules, rng: Random) -> Iterator[Found | None]:
    """Worlds without end, each as what makes its state and the logarithm of its weight; None where a draw failed."""
    knowledge = Knowledge(view, rules)
    drawing = knowledge.drawing()
    while True:
        drawn = drawing.draw(rng)
        yield None if drawn is None else knowledge.world(drawn[0], drawn[1], rng)


class Knowledge:
    """What a seat knows of a deal of Napoleon."""

    def __init__(self, view: DealView, rules: NapoleonRules) -> None:
        self.view, self.rules, self.me = view, rules, seat_of(view)
        self.players = rules.players
        self.unseen = pack_of(rules) & ~view.seen
        self.played = played_by(view)
        self.others = [seat for seat in range(self.players) if seat != self.me]
        self.hidden = self._hidden()
        self.habits = Habits(view, rules, self.me)

    def _hidden(self) -> int:
        """How many unseen cards lie in no other hand: the widow, or discards that were not shown."""
        return self.unseen.bit_count() - sum(self.view.hand_sizes[seat] for seat in self.others)

    def drawing(self) -> Drawing:
        view = self.view
        excluded = excluded_cards(view, self.rules)
        places = [
            Place(view.hand_sizes[seat], self.unseen & ~excluded[seat], tried=self.habits.expected(seat))
            for seat in self.others
        ]
        # Pictures among the discards are seen wherever they are shown.
        shown = (
            view.declarer is not None
            and view.phase in ("playing", "claimed")
            and (self.rules.discards_shown == "pictures" and self.me != view.declarer)
        )
        allowed = self.unseen & ~PICTURES if shown else self.unseen
        places.append(Place(self.hidden, allowed, self.habits.discarding()))
        return Drawing(self.unseen, places)

    def world(self, laid: list[CardSet], weight: float, rng: Random) -> Found | None:
        """The world of that draw; None if it contradicts the view."""
        hands = [0] * self.players
        hands[self.me] = self.view.hand
        for seat, cards in zip(self.others, laid, strict=False):
            hands[seat] = cards
        guess = self._guess(tuple(hands), laid[-1], rng)
        if guess is None:
            return None
        weight += self.habits.likelihood(guess.hands, guess.dealt, guess.adjutant)
        return partial(self.state, guess), weight

    def _guess(self, hands: tuple[CardSet, ...], rest: CardSet, rng: Random) -> Guess | None:
        view, napoleon = self.view, self.view.declarer
        if napoleon is None:
            return Guess(hands, hands, view.widow or rest, 0, None)
        if view.phase in ("calling", "exchanging") and napoleon == self.me:
            return self._guess_before_play(hands, rest)
        dealt = [hand | cards for hand, cards in zip(hands, self.played, strict=True)]
        discards = view.discards | rest
        all_of_napoleon = dealt[napoleon] | discards
        if view.widow:
            widow = view.widow
        else:
            drawn = self._widow(all_of_napoleon, rng)
            if drawn is None:
                return None
            widow = drawn
        dealt[napoleon] = all_of_napoleon & ~widow
        adjutant = view.adjutant if view.called is None else holder_of(view.called, dealt, napoleon)
        if self._would_be_over(adjutant, discards):
            return None
        return Guess(hands, tuple(dealt), widow, discards, adjutant)

    def _guess_before_play(self, hands: tuple[CardSet, ...], rest: CardSet) -> Guess:
        """Napoleon's own guess while they call and exchange."""
        view, me = self.view, self.me
        dealt = list(hands)
        widow = view.widow or rest
        dealt[me] = (view.hand | view.discards) & ~widow
        return Guess(hands, tuple(dealt), widow, view.discards, holder_of(view.called, dealt, me))

    def _widow(self, cards: CardSet, rng: Random) -> CardSet | None:
        """Which of the cards that Napoleon had in the exchange were the widow; None if none can have been."""
        rules, called = self.rules, self.view.called
        must: list[Card] = []
        if called is not None and not rules.own_card_call and cards >> called & 1:
            if rules.call == "after_exchange":
                return None
            must = [called]
        rest = [card for card in cards_in(cards) if card not in must]
        return card_set([*must, *rng.sample(rest, rules.widow_size - len(must))])

    def _would_be_over(self, adjutant: int | None, discards: CardSet) -> bool:
        """Whether the rules would have ended such a deal before."""
        view, rules = self.view, self.rules
        if rules.finish != "when_decided" or not view.tricks:
            return False
        napoleon, count = known(view.declarer), _count(view)
        out = count_pictures(discards) if rules.discards_to == "nobody" else 0
        taken = self._pictures(discards)
        side = taken[napoleon] + (0 if adjutant is None else taken[adjutant])
        to_come = PICTURES.bit_count() - out - sum(taken)
        doublings = (view.trump == NO_TRUMP) + (view.called_who == "nobody")
        return is_decided(rules, count, napoleon, adjutant, out, side, to_come, doublings=doublings)

    def _pictures(self, discards: CardSet) -> list[int]:
        """The picture cards that each seat has taken, with discards that the seat has not seen."""
        view, rules = self.view, self.rules
        taken = list(view.pictures)
        hidden = count_pictures(discards & ~view.discards)
        if hidden:
            owner = owner_of_discards(
                rules,
                napoleon=known(view.declarer),
                given_to=view.discards_given_to,
                first_winner=view.tricks[0].winner if view.tricks else None,
            )
            if owner is not None:
                taken[owner] += hidden
        return taken

    def state(self, guess: Guess) -> NapoleonState:
        """The engine's state of the world."""
        view = self.view
        dealt = Dealt(self.rules, view.number, view.dealer, self._first_bidder(), guess.dealt, guess.widow)
        if view.declarer is None:
            return self._auction(dealt)
        contract = Contract(
            dealt, view.auction, view.declarer, _count(view), known(view.trump), view.called, guess.adjutant
        )
        settled = guess.discards if view.phase in ("playing", "claimed") or view.discards else None
        contract = contract._replace(
            discards=settled, give_to=view.discards_given_to, who=view.called_who, raised_from=view.raised_from
        )
        if view.phase == "calling":
            return Calling(contract)
        if view.phase == "exchanging":
            return Exchanging(contract)
        return self._play(contract, guess)

    def _first_bidder(self) -> int:
        view = self.view
        if view.auction:
            return view.auction[0].seat
        return (view.dealer + 1) % self.players if view.phase == "sealed_bidding" else view.to_act[0]

    def _auction(self, dealt: Dealt[NapoleonRules]) -> NapoleonState:
        view = self.view
        if view.phase == "sealed_bidding":
            return Sealed(dealt, _sealed(view, self.players), view.auction)
        state: NapoleonState = Auction(dealt, dealt.first_bidder)
        for said in view.auction:
            state = state.after(said)  # type: ignore[assignment]  # the auction is not over
        return state

    def _play(self, contract: Contract, guess: Guess) -> NapoleonState:
        view = self.view
        begun = tuple(hand | cards for hand, cards in zip(guess.hands, self.played, strict=True))
        leader = known(view.leader)
        past = Past(leader, view.step, view.tricks, tuple(self._pictures(guess.discards)))
        turn = (leader + len(view.trick) * view.step) % self.players
        lying = tuple(card for _, card in view.trick)
        led = led_of(view) if lying else 0
        played = sum(self.played)
        play = Playing(play_setup(contract, begun), past, played, turn, led, lying, view.refused)
        return Claimed(play, view.proposal, view.agreed) if view.proposal is not None else play


class Guess(NamedTuple):
    """What a draw says of the deal."""

    hands: tuple[CardSet, ...]
    """What each seat holds now."""
    dealt: tuple[CardSet, ...]
    widow: CardSet
    discards: CardSet
    adjutant: int | None


def _count(view: DealView) -> int:
    return known(view.contract if isinstance(view.contract, Bid) else None).count


def _sealed(view: DealView, players: int) -> tuple[Declaration | None, ...]:
    """What the seats have declared that nobody has heard: a pass stands for it."""
    return tuple(None if seat in view.to_act else Pass(view.number, seat) for seat in range(players))


def holder_of(called: Card | None, dealt: list[CardSet], napoleon: int) -> int | None:
    """The adjutant: the seat other than Napoleon that was dealt the called card."""
    if called is None:
        return None
    for seat, hand in enumerate(dealt):
        if hand >> called & 1 and seat != napoleon:
            return seat
    return None


def played_by(view: DealView) -> list[CardSet]:
    """The cards that each seat has played."""
    played: list[CardSet] = [0] * len(view.hand_sizes)
    for trick in view.tricks:
        for seat, card in zip(trick.seats(), trick.cards, strict=True):
            played[seat] |= 1 << card
    for seat, card in view.trick:
        played[seat] |= 1 << card
    return played


def excluded_cards(view: DealView, rules: NapoleonRules) -> list[CardSet]:
    """For each seat the cards that it cannot hold, because it would have had to play one of them."""
    excluded: list[CardSet] = [0] * len(view.hand_sizes)
    if not view.tricks and not view.trick:
        return excluded
    runs = [(_plays(trick), trick.led) for trick in view.tricks]
    if view.trick:
        runs.append((list(view.trick), led_of(view)))
    for (played, led), weak in zip(runs, weak_by_trick(rules), strict=False):
        tricks = trick_rules(rules, known(view.trump), weak)
        _exclude(excluded, tricks, _binding(view, rules, tricks.ranking), played, led)
    tricks = trick_rules(rules, known(view.trump))
    opening = _plays(view.tricks[0]) if view.tricks else list(view.trick)
    for seat, card in opening[:1]:
        if tricks.barred_first >> card & 1:
            excluded[seat] |= FULL_PACK & ~tricks.barred_first
    return excluded


def _plays(trick: Trick) -> list[tuple[int, Card]]:
    return list(zip(trick.seats(), trick.cards, strict=True))


def _binding(view: DealView, rules: NapoleonRules, rank: Ranking) -> list[CardSet]:
    """For each seat the cards that would have forced it to follow suit."""
    withheld = 0
    if rules.withhold == "mighty_and_right_jack":
        withheld = rank.powers & ~(1 << rank.left_jack)
    elif rules.withhold == "adjutant_power_card":
        # The holder of the called card is the adjutant, except Napoleon.
        withheld = 0 if view.called is None else rank.powers & 1 << view.called
    full = rules.withhold == "adjutant_power_card"
    return [
        _WHOLE_PACK if full and seat == view.declarer else _WHOLE_PACK & ~withheld
        for seat in range(len(view.hand_sizes))
    ]


def _exclude(
    excluded: list[CardSet], tricks: TrickRules, binding: list[CardSet], played: list[tuple[int, Card]], led: Led
) -> None:
    suit = tricks.suits[led]
    for seat, card in played[1:]:
        if led >= CALL_LED:
            if tricks.answers >> card & 1:
                continue  # it may answer the call, whatever else the seat holds
            excluded[seat] |= JOKERS
        if not tricks.following[led] >> card & 1:
            excluded[seat] |= suit & binding[seat]
