"""Helpers that read like play: tables are set up and played in the words of docs/rules.md.

Cards are strings, `"SA HT JK"`; a led joker names its suit as in `"JK=H"`. Events are those of the record format, and
the engine judges each as it would a player's move.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from napoleon.engine import (
    DealView,
    EngineError,
    NapoleonRules,
    Rules,
    advance,
    card_set,
    legal,
    names,
    next_deal,
    rules_from_json,
    start,
    view,
)
from napoleon.engine.deal import Trick
from napoleon.engine.match import pack
from napoleon.engine.napoleon import Calling
from napoleon.engine.napoleon_play import Playing
from napoleon.engine.record import deal_summary
from napoleon.engine.wire import event_from_json, event_to_json

Hands = Mapping[int, str]
Json = dict[str, Any]


def these(cards: str) -> set[str]:
    """The cards named in a string."""
    return set(cards.split())


def a_deal(rules: Rules, dealer: int, hands: Hands, widow: str) -> Json:
    """A deal in which the seats hold the given cards; the rest of the pack fills it up."""
    sizes = [rules.hand_size] * rules.players + [rules.widow_size]
    given = [hands.get(seat, "").split() for seat in range(rules.players)] + [widow.split()]
    taken = card_set(card for cards in given for card in cards)
    rest = names(pack(rules) & ~taken)
    filled = []
    for cards, size in zip(given, sizes, strict=True):
        missing = size - len(cards)
        filled.append(cards + rest[:missing])
        rest = rest[missing:]
    return {"type": "deal", "dealer": dealer, "hands": filled[:-1], "widow": filled[-1]}


class Table:
    """A match with its first deal dealt by the last seat, so that seat 0 is the first to speak."""

    def __init__(
        self, preset: str, hands: Hands | None = None, widow: str = "", dealer: int = -1, **options: Any
    ) -> None:
        self.rules = rules_from_json({"preset": preset, **options})
        self.match = start(self.rules)
        self.deal(hands, widow, dealer % self.rules.players)

    def tell(self, data: Json) -> None:
        """Carry out an event of the record format."""
        event = event_from_json(data, self.match)
        assert event is not None
        self.match = advance(self.match, event)

    def deal(self, hands: Hands | None = None, widow: str = "", dealer: int | None = None) -> None:
        """Deal what is due, by default by the dealer who is due."""
        due = next_deal(self.match)
        assert due is not None
        by = due.dealer if dealer is None else dealer
        assert by is not None
        self.tell({**a_deal(self.rules, by, hands or {}, widow), "deal": due.number})

    @property
    def state(self) -> Any:
        """The oldest open deal."""
        return self.match.open[0]

    @property
    def number(self) -> int:
        number: int = self.state.number
        return number

    @property
    def result(self) -> Json:
        """The deal that ended last, as the record format sums it up."""
        return deal_summary(self.match.ended[-1])

    @property
    def turns(self) -> list[int]:
        """The seats that may act in the oldest open deal."""
        return list(self.state.to_act())

    @property
    def turn(self) -> int:
        (seat,) = self.turns
        return seat

    def seen_by(self, seat: int | None) -> DealView:
        """The oldest open deal as a seat, or a spectator, sees it."""
        return view(self.match, seat).deals[0]

    def choices(self, seat: int | None = None) -> list[Json]:
        """All commands of the seat, by default of the seat to act."""
        who = self.turn if seat is None else seat
        return [event_to_json(command) for command in legal(self.match, who)]

    def does(self, kind: str, seat: int | None = None, **details: Any) -> None:
        """A command in the oldest open deal, by default of the seat to act."""
        who = self.turn if seat is None else seat
        self.tell({"type": kind, "deal": self.number, "seat": who, **details})

    def says(self, seat: int, word: str) -> None:
        """A declaration: `"pass"`, `"12H"`, or at Nap `"three"`."""
        if word == "pass":
            self.does("pass", seat)
        elif word[0].isdigit():
            self.does("bid", seat, count=int(word[:-1]), trump=word[-1])
        else:
            self.does("bid", seat, bid=word)

    def bids(self, words: str) -> None:
        """Declarations in turn, from the seat to act."""
        for word in words.split():
            self.says(self.turn, word)

    def may_bid(self, seat: int | None = None) -> list[str]:
        """The bids that the seat may make now, in the words of `says`."""
        bids = [choice for choice in self.choices(seat) if choice["type"] == "bid"]
        return [bid.get("bid") or f"{bid['count']}{bid['trump']}" for bid in bids]

    def calls(self, card: str) -> None:
        self.does("call", card=card)

    def exchanges(self, discard: str, **details: Any) -> None:
        self.does("exchange", discard=discard.split(), **details)

    def takes_up_the_play(self, called: str | None = None, discard: str | None = None) -> None:
        """Call and exchange: by default a card of their own and the widow itself."""
        dealt = self.state.dealt
        while not isinstance(self.state, Playing):
            if isinstance(self.state, Calling):
                self.calls(called or names(dealt.hands[self.turn])[0])
            else:
                self.exchanges(discard or " ".join(names(dealt.widow)))

    def plays(self, cards: str) -> None:
        """Cards in turn, from the seat to play."""
        for word in cards.split():
            card, _, named = word.partition("=")
            if named:
                self.does("play", card=card, suit=named)
            else:
                self.does("play", card=card)

    def may_play(self) -> set[str]:
        """The cards that the seat to play may play."""
        return {choice["card"] for choice in self.choices() if choice["type"] == "play"}

    def play_out(self) -> None:
        """Play any legal card until the oldest open deal ends."""
        ended = len(self.match.ended)
        while len(self.match.ended) == ended:
            self.tell({"deal": self.number, **self.choices()[0]})


def contract(
    preset: str,
    trump: str = "H",
    count: int | None = None,
    *,
    napoleon: int = 0,
    hands: Hands | None = None,
    widow: str = "",
    called: str | None = None,
    discard: str | None = None,
    **options: Any,
) -> Table:
    """A table where Napoleon is about to lead, as `takes_up_the_play` leaves it."""
    table = Table(preset, hands, widow, dealer=napoleon - 1, **options)
    assert isinstance(table.rules, NapoleonRules)
    passes = " pass" * (table.rules.players - 1)
    table.bids(f"{count or table.rules.min_bid}{trump}{passes}")
    table.takes_up_the_play(called, discard)
    return table


def skip_to_trick(table: Table, t: int, hands: Hands, pictures: tuple[int, ...] | None = None) -> None:
    """Leave tricks out: Napoleon is to lead to trick ``t``, and only these cards are left."""
    state: Playing = table.state
    skipped = Trick(state.turn, (), state.turn, "led_suit", 1, 0)
    past = state.past._replace(tricks=(skipped,) * (t - 1), pictures=pictures or state.past.pictures)
    left = card_set(card for hand in hands.values() for card in hand.split())
    table.match = table.match._replace(open=(state._replace(past=past, played=~left),))


def trick(preset: str, trump: str, played: str, *, t: int = 2, **options: Any) -> tuple[int, str]:
    """Who wins trick ``t`` of a deal, seat 0 leading, and why."""
    hands = {seat: word[:2] for seat, word in enumerate(played.split())}
    table = contract(preset, trump, hands=hands, players=len(hands), **options)
    skip_to_trick(table, t, hands)
    table.plays(played)
    last = table.result["tricks"][-1]
    return last["winner"], last["why"]


def may_play(preset: str, trump: str, led: str, hand: str, *, t: int = 2, **options: Any) -> set[str]:
    """What the hand may play in trick ``t`` to that lead; what it may lead if there is none."""
    hands = {0: led[:2], 1: hand} if led else {0: hand}
    table = contract(preset, trump, hands=hands, **options)
    skip_to_trick(table, t, hands)
    table.plays(led)
    return table.may_play()


def ending(
    preset: str, pictures: str, *, count: int = 12, alone: bool = False, discard: str | None = None, **options: Any
) -> Json:
    """The end of a deal in which the seats took this many pictures each.

    Seat 2 was Napoleon, seat 4 (of four: seat 0) the adjutant unless Napoleon was alone.
    """
    taken = tuple(map(int, pictures.split()))
    players = len(taken)
    last = {seat: f"C{seat + 2}" for seat in range(players)}
    called = last[2 if alone else 4 % players]
    hands = {**last, 2: f"{last[2]} {discard or ''}"}
    table = contract(
        preset, count=count, napoleon=2, hands=hands, called=called, discard=discard, players=players, **options
    )
    skip_to_trick(table, 10, last, taken)
    table.play_out()
    return table.result


@contextmanager
def refused(code: str, reason: str | None = None) -> Iterator[None]:
    """The engine refuses the command inside, with this code."""
    with pytest.raises(EngineError) as caught:
        yield
    assert caught.value.code == code
    assert reason in (None, caught.value.reason)
