"""A match on paper: every deal with its hands, auction and tricks, cards as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import pgettext

from games.engine import EndedView, PlayerView, card_name
from games.engine.cards import SUITS, Card, CardSet
from games.engine.knowledge import AnyTrick
from games.models import Seat

from .auction import in_a_line
from .cards import BidWord, in_hand_order
from .people import Table, table_of
from .results import Result, Sheet, final_headline, is_napoleon, result, sheet
from .rules_examples import WHY
from .trick import led_suit

SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


@dataclass(frozen=True, slots=True)
class HandText:
    """What a seat was dealt, suit by suit: the sign and the ranks."""

    name: str
    suits: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of a trick, in the column of who played it."""

    text: str
    is_led: bool
    is_won: bool


@dataclass(frozen=True, slots=True)
class TrickRow:
    number: int
    cells: list[Cell]
    suit: str
    """The sign of the led suit, which a joker may have named."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSheet:
    """A deal on paper."""

    number: int
    dealer: str
    hands: list[HandText]
    widow: str
    discards: str
    auction: list[tuple[str, BidWord | None]]
    tricks: list[TrickRow]
    result: Result
    called: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    names: list[str]
    deals: list[DealSheet]
    scores: Sheet
    final: str


def match_sheet(view: PlayerView, seats: list[Seat]) -> MatchSheet:
    """The ended deals whose hands the reader may see."""
    # On paper nobody is "you".
    table = table_of(replace(view, seat=None), seats)
    return MatchSheet(
        names=list(table.names),
        deals=[_deal(table, end) for end in view.ended if end.hands is not None],
        scores=sheet(table),
        final=final_headline(table) if view.finished else "",
    )


def _deal(table: Table, end: EndedView) -> DealSheet:
    return DealSheet(
        number=end.number,
        dealer=table.names[end.dealer],
        hands=[
            HandText(name, _by_suit(hand))
            for name, hand in zip(table.names, end.hands or (), strict=True)
        ],
        widow=in_text(end.widow or 0),
        discards=in_text(end.discards or 0),
        auction=list(in_a_line(table, end)),
        tricks=[_trick(table, number, trick) for number, trick in enumerate(end.tricks, 1)],
        result=result(table, end),
        called="" if end.called is None else card_text(end.called),
    )


def _trick(table: Table, number: int, trick: AnyTrick) -> TrickRow:
    cards = dict(zip(trick.seats(), trick.cards, strict=True))
    leader = trick.seats()[0]
    return TrickRow(
        number,
        [
            Cell(card_text(cards[seat]), seat == leader, seat == trick.winner)
            for seat in range(table.players)
        ],
        SIGNS.get(led_suit(trick), ""),
        str(WHY[trick.why]) if is_napoleon(table) else "",
    )


# --- Cards as text ---


def card_text(card: Card) -> str:
    """Such as ♠A."""
    code = card_name(card)
    return _joker() if code == "JK" else f"{SIGNS[code[0]]}{_rank(code)}"


def in_text(cards: CardSet) -> str:
    return " ".join(map(card_text, in_hand_order(cards)))


def _by_suit(hand: CardSet) -> list[tuple[str, str]]:
    return list(_suits(hand))


def _suits(hand: CardSet) -> Iterator[tuple[str, str]]:
    codes = [card_name(card) for card in in_hand_order(hand)]
    for suit in reversed(SUITS):
        ranks = [_rank(code) for code in codes if code != "JK" and code[0] == suit]
        yield SIGNS[suit], " ".join(ranks) or "—"
    if "JK" in codes:
        yield "", _joker()


def _rank(code: str) -> str:
    return "10" if code[1] == "T" else code[1]


def _joker() -> str:
    return pgettext("on paper", "Joker")
