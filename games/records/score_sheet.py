"""The printable score sheet of a match: every deal with hands, auction and tricks, with cards as text."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import pgettext

from games.kernel.replay import SeatHistory
from games.presentation.auction import auction_calls
from games.presentation.cards import SUIT_ORDER, BidWord, in_hand_order
from games.presentation.reader import Reader, reader_of
from games.presentation.results import DealResult, ScoreTable, deal_result, is_napoleon, match_headline, score_sheet
from games.presentation.tricks import WHY
from napoleon.engine import EndedView, PlayerView, card_name
from napoleon.engine.cards import SUITS, Card, CardSet
from napoleon.engine.deal import Trick

SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


@dataclass(frozen=True, slots=True)
class PlayedCell:
    """A card of a trick, in its player's column."""

    text: str
    is_led: bool
    is_won: bool


@dataclass(frozen=True, slots=True)
class TrickRow:
    number: int
    cells: list[PlayedCell]
    why: str


@dataclass(frozen=True, slots=True)
class HandRow:
    name: str
    suits: list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSheet:
    number: int
    dealer: str
    hands: list[HandRow]
    widow: str
    discards: str
    auction: list[tuple[str, BidWord | None]]
    tricks: list[TrickRow]
    result: DealResult
    called: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    names: list[str]
    deals: list[DealSheet]
    scores: ScoreTable
    final: str


def match_sheet(view: PlayerView, history: SeatHistory, ended_at: Mapping[int, int]) -> MatchSheet:
    """The ended deals whose hands the reader may see; ``ended_at`` has the last event of each."""
    # On paper nobody is "you".
    seats = history.at(max(ended_at.values(), default=0))
    reader = reader_of(replace(view, seat=None), seats, history, ended_at)
    return MatchSheet(
        names=list(reader.of_match().names),
        deals=[_deal(reader, end) for end in view.ended if end.hands is not None],
        scores=score_sheet(reader),
        final=match_headline(reader) if view.finished else "",
    )


def _deal(reader: Reader, end: EndedView) -> DealSheet:
    reader = reader.of_deal(end.number)
    return DealSheet(
        number=end.number,
        dealer=reader.names[end.dealer],
        hands=[HandRow(name, list(_suits(hand))) for name, hand in zip(reader.names, end.hands or (), strict=True)],
        widow=in_text(end.widow or 0),
        discards=in_text(end.discards or 0),
        auction=list(auction_calls(reader, end)),
        tricks=[_trick(reader, number, trick) for number, trick in enumerate(end.tricks, 1)],
        result=deal_result(reader, end),
        called="" if end.called is None else card_text(end.called),
    )


def _trick(reader: Reader, number: int, trick: Trick) -> TrickRow:
    cards = dict(zip(trick.seats(), trick.cards, strict=True))
    leader = trick.seats()[0]
    return TrickRow(
        number,
        [PlayedCell(card_text(cards[seat]), seat == leader, seat == trick.winner) for seat in range(reader.players)],
        str(WHY[trick.why]) if is_napoleon(reader) else "",
    )


def card_text(card: Card) -> str:
    """Such as ♠A."""
    code = card_name(card)
    return _JOKERS[code]() if code in _JOKERS else f"{SIGNS[code[0]]}{_rank(code)}"


def in_text(cards: CardSet) -> str:
    return " ".join(map(card_text, in_hand_order(cards)))


def _suits(hand: CardSet) -> Iterator[tuple[str, str]]:
    codes = [card_name(card) for card in in_hand_order(hand)]
    for suit in SUIT_ORDER:
        ranks = [_rank(code) for code in codes if code[0] == suit]
        yield SIGNS[suit], " ".join(ranks) or "—"
    if jokers := [_JOKERS[code]() for code in codes if code in _JOKERS]:
        yield "", " ".join(jokers)


def _rank(code: str) -> str:
    return "10" if code[1] == "T" else code[1]


_JOKERS: Final[dict[str, Callable[[], str]]] = {
    "JK": lambda: pgettext("on paper", "Joker"),
    "JB": lambda: pgettext("on paper", "Joker 2"),
}
