"""Twins: matches that one seat (None: a spectator) cannot tell from the real one.

Written from the rules: which cards has the seat seen, and what was public? Nothing here uses a
view. A proposal that breaks the rules, or ends with other public results, is no twin.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeGuard

from napoleon.engine import Bid, BidNap, Call, Deal, EngineError, Exchange, Match, Pass, Play, start
from napoleon.engine.cards import PICTURES, CardSet, cards_in
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor, open_deal
from napoleon.engine.nap import NapExchanging
from napoleon.engine.napoleon import Exchanging, Sealed
from napoleon.engine.record import deal_summary
from napoleon.engine.rules import NapoleonRules, Rules

Rng = random.Random
Events = Sequence[Event]


class Twin(NamedTuple):
    """Other events that look the same from the seat; they differ in one deal."""

    kind: str
    deal: int
    events: list[Event]
    match: Match


def played_through(rules: Rules, events: Events) -> Match | None:
    """The match after these events; None if the rules do not allow them."""
    running = MatchCursor(start(rules))
    try:
        for event in events:
            running.push(event)
    except EngineError:
        return None
    return running.match()


def public_results(match: Match) -> object:
    """What everybody can see of a match."""
    return [deal_summary(end) for end in match.ended], [state.number for state in match.open]


def twins(rules: Rules, events: Events, seat: int | None, rng: Rng, tries: int) -> Iterator[Twin]:
    """Some twins of these events for the seat."""
    match = played_through(rules, events)
    assert match is not None
    deals = [event for event in events if isinstance(event, Deal)]
    for _ in range(tries if deals else 0):
        deal = rng.choice(deals)
        story = Story(rules, events, deal, match, seat)
        proposal = rng.choice(PROPOSALS)(story, rng)
        if proposal is None:
            continue
        kind, other = proposal
        end = played_through(rules, other)
        if end is not None and public_results(end) == public_results(match):
            yield Twin(kind, deal.deal, other, end)


class Story:
    """One deal of a match, and what the seat has seen of it."""

    def __init__(self, rules: Rules, events: Events, deal: Deal, match: Match, seat: int | None) -> None:
        self.rules, self.events, self.deal, self.seat = rules, events, deal, seat
        self.state = open_deal(match, deal.deal)
        self.own_events = [event for event in events if event.deal == deal.deal]
        self.exchange = next((event for event in self.own_events if isinstance(event, Exchange)), None)
        calls = [event.card for event in self.own_events if isinstance(event, Call) and event.who is None]
        self.called = next(iter(calls), None)

    def shown(self, discard: CardSet) -> CardSet:
        """The discards that all see."""
        if not isinstance(self.rules, NapoleonRules):
            return 0  # the declarer of a garnet discards face down
        return {"all": discard, "pictures": discard & PICTURES, "none": 0}[self.rules.discards_shown]

    def seen(self) -> CardSet:
        """The cards that the seat has seen."""
        seen = self.deal.hands[self.seat] if self.seat is not None else 0
        for event in self.own_events:
            if isinstance(event, Play):
                seen |= 1 << event.card
        if self.exchange:
            seen |= self.shown(self.exchange.discard)
        if self.widow_is_up() or (self.seat is not None and self.seat == self.taker()):
            seen |= self.deal.widow
        return seen

    def widow_is_up(self) -> bool:
        """Whether everybody has seen the widow, as everybody had passed."""
        first = [event for event in self.own_events if _declares(event)][: self.rules.players]
        is_played = isinstance(self.rules, NapoleonRules) and self.rules.all_pass == "show_widow"
        return is_played and len(first) == self.rules.players and all(isinstance(said, Pass) for said in first)

    def taker(self) -> int | None:
        """Who has taken the widow."""
        if isinstance(self.state, Exchanging):
            return self.state.contract.napoleon
        if isinstance(self.state, NapExchanging):
            return self.state.contract.declarer
        return self.exchange.seat if self.exchange else None

    def retold(self, *others: Event) -> list[Event]:
        """The same match with these events of the deal in place of those of their types."""
        by_type = {type(other): other for other in others}
        return [by_type.get(type(event), event) if event.deal == self.deal.deal else event for event in self.events]


Proposal = tuple[str, list[Event]]


def hidden_cards(story: Story, rng: Rng) -> Proposal | None:
    """Two cards that the seat has not seen change places."""
    deal, exchange = story.deal, story.exchange
    piles = [*deal.hands, deal.widow]
    hidden = [cards_in(pile & ~story.seen()) for pile in piles]
    places = [place for place, cards in enumerate(hidden) if cards]
    if len(places) < 2:
        return None
    card, other = (rng.choice(hidden[place]) for place in rng.sample(places, 2))
    if story.called is not None and rng.random() < 0.5:
        # The called card is one of 53, and the one that tells most.
        homes = [place for place in places if story.called in hidden[place]]
        elsewhere = [card for place in places if place not in homes for card in hidden[place]]
        if homes and elsewhere:
            card, other = story.called, rng.choice(elsewhere)
    both = 1 << card | 1 << other
    swapped = [_swapped(pile, both) for pile in piles]
    changed: list[Event] = [deal._replace(hands=tuple(swapped[:-1]), widow=swapped[-1])]
    discard = exchange.discard if exchange else 0
    if exchange:
        if story.shown(_swapped(discard, both)) != story.shown(discard):
            return None
        changed.append(exchange._replace(discard=_swapped(discard, both)))
    if story.called in (card, other):
        kind = "adjutant"
    elif discard & both:
        kind = "discards"
    else:
        kind = "widow" if deal.widow & both else "hands"
    return kind, story.retold(*changed)


def _swapped(pile: CardSet, both: CardSet) -> CardSet:
    """The pile after two cards have changed places everywhere."""
    return pile if (pile & both).bit_count() != 1 else pile ^ both


def taken_from_the_widow(story: Story, rng: Rng) -> Proposal | None:
    """A card that Napoleon found in the widow came in their hand, and the other way round."""
    deal, exchange = story.deal, story.exchange
    if exchange is None or exchange.seat == story.seat:
        return None
    napoleon = exchange.seat
    both = 1 << rng.choice(cards_in(deal.widow)) | 1 << rng.choice(cards_in(deal.hands[napoleon]))
    hands = list(deal.hands)
    hands[napoleon] ^= both
    return "taken", story.retold(deal._replace(hands=tuple(hands), widow=deal.widow ^ both))


def sealed_bid(story: Story, rng: Rng) -> Proposal | None:
    """Another seat's sealed declaration, still closed, was different."""
    if not isinstance(story.state, Sealed):
        return None
    public = len(story.state.history)
    declared = [said for said in story.own_events if _declares(said)][public:]
    others = [said for said in declared if said.seat != story.seat]
    if not others:
        return None
    said = rng.choice(others)
    instead = rng.choice(story.state.legal(said.seat))
    return "sealed", [instead if event is said else event for event in story.events]


def _declares(event: Event) -> TypeGuard[Pass | Bid | BidNap]:
    return isinstance(event, (Pass, Bid, BidNap))


PROPOSALS: Sequence[Callable[[Story, Rng], Proposal | None]] = (
    hidden_cards,
    hidden_cards,
    hidden_cards,
    taken_from_the_widow,
    sealed_bid,
)


def sealed_in_another_order(rules: Rules, events: Events, seat: int, rng: Rng) -> list[Event]:
    """The others made their sealed declarations in another order, which no seat can see."""
    if not isinstance(rules, NapoleonRules) or rules.auction != "sealed":
        return list(events)
    told, first_round = list(events), set[tuple[int, int]]()
    slots: dict[int, list[int]] = {}
    for place, event in enumerate(events):
        if _declares(event) and (event.deal, event.seat) not in first_round:
            first_round.add((event.deal, event.seat))
            if event.seat != seat:
                slots.setdefault(event.deal, []).append(place)
    for places in slots.values():
        for place, other in zip(places, rng.sample(places, len(places)), strict=True):
            told[place] = events[other]
    return told
